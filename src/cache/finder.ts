/**
 * Runs errands: looks into the store, waits for room and for other processes, fetches, and remembers the result.
 */
import { AccessError } from '../access/faults.js';
import type { HeldCopy } from '../access/options.js';
import type { AccessResult, UnreachableResult } from '../access/result.js';
import type { FetchSlot } from '../access/slot.js';
import type { Errand } from './errand.js';
import type { Counts, FetchMessage } from './events.js';
import type { Lease } from './lease-coordinator.js';
import { type ConcurrencyLimits, Limiter, type Slot } from './limiter.js';
import { MemoryEntry } from './memory-entry.js';
import { nextRecord } from './next-record.js';
import type { CacheRecord, Copy } from './record.js';
import type { RecordMemory } from './record-memory.js';
import type { RecordStore, RecordStoreOptions } from './record-store.js';
import { tracedFetch } from './tracing.js';

export interface FinderOptions extends RecordStoreOptions {
  /** Fetches a robots.txt. Whatever the site does is a result; a rejection is the caller's mistake. */
  readonly fetch: (robotsUrl: string, call: FetchCall) => Promise<AccessResult>;
  /** The result of a fetch that could not begin. */
  readonly notBegun: (cause: AccessError, robotsUrl: string) => UnreachableResult;
  readonly concurrency: ConcurrencyLimits;
  /** How long a fetch waits for its turn at most, in milliseconds. */
  readonly queueMs: number;
}

export interface FetchCall {
  readonly held: HeldCopy | undefined;
  readonly signal: AbortSignal;
  readonly slot: FetchSlot;
}

/** Where an answer came from: this process's memory, the store, a fetch that has just ended, or the option `overrides`. */
export type Source = 'memory' | 'store' | 'fetch' | 'override';

/** What an errand ends with. */
export interface Arrival {
  readonly entry: MemoryEntry;
  readonly source: Source;
}

/** Finds out about robots.txt files. */
export class Finder {
  readonly #options: FinderOptions;
  readonly #memory: RecordMemory;
  readonly #store: RecordStore | undefined;
  readonly #counts: Counts;
  readonly #limiter: Limiter;
  readonly #afterwards: (work: () => Promise<void>) => void;

  /**
   * @param counts where fetches and what comes of them are counted
   * @param afterwards does work that no question waits for: writing to the store, and giving back leases
   */
  constructor(
    options: FinderOptions,
    memory: RecordMemory,
    store: RecordStore | undefined,
    counts: Counts,
    afterwards: (work: () => Promise<void>) => void,
  ) {
    const { concurrency, queueMs, clock } = options;
    this.#options = options;
    this.#memory = memory;
    this.#store = store;
    this.#counts = counts;
    this.#limiter = new Limiter({ ...concurrency, queueMs, clock });
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
   * Runs an errand: takes what it looks for from the store, from the process that fetches it, or from the site.
   *
   * @throws the signal's reason (rejects) if it aborts; what the fetch throws
   */
  async run(errand: Errand, end: AbortSignal): Promise<Arrival> {
    const store = errand.purpose === 'refresh' ? undefined : this.#store;
    if (store === undefined) return this.#fetchInTurn(errand, end);
    const stored = await this.#look(errand);
    if (stored !== undefined) return stored;
    return store.hasLeases ? this.#fetchWithOthers(errand, store, end) : this.#fetchInTurn(errand, end);
  }

  /** The next record of a robots.txt, under this cache's profile. */
  next(previous: CacheRecord | undefined, held: Copy | null, result: AccessResult, now: number): CacheRecord {
    const { profile, userAgent, minLifetimeMs } = this.#options;
    return nextRecord(previous, held, result, { access: profile.access, userAgent, minLifetimeMs, now });
  }

  /** Fetches, or waits until another process has. */
  async #fetchWithOthers(errand: Errand, store: RecordStore, end: AbortSignal): Promise<Arrival> {
    const fetched = await this.#fetchInTurnWith(store, errand, end);
    if (fetched !== undefined) return fetched;
    const wait = await store.wait(errand.robotsUrl);
    for (;;) {
      const isAlone = await wait.pause(end);
      const found = await this.#look(errand);
      if (found !== undefined) return found;
      if (isAlone) return this.#fetchInTurn(errand, end);
      const taken = await this.#fetchInTurnWith(store, errand, end);
      if (taken !== undefined) return taken;
    }
  }

  /** Waits for a slot, and fetches. */
  #fetchInTurn(errand: Errand, end: AbortSignal): Promise<Arrival> {
    return this.#inTurn(errand, end, (slot) => this.#fetch(errand, slot, undefined, end));
  }

  /**
   * Waits for a slot, then takes the lease, and fetches; undefined if another process has the lease. A lease that waited for
   * a slot would delay other processes.
   */
  #fetchInTurnWith(store: RecordStore, errand: Errand, end: AbortSignal): Promise<Arrival | undefined> {
    return this.#inTurn(errand, end, async (slot) => {
      const lease = await store.lease(errand.robotsUrl);
      return lease && this.#fetchUnder(lease, errand, slot, end);
    });
  }

  /** Does something in a slot. If there is no room in time, the errand ends. */
  async #inTurn<Value>(
    errand: Errand,
    end: AbortSignal,
    act: (slot: Slot) => Promise<Value>,
  ): Promise<Value | Arrival> {
    end.throwIfAborted();
    let slot: Slot;
    try {
      slot = await this.#limiter.enter(new URL(errand.robotsUrl).hostname, end);
    } catch (error) {
      if (error instanceof AccessError) return this.#notBegun(errand, error);
      throw error;
    }
    try {
      end.throwIfAborted();
      return await act(slot);
    } finally {
      slot.leave();
    }
  }

  /** Fetches with a lease, unless another process has put the file into the store since the last look. */
  async #fetchUnder(lease: Lease, errand: Errand, slot: Slot, end: AbortSignal): Promise<Arrival> {
    let isHandedOver = false;
    try {
      const found = await this.#look(errand);
      if (found !== undefined) return found;
      end.throwIfAborted();
      const arrival = await this.#fetch(errand, slot, lease, end);
      isHandedOver = true;
      return arrival;
    } finally {
      if (!isHandedOver) this.#afterwards(() => lease.end(true));
    }
  }

  /** The file as the site has it now. The lease is given back once the store has the result. */
  async #fetch(errand: Errand, slot: Slot, lease: Lease | undefined, end: AbortSignal): Promise<Arrival> {
    const { robotsUrl } = errand;
    const copy = this.#latest(errand)?.copy;
    // A copy under `no-store` must not be renewed either.
    const held = copy?.storable === true ? copy : null;
    this.#counts.fetches++;
    const { fetch } = this.#options;
    const background = errand.purpose === 'background';
    const result = await tracedFetch({ robotsUrl, background }, () =>
      fetch(robotsUrl, { held: held?.facts, signal: end, slot }),
    );
    end.throwIfAborted();
    this.#report(result, errand);
    const now = this.#options.clock.now();
    const entry = this.#memory.remember(this.next(this.#latest(errand), held, result, now));
    this.#afterwards(async () => {
      const next = (stored: CacheRecord | undefined): CacheRecord => this.next(stored, held, result, now);
      const isShared = (await this.#store?.write(robotsUrl, next)) ?? true;
      await lease?.end(isShared);
    });
    return { entry, source: 'fetch' };
  }

  /** There was no room for the fetch in time. The store may know more by now; else the question gets the fault. */
  async #notBegun(errand: Errand, cause: AccessError): Promise<Arrival> {
    const found = await this.#look(errand);
    if (found !== undefined) return found;
    const { notBegun, clock } = this.#options;
    const result = notBegun(cause, errand.robotsUrl);
    this.#report(result, errand);
    // The record is not remembered: the next question may find room at once.
    const entry = new MemoryEntry(this.next(this.#latest(errand), null, result, clock.now()));
    return { entry, source: 'fetch' };
  }

  /** The latest record that is known without the store. Eviction since the errand began does not matter. */
  #latest({ robotsUrl, known }: Errand): CacheRecord | undefined {
    return (this.#memory.getTimely(robotsUrl) ?? known?.entry)?.record;
  }

  /** What the store has, if it spares a fetch. If it is later than what is in memory, it is remembered in any case. */
  async #look(errand: Errand): Promise<Arrival | undefined> {
    const { robotsUrl, purpose } = errand;
    const reading = await this.#store?.read(robotsUrl);
    if (reading === undefined || reading.hasFailed) return undefined;
    const { record } = reading;
    // What another process has learnt since the question was asked answers it, however short its lifetime.
    const isNews = errand.isNews(record?.learntAt);
    const known = this.#memory.getTimely(robotsUrl)?.record;
    if (record === undefined || (known !== undefined && known.learntAt >= record.learntAt)) return undefined;
    const entry = this.#memory.remember(record);
    const { clock, profile } = this.#options;
    const refresh = entry.findingAt(clock.now(), profile.access)?.freshness.refresh ?? 'wait';
    const spares = isNews || refresh === 'none' || (refresh === 'background' && purpose === 'question');
    if (spares) return { entry, source: 'store' };
    errand.known = { entry, source: 'store' };
    return undefined;
  }

  #report(result: AccessResult, { purpose }: Errand): void {
    const { robotsUrl, outcome, status, fault, cause, timings, octets } = result;
    if (outcome === 'not-modified') this.#counts.renewals++;
    if (outcome === 'unreachable') this.#counts.faults++;
    const { totalMs } = timings;
    const background = purpose === 'background';
    const message: FetchMessage = { robotsUrl, outcome, status, fault, cause, totalMs, octets, background };
    const { reporter } = this.#options;
    reporter.report('robotstream:fetch', message);
    if (outcome === 'unreachable') reporter.report('robotstream:fault', message);
  }
}
