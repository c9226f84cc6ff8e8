/**
 * Gives requests to a host their turns: in the order in which they were asked for, with a delay in between, and with a limit on
 * turns at once. Hosts do not wait for each other. With a store that has turns, all processes that share it take turns.
 */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from 'robotstream/internal';
import { type Clock, MAX_TIMER_MS, steadyTime } from '../fetch/clock.js';
import { backOffMs } from '../fetch/retry.js';
import { KeepAlive } from '../fetch/waiting.js';
import type { GuardedStore } from '../store/guarded-store.js';
import { PAUSES, renewRegularly } from '../store/lease-coordinator.js';
import type { TurnRule } from '../store/store.js';
import { type FreeHosts, FreeHostsQueue } from './free-hosts.js';
import { type EndTurn, HostTurns, storeKeyOf, type TurnKind } from './host-turns.js';

/** How many requests to a host are sent at once. */
export interface PacingLimits {
  /** How many turns of one host may last at once. */
  readonly perHost: number;
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

/**
 * After how many milliseconds in which the store says nothing but that another turn is in progress the turn is taken without its leave. A store
 * should end the turn of a process that died, but may not.
 */
export const MOST_REFUSED_MS = 10 * MINUTE_MS;

export class Pacer {
  readonly #options: PacerOptions;
  /** The hosts that have requests, or turns, or a delay that has not passed. */
  readonly #hosts = new Map<string, HostTurns>();
  /** The hosts whose requests are being served. */
  readonly #served = new Set<HostTurns>();
  readonly #keepAlive = new KeepAlive();
  readonly #free = new FreeHostsQueue(
    (awaited) => this.#keepAlive.during(awaited),
    (key) => this.#willBeReleased(key),
  );
  /** Calls of the store that nothing waits for. */
  readonly #aftermath = new Set<Promise<void>>();
  readonly #lasting = new Set<EndTurn>();
  readonly #now: () => number;
  #closed: { readonly reason: unknown } | undefined;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#now = steadyTime(options.clock);
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    let count = 0;
    for (const host of this.#served) count += host.waiting;
    return count;
  }

  /**
   * Waits for a turn.
   *
   * @returns a function that ends the turn, if the turn lasts
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts first
   */
  async take({ key, delayMs, lasts, signal }: TurnRequest): Promise<EndTurn> {
    signal?.throwIfAborted();
    const host = this.#hostOf(key);
    const { turn } = host.queue.join({ delayMs, lasts }, signal);
    if (!host.isServed) this.#afterwards(this.#serve(host));
    return this.#keepAlive.during(turn);
  }

  /**
   * Takes a turn if one is free, without waiting for one.
   *
   * @returns a function that ends the turn, if the turn lasts; undefined if no turn is free
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async tryTake({ key, ...kind }: Omit<TurnRequest, 'signal'>): Promise<EndTurn | undefined> {
    const host = this.#hostOf(key);
    try {
      const { store } = this.#options;
      if (store === undefined) return this.#isFree(host) ? this.#begin(host, kind, '') : undefined;
      return await this.#keepAlive.during(this.#alone(host, () => this.#tryStore(host, kind, store)));
    } finally {
      this.#settle(host);
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
    const host = this.#hosts.get(key);
    const shared = await store?.nextTurn(storeKeyOf(key));
    if (host === undefined) return shared ?? 0;
    // The delay counts from the end of a turn, which is not before now.
    const busyMs = host.running >= perHost ? host.delayMs : 0;
    const ownMs = Math.max(host.dueMs(this.#now()), busyMs, 0) + host.waiting * host.delayMs;
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
    for (const host of this.#hosts.values()) this.#stopTimer(host);
    this.#hosts.clear();
  }

  #throwIfClosed(): void {
    if (this.#closed !== undefined) throw this.#closed.reason;
  }

  /** The host for a new request, which is then no longer free. */
  #hostOf(key: string): HostTurns {
    this.#throwIfClosed();
    this.#free.remove(key);
    const known = this.#hosts.get(key);
    if (known !== undefined) {
      this.#stopTimer(known);
      return known;
    }
    const host = new HostTurns(key);
    this.#hosts.set(key, host);
    return host;
  }

  /** Whether a new request may have a turn now, as far as this process knows. */
  #isFree(host: HostTurns): boolean {
    return !host.isServed && host.running < this.#options.perHost && host.dueMs(this.#now()) <= 0;
  }

  /** Does work that asks the store about a host, once no other work does. */
  async #alone<Value>(host: HostTurns, work: () => Promise<Value>): Promise<Value> {
    while (host.asking !== undefined) await host.asking;
    const done = work().finally(() => {
      host.asking = undefined;
    });
    host.asking = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  async #tryStore(host: HostTurns, kind: TurnKind, store: GuardedStore): Promise<EndTurn | undefined> {
    this.#throwIfClosed();
    if (!this.#isFree(host)) return undefined;
    const token = randomUUID();
    const sharedMs = await store.takeTurn(host.storeKey, token, this.#ruleFor(kind));
    if (sharedMs === 0 && this.#closed === undefined) return this.#begin(host, kind, token);
    if (sharedMs === 0 && kind.lasts) this.#afterwards(store.endTurn(host.storeKey, token, 0));
    this.#throwIfClosed();
    host.delay(this.#now(), sharedMs ?? Math.max(kind.delayMs, PAUSES.firstMs));
    return undefined;
  }

  /** Gives the requests of a host their turns, one after another. */
  async #serve(host: HostTurns): Promise<void> {
    const { perHost, store } = this.#options;
    let failures = 0;
    let refusedSince: number | undefined;
    host.isServed = true;
    this.#served.add(host);
    for (let waiter = host.queue.first; waiter !== undefined; waiter = host.queue.first) {
      const dueMs = host.dueMs(this.#now());
      if (host.running >= perHost) await host.woken();
      else if (dueMs > 0) await this.#sleep(host, dueMs);
      else if (store === undefined) waiter.begin(this.#begin(host, waiter.request, ''));
      else if (host.asking !== undefined) await host.asking;
      else {
        const isTooLong = refusedSince !== undefined && this.#now() - refusedSince >= MOST_REFUSED_MS;
        const sharedMs = await this.#alone(host, () =>
          this.#askStore(host, store, waiter.request, isTooLong),
        );
        failures = sharedMs === undefined ? failures + 1 : 0;
        refusedSince = sharedMs === undefined ? (refusedSince ?? this.#now()) : undefined;
        await this.#sleep(host, sharedMs ?? backOffMs(PAUSES, failures));
      }
    }
    host.isServed = false;
    this.#served.delete(host);
    this.#settle(host);
  }

  /**
   * Asks the store for the turn of the first request that waits.
   *
   * @param isTooLong whether the turn is taken even if the store says that another is in progress
   * @returns the milliseconds until it should be asked again; undefined if a turn is in progress elsewhere
   */
  async #askStore(
    host: HostTurns,
    store: GuardedStore,
    request: TurnKind,
    isTooLong: boolean,
  ): Promise<number | undefined> {
    const token = randomUUID();
    let sharedMs = await store.takeTurn(host.storeKey, token, this.#ruleFor(request));
    if (sharedMs === undefined && isTooLong) sharedMs = store.reportRefusal(host.key, MOST_REFUSED_MS);
    if (sharedMs !== 0) return sharedMs;
    // The request may have given up meanwhile. Then the next request of its kind, if any, gets the turn.
    const { first } = host.queue;
    if (first?.request.lasts === request.lasts) first.begin(this.#begin(host, first.request, token));
    else if (request.lasts) this.#afterwards(store.endTurn(host.storeKey, token, 0));
    return 0;
  }

  /** A turn that lasts holds back the next one, if there may be one at a time. */
  #ruleFor({ delayMs, lasts }: TurnKind): TurnRule {
    return { delayMs, holdMs: lasts && this.#options.perHost === 1 ? this.#options.ttlMs + delayMs : 0 };
  }

  #begin(host: HostTurns, { delayMs, lasts }: TurnKind, token: string): EndTurn {
    const { clock, store, ttlMs, onTurn } = this.#options;
    onTurn();
    host.delayMs = delayMs;
    host.delay(this.#now(), delayMs);
    if (!lasts) return () => {};
    host.running++;
    const { holdMs } = this.#ruleFor({ delayMs, lasts });
    const extend = async (shared: GuardedStore): Promise<boolean> => {
      const extended = shared.extendTurn(host.storeKey, token, holdMs);
      this.#afterwards(extended);
      await extended;
      return true;
    };
    const stopRenewing =
      store === undefined || holdMs === 0 ? () => {} : renewRegularly(clock, ttlMs, () => extend(store));
    const end: EndTurn = () => {
      if (!this.#lasting.delete(end)) return;
      stopRenewing();
      host.running--;
      const now = this.#now();
      host.delay(now, delayMs);
      if (host.dueMs(now) > 0) this.#free.remove(host.key);
      if (store !== undefined) this.#afterwards(store.endTurn(host.storeKey, token, delayMs));
      host.wake();
      this.#settle(host);
    };
    this.#lasting.add(end);
    return end;
  }

  /** Waits some time, or until the host is woken. */
  async #sleep(host: HostTurns, ms: number): Promise<void> {
    if (ms <= 0 || host.waiting === 0) return;
    const { clock } = this.#options;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, timerMs(ms));
      void host.woken().then(() => {
        clock.clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Whether a host is neither asked for turns nor full. */
  #hasRoom(host: HostTurns): boolean {
    return host.isUnasked && host.running < this.#options.perHost;
  }

  /** Whether a host will become free by itself. One that is free already, and has turns in progress, will not. */
  #willBeReleased(key: string): boolean {
    const host = this.#hosts.get(key);
    return host !== undefined && (host.timer !== undefined || !this.#hasRoom(host));
  }

  /** Releases a host that has room once its last delay has passed. */
  #settle(host: HostTurns): void {
    this.#stopTimer(host);
    if (!this.#hasRoom(host) || this.#closed !== undefined) return;
    const dueMs = host.dueMs(this.#now());
    if (dueMs <= 0) this.#release(host);
    else host.timer = this.#options.clock.setTimeout(() => this.#settle(host), timerMs(dueMs));
  }

  #stopTimer(host: HostTurns): void {
    if (host.timer !== undefined) this.#options.clock.clearTimeout(host.timer);
    host.timer = undefined;
  }

  /** The host is free. It is forgotten unless a turn is in progress. */
  #release(host: HostTurns): void {
    if (host.running === 0) this.#hosts.delete(host.key);
    this.#free.add(host.key);
  }

  #afterwards(work: Promise<void>): void {
    const done: Promise<void> = this.#keepAlive.during(work).finally(() => this.#aftermath.delete(done));
    this.#aftermath.add(done);
  }
}

/** Rounds a time to whole milliseconds that a timer can count. */
function timerMs(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), MAX_TIMER_MS);
}
