/**
 * Gives requests to a host their turns: in the order in which they were asked for, with a delay in between, and with a limit on
 * turns at once. Hosts do not wait for each other. With a store that has turns, all processes that share it take turns.
 */
import { randomUUID } from 'node:crypto';
import { RobotsError } from 'robotstream';
import { backOffMs } from '../fetch/back-off.js';
import { type Clock, MAX_TIMER_MS, steadyTime } from '../fetch/clock.js';
import type { GuardedStore } from '../store/guarded-store.js';
import { PAUSES, RENEWALS_PER_TTL, renewRegularly } from '../store/shared-store-waits.js';
import { DueHeap, NOWHERE } from './due-heap.js';
import { type FreeHosts, FreeHostsQueue } from './free-hosts.js';
import { KeepAlive } from './keep-alive.js';
import { type EndTurn, Line, storeKeyOf, type TurnKind } from './line.js';

/** How many requests to a host are sent at once, how many may wait, and how a slow response lengthens the delay. */
export interface PacingLimits {
  /** How many turns of one host may last at once. */
  readonly perHost: number;
  /** How many requests may wait for one host. */
  readonly maxQueue: number;
  /** The pause after a turn is at least this many times as long as the turn lasted, up to `maxDelayMs`. */
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

/** A request for a turn. */
export interface TurnRequest extends TurnKind {
  /** The key that has turns: a host, or what the option `pacing.by` says. */
  readonly key: string;
  readonly signal: AbortSignal | undefined;
}

/** How long to wait before another try if the store does not know when a turn is free, in milliseconds. */
const TRY_AGAIN_MS = 500;

/** How many lines whose delay has passed are released before the event loop goes on. */
const LINES_AT_ONCE = 1000;

export class Pacer {
  readonly #options: PacerOptions;
  /** The lines that have requests, or turns, or a delay that has not passed. */
  readonly #lines = new Map<string, Line>();
  /** The lines whose requests are being served. */
  readonly #served = new Set<Line>();
  /** The lines that may have another turn once their delay has passed, by the end of the delay. */
  readonly #due = new DueHeap<Line>();
  readonly #keepAlive = new KeepAlive();
  readonly #free = new FreeHostsQueue(
    (awaited) => this.#keepAlive.during(awaited),
    (key) => this.#willBeReleased(key),
  );
  /** Calls of the store that nothing waits for. */
  readonly #aftermath = new Set<Promise<void>>();
  readonly #lasting = new Set<EndTurn>();
  /** The timer that releases the line that is due first. */
  #timer: { readonly at: number; readonly handle: unknown } | undefined;
  readonly #now: () => number;
  #closed: { readonly reason: unknown } | undefined;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#now = steadyTime(options.clock);
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    let count = 0;
    for (const line of this.#served) count += line.waiting;
    return count;
  }

  /**
   * Waits for a turn.
   *
   * @returns a function that ends the turn, if the turn lasts
   * @throws {RobotsError} (rejects) `queue-full`; `client-closed`
   * @throws the signal's reason (rejects) if it aborts first
   */
  async take({ key, delayMs, lasts, signal }: TurnRequest): Promise<EndTurn> {
    signal?.throwIfAborted();
    const line = this.#lineOf(key);
    const { maxQueue } = this.#options;
    if (line.waiting >= maxQueue)
      throw new RobotsError('queue-full', `${key}: ${maxQueue} requests wait for their turn already`);
    const { turn } = line.queue.join({ delayMs, lasts }, signal);
    if (!line.isServed) this.#afterwards(this.#serve(line));
    return this.#keepAlive.during(turn);
  }

  /**
   * Takes a turn if one is free, without waiting for one.
   *
   * @returns a function that ends the turn, if the turn lasts; undefined if no turn is free
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async tryTake({ key, ...kind }: Omit<TurnRequest, 'signal'>): Promise<EndTurn | undefined> {
    const line = this.#lineOf(key);
    try {
      const { store } = this.#options;
      if (store === undefined) return this.#isFree(line) ? this.#begin(line, kind, '') : undefined;
      return await this.#keepAlive.during(this.#alone(line, () => this.#tryStore(line, kind, store)));
    } finally {
      this.#settle(line);
    }
  }

  /**
   * The milliseconds until a turn may be free, as far as is known; 0 if one is free. It may take longer, because a turn may last longer and other
   * requests may come first.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async freeInMs(key: string): Promise<number> {
    this.#throwIfClosed();
    const { store, perHost } = this.#options;
    const line = this.#lines.get(key);
    const shared = await store?.nextTurn(storeKeyOf(key), perHost);
    if (line === undefined) return shared ?? 0;
    // The delay counts from the end of a turn, which is not before now.
    const busyMs = line.running >= perHost ? line.delayMs : 0;
    const ownMs = Math.max(line.dueMs(this.#now()), busyMs, 0) + line.waiting * line.delayMs;
    return Math.max(ownMs, shared ?? 0);
  }

  /**
   * Yields hosts as they become free: each host that had a turn, or had none free, once its next turn is due. A host that gets another turn before
   * it is yielded is no longer free.
   *
   * @throws {RobotsError} `client-closed`
   */
  hostsFree(signal: AbortSignal | undefined): FreeHosts {
    this.#throwIfClosed();
    return this.#free.iterate(signal);
  }

  /** Rejects the waiting requests, ends the turns that last, and waits until the store has been updated. */
  async close(reason: unknown): Promise<void> {
    this.#closed = { reason };
    this.#free.close(reason);
    for (const { queue } of this.#served) queue.giveUp(reason);
    for (const end of this.#lasting) end();
    while (this.#aftermath.size > 0) await Promise.all(this.#aftermath);
    this.#options.clock.clearTimeout(this.#timer?.handle);
    this.#due.clear();
    this.#lines.clear();
  }

  #throwIfClosed(): void {
    if (this.#closed !== undefined) throw this.#closed.reason;
  }

  /** The line for a new request, which is then no longer free. */
  #lineOf(key: string): Line {
    this.#throwIfClosed();
    this.#free.remove(key);
    const known = this.#lines.get(key);
    if (known !== undefined) {
      this.#due.remove(known);
      return known;
    }
    const line = new Line(key);
    this.#lines.set(key, line);
    return line;
  }

  /** Whether a new request may have a turn now, as far as this process knows. */
  #isFree(line: Line): boolean {
    return !line.isServed && line.running < this.#options.perHost && line.dueMs(this.#now()) <= 0;
  }

  /** Does work that asks the store about a line, once no other work does. */
  async #alone<Value>(line: Line, work: () => Promise<Value>): Promise<Value> {
    while (line.asking !== undefined) await line.asking;
    const done = work().finally(() => {
      line.asking = undefined;
    });
    line.asking = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  async #tryStore(line: Line, kind: TurnKind, store: GuardedStore): Promise<EndTurn | undefined> {
    this.#throwIfClosed();
    if (!this.#isFree(line)) return undefined;
    const { perHost, ttlMs } = this.#options;
    const token = randomUUID();
    const rule = { ...kind, perHost, ttlMs, queues: false };
    const sharedMs = await store.takeTurn(line.storeKey, token, rule);
    if (sharedMs === 0 && this.#closed === undefined) return this.#begin(line, kind, token);
    if (sharedMs === 0 && kind.lasts) this.#afterwards(store.endTurn(line.storeKey, token, 0));
    this.#throwIfClosed();
    line.delay(this.#now(), sharedMs ?? TRY_AGAIN_MS);
    return undefined;
  }

  /** Gives the requests of a line their turns, one after another. */
  async #serve(line: Line): Promise<void> {
    const { perHost, store } = this.#options;
    const place = new PlaceInQueue();
    line.isServed = true;
    this.#served.add(line);
    for (let waiter = line.queue.first; waiter !== undefined; waiter = line.queue.first) {
      const dueMs = line.dueMs(this.#now());
      if (line.running >= perHost) await line.woken();
      else if (dueMs > 0) await this.#sleep(line, dueMs);
      else if (store === undefined) waiter.begin(this.#begin(line, waiter.request, ''));
      else if (line.asking !== undefined) await line.asking;
      else await this.#sleep(line, await this.#alone(line, () => this.#askStore(line, place, store)));
    }
    line.isServed = false;
    this.#served.delete(line);
    if (place.isTaken && store !== undefined) this.#afterwards(store.leaveTurn(line.storeKey, place.token));
    this.#settle(line);
  }

  /**
   * Asks the store for the turn of the first request that waits.
   *
   * @returns the milliseconds until it should be asked again
   */
  async #askStore(line: Line, place: PlaceInQueue, store: GuardedStore): Promise<number> {
    const { perHost, ttlMs } = this.#options;
    const { request } = line.queue.first ?? {};
    if (request === undefined) return 0;
    const { token } = place;
    const { delayMs, lasts } = request;
    const rule = { delayMs, lasts, perHost, ttlMs, queues: true };
    const sharedMs = await store.takeTurn(line.storeKey, token, rule);
    place.isTaken = sharedMs !== 0;
    if (sharedMs !== 0) {
      place.failures = sharedMs === undefined ? place.failures + 1 : 0;
      return Math.min(sharedMs ?? backOffMs(PAUSES, place.failures), ttlMs / RENEWALS_PER_TTL);
    }
    // The request may have given up meanwhile. Then the next request of its kind, if any, gets the turn.
    const { first } = line.queue;
    if (first?.request.lasts === lasts) first.begin(this.#begin(line, first.request, token));
    else if (lasts) this.#afterwards(store.endTurn(line.storeKey, token, 0));
    place.renew();
    return 0;
  }

  #begin(line: Line, { delayMs, lasts }: TurnKind, token: string): EndTurn {
    const { clock, store, ttlMs, onTurn, responseTimeFactor, maxDelayMs } = this.#options;
    onTurn();
    const beganAt = this.#now();
    line.delayMs = delayMs;
    line.delay(beganAt, delayMs);
    if (!lasts) return () => {};
    line.running++;
    const extend = async (shared: GuardedStore): Promise<boolean> => {
      const extended = shared.extendTurn(line.storeKey, token, ttlMs);
      this.#afterwards(extended);
      await extended;
      return true;
    };
    const stopRenewing = store === undefined ? () => {} : renewRegularly(clock, ttlMs, () => extend(store));
    const end: EndTurn = () => {
      if (!this.#lasting.delete(end)) return;
      stopRenewing();
      line.running--;
      this.#due.remove(line); // while it is in the heap, when it is due must not change
      const now = this.#now();
      const pauseMs = Math.max(delayMs, Math.min((now - beganAt) * responseTimeFactor, maxDelayMs));
      line.delay(now, pauseMs);
      if (line.dueMs(now) > 0) this.#free.remove(line.key);
      if (store !== undefined) this.#afterwards(store.endTurn(line.storeKey, token, pauseMs));
      line.wake();
      this.#settle(line);
    };
    this.#lasting.add(end);
    return end;
  }

  /** Waits some time, or until the line is woken. */
  async #sleep(line: Line, ms: number): Promise<void> {
    if (ms <= 0 || line.waiting === 0) return;
    const { clock } = this.#options;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, timerMs(ms));
      void line.woken().then(() => {
        clock.clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Whether a line is neither asked for turns nor full. */
  #hasRoom(line: Line): boolean {
    return line.isUnasked && line.running < this.#options.perHost;
  }

  /** Whether the host of a line will become free by itself. One that is free already, and has turns in progress, will not. */
  #willBeReleased(key: string): boolean {
    const line = this.#lines.get(key);
    return line !== undefined && (line.place !== NOWHERE || !this.#hasRoom(line));
  }

  /** Schedules a line that has room to be released once its last delay has passed. */
  #settle(line: Line): void {
    if (!this.#hasRoom(line) || this.#closed !== undefined) return;
    this.#due.remove(line);
    if (line.dueMs(this.#now()) <= 0) this.#release(line);
    else {
      this.#due.add(line);
      this.#setTimer();
    }
  }

  /** The host of a line is free. The line is forgotten unless a turn is in progress. */
  #release(line: Line): void {
    if (line.running === 0) this.#lines.delete(line.key);
    this.#free.add(line.key);
  }

  /** Sets the timer for the line that is due first, unless it is set for that time, or for an earlier one. */
  #setTimer(): void {
    const { first } = this.#due;
    if (first === undefined || (this.#timer !== undefined && this.#timer.at <= first.dueAt)) return;
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer?.handle);
    const ms = timerMs(first.dueMs(this.#now()));
    this.#timer = { at: first.dueAt, handle: clock.setTimeout(() => this.#releaseDue(), ms) };
  }

  /** Releases the lines that are due, some at a time. */
  #releaseDue(): void {
    this.#timer = undefined;
    const now = this.#now();
    for (let count = 0; count < LINES_AT_ONCE; count++) {
      const { first } = this.#due;
      if (first === undefined || first.dueMs(now) > 0) break;
      this.#due.remove(first);
      this.#release(first);
    }
    this.#setTimer();
  }

  #afterwards(work: Promise<void>): void {
    const done: Promise<void> = this.#keepAlive.during(work).finally(() => this.#aftermath.delete(done));
    this.#aftermath.add(done);
  }
}

/** The place of a line in the queue of the store. Its requests use it one after another. */
class PlaceInQueue {
  token: string = randomUUID();
  /** Whether the store knows the place. */
  isTaken = false;
  /** How many times in a row other processes came first. */
  failures = 0;

  /** Gives the next request a new place, because the turn has been taken. */
  renew(): void {
    this.token = randomUUID();
    this.failures = 0;
  }
}

/** Rounds a time to whole milliseconds that a timer can count. */
function timerMs(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), MAX_TIMER_MS);
}
