/** Things that go wrong at random, from a seed: a server, name resolution, a store and a clock. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { DAY, HOUR, MINUTE } from '../../../../../test/support/manual-clock.js';
import { type Clock, monotonicNow, systemClock } from '../../../src/fetch/clock.js';
import type { RobotsStore } from '../../../src/index.js';
import type { SharedStore } from '../../store/support/stores.js';

/** Random numbers that a seed repeats. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice {
    return choices[Math.floor(this.roll() * choices.length)] ?? choices[0];
  }
}

export const SITES = 40;

/** Every fourth site has no file; the others forbid a path of their own. */
export const hasRules = (site: number): boolean => site % 4 !== 0;

export const fileOf = (site: number): string => `User-agent: *\nDisallow: /private-${site}\n`;

/** Answers as the site would, or fails. */
export function chaoticServer(dice: Dice) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const site = Number(/^s(\d+)\./.exec(request.headers.host ?? '')?.[1]);
    const headers = {
      'cache-control': dice.pick(['max-age=0', 'max-age=60', 'no-store', 'private', 'max-age=86400']),
      vary: dice.pick(['Accept-Encoding', 'User-Agent', '*']),
      etag: `"${site}"`,
    };
    const well = (): void => {
      if (!hasRules(site)) response.writeHead(404, headers).end('User-agent: *\nDisallow: /\n');
      else if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, headers).end();
      else response.writeHead(200, headers).end(fileOf(site));
    };
    const mishap = dice.pick<() => void>([
      () => systemClock.setTimeout(well, dice.roll() * 100),
      () =>
        response
          .writeHead(503, { 'retry-after': dice.pick(['0', '1', '99999999', 'soon']) })
          .end(fileOf(site + 1)),
      () => response.writeHead(500).end(),
      () => request.socket.destroy(),
      () => request.socket.resetAndDestroy(),
      () => void response.writeHead(200, { 'content-length': 9999 }).write('User-agent: *\n'),
      () => response.writeHead(200, { 'content-encoding': 'gzip' }).end(fileOf(site)),
      () => response.writeHead(302, { location: request.url ?? '' }).end(),
      () => {},
    ]);
    if (dice.roll() < 0.6) well();
    else mishap();
  };
}

/** Resolves `s7.test` to 127.5.0.7, or fails. */
export function chaoticLookup(dice: Dice): LookupFunction {
  return (name, { all }, callback) => {
    const address = `127.5.0.${Number(/^s(\d+)\./.exec(name)?.[1]) + 1}`;
    const well = (): void => {
      if (all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    };
    const fail = (code: string): void => callback(Object.assign(new Error(code), { code }), []);
    const mishap = dice.pick<() => void>([
      () => systemClock.setTimeout(well, dice.roll() * 50),
      () => fail('ENOTFOUND'),
      () => fail('ESERVFAIL'),
      () => {},
    ]);
    if (dice.roll() < 0.85) well();
    else mishap();
  };
}

/** Resolves some time later. */
export function passing(ms: number): Promise<void> {
  return new Promise((resolve) => systemClock.setTimeout(resolve, ms));
}

/** A connection to a shared store on which every operation may fail. */
export function chaoticStore(shared: SharedStore, dice: Dice): RobotsStore {
  const inner = shared.connect();
  const { leases } = inner;
  const maybe = async <Value>(operation: () => Promise<Value>): Promise<Value> => {
    const fate = dice.roll();
    if (fate < 0.03) throw new Error('the store failed');
    if (fate < 0.05) throw Object.create(null);
    if (fate < 0.06) return new Promise(() => {});
    if (fate < 0.1) await passing(dice.roll() * 60);
    return operation();
  };
  return {
    get: (key) =>
      maybe(async () => {
        const value = await inner.get(key);
        return dice.roll() < 0.02
          ? dice.pick<unknown>([null, 17, {}, '', String(value).slice(0, -3)])
          : value;
      }),
    set: (key, text, ttlMs) => maybe(() => inner.set(key, text, ttlMs)),
    delete: (key) => maybe(() => inner.delete(key)),
    leases: leases && {
      acquire: (key, token, ttlMs) => maybe(() => leases.acquire(key, token, ttlMs)),
      extend: (key, token, ttlMs) => maybe(() => leases.extend(key, token, ttlMs)),
      release: (key, token) => maybe(() => leases.release(key, token)),
    },
    close: () => maybe(() => inner.close()),
  };
}

/** The machine's clock, set back and forward. */
export class ChaoticClock implements Clock {
  readonly setTimeout = systemClock.setTimeout;
  readonly clearTimeout = systemClock.clearTimeout;
  #ahead = 0;

  monotonicNow(): number {
    return monotonicNow(systemClock);
  }

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  /** Sets it to another time, or back to the right one. */
  jump(dice: Dice): void {
    const far = 12 * 365 * DAY;
    this.#ahead = dice.pick([0, 0, MINUTE, -MINUTE, HOUR, -HOUR, DAY, -DAY, far, -far]);
  }
}
