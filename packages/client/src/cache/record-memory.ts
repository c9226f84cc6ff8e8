/**
 * Records in memory, within bounds.
 */

import type { AccessAxes } from 'robotstream/internal';
import type { Clock } from '../access/clock.js';
import { BackOffs } from './back-offs.js';
import { EvictedFiles } from './evicted-files.js';
import { Lru } from './lru.js';
import { type MemoryAnswer, MemoryEntry } from './memory-entry.js';
import { type CacheRecord, isFromFuture } from './record.js';

/** How much the cache keeps in memory. */
export interface MemoryLimits {
  /** How many robots.txt files are kept in memory. Default: as many as fit. */
  readonly maxEntries: number;
  /**
   * How much memory they may take, in octets, as estimated, with everything that belongs to them. Default: 128 MiB, enough for about 35,000 small
   * files. Of a file that would take more than an eighth of it, only the octets are kept.
   */
  readonly maxOctets: number;
}

/** The share of the memory that one entry may take: one large file must not evict a thousand others. */
const MAX_ENTRY_PART = 1 / 8;

/** The share of the memory for sites that were evicted while they were not to be asked again. */
const OUTAGES_PART = 1 / 8;

/** The share of the memory for the entries: what is left, less the table of evicted files. */
const ENTRIES_PART = 27 / 32;

/** Remembers records, and evicts what was used least recently. */
export class RecordMemory {
  readonly limits: MemoryLimits;
  readonly #entries: Lru<MemoryEntry>;
  /** Entries that were evicted while their sites had asked for a pause, or were unreachable, without copies. */
  readonly #outages: Lru<MemoryEntry>;
  /** The back-offs of sites that were evicted from the outages. */
  readonly #backOffs = new BackOffs();
  readonly #evicted: EvictedFiles;
  readonly #maxEntryOctets: number;
  readonly #clock: Clock;
  readonly #access: AccessAxes;
  readonly #onEvict: () => void;
  #crawlers = 1;
  /** The entry found last, while it is kept: a crawler asks about one site many times in a row. */
  #last: MemoryEntry | undefined;

  /** @param onEvict called for each record that is evicted to keep within the limits */
  constructor(limits: MemoryLimits, clock: Clock, access: AccessAxes, onEvict: () => void) {
    const { maxEntries, maxOctets } = limits;
    this.limits = limits;
    this.#entries = new Lru(maxEntries, maxOctets * ENTRIES_PART, (entry) => this.#evict(entry));
    this.#outages = new Lru(maxEntries * OUTAGES_PART, maxOctets * OUTAGES_PART, (entry) =>
      this.#lose(entry),
    );
    this.#evicted = new EvictedFiles(maxEntries, maxOctets);
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
    return this.#entries.octets + this.#outages.octets + this.#backOffs.octets + this.#evicted.octets;
  }

  /** Counts another crawler that asks about all files. Each entry weighs more with it. */
  addCrawler(): void {
    this.#crawlers++;
    this.#entries.reweigh((entry) => entry.weightFor(this.#crawlers));
  }

  /** What is remembered about a robots.txt, and what it means now; undefined if nothing may be used. */
  find(robotsUrl: string): MemoryAnswer | undefined {
    if (this.#last?.record.robotsUrl !== robotsUrl) this.#last = this.get(robotsUrl);
    return this.#last?.answerAt(this.#clock.now(), this.#access);
  }

  /** What is remembered about a robots.txt, whether or not it may be used. */
  get(robotsUrl: string): MemoryEntry | undefined {
    return this.#entries.get(robotsUrl) ?? this.#outages.get(robotsUrl) ?? this.#backOff(robotsUrl);
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
    this.#remove(robotsUrl);
    if (entry.weight > this.#maxEntryOctets) this.#evict(entry);
    else this.#entries.set(robotsUrl, entry, entry.weightFor(this.#crawlers));
    return entry;
  }

  forget(robotsUrl: string): void {
    this.#remove(robotsUrl);
    this.#evicted.delete(robotsUrl);
  }

  /** Forgets everything, because the cache is closed: the program may keep the closed client. */
  clear(): void {
    this.#last = undefined;
    this.#entries.clear();
    this.#outages.clear();
    this.#backOffs.clear();
  }

  /** Whether a file was evicted that would spare a fetch now. */
  hasLost(robotsUrl: string): boolean {
    return this.#evicted.has(robotsUrl, this.#clock.now());
  }

  #remove(robotsUrl: string): void {
    this.#last = undefined;
    this.#entries.delete(robotsUrl);
    this.#outages.delete(robotsUrl);
    this.#backOffs.delete(robotsUrl);
  }

  #backOff(robotsUrl: string): MemoryEntry | undefined {
    const record = this.#backOffs.take(robotsUrl, this.#clock.now());
    if (record === undefined) return undefined;
    const entry = new MemoryEntry(record);
    this.#outages.set(robotsUrl, entry, entry.weight);
    return entry;
  }

  #evict(entry: MemoryEntry): void {
    const outage = entry.outageAt(this.#clock.now());
    if (outage === undefined) this.#lose(entry);
    else this.#outages.set(outage.record.robotsUrl, outage, outage.weight);
  }

  #lose(entry: MemoryEntry): void {
    this.#onEvict();
    const now = this.#clock.now();
    const outage = entry.outageAt(now);
    if (outage !== undefined) {
      this.#backOffs.add(outage.record, now);
      // The table takes its memory from the share of the outages.
      this.#outages.maxOctets = Math.max(this.limits.maxOctets * OUTAGES_PART - this.#backOffs.octets, 0);
      return;
    }
    const dueAt = entry.answerAt(now, this.#access)?.freshness.dueAt;
    if (dueAt !== undefined) this.#evicted.add(entry.record.robotsUrl, dueAt);
  }
}
