/**
 * Finds what is known about a robots.txt, in memory, in the store, or by fetching it, and remembers it: RFC 9309 §2.4.
 */
import { AccessError } from '../access/faults.js';
import type { HeldCopy } from '../access/options.js';
import type { AccessResult, UnreachableResult } from '../access/result.js';
import type { FetchSlot } from '../access/slot.js';
import { RobotsError } from '../errors.js';
import { Errand, type Purpose } from './errand.js';
import { type Counts, type FetchMessage, isHeard, noCounts, publish } from './events.js';
import { type Freshness, freshnessOnArrival } from './freshness.js';
import { KeepAlive } from './keep-alive.js';
import type { Lease } from './lease-coordinator.js';
import { type ConcurrencyLimits, Limiter, type Slot } from './limiter.js';
import { Lru } from './lru.js';
import { MemoryEntry } from './memory-entry.js';
import { nextRecord } from './next-record.js';
import { type CacheRecord, type Copy, isFromFuture } from './record.js';
import { RecordStore, type RecordStoreOptions } from './record-store.js';
import { SingleFlight, type Work } from './single-flight.js';
import type { RobotsStore } from './store.js';

export interface CacheOptions extends RecordStoreOptions {
  /** Fetches a robots.txt. Whatever the site does is a result; a rejection is the caller's mistake. */
  readonly fetch: (robotsUrl: string, call: FetchCall) => Promise<AccessResult>;
  /** The result of a fetch that could not begin. */
  readonly notBegun: (cause: AccessError, robotsUrl: string) => UnreachableResult;
  readonly store: RobotsStore | undefined;
  readonly memory: MemoryLimits;
  readonly concurrency: ConcurrencyLimits;
  /** How long a fetch waits for its turn at most, in milliseconds. */
  readonly queueMs: number;
  /** How long a question waits for a fetch before a copy that is no longer fresh answers it, in milliseconds. */
  readonly staleIfSlowMs: number;
}

export interface FetchCall {
  readonly held: HeldCopy | undefined;
  readonly signal: AbortSignal;
  readonly slot: FetchSlot;
}

export interface MemoryLimits {
  /** How many robots.txt files are kept in memory. */
  readonly maxEntries: number;
  /** How much memory they take, in octets, as estimated. One that takes more than an eighth of it is not kept. */
  readonly maxOctets: number;
}

/** The largest part of the memory that one entry may take: one large file must not evict a thousand others. */
const MAX_ENTRY_PART = 1 / 8;

/** What was found, and where. */
export interface Finding {
  readonly entry: MemoryEntry;
  readonly freshness: Freshness;
  readonly source: Source;
}

/** Where an answer came from: this process's memory, the store, or a fetch that has just ended. */
export type Source = 'memory' | 'store' | 'fetch';

/** What an errand ends with. */
interface Arrival {
  readonly entry: MemoryEntry;
  readonly source: Source;
  /** Whether the entry is an old one, which answers because the fetch takes long. */
  readonly isEarly: boolean;
}

/** Everything known about any number of robots.txt files. */
export class RobotsCache {
  readonly counts: Counts = noCounts();
  readonly #options: CacheOptions;
  readonly #memory: Lru<MemoryEntry>;
  readonly #store: RecordStore | undefined;
  readonly #limiter: Limiter;
  readonly #flights = new SingleFlight<Arrival>();
  readonly #errands = new Set<Errand>();
  /** Writing to the store, and giving back leases: no question waits for it. */
  readonly #aftermath = new Set<Promise<void>>();
  readonly #keepAlive = new KeepAlive();
  #closed: Promise<void> | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    const { store, memory, concurrency, queueMs, clock } = options;
    this.#memory = new Lru(memory.maxEntries, memory.maxOctets, () => this.counts.evictions++);
    this.#limiter = new Limiter({ ...concurrency, queueMs, clock });
    this.#store = store && new RecordStore(store, options, this.counts);
  }

  /** What is in memory and in progress now. */
  get gauges(): {
    entries: number;
    octets: number;
    pending: number;
    fetching: number;
    queued: number;
  } {
    const { size: entries, octets } = this.#memory;
    const { running: fetching, waiting: queued } = this.#limiter;
    return { entries, octets, pending: this.#flights.size, fetching, queued };
  }

  /**
   * Answers a question without waiting; undefined if it has to wait. Has the file fetched in the background if it is due.
   *
   * @throws {RobotsError} `client-closed`
   */
  peek(robotsUrl: string): Finding | undefined {
    this.#throwIfClosed();
    const { clock, profile } = this.#options;
    const finding = this.#memory.get(robotsUrl)?.findingAt(clock.now(), profile.access);
    if (finding === undefined || finding.freshness.refresh === 'wait') return undefined;
    if (finding.freshness.refresh === 'background') this.#refreshInBackground(robotsUrl);
    this.counts.questions++;
    this.counts.hits++;
    return this.#answered(finding);
  }

  /**
   * Answers a question, and waits for a fetch if it has to.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts; what the fetch throws
   */
  async find(robotsUrl: string, signal?: AbortSignal): Promise<Finding> {
    signal?.throwIfAborted();
    const known = this.peek(robotsUrl);
    if (known !== undefined) return known;
    this.counts.questions++;
    if (this.#flights.has(robotsUrl)) this.counts.coalesced++;
    const arrival = await this.#arrival(robotsUrl, signal, this.#work(robotsUrl, 'question'));
    if (arrival.source === 'store') this.counts.storeHits++;
    return this.#answered(this.#findingOf(arrival));
  }

  /** Fetches a file now, whatever is known about it. Throws as {@link find}. */
  async refresh(robotsUrl: string, signal?: AbortSignal): Promise<Finding> {
    this.#throwIfClosed();
    signal?.throwIfAborted();
    const work: Work<Arrival> = async (end) => {
      // A fetch that began before may bring what the caller knows to be out of date.
      await this.#flights.settled(robotsUrl);
      return this.#work(robotsUrl, 'refresh')(end, () => {});
    };
    return this.#findingOf(await this.#arrival(`refresh ${robotsUrl}`, signal, work));
  }

  /**
   * Remembers a result as if it had been fetched, unless something later is known.
   *
   * @param learntAt milliseconds since 1970
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async put(result: AccessResult, learntAt: number): Promise<void> {
    this.#throwIfClosed();
    const { robotsUrl } = result;
    const previous = this.#known(robotsUrl);
    if (previous === undefined || previous.record.learntAt <= learntAt) {
      this.#remember(this.#next(previous?.record, null, result, learntAt));
    }
    const written = this.#store?.write(robotsUrl, (stored) => this.#next(stored, null, result, learntAt));
    await this.#keepAlive.during(Promise.resolve(written));
  }

  /**
   * Forgets everything about a file, in memory and in the store.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async forget(robotsUrl: string): Promise<void> {
    this.#throwIfClosed();
    this.#memory.delete(robotsUrl);
    for (const errand of this.#errands) if (errand.robotsUrl === robotsUrl) errand.known = undefined;
    await this.#keepAlive.during(Promise.resolve(this.#store?.forget(robotsUrl)));
  }

  /** Ends what is in progress, waits until the store has what there is to write, and closes it. */
  close(): Promise<void> {
    this.#closed ??= this.#keepAlive.during(this.#end());
    return this.#closed;
  }

  async #end(): Promise<void> {
    await this.#flights.abort(closedError());
    await Promise.all(this.#aftermath);
    await this.#store?.close();
  }

  #throwIfClosed(): void {
    if (this.#closed !== undefined) throw closedError();
  }

  #arrival(key: string, signal: AbortSignal | undefined, work: Work<Arrival>): Promise<Arrival> {
    return this.#keepAlive.during(this.#flights.join(key, signal, work));
  }

  #findingOf({ entry, source, isEarly }: Arrival): Finding {
    const { clock, profile } = this.#options;
    const { record } = entry;
    const now = clock.now();
    // The clock may have been set back since; what has just arrived is good all the same.
    const at = isFromFuture(record.learntAt, now) ? record.learntAt : now;
    const freshness = isEarly
      ? entry.findingAt(at, profile.access)?.freshness
      : freshnessOnArrival(record, profile.access, at);
    if (freshness === undefined) throw new TypeError(`${record.robotsUrl}: the record says nothing`);
    return { entry, freshness, source };
  }

  #answered(finding: Finding): Finding {
    const { entry, freshness, source } = finding;
    const isStale = freshness.copy !== null && !freshness.isFresh;
    if (isStale) this.counts.staleAnswers++;
    if (source === 'fetch' && !isStale) return finding;
    const name = isStale ? 'robotstream:stale' : 'robotstream:hit';
    if (isHeard(name)) {
      const { robotsUrl, learntAt } = entry.record;
      const ageMs = this.#options.clock.now() - (freshness.copy?.validatedAt ?? learntAt);
      publish(name, { robotsUrl, source: source === 'fetch' ? 'memory' : source, ageMs });
    }
    return finding;
  }

  /** Has a file fetched that nothing waits for. What the fetch throws, the next question that waits will see. */
  #refreshInBackground(robotsUrl: string): void {
    if (this.#flights.has(robotsUrl)) return;
    this.counts.refreshes++;
    this.#flights.begin(robotsUrl, this.#work(robotsUrl, 'background'));
  }

  /** An errand as work that questions can share. */
  #work(robotsUrl: string, purpose: Purpose): Work<Arrival> {
    return async (end, answerEarly) => {
      const { clock, staleIfSlowMs, profile } = this.#options;
      const errand = new Errand(robotsUrl, purpose, clock.now());
      this.#errands.add(errand);
      errand.known = this.#memory.get(robotsUrl);
      const stopOffering = errand.offerAfter(staleIfSlowMs, clock, (entry) => {
        const copy = entry.findingAt(clock.now(), profile.access)?.freshness.copy ?? null;
        if (copy !== null) answerEarly({ entry, source: 'memory', isEarly: true });
      });
      try {
        return await this.#obtain(errand, end);
      } finally {
        stopOffering();
        this.#errands.delete(errand);
      }
    };
  }

  /** From the store, from the process that fetches the file, or from the site. */
  async #obtain(errand: Errand, end: AbortSignal): Promise<Arrival> {
    const store = errand.purpose === 'refresh' ? undefined : this.#store;
    if (store === undefined) return this.#fetchInTurn(errand, undefined, end);
    const stored = await this.#look(errand);
    if (stored !== undefined) return stored;
    if (!store.hasLeases) return this.#fetchInTurn(errand, undefined, end);
    for (let wait: Awaited<ReturnType<RecordStore['wait']>> | undefined; ; ) {
      const arrival = await this.#fetchInTurn(errand, store, end);
      if (arrival !== undefined) return arrival;
      wait ??= await store.wait(errand.robotsUrl);
      const isAlone = await wait.pause(end);
      const found = await this.#look(errand);
      if (found !== undefined) return found;
      if (isAlone) return this.#fetchInTurn(errand, undefined, end);
    }
  }

  async #fetchInTurn(errand: Errand, leases: undefined, end: AbortSignal): Promise<Arrival>;
  /** Undefined if another process has the lease. */
  async #fetchInTurn(
    errand: Errand,
    leases: RecordStore | undefined,
    end: AbortSignal,
  ): Promise<Arrival | undefined>;
  /** Waits for a slot, then for a lease, and fetches. A lease that waited for a slot would delay other processes. */
  async #fetchInTurn(
    errand: Errand,
    leases: RecordStore | undefined,
    end: AbortSignal,
  ): Promise<Arrival | undefined> {
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
      if (leases === undefined) return await this.#fetch(errand, slot, undefined, end);
      const lease = await leases.lease(errand.robotsUrl);
      return lease && (await this.#fetchUnder(lease, errand, slot, end));
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

  /** The file as the site has it now. A lease is given back once the store has the result. */
  async #fetch(errand: Errand, slot: Slot, lease: Lease | undefined, end: AbortSignal): Promise<Arrival> {
    const { robotsUrl } = errand;
    const copy = (this.#known(robotsUrl) ?? errand.known)?.record.copy;
    // A copy under `no-store` must not be renewed either.
    const held = copy?.storable === true ? copy : null;
    this.counts.fetches++;
    const result = await this.#options.fetch(robotsUrl, { held: held?.facts, signal: end, slot });
    end.throwIfAborted();
    this.#reportFetch(result, errand.purpose === 'background');
    const now = this.#options.clock.now();
    const previous = (this.#known(robotsUrl) ?? errand.known)?.record;
    const entry = this.#remember(this.#next(previous, held, result, now));
    this.#afterwards(async () => {
      const next = (stored: CacheRecord | undefined): CacheRecord => this.#next(stored, held, result, now);
      const isShared = (await this.#store?.write(robotsUrl, next)) ?? true;
      await lease?.end(isShared);
    });
    return { entry, source: 'fetch', isEarly: false };
  }

  /** There was no room for the fetch in time. The store may know more by now; else the question gets the fault. */
  async #notBegun(errand: Errand, cause: AccessError): Promise<Arrival> {
    const found = await this.#look(errand);
    if (found !== undefined) return found;
    const { notBegun, clock } = this.#options;
    const result = notBegun(cause, errand.robotsUrl);
    this.#reportFetch(result, errand.purpose === 'background');
    // It is not remembered: the next question may find room at once.
    const record = this.#next(errand.known?.record, null, result, clock.now());
    return { entry: new MemoryEntry(record), source: 'fetch', isEarly: false };
  }

  #next(
    previous: CacheRecord | undefined,
    held: Copy | null,
    result: AccessResult,
    now: number,
  ): CacheRecord {
    const { profile, userAgent, minLifetimeMs } = this.#options;
    return nextRecord(previous, held, result, { access: profile.access, userAgent, minLifetimeMs, now });
  }

  #reportFetch(result: AccessResult, background: boolean): void {
    const { robotsUrl, outcome, status, fault, cause, timings, octets } = result;
    if (outcome === 'not-modified') this.counts.renewals++;
    if (outcome === 'unreachable') this.counts.faults++;
    const { totalMs } = timings;
    const message: FetchMessage = { robotsUrl, outcome, status, fault, cause, totalMs, octets, background };
    publish('robotstream:fetch', message);
    if (outcome === 'unreachable') publish('robotstream:fault', message);
  }

  /** What is in memory, unless it was learnt by a clock that has been set back since. */
  #known(robotsUrl: string): MemoryEntry | undefined {
    const entry = this.#memory.get(robotsUrl);
    const isUsable = entry !== undefined && !isFromFuture(entry.record.learntAt, this.#options.clock.now());
    return isUsable ? entry : undefined;
  }

  #remember(record: CacheRecord): MemoryEntry {
    const entry = new MemoryEntry(record);
    if (entry.weight > this.#options.memory.maxOctets * MAX_ENTRY_PART) this.#memory.delete(record.robotsUrl);
    else this.#memory.set(record.robotsUrl, entry, entry.weight);
    return entry;
  }

  /** What the store has, if it spares a fetch. If it is later than what is in memory, it is kept there in any case. */
  async #look(errand: Errand): Promise<Arrival | undefined> {
    const { robotsUrl, purpose } = errand;
    const reading = await this.#store?.read(robotsUrl);
    if (reading === undefined || reading.hasFailed) return undefined;
    const { record } = reading;
    // What another process has learnt since the question was asked answers it, however short its lifetime.
    const isNews = errand.isNews(record?.learntAt);
    const known = this.#known(robotsUrl)?.record;
    if (record === undefined || (known !== undefined && known.learntAt >= record.learntAt)) return undefined;
    const entry = this.#remember(record);
    errand.known = entry;
    const { clock, profile } = this.#options;
    const refresh = entry.findingAt(clock.now(), profile.access)?.freshness.refresh ?? 'wait';
    const spares = isNews || refresh === 'none' || (refresh === 'background' && purpose === 'question');
    return spares ? { entry, source: 'store', isEarly: false } : undefined;
  }

  #afterwards(work: () => Promise<void>): void {
    const done = this.#keepAlive.during(work()).finally(() => this.#aftermath.delete(done));
    this.#aftermath.add(done);
  }
}

function closedError(): RobotsError {
  return new RobotsError('client-closed', 'The client is closed; ask before close(), or create another.');
}
