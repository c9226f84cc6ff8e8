/**
 * Records in memory, within bounds. The back-off of an evicted site, which had asked for a pause or was unreachable, is kept by its URL in a second
 * cache, and lasts at least as long as the pause.
 */

import { LRUCache } from 'lru-cache';
import type { AccessAxes } from 'robotstream/internal';
import type { Clock } from '../fetch/clock.js';
import { factsWithoutFetch } from '../fetch/result/result.js';
import { textOctets } from './kept-facts.js';
import { type CacheAnswer, MemoryEntry } from './memory-entry.js';
import { type Absence, type CacheRecord, isFromFuture } from './record.js';

/** The share of the memory that one entry may take: one large file must not evict a thousand others. */
const MAX_ENTRY_PART = 1 / 8;

/** What all back-offs may take, as a share of the memory for files. It comes on top. */
const BACK_OFFS_PART = 3 / 8;

/** What a back-off weighs besides its URL, in octets. Measured, rounded up. */
const BACK_OFF_OCTETS = 288;

/** What a back-off keeps of a record: nothing that a server can make long. */
type BackOff = Omit<Absence, 'facts' | 'message'> &
  Pick<CacheRecord, 'userAgent' | 'learntAt'> &
  Pick<Absence['facts'], 'status' | 'profile'>;

/** Remembers records, and evicts what was used least recently. */
export class RecordMemory {
  readonly #entries: LRUCache<string, MemoryEntry>;
  readonly #backOffs: LRUCache<string, BackOff>;
  readonly #maxEntryOctets: number;
  readonly #clock: Clock;
  readonly #access: AccessAxes;
  readonly #onEvict: () => void;
  #crawlers = 1;
  /** The entry found last, while it is kept: a crawler asks about one site many times in a row. */
  #last: MemoryEntry | undefined;

  /**
   * @param maxOctets how much memory the files may take, in octets, as estimated; Infinity for no bound
   * @param onEvict called for each record that is evicted to keep within it
   */
  constructor(maxOctets: number, clock: Clock, access: AccessAxes, onEvict: () => void) {
    this.#entries = new LRUCache({
      maxSize: bound(maxOctets),
      sizeCalculation: (entry) => entry.weightFor(this.#crawlers),
      dispose: (entry, _, reason) => {
        if (reason === 'evict') this.#evict(entry);
      },
    });
    this.#backOffs = new LRUCache({
      maxSize: bound(maxOctets * BACK_OFFS_PART),
      sizeCalculation: (_, robotsUrl) => BACK_OFF_OCTETS + textOctets(robotsUrl),
    });
    this.#maxEntryOctets = maxOctets * MAX_ENTRY_PART;
    this.#clock = clock;
    this.#access = access;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** How much memory all records and back-offs take, in octets, as estimated. */
  get octets(): number {
    return this.#entries.calculatedSize + this.#backOffs.calculatedSize;
  }

  /** Counts another crawler that asks about all files. Each entry weighs more with it. */
  addCrawler(): void {
    this.#crawlers++;
    this.#last = undefined;
    // The least recent first, so that their order stays.
    const entries = [...(this.#entries.rentries() as Iterable<[string, MemoryEntry]>)];
    this.#entries.clear();
    for (const [robotsUrl, entry] of entries) this.#entries.set(robotsUrl, entry);
  }

  /** What is remembered about a robots.txt, and what it means now; undefined if nothing may be used. */
  find(robotsUrl: string): CacheAnswer | undefined {
    if (this.#last?.record.robotsUrl !== robotsUrl) this.#last = this.get(robotsUrl);
    return this.#last?.answerAt(this.#clock.now(), this.#access);
  }

  /** What is remembered about a robots.txt, whether or not it may be used. */
  get(robotsUrl: string): MemoryEntry | undefined {
    const entry = this.#entries.get(robotsUrl);
    if (entry !== undefined) return entry;
    const backOff = this.#backOffs.get(robotsUrl);
    return backOff && new MemoryEntry(recordOf(robotsUrl, backOff));
  }

  /** What is remembered about a robots.txt, unless it was learnt by a clock that has been set back since. */
  getTimely(robotsUrl: string): MemoryEntry | undefined {
    const entry = this.get(robotsUrl);
    return entry !== undefined && isFromFuture(entry.record.learntAt, this.#clock.now()) ? undefined : entry;
  }

  /** Replaces what is remembered about a robots.txt. A record whose octets alone take too much memory is not kept. */
  remember(record: CacheRecord): MemoryEntry {
    const { robotsUrl } = record;
    const entry = new MemoryEntry(record, this.#maxEntryOctets, this.#crawlers);
    this.forget(robotsUrl);
    if (entry.weight > this.#maxEntryOctets) this.#evict(entry);
    else this.#entries.set(robotsUrl, entry);
    return entry;
  }

  forget(robotsUrl: string): void {
    this.#last = undefined;
    this.#entries.delete(robotsUrl);
    this.#backOffs.delete(robotsUrl);
  }

  /** Forgets everything, because the cache is closed: the program may keep the closed client. */
  clear(): void {
    this.#last = undefined;
    this.#entries.clear();
    this.#backOffs.clear();
  }

  #evict({ record }: MemoryEntry): void {
    this.#onEvict();
    const { robotsUrl, absence } = record;
    if (absence?.isTransient === true && absence.nextAt > this.#clock.now())
      this.#backOffs.set(robotsUrl, backOffOf(record, absence));
  }
}

/** A bound as `lru-cache` takes it, which knows no Infinity. */
function bound(octets: number): number {
  return Math.floor(Math.min(Math.max(octets, 1), Number.MAX_SAFE_INTEGER));
}

function backOffOf({ userAgent, learntAt }: CacheRecord, absence: Absence): BackOff {
  const { outcome, meaning, fault, since, attempts, nextAt, isTransient, isLocal, facts } = absence;
  const { status, profile } = facts;
  const kept = { outcome, meaning, fault, since, attempts, nextAt, isTransient, isLocal };
  return { ...kept, status, profile, userAgent, learntAt };
}

/** The record of a back-off, without a copy. */
function recordOf(robotsUrl: string, backOff: BackOff): CacheRecord {
  const { status, profile, userAgent, learntAt, ...absence } = backOff;
  const facts = { ...factsWithoutFetch(robotsUrl, profile, learntAt), status };
  return { robotsUrl, userAgent, learntAt, copy: null, absence: { ...absence, facts, message: null } };
}
