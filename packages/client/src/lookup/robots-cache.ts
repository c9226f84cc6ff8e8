/**
 * Answers what any robots.txt says: from memory at once, else after a lookup. RFC 9309 §2.4.
 */

import { RobotsError } from 'robotstream';
import { SECOND_MS } from 'robotstream/internal';
import type { AccessResult } from '../fetch/result.js';
import { KeepAlive, SingleFlight, type Work } from '../fetch/waiting.js';
import { type Freshness, freshnessOnArrival } from '../memory/freshness.js';
import { isFromFuture } from '../memory/record.js';
import { type CacheAnswer, RecordMemory } from '../memory/record-memory.js';
import { Pacer, type PacingLimits } from '../pacing/pacer.js';
import { RecordStore } from '../store/record-store.js';
import { LEASE_MS, type RobotsStore } from '../store/store.js';
import { CacheCounts, type Gauges, isHeard, publish } from './events.js';
import {
  type LookupOptions,
  type LookupResult,
  LookupRunner,
  type Purpose,
  RobotsLookup,
} from './lookup-runner.js';

export interface CacheOptions extends LookupOptions {
  readonly store: RobotsStore | undefined;
  /** How much memory the files may take, in octets. */
  readonly memoryOctets: number;
  readonly pacing: PacingLimits;
}

/** How long a question waits for a fetch before a copy that is no longer fresh answers it, in milliseconds. */
const STALE_IF_SLOW_MS = SECOND_MS;

/** The result of a lookup, for all questions that wait for it. */
interface SharedResult extends LookupResult {
  /** What the entry meant when it was offered, if it is a stale one that answers because the fetch is slow. */
  readonly offered: Freshness | undefined;
}

/** Everything known about any number of robots.txt files. */
export class RobotsCache {
  readonly counts = new CacheCounts();
  readonly #options: CacheOptions;
  readonly #memory: RecordMemory;
  readonly #store: RecordStore | undefined;
  readonly #runner: LookupRunner;
  readonly #lookups = new Set<RobotsLookup>();
  /** Work that no question waits for. */
  readonly #aftermath = new Set<Promise<void>>();
  readonly #keepAlive = new KeepAlive();
  readonly #flights = new SingleFlight<SharedResult>((awaited) => this.#keepAlive.during(awaited));
  readonly pacer: Pacer;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    const { store, memoryOctets, clock, profile, pacing } = options;
    this.#memory = new RecordMemory(memoryOctets, clock, profile.access, () => this.counts.evictions++);
    this.#store =
      store &&
      new RecordStore(store, options, {
        onMessage: (message) => {
          if (message.error === null) this.counts.storeDiscards++;
          else this.counts.storeFailures++;
          publish('robotstream:store', message);
        },
        onWait: () => this.counts.leaseWaits++,
      });
    this.#runner = new LookupRunner(options, this.#memory, this.#store, this.counts, (work) =>
      this.#afterwards(work),
    );
    this.pacer = new Pacer({
      ...pacing,
      clock,
      ttlMs: store?.leaseMs ?? LEASE_MS,
      store: this.#store?.turns,
      onTurn: () => this.counts.turns++,
    });
  }

  /** Counts another crawler whose questions the cache answers. */
  addCrawler(): void {
    this.#memory.addCrawler();
  }

  /** What is in memory and in progress now. */
  get gauges(): Gauges {
    const { size: entries, octets } = this.#memory;
    const { fetching, queued } = this.#runner;
    return { entries, octets, pending: this.#flights.size, fetching, queued, waiting: this.pacer.waiting };
  }

  /**
   * Answers a question without waiting; undefined if it has to wait. Has the file fetched in the background if it is due.
   *
   * @throws {RobotsError} `client-closed`
   */
  peek(robotsUrl: string): CacheAnswer | undefined {
    this.#throwIfClosed();
    const cached = this.#memory.find(robotsUrl);
    if (cached === undefined) return undefined;
    const { refresh, isFresh } = cached.freshness;
    if (refresh === 'wait') return undefined;
    if (refresh === 'background') this.#refreshInBackground(robotsUrl);
    this.counts.questions++;
    this.counts.hits++;
    return isFresh && !isHeard('robotstream:hit') ? cached : this.#answered(cached);
  }

  /**
   * Answers a question, and waits for a fetch if it has to.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts; what the fetch throws
   */
  async find(robotsUrl: string, signal?: AbortSignal): Promise<CacheAnswer> {
    signal?.throwIfAborted();
    const known = this.peek(robotsUrl);
    if (known !== undefined) return known;
    this.counts.questions++;
    if (this.#flights.has(robotsUrl)) this.counts.coalesced++;
    const shared = await this.#sharedResult(robotsUrl, signal, this.#work(robotsUrl, 'question'));
    if (shared.source === 'store') this.counts.storeHits++;
    return this.#answered(this.#answerOf(shared));
  }

  /** Fetches a file now, whatever is known about it. Throws as {@link find}. */
  async refresh(robotsUrl: string, signal?: AbortSignal): Promise<CacheAnswer> {
    this.#throwIfClosed();
    signal?.throwIfAborted();
    // A fetch that is in progress may bring what the program knows to be out of date.
    const work = this.#work(robotsUrl, 'refresh', this.#flights.settled(robotsUrl));
    return this.#answerOf(await this.#sharedResult(refreshKey(robotsUrl), signal, work));
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
    const previous = this.#memory.getTimely(robotsUrl)?.record;
    if (previous === undefined || previous.learntAt <= learntAt) {
      this.#memory.remember(this.#runner.next(previous, null, result, learntAt));
    }
    const written = this.#store?.write(robotsUrl, (stored) =>
      this.#runner.next(stored, null, result, learntAt),
    );
    await this.#keepAlive.during(Promise.resolve(written));
  }

  /**
   * Forgets everything about a file, in memory and in the store. A lookup in progress is for its own questions alone.
   *
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async forget(robotsUrl: string): Promise<void> {
    this.#throwIfClosed();
    this.#memory.forget(robotsUrl);
    for (const lookup of this.#lookups) {
      lookup.mayKeepTarget = false;
      if (lookup.robotsUrl === robotsUrl) lookup.forget();
    }
    for (const key of [robotsUrl, refreshKey(robotsUrl)]) this.#flights.detach(key);
    await this.#keepAlive.during(Promise.resolve(this.#store?.forget(robotsUrl)));
  }

  /** Aborts, with `client-closed`, once the cache is being closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborts what is in progress, waits until the store has written everything, and closes it. */
  close(): Promise<void> {
    this.#closed ??= this.#keepAlive.during(this.#end());
    return this.#closed;
  }

  async #end(): Promise<void> {
    const reason = closedError();
    this.#closing.abort(reason);
    await Promise.all([this.#flights.abort(reason), this.pacer.close(reason)]);
    await Promise.all(this.#aftermath);
    this.#memory.clear();
    await this.#store?.close();
  }

  #throwIfClosed(): void {
    if (this.#closed !== undefined) throw closedError();
  }

  #sharedResult(
    key: string,
    signal: AbortSignal | undefined,
    work: Work<SharedResult>,
  ): Promise<SharedResult> {
    const { clock, profile } = this.#options;
    // A copy that answered early may be unusable by now: one under `no-store` is, once it is not fresh.
    const isUsable = ({ entry }: SharedResult): boolean =>
      hasCopy(entry.answerAt(clock.now(), profile.access)?.freshness);
    return this.#flights.join(key, signal, work, isUsable);
  }

  #answerOf({ entry, source, offered }: SharedResult): CacheAnswer {
    const { clock, profile } = this.#options;
    const { record } = entry;
    const now = clock.now();
    // The clock may have been set back since. What has just arrived is valid anyway.
    const at = isFromFuture(record.learntAt, now) ? record.learntAt : now;
    const freshness =
      offered === undefined
        ? freshnessOnArrival(record, profile.access, at)
        : (entry.answerAt(at, profile.access)?.freshness ?? offered);
    if (freshness === undefined)
      throw new TypeError(`${record.robotsUrl}: the record has neither a copy nor an absence`);
    return { entry, freshness, source };
  }

  #answered(cached: CacheAnswer): CacheAnswer {
    const { entry, freshness, source } = cached;
    const isStale = freshness.copy !== null && !freshness.isFresh;
    if (isStale) this.counts.staleAnswers++;
    if (source === 'fetch' && !isStale) return cached;
    const name = isStale ? 'robotstream:stale' : 'robotstream:hit';
    if (isHeard(name)) {
      const { robotsUrl, learntAt } = entry.record;
      const ageMs = this.#options.clock.now() - (freshness.copy?.validatedAt ?? learntAt);
      publish(name, { robotsUrl, source: source === 'store' ? 'store' : 'memory', ageMs });
    }
    return cached;
  }

  /** Fetches a file in the background. If the fetch throws, the next question that waits gets the error. */
  #refreshInBackground(robotsUrl: string): void {
    if (this.#flights.has(robotsUrl)) return;
    this.counts.refreshes++;
    this.#flights.begin(robotsUrl, this.#work(robotsUrl, 'background'));
  }

  /**
   * A lookup as work that questions can share.
   *
   * @param before what it waits for first
   */
  #work(robotsUrl: string, purpose: Purpose, before?: Promise<void>): Work<SharedResult> {
    return async (end, answerEarly) => {
      const { clock } = this.#options;
      const lookup = new RobotsLookup(robotsUrl, purpose, clock.now());
      this.#lookups.add(lookup);
      let stopOffering = (): void => {};
      try {
        if (before !== undefined) {
          await before;
          lookup.beganAt = clock.now();
        }
        const entry = lookup.isForgotten ? undefined : this.#memory.get(robotsUrl);
        lookup.known = entry && { entry, source: 'memory' };
        // A refresh is for the file as it is now, however long the fetch takes.
        if (purpose !== 'refresh' && (entry !== undefined || this.#store !== undefined))
          stopOffering = this.#offerIfSlow(lookup, answerEarly);
        return { ...(await this.#runner.run(lookup, end)), offered: undefined };
      } finally {
        stopOffering();
        this.#lookups.delete(lookup);
      }
    };
  }

  /** Offers what is known if the lookup takes long. Returns a function that ends this. */
  #offerIfSlow(lookup: RobotsLookup, answerEarly: (early: SharedResult) => void): () => void {
    const { clock, profile } = this.#options;
    return lookup.offerAfter(STALE_IF_SLOW_MS, clock, (known) => {
      const offered = known.entry.answerAt(clock.now(), profile.access)?.freshness;
      if (hasCopy(offered)) answerEarly({ ...known, offered });
    });
  }

  #afterwards(work: () => Promise<void>): void {
    const done = this.#keepAlive.during(work()).finally(() => this.#aftermath.delete(done));
    this.#aftermath.add(done);
  }
}

function hasCopy(freshness: Freshness | undefined): boolean {
  return freshness !== undefined && freshness.copy !== null;
}

/** The key of a refresh, which no other lookup of the file has. */
function refreshKey(robotsUrl: string): string {
  return `refresh ${robotsUrl}`;
}

function closedError(): RobotsError {
  return new RobotsError('client-closed', 'The client is closed; ask before close(), or create another.');
}
