/**
 * Records in memory, within bounds.
 */

import type { AccessAxes } from 'robotstream/internal';
import type { Clock } from '../fetch/clock.js';
import { BackOffs } from './back-offs.js';
import { Lru } from './lru.js';
import { type MemoryAnswer, MemoryEntry } from './memory-entry.js';
import { type CacheRecord, isFromFuture } from './record.js';

/** How much the cache keeps in memory. */
export interface MemoryLimits {
  /** How many robots.txt files are kept in memory. Default: as many as fit. */
  readonly maxEntries: number;
  /**
   * How much memory they may take, in octets, as estimated, with everything that belongs to them. Default: 128 MiB, enough for about 35,000 small
   * files. Of a file that would take more than an eighth of it, only the octets are kept. Back-offs of evicted sites may take as much again as
   * a quarter of it, and in a small memory more: 131,072 of them are kept in any case, about 640 octets each.
   */
  readonly maxOctets: number;
}

/** The share of the memory that one entry may take: one large file must not evict a thousand others. */
const MAX_ENTRY_PART = 1 / 8;

/** The share of the memory that files have however many back-offs there are. */
const FILES_PART = 3 / 4;

/** Remembers records, and evicts what was used least recently. */
export class RecordMemory {
  readonly limits: MemoryLimits;
  readonly #entries: Lru<MemoryEntry>;
  /** The back-offs of sites whose entries were evicted. */
  readonly #backOffs = new BackOffs();
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
    const filesOctets = () => Math.max(maxOctets - this.#backOffs.octets, maxOctets * FILES_PART);
    this.#entries = new Lru(maxEntries, filesOctets, (entry) => this.#evict(entry));
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
    return this.#entries.octets + this.#backOffs.octets;
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
    return this.#entries.get(robotsUrl) ?? this.#backOff(robotsUrl);
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
    else this.#entries.set(robotsUrl, entry, entry.weightFor(this.#crawlers));
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

  #backOff(robotsUrl: string): MemoryEntry | undefined {
    const record = this.#backOffs.get(robotsUrl);
    return record && new MemoryEntry(record);
  }

  #evict({ record }: MemoryEntry): void {
    this.#onEvict();
    const now = this.#clock.now();
    if (record.absence?.isTransient === true && record.absence.nextAt > now) this.#backOffs.add(record, now);
  }
}
