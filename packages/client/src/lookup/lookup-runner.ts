/**
 * Runs lookups: reads the store, waits for a permit and for other processes, fetches, and remembers the result.
 */

import { robotsUrl } from 'robotstream';
import type { Clock } from '../fetch/clock.js';
import type { FetchPermit } from '../fetch/limits.js';
import type { HeldCopy } from '../fetch/options.js';
import { CREDENTIALS } from '../fetch/requests.js';
import type { AccessResult, SuccessResult } from '../fetch/result.js';
import { nextRecord } from '../memory/next-record.js';
import type { CacheRecord, Copy } from '../memory/record.js';
import { MemoryEntry, type RecordMemory, type Source } from '../memory/record-memory.js';
import { type ConcurrencyLimits, Limiter, Permit } from '../pacing/limiter.js';
import type { Lease } from '../store/lease-coordinator.js';
import type { RecordStore, RecordStoreOptions } from '../store/record-store.js';
import { type Counts, type FetchMessage, publish, tracedFetch } from './events.js';

export interface LookupOptions extends RecordStoreOptions {
  /** Fetches a robots.txt. Whatever the site does is a result; it rejects only for a mistake of the program. */
  readonly fetch: (robotsUrl: string, call: FetchCall) => Promise<AccessResult>;
  readonly concurrency: ConcurrencyLimits;
}

export interface FetchCall {
  readonly held: HeldCopy | undefined;
  readonly signal: AbortSignal;
  readonly permit: FetchPermit;
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
  run(lookup: RobotsLookup, end: AbortSignal): Promise<LookupResult> {
    const store = lookup.purpose === 'refresh' ? undefined : this.#store;
    return store === undefined ? this.#fetchInTurn(lookup, end) : this.#lookAndFetch(lookup, store, end);
  }

  async #lookAndFetch(lookup: RobotsLookup, store: RecordStore, end: AbortSignal): Promise<LookupResult> {
    const stored = await this.#look(lookup, store);
    if (stored !== undefined) return stored;
    return store.hasLeases ? this.#fetchWithOthers(lookup, store, end) : this.#fetchInTurn(lookup, end);
  }

  /** The next record of a robots.txt, under this cache's profile. */
  next(previous: CacheRecord | undefined, held: Copy | null, result: AccessResult, now: number): CacheRecord {
    const { profile, userAgent, minLifetimeMs } = this.#options;
    return nextRecord(previous, held, result, { access: profile.access, userAgent, minLifetimeMs, now });
  }

  /** Fetches, or waits until another process has fetched. */
  async #fetchWithOthers(lookup: RobotsLookup, store: RecordStore, end: AbortSignal): Promise<LookupResult> {
    const fetched = await this.#fetchInTurnWith(store, lookup, end);
    if (fetched !== undefined) return fetched;
    const wait = await store.wait(lookup.robotsUrl);
    for (;;) {
      const isAlone = await wait.pause(end);
      const found = await this.#look(lookup, store);
      if (found !== undefined) return found;
      if (isAlone) return this.#fetchInTurn(lookup, end);
      const taken = await this.#fetchInTurnWith(store, lookup, end);
      if (taken !== undefined) return taken;
    }
  }

  /** Waits for a permit, and fetches. */
  #fetchInTurn(lookup: RobotsLookup, end: AbortSignal): Promise<LookupResult> {
    return this.#inTurn(lookup, end, (permit) => this.#fetch(lookup, permit, undefined, end));
  }

  /**
   * Waits for a permit, then takes the lease, and fetches; undefined if another process has the lease. A lease that waited for
   * a permit would delay other processes.
   */
  #fetchInTurnWith(
    store: RecordStore,
    lookup: RobotsLookup,
    end: AbortSignal,
  ): Promise<LookupResult | undefined> {
    return this.#inTurn(lookup, end, async (permit) => {
      const lease = await store.lease(lookup.robotsUrl);
      return lease && this.#fetchUnder(lease, store, lookup, permit, end);
    });
  }

  /** Does something with a permit. */
  async #inTurn<Value>(
    lookup: RobotsLookup,
    end: AbortSignal,
    act: (permit: Permit) => Promise<Value>,
  ): Promise<Value> {
    const permit = new Permit(this.#limiter);
    try {
      await permit.moveTo(new URL(lookup.robotsUrl).hostname, end);
      end.throwIfAborted();
      return await act(permit);
    } finally {
      permit.leave();
    }
  }

  /** Fetches with a lease, unless another process has put the file into the store since the last look. */
  async #fetchUnder(
    lease: Lease,
    store: RecordStore,
    lookup: RobotsLookup,
    permit: Permit,
    end: AbortSignal,
  ): Promise<LookupResult> {
    let isHandedOver = false;
    try {
      const found = await this.#look(lookup, store);
      if (found !== undefined) return found;
      end.throwIfAborted();
      const result = await this.#fetch(lookup, permit, lease, end);
      isHandedOver = true;
      return result;
    } finally {
      if (!isHandedOver) this.#afterwards(() => lease.end(true));
    }
  }

  /** Fetches the file from the site. The lease is released once the store has the result. */
  async #fetch(
    lookup: RobotsLookup,
    permit: Permit,
    lease: Lease | undefined,
    end: AbortSignal,
  ): Promise<LookupResult> {
    const { robotsUrl } = lookup;
    const copy = this.#latest(lookup)?.copy;
    // A copy under `no-store` must not be renewed either.
    const held = copy?.storable === true ? copy : null;
    this.#counts.fetches++;
    const { fetch } = this.#options;
    const background = lookup.purpose === 'background';
    const result = await tracedFetch({ robotsUrl, background }, () =>
      fetch(robotsUrl, { held: held?.facts, signal: end, permit }),
    );
    end.throwIfAborted();
    this.#report(result, lookup);
    const now = this.#options.clock.now();
    const entry = this.#keep(lookup, this.next(this.#latest(lookup), held, result, now));
    const { isForgotten } = lookup;
    this.#keepTarget(result, lookup, now);
    const store = this.#store;
    if (store !== undefined) {
      this.#afterwards(async () => {
        const next = (stored: CacheRecord | undefined): CacheRecord => this.next(stored, held, result, now);
        const isShared = !isForgotten && (await store.write(robotsUrl, next));
        await lease?.end(isShared);
      });
    }
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
  async #look(lookup: RobotsLookup, store: RecordStore): Promise<LookupResult | undefined> {
    const { robotsUrl, purpose } = lookup;
    const { record, hasFailed } = await store.read(robotsUrl);
    if (hasFailed) return undefined;
    // If another process has fetched since the question was asked, its result answers, however short its lifetime.
    const isNewer = lookup.isNewer(record?.learntAt);
    const known = this.#memory.getTimely(robotsUrl)?.record;
    if (record === undefined || (known !== undefined && known.learntAt >= record.learntAt)) return undefined;
    const entry = this.#keep(lookup, record);
    const { clock, profile } = this.#options;
    const refresh = entry.answerAt(clock.now(), profile.access)?.freshness.refresh;
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

/**
 * The result that a direct fetch from the target of a redirect would have had; undefined if this fetch does not show it.
 *
 * The last request must equal that of a direct fetch: for `/robots.txt` at the root of the target, without a query, under its own
 * scheme, host and port, without conditions, and with the same headers. Only a file counts, because the redirect may have caused a failure, such
 * as a refused address.
 *
 * @param headers the further headers of each request, by lower-case name
 */
export function resultOfTarget(
  result: AccessResult,
  headers: Readonly<Record<string, string>>,
): SuccessResult | undefined {
  const { finalUrl } = result;
  if (result.outcome !== 'success' || result.redirects.length === 0 || finalUrl === result.robotsUrl)
    return undefined;
  if (!finalUrl.startsWith('http') || robotsUrl(finalUrl) !== finalUrl) return undefined;
  if (CREDENTIALS.some((name) => name in headers)) return undefined;
  return { ...result, robotsUrl: finalUrl, redirects: [] };
}

/**
 * Why the file is looked up:
 * - `question`: a question waits for it;
 * - `background`: it is due soon, and nothing waits;
 * - `refresh`: the program wants it fetched now, whatever is known.
 */
export type Purpose = 'question' | 'background' | 'refresh';

/** What is known before the fetch, and where that comes from. */
export interface Known {
  readonly entry: MemoryEntry;
  readonly source: 'memory' | 'store';
}

/** One lookup of a robots.txt, from the first read of the store to the end of the fetch, and what is known so far. */
export class RobotsLookup {
  readonly robotsUrl: string;
  readonly purpose: Purpose;
  /** When it began, in milliseconds since 1970. */
  beganAt: number;
  /** Whether a file of another site, fetched after a redirect, may be kept: not if the program has forgotten a file since the lookup began. */
  mayKeepTarget = true;
  #isForgotten = false;
  #firstSeenAt: number | null | undefined;
  #known: Known | undefined;
  #onKnown: ((known: Known) => void) | undefined;

  constructor(robotsUrl: string, purpose: Purpose, beganAt: number) {
    this.robotsUrl = robotsUrl;
    this.purpose = purpose;
    this.beganAt = beganAt;
  }

  /** The latest record before the fetch. Eviction does not remove it. */
  get known(): Known | undefined {
    return this.#known;
  }

  /** Replaces what was known. */
  set known(known: Known | undefined) {
    this.#known = known;
    if (known !== undefined) this.#onKnown?.(known);
  }

  /** Whether its result is for the questions that wait for it alone, because the program has forgotten the file since. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  /** Forgets what is known, and what the lookup will find. */
  forget(): void {
    this.#isForgotten = true;
    this.#known = undefined;
  }

  /**
   * Whether the store's record is newer than the lookup: learnt since it began, or since it first read the store. Clocks of
   * machines differ, so either is enough.
   *
   * @param learntAt when the store's record was learnt, in milliseconds since 1970; undefined if there is none
   */
  isNewer(learntAt: number | undefined): boolean {
    // Not `??=`: null says that the first read found nothing.
    if (this.#firstSeenAt === undefined) this.#firstSeenAt = learntAt ?? null;
    return learntAt !== undefined && (learntAt >= this.beganAt || learntAt !== this.#firstSeenAt);
  }

  /**
   * Offers what is known after some time, and again whenever more is known after that.
   *
   * @returns a function that ends the offers
   */
  offerAfter(ms: number, clock: Clock, offer: (known: Known) => void): () => void {
    const timer = clock.setTimeout(() => {
      this.#onKnown = offer;
      if (this.#known !== undefined) offer(this.#known);
    }, ms);
    return () => {
      clock.clearTimeout(timer);
      this.#onKnown = undefined;
    };
  }
}

/** The result of a lookup. */
export interface LookupResult {
  readonly entry: MemoryEntry;
  readonly source: Source;
}
