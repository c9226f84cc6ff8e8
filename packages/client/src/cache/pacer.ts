/**
 * Gives requests to a host their turns: in the order in which they were asked for, with a delay in between, and with a limit on
 * turns at once. Hosts do not wait for each other. With a store that has turns, all processes that share it take turns.
 */
import { randomUUID } from 'node:crypto';
import { RobotsError } from 'robotstream';
import { backOffMs } from '../access/back-off.js';
import { type Clock, MAX_TIMER_MS, monotonicNow } from '../access/clock.js';
import { WaitingQueue } from '../access/waiting.js';
import type { GuardedStore } from './guarded-store.js';
import { KeepAlive } from './keep-alive.js';
import { PAUSES, RENEWALS_PER_TTL, renewRegularly } from './shared-store-waits.js';

/** How many requests of a host are sent at once, how many wait, and what a slow response adds to the delay. */
export interface PacingLimits {
  /** How many turns of one host may last at once. */
  readonly perHost: number;
  /** How many requests may wait for one host. */
  readonly maxQueue: number;
  /** How many times as long as a turn that lasted the pause after it is at least, up to `maxDelayMs`. */
  readonly responseTimeFactor: number;
  readonly maxDelayMs: number;
}

export interface PacerOptions extends PacingLimits {
  readonly clock: Clock;
  /** How long a process that died delays the others that share the store, in milliseconds. */
  readonly ttlMs: number;
  /** The store, if it has turns. */
  readonly store: GuardedStore | undefined;
  /** Called for each turn that is taken. */
  readonly onTurn: () => void;
}

/** What a request asks for. */
interface TurnKind {
  /** The time between this turn and the next one, in milliseconds. */
  readonly delayMs: number;
  /** Whether the turn lasts until it is ended. If not, it is over as soon as it has begun. */
  readonly lasts: boolean;
}

/** A request for a turn. */
export interface TurnRequest extends TurnKind {
  readonly host: string;
  readonly signal: AbortSignal | undefined;
}

/** Ends a turn: the delay counts from now on. Calling it again has no effect. */
export type EndTurn = () => void;

/** The requests of one host. */
class Line {
  readonly host: string;
  /** The requests that wait for their turn. */
  readonly queue = new WaitingQueue<EndTurn, TurnKind>(() => this.wake());
  /** How many turns were taken and have not ended. */
  running = 0;
  /** When the next turn is due, by the monotonic clock. */
  dueAt = -Infinity;
  /** Whether its requests are being served. */
  isServed = false;
  /** The timer that forgets the line when it is idle. */
  forgetting: unknown;
  /** Something has changed: {@link woken} resolves. */
  wake: () => void = () => {};

  constructor(host: string) {
    this.host = host;
  }

  /** The key of the host in the store. */
  get key(): string {
    return `turn ${this.host}`;
  }

  /** Delays the next turn until a time, unless it is due later already. */
  delay(until: number): void {
    this.dueAt = Math.max(this.dueAt, until);
  }

  /** Resolves at the next {@link wake}. */
  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

export class Pacer {
  readonly #options: PacerOptions;
  readonly #lines = new Map<string, Line>();
  readonly #keepAlive = new KeepAlive();
  /** Calls of the store that nothing waits for. */
  readonly #aftermath = new Set<Promise<void>>();
  readonly #lasting = new Set<EndTurn>();
  #closed: { readonly reason: unknown } | undefined;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    let count = 0;
    for (const { queue } of this.#lines.values()) count += queue.size;
    return count;
  }

  /**
   * Waits for a turn.
   *
   * @returns a function that ends the turn, if the turn lasts
   * @throws {RobotsError} (rejects) `queue-full`; `client-closed`
   * @throws the signal's reason (rejects) if it aborts first
   */
  async take({ host, delayMs, lasts, signal }: TurnRequest): Promise<EndTurn> {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed.reason;
    const line = this.#lineOf(host);
    const { maxQueue } = this.#options;
    if (line.queue.size >= maxQueue)
      throw new RobotsError('queue-full', `${host}: ${maxQueue} requests wait for their turn already`);
    const { turn } = line.queue.join({ delayMs, lasts }, signal);
    if (!line.isServed) this.#afterwards(this.#serve(line));
    return this.#keepAlive.during(turn);
  }

  /** Rejects the waiting requests, ends the turns that last, and waits until the store has been updated. */
  async close(reason: unknown): Promise<void> {
    this.#closed = { reason };
    for (const { queue } of this.#lines.values()) queue.giveUp(reason);
    for (const end of this.#lasting) end();
    while (this.#aftermath.size > 0) await Promise.all(this.#aftermath);
    for (const { forgetting } of this.#lines.values()) this.#options.clock.clearTimeout(forgetting);
    this.#lines.clear();
  }

  #lineOf(host: string): Line {
    const known = this.#lines.get(host);
    if (known !== undefined) return known;
    const line = new Line(host);
    this.#lines.set(host, line);
    return line;
  }

  /** Gives the requests of a line their turns, one after another. */
  async #serve(line: Line): Promise<void> {
    const { clock, perHost, store, ttlMs } = this.#options;
    let token = randomUUID();
    let hasPlace = false;
    let failures = 0;
    line.isServed = true;
    for (let waiter = line.queue.first; waiter !== undefined; waiter = line.queue.first) {
      const dueMs = line.dueAt - monotonicNow(clock);
      if (line.running >= perHost) {
        await line.woken();
      } else if (dueMs > 0) {
        await this.#sleep(line, dueMs);
      } else if (store === undefined) {
        waiter.begin(this.#begin(line, waiter.request, token));
      } else {
        const { delayMs, lasts } = waiter.request;
        const sharedMs = await store.takeTurn(line.key, token, { delayMs, perHost, lasts, ttlMs });
        hasPlace = sharedMs !== 0;
        if (hasPlace) {
          failures = sharedMs === undefined ? failures + 1 : 0;
          const pauseMs = sharedMs ?? backOffMs(PAUSES, failures);
          await this.#sleep(line, Math.min(pauseMs, ttlMs / RENEWALS_PER_TTL));
        } else {
          // The request may have given up meanwhile. Then the next request of its kind, if any, gets the turn.
          const { first } = line.queue;
          if (first?.request.lasts === lasts) first.begin(this.#begin(line, first.request, token));
          else if (lasts) this.#afterwards(store.endTurn(line.key, token, 0));
          token = randomUUID();
          failures = 0;
        }
      }
    }
    line.isServed = false;
    if (hasPlace && store !== undefined) this.#afterwards(store.leaveTurn(line.key, token));
    this.#forgetIfIdle(line);
  }

  #begin(line: Line, { delayMs, lasts }: TurnKind, token: string): EndTurn {
    const { clock, store, ttlMs, onTurn, responseTimeFactor, maxDelayMs } = this.#options;
    onTurn();
    const beganAt = monotonicNow(clock);
    line.delay(beganAt + delayMs);
    if (!lasts) return () => {};
    line.running++;
    const extend = async (shared: GuardedStore): Promise<boolean> => {
      const extended = shared.extendTurn(line.key, token, ttlMs);
      this.#afterwards(extended);
      await extended;
      return true;
    };
    const stopRenewing = store === undefined ? () => {} : renewRegularly(clock, ttlMs, () => extend(store));
    const end: EndTurn = () => {
      if (!this.#lasting.delete(end)) return;
      stopRenewing();
      line.running--;
      const now = monotonicNow(clock);
      const pauseMs = Math.max(delayMs, Math.min((now - beganAt) * responseTimeFactor, maxDelayMs));
      line.delay(now + pauseMs);
      if (store !== undefined) this.#afterwards(store.endTurn(line.key, token, pauseMs));
      line.wake();
      this.#forgetIfIdle(line);
    };
    this.#lasting.add(end);
    return end;
  }

  /** Waits some time, or until the line is woken. */
  #sleep(line: Line, ms: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const timer = clock.setTimeout(resolve, Math.min(Math.ceil(ms), MAX_TIMER_MS));
      void line.woken().then(() => {
        clock.clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Forgets a line once its last delay has passed. */
  #forgetIfIdle(line: Line): void {
    const { clock } = this.#options;
    clock.clearTimeout(line.forgetting);
    if (line.running > 0 || line.isServed) return;
    const dueMs = line.dueAt - monotonicNow(clock);
    if (dueMs <= 0) this.#lines.delete(line.host);
    else {
      const ms = Math.min(Math.ceil(dueMs), MAX_TIMER_MS);
      line.forgetting = clock.setTimeout(() => this.#forgetIfIdle(line), ms);
    }
  }

  #afterwards(work: Promise<void>): void {
    const done: Promise<void> = this.#keepAlive.during(work).finally(() => this.#aftermath.delete(done));
    this.#aftermath.add(done);
  }
}
