/**
 * Runs lookups: reads the store, waits for a slot and for other processes, fetches, and remembers the result.
 */

import type { EndSignal } from '../fetch/ending.js';
import type { HeldCopy } from '../fetch/options.js';
import type { AccessResult } from '../fetch/result/result.js';
import type { FetchSlot } from '../fetch/slot.js';
import { MemoryEntry } from '../memory/memory-entry.js';
import { nextRecord } from '../memory/next-record.js';
import type { CacheRecord, Copy } from '../memory/record.js';
import type { RecordMemory } from '../memory/record-memory.js';
import { type ConcurrencyLimits, Limiter, Slot } from '../pacing/limiter.js';
import type { Lease } from '../store/lease-coordinator.js';
import type { RecordStore, RecordStoreOptions } from '../store/record-store.js';
import { type Counts, type FetchMessage, publish } from './events.js';
import { resultOfTarget } from './redirect-target.js';
import type { RobotsLookup } from './robots-lookup.js';
import { tracedFetch } from './tracing.js';

export interface LookupOptions extends RecordStoreOptions {
  /** Fetches a robots.txt. Whatever the site does is a result; it rejects only for a mistake of the program. */
  readonly fetch: (robotsUrl: string, call: FetchCall) => Promise<AccessResult>;
  readonly concurrency: ConcurrencyLimits;
}

export interface FetchCall {
  readonly held: HeldCopy | undefined;
  readonly signal: EndSignal;
  readonly slot: FetchSlot;
}

/** Where an answer came from: this process's memory, the store, or a fetch that has just ended. */
export type Source = 'memory' | 'store' | 'fetch';

/** The result of a lookup. */
export interface LookupResult {
  readonly entry: MemoryEntry;
  readonly source: Source;
}

/** Finds out about robots.txt files. */
export class LookupRunner {
  readonly #options: LookupOptions;
  readonly #memory: RecordMemory;
  readonly #store: RecordStore | undefined;
  readonly #counts: Counts;
  readonly #limiter: Limiter;
  readonly #afterwards: (work: () => Promise<void>) => void;

  /**
   * @param counts where fetches and their results are counted
   * @param afterwards does work that no question waits for: writing to the store, and releasing leases
   */
  constructor(
    options: LookupOptions,
    memory: RecordMemory,
    store: RecordStore | undefined,
    counts: Counts,
    afterwards: (work: () => Promise<void>) => void,
  ) {
    this.#options = options;
    this.#memory = memory;
    this.#store = store;
    this.#counts = counts;
    this.#limiter = new Limiter(options.concurrency);
    this.#afterwards = afterwards;
  }

  /** Fetches in progress. */
  get fetching(): number {
    return this.#limiter.running;
  }

  /** Fetches that wait for their turn. */
  get queued(): number {
    return this.#limiter.waiting;
  }

  /**
   * Runs a lookup: gets the robots.txt from the store, from another process that fetches it, or from the site.
   *
   * @throws the signal's reason (rejects) if it aborts; what the fetch throws
   */
  run(lookup: RobotsLookup, end: EndSignal): Promise<LookupResult> {
    const store = lookup.purpose === 'refresh' ? undefined : this.#store;
    return store === undefined ? this.#fetchInTurn(lookup, end) : this.#lookAndFetch(lookup, store, end);
  }

  async #lookAndFetch(lookup: RobotsLookup, store: RecordStore, end: EndSignal): Promise<LookupResult> {
    const stored = await this.#look(lookup);
    if (stored !== undefined) return stored;
    return store.hasLeases ? this.#fetchWithOthers(lookup, store, end) : this.#fetchInTurn(lookup, end);
  }

  /** The next record of a robots.txt, under this cache's profile. */
  next(previous: CacheRecord | undefined, held: Copy | null, result: AccessResult, now: number): CacheRecord {
    const { profile, userAgent, minLifetimeMs } = this.#options;
    return nextRecord(previous, held, result, { access: profile.access, userAgent, minLifetimeMs, now });
  }

  /** Fetches, or waits until another process has fetched. */
  async #fetchWithOthers(lookup: RobotsLookup, store: RecordStore, end: EndSignal): Promise<LookupResult> {
    const fetched = await this.#fetchInTurnWith(store, lookup, end);
    if (fetched !== undefined) return fetched;
    const wait = await store.wait(lookup.robotsUrl);
    for (;;) {
      const isAlone = await wait.pause(end);
      const found = await this.#look(lookup);
      if (found !== undefined) return found;
      if (isAlone) return this.#fetchInTurn(lookup, end);
      const taken = await this.#fetchInTurnWith(store, lookup, end);
      if (taken !== undefined) return taken;
    }
  }

  /** Waits for a slot, and fetches. */
  #fetchInTurn(lookup: RobotsLookup, end: EndSignal): Promise<LookupResult> {
    return this.#inTurn(lookup, end, (slot) => this.#fetch(lookup, slot, undefined, end));
  }

  /**
   * Waits for a slot, then takes the lease, and fetches; undefined if another process has the lease. A lease that waited for
   * a slot would delay other processes.
   */
  #fetchInTurnWith(
    store: RecordStore,
    lookup: RobotsLookup,
    end: EndSignal,
  ): Promise<LookupResult | undefined> {
    return this.#inTurn(lookup, end, async (slot) => {
      const lease = await store.lease(lookup.robotsUrl);
      return lease && this.#fetchUnder(lease, lookup, slot, end);
    });
  }

  /** Does something in a slot. */
  async #inTurn<Value>(
    lookup: RobotsLookup,
    end: EndSignal,
    act: (slot: Slot) => Promise<Value>,
  ): Promise<Value> {
    const slot = new Slot(this.#limiter);
    try {
      await slot.moveTo(new URL(lookup.robotsUrl).hostname, end);
      end.throwIfAborted();
      return await act(slot);
    } finally {
      slot.leave();
    }
  }

  /** Fetches with a lease, unless another process has put the file into the store since the last look. */
  async #fetchUnder(lease: Lease, lookup: RobotsLookup, slot: Slot, end: EndSignal): Promise<LookupResult> {
    let isHandedOver = false;
    try {
      const found = await this.#look(lookup);
      if (found !== undefined) return found;
      end.throwIfAborted();
      const result = await this.#fetch(lookup, slot, lease, end);
      isHandedOver = true;
      return result;
    } finally {
      if (!isHandedOver) this.#afterwards(() => lease.end(true));
    }
  }

  /** Fetches the file from the site. The lease is released once the store has the result. */
  async #fetch(
    lookup: RobotsLookup,
    slot: Slot,
    lease: Lease | undefined,
    end: EndSignal,
  ): Promise<LookupResult> {
    const { robotsUrl } = lookup;
    const copy = this.#latest(lookup)?.copy;
    // A copy under `no-store` must not be renewed either.
    const held = copy?.storable === true ? copy : null;
    this.#counts.fetches++;
    const { fetch } = this.#options;
    const background = lookup.purpose === 'background';
    const result = await tracedFetch({ robotsUrl, background }, () =>
      fetch(robotsUrl, { held: held?.facts, signal: end, slot }),
    );
    end.throwIfAborted();
    this.#report(result, lookup);
    const now = this.#options.clock.now();
    const entry = this.#keep(lookup, this.next(this.#latest(lookup), held, result, now));
    const { isForgotten } = lookup;
    this.#keepTarget(result, lookup, now);
    this.#afterwards(async () => {
      if (isForgotten) return lease?.end(false);
      const next = (stored: CacheRecord | undefined): CacheRecord => this.next(stored, held, result, now);
      const isShared = (await this.#store?.write(robotsUrl, next)) ?? true;
      await lease?.end(isShared);
    });
    return { entry, source: 'fetch' };
  }

  /** If a redirect led to the robots.txt of another site, keeps the file for that site, too. */
  #keepTarget(result: AccessResult, { mayKeepTarget }: RobotsLookup, now: number): void {
    const target = mayKeepTarget ? resultOfTarget(result, this.#options.headers) : undefined;
    if (target === undefined) return;
    const { robotsUrl } = target;
    this.#memory.remember(this.next(this.#memory.getTimely(robotsUrl)?.record, null, target, now));
    this.#afterwards(async () => {
      await this.#store?.write(robotsUrl, (stored) => this.next(stored, null, target, now));
    });
  }

  /** Remembers a record, unless the program has forgotten the file since the lookup began. */
  #keep({ isForgotten }: RobotsLookup, record: CacheRecord): MemoryEntry {
    return isForgotten ? new MemoryEntry(record) : this.#memory.remember(record);
  }

  /** The latest record that is known without the store. Eviction since the lookup began does not matter. */
  #latest({ robotsUrl, known }: RobotsLookup): CacheRecord | undefined {
    return (this.#memory.getTimely(robotsUrl) ?? known?.entry)?.record;
  }

  /** What the store has, if that makes a fetch unnecessary. If it is later than what is in memory, it is always remembered. */
  async #look(lookup: RobotsLookup): Promise<LookupResult | undefined> {
    const { robotsUrl, purpose } = lookup;
    const stored = await this.#store?.read(robotsUrl);
    if (stored === undefined || stored.hasFailed) return undefined;
    const { record } = stored;
    // If another process has fetched since the question was asked, its result answers, however short its lifetime.
    const isNewer = lookup.isNewer(record?.learntAt);
    const known = this.#memory.getTimely(robotsUrl)?.record;
    if (record === undefined || (known !== undefined && known.learntAt >= record.learntAt)) return undefined;
    const entry = this.#keep(lookup, record);
    const { clock, profile } = this.#options;
    const refresh = entry.answerAt(clock.now(), profile.access)?.freshness.refresh ?? 'wait';
    const spares = isNewer || refresh === 'none' || (refresh === 'background' && purpose === 'question');
    if (spares) return { entry, source: 'store' };
    lookup.known = { entry, source: 'store' };
    return undefined;
  }

  #report(result: AccessResult, { purpose }: RobotsLookup): void {
    const { robotsUrl, outcome, status, fault, cause, timings, octets } = result;
    if (outcome === 'not-modified') this.#counts.renewals++;
    if (outcome === 'unreachable') this.#counts.faults++;
    const { totalMs } = timings;
    const background = purpose === 'background';
    const message: FetchMessage = { robotsUrl, outcome, status, fault, cause, totalMs, octets, background };
    publish('robotstream:fetch', message);
    if (outcome === 'unreachable') publish('robotstream:fault', message);
  }
}
