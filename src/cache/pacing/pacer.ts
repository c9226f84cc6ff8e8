/**
 * Gives requests to a host their turns: in the order in which they were asked for, with a delay in between, and with a limit on
 * turns at once. Hosts do not wait for each other. With a store that has turns, all processes that share it take turns.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, MAX_TIMER_MS, monotonicNow } from '../../access/clock.js';
import { RobotsError } from '../../errors.js';
import { onAbort } from '../../on-abort.js';
import type { GuardedStore } from '../guarded-store.js';
import { KeepAlive } from '../keep-alive.js';
import { Line, type Waiter } from './line.js';

/** How many requests of a host are sent at once, and how many wait. */
export interface PacingLimits {
  /** How many turns of one host may last at once. */
  readonly perHost: number;
  /** How many requests may wait for one host. */
  readonly maxQueue: number;
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

/** A request for a turn. */
export interface TurnRequest {
  readonly host: string;
  /** The time between this turn and the next one, in milliseconds. */
  readonly delayMs: number;
  /** Whether the turn lasts until it is ended. If not, it is over as soon as it has begun. */
  readonly lasts: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Ends a turn: the delay counts from now on. Calling it again has no effect. */
export type EndTurn = () => void;

/** The pauses between two questions to the store while other processes come first, in milliseconds. */
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 500;
const PAUSE_FACTOR = 1.5;

/** How often a turn that lasts, or a place in the store's queue, is renewed within its time. */
const RENEWALS_PER_TTL = 3;

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
    for (const { waiters } of this.#lines.values()) count += waiters.size;
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
    if (line.waiters.size >= maxQueue) {
      this.#forgetIfIdle(line);
      throw new RobotsError('queue-full', `${host}: ${maxQueue} requests wait for their turn already`);
    }
    return this.#keepAlive.during(this.#wait(line, delayMs, lasts, signal));
  }

  /** Rejects the waiting requests, ends the turns that last, and waits until the store has been updated. */
  async close(reason: unknown): Promise<void> {
    this.#closed = { reason };
    for (const { waiters } of this.#lines.values()) for (const waiter of waiters) waiter.giveUp(reason);
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

  #wait(line: Line, delayMs: number, lasts: boolean, signal: AbortSignal | undefined): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        stopListening();
        line.waiters.delete(waiter);
      };
      const waiter: Waiter = {
        delayMs,
        lasts,
        begin: (token) => {
          leave();
          resolve(this.#begin(line, waiter, token));
        },
        giveUp: (reason) => {
          leave();
          line.wake();
          reject(reason);
        },
      };
      const stopListening =
        signal === undefined ? () => {} : onAbort(signal, () => waiter.giveUp(signal.reason));
      line.waiters.add(waiter);
      if (!line.isServed) this.#afterwards(this.#serve(line));
    });
  }

  /** Lets the waiters of a line begin, one after another. */
  async #serve(line: Line): Promise<void> {
    const { clock, perHost, store, ttlMs } = this.#options;
    let token = randomUUID();
    let hasPlace = false;
    let pauseMs = FIRST_PAUSE_MS;
    line.isServed = true;
    for (let waiter = line.first; waiter !== undefined; waiter = line.first) {
      const dueMs = line.dueAt - monotonicNow(clock);
      if (line.running >= perHost) {
        await line.woken();
      } else if (dueMs > 0) {
        await this.#sleep(line, dueMs);
      } else if (store === undefined) {
        waiter.begin(token);
      } else {
        const { delayMs, lasts } = waiter;
        const sharedMs = await store.takeTurn(keyOf(line), token, { delayMs, perHost, lasts, ttlMs });
        hasPlace = sharedMs !== 0;
        if (hasPlace) {
          await this.#sleep(line, Math.min(sharedMs ?? pauseMs, ttlMs / RENEWALS_PER_TTL));
          pauseMs = sharedMs === undefined ? Math.min(pauseMs * PAUSE_FACTOR, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
        } else {
          // The request may have given up meanwhile. Then the next request of its kind, if any, gets the turn.
          const { first } = line;
          if (first?.lasts === lasts) first.begin(token);
          else if (lasts) this.#afterwards(store.endTurn(keyOf(line), token, 0));
          token = randomUUID();
          pauseMs = FIRST_PAUSE_MS;
        }
      }
    }
    line.isServed = false;
    if (hasPlace && store !== undefined) this.#afterwards(store.leaveTurn(keyOf(line), token));
    this.#forgetIfIdle(line);
  }

  #begin(line: Line, { delayMs, lasts }: Waiter, token: string): EndTurn {
    const { clock, store, onTurn } = this.#options;
    onTurn();
    line.delay(monotonicNow(clock) + delayMs);
    if (!lasts) return () => {};
    line.running++;
    const stopRenewing = store === undefined ? () => {} : this.#renewRegularly(store, line, token);
    const end: EndTurn = () => {
      if (!this.#lasting.delete(end)) return;
      stopRenewing();
      line.running--;
      line.delay(monotonicNow(clock) + delayMs);
      if (store !== undefined) this.#afterwards(store.endTurn(keyOf(line), token, delayMs));
      line.wake();
      this.#forgetIfIdle(line);
    };
    this.#lasting.add(end);
    return end;
  }

  /** Extends a turn in the store until it is stopped. */
  #renewRegularly(store: GuardedStore, line: Line, token: string): () => void {
    const { clock, ttlMs } = this.#options;
    let timer: unknown;
    const renewLater = (): void => {
      timer = clock.setTimeout(() => {
        this.#afterwards(store.extendTurn(keyOf(line), token, ttlMs));
        renewLater();
      }, ttlMs / RENEWALS_PER_TTL);
    };
    renewLater();
    return () => clock.clearTimeout(timer);
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

/** The key of a host in the store. */
function keyOf({ host }: Line): string {
  return `turn ${host}`;
}
