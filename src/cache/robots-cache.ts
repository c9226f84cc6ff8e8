/**
 * Finds what is known of a robots.txt: in memory, in the store, or by fetching it; and remembers it. RFC 9309 §2.4.
 */
import type { HeldCopy } from '../access/options.js';
import type { AccessResult } from '../access/result.js';
import { RobotsError } from '../errors.js';
import { type Counts, type FetchMessage, isHeard, noCounts, publish } from './events.js';
import { Flights } from './flights.js';
import { type ConcurrencyLimits, Limiter } from './limiter.js';
import { Lru } from './lru.js';
import { nextRecord } from './next-record.js';
import type { CacheRecord } from './record.js';
import { RecordStore, type RecordStoreOptions } from './record-store.js';
import { Resident } from './resident.js';
import { type Standing, standingOf, standingOnArrival } from './standing.js';
import type { RobotsStore } from './store.js';

export interface CacheOptions extends RecordStoreOptions {
  /** Fetches a robots.txt; what goes wrong is a result. */
  readonly fetch: (robotsUrl: string, options: FetchCall) => Promise<AccessResult>;
  readonly store: RobotsStore | undefined;
  readonly memory: MemoryLimits;
  readonly concurrency: ConcurrencyLimits;
  /** What an answer is fresh for at least, in milliseconds. */
  readonly leastLifetimeMs: number;
}

export interface FetchCall {
  readonly held: HeldCopy | undefined;
  readonly signal: AbortSignal;
}

export interface MemoryLimits {
  /** How many authorities are kept in memory. */
  readonly maxEntries: number;
  /** How much memory they take, in octets, as estimated. */
  readonly maxOctets: number;
}

/** What was found, and where. */
export interface Finding {
  readonly resident: Resident;
  readonly standing: Standing;
  readonly source: Source;
}

/** Where an answer came from: it was at hand, another process or an earlier run had left it, or it was fetched just now. */
export type Source = 'memory' | 'store' | 'fetch';

/** What a flight ends with. */
interface Arrival {
  readonly resident: Resident;
  readonly source: Source;
}

/** What is known of any number of robots.txt files. */
export class RobotsCache {
  readonly counts: Counts = noCounts();
  readonly #options: CacheOptions;
  readonly #memory: Lru<Resident>;
  readonly #store: RecordStore | undefined;
  readonly #limiter: Limiter;
  readonly #flights = new Flights<Arrival>();
  /** Writing and giving back leases, which no question waits for. */
  readonly #aftermath = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    const { store, memory, concurrency } = options;
    this.#memory = new Lru(memory.maxEntries, memory.maxOctets, () => this.counts.evictions++);
    this.#limiter = new Limiter(concurrency);
    this.#store = store && new RecordStore(store, options, this.counts);
  }

  /** What is in memory and under way now. */
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
   * What is known without waiting; undefined if a question has to wait. Has the file refreshed if that is due.
   *
   * @throws {RobotsError} `client-closed`
   */
  peek(robotsUrl: string): Finding | undefined {
    if (this.#closed !== undefined) throw closedError();
    const resident = this.#memory.get(robotsUrl);
    const standing = resident && this.#standing(resident.record);
    if (resident === undefined || standing === undefined || standing.refresh === 'wait') return undefined;
    if (standing.refresh === 'background') this.#refresh(robotsUrl);
    this.counts.questions++;
    this.counts.hits++;
    return this.#answered({ resident, standing, source: 'memory' });
  }

  /**
   * Finds what is known, and waits for it if it has to.
   *
   * @throws {RobotsError} (rejects) `client-closed`; the signal's reason if it aborts; what the fetch throws
   */
  async find(robotsUrl: string, signal?: AbortSignal): Promise<Finding> {
    signal?.throwIfAborted();
    const known = this.peek(robotsUrl);
    if (known !== undefined) return known;
    this.counts.questions++;
    if (this.#flights.has(robotsUrl)) this.counts.coalesced++;
    const arrival = await this.#flights.join(robotsUrl, signal, (end) => this.#obtain(robotsUrl, false, end));
    const { profile, clock } = this.#options;
    const standing = standingOnArrival(arrival.resident.record, profile.access, clock.now());
    if (standing === undefined) throw new TypeError(`${robotsUrl}: the answer that came says nothing`);
    if (arrival.source === 'store') this.counts.storeHits++;
    return this.#answered({ ...arrival, standing });
  }

  /** Ends what is under way, waits until the store has taken what there is to write, and lets it go. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    await this.#flights.abort(closedError());
    await Promise.all(this.#aftermath);
    await this.#store?.close();
  }

  #standing(record: CacheRecord): Standing | undefined {
    return standingOf(record, this.#options.profile.access, this.#options.clock.now());
  }

  #answered(finding: Finding): Finding {
    const { resident, standing, source } = finding;
    const stale = standing.copy !== null && !standing.fresh;
    if (stale) this.counts.staleAnswers++;
    if (source === 'fetch' && !stale) return finding;
    const { robotsUrl, learntAt } = resident.record;
    const name = stale ? 'robotstream:stale' : 'robotstream:hit';
    if (isHeard(name)) {
      const ageMs = this.#options.clock.now() - (standing.copy?.validatedAt ?? learntAt);
      publish(name, { robotsUrl, source: source === 'fetch' ? 'memory' : source, ageMs });
    }
    return finding;
  }

  /** Has a file fetched that nobody waits for. What the fetch throws, the next question that waits will see. */
  #refresh(robotsUrl: string): void {
    this.#flights.begin(robotsUrl, (end) => {
      this.counts.refreshes++;
      return this.#obtain(robotsUrl, true, end);
    });
  }

  /** From the store, from whoever fetches it in another process, or from the server. */
  async #obtain(robotsUrl: string, background: boolean, end: AbortSignal): Promise<Arrival> {
    const look = () => this.#lookInStore(robotsUrl, background);
    const stored = await look();
    if (stored !== undefined) return stored;
    end.throwIfAborted();
    const lead = await this.#store?.lead(robotsUrl, end, look);
    if (lead !== undefined && 'found' in lead) return lead.found;
    try {
      const resident = await this.#fetch(robotsUrl, background, end);
      this.#afterwards(async () => {
        await this.#store?.write(resident.record);
        await lead?.release();
      });
      return { resident, source: 'fetch' };
    } catch (error) {
      if (lead !== undefined) this.#afterwards(lead.release);
      throw error;
    }
  }

  async #fetch(robotsUrl: string, background: boolean, end: AbortSignal): Promise<Resident> {
    const { fetch, profile, userAgent, leastLifetimeMs, clock } = this.#options;
    const host = new URL(robotsUrl).hostname;
    const copy = this.#memory.get(robotsUrl)?.record.copy;
    // One that must not be stored must not live on by a 304 either.
    const held = copy?.storable === true ? copy : null;
    const result = await this.#limiter.run(host, end, () => {
      this.counts.fetches++;
      return fetch(robotsUrl, { held: held?.facts, signal: end });
    });
    end.throwIfAborted();
    this.#reportFetch(result, background);
    const previous = this.#memory.get(robotsUrl)?.record;
    const context = { access: profile.access, userAgent, leastLifetimeMs, now: clock.now() };
    return this.#remember(nextRecord(previous, held, result, context));
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

  #remember(record: CacheRecord): Resident {
    const resident = new Resident(record);
    this.#memory.set(record.robotsUrl, resident, resident.weight);
    return resident;
  }

  /** What the store has, if it spares a fetch. It is kept in memory in any case if it is the latest. */
  async #lookInStore(robotsUrl: string, background: boolean): Promise<Arrival | undefined> {
    const record = await this.#store?.read(robotsUrl);
    const known = this.#memory.get(robotsUrl)?.record;
    if (record === undefined || (known !== undefined && known.learntAt >= record.learntAt)) return undefined;
    const resident = this.#remember(record);
    const refresh = this.#standing(record)?.refresh ?? 'wait';
    const spares = refresh === 'none' || (refresh === 'background' && !background);
    return spares ? { resident, source: 'store' } : undefined;
  }

  #afterwards(work: () => Promise<void>): void {
    const done = work().finally(() => this.#aftermath.delete(done));
    this.#aftermath.add(done);
  }
}

function closedError(): RobotsError {
  return new RobotsError('client-closed', 'The client is closed; ask before close(), or create another.');
}
