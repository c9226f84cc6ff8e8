/**
 * Records in memory, within bounds.
 */
import type { Clock } from '../access/clock.js';
import type { AccessAxes } from '../access-axes.js';
import { Lru } from './lru.js';
import { type MemoryAnswer, MemoryEntry } from './memory-entry.js';
import { type CacheRecord, isFromFuture } from './record.js';

export interface MemoryLimits {
  /** How many robots.txt files are kept in memory. */
  readonly maxEntries: number;
  /** How much memory they may take, in octets, as estimated. One entry takes an eighth of it at most ({@link MemoryEntry}). */
  readonly maxOctets: number;
}

/** The share of the memory that one entry may take: one large file must not evict a thousand others. */
const MAX_ENTRY_PART = 1 / 8;

/** Remembers records, and evicts what was used least recently. */
export class RecordMemory {
  readonly #entries: Lru<MemoryEntry>;
  readonly #maxEntryOctets: number;
  readonly #clock: Clock;
  readonly #access: AccessAxes;
  /** The entry found last, while it is kept: a crawler asks about one site many times in a row. */
  #last: MemoryEntry | undefined;

  /** @param onEvict called for each record that is evicted to keep within the limits */
  constructor(
    { maxEntries, maxOctets }: MemoryLimits,
    clock: Clock,
    access: AccessAxes,
    onEvict: () => void,
  ) {
    this.#entries = new Lru(maxEntries, maxOctets, onEvict);
    this.#maxEntryOctets = maxOctets * MAX_ENTRY_PART;
    this.#clock = clock;
    this.#access = access;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** How much memory all records take, in octets, as estimated. */
  get octets(): number {
    return this.#entries.octets;
  }

  /** What is remembered about a robots.txt, and what it means now; undefined if nothing may be used. */
  find(robotsUrl: string): MemoryAnswer | undefined {
    if (this.#last?.record.robotsUrl !== robotsUrl) this.#last = this.#entries.get(robotsUrl);
    return this.#last?.answerAt(this.#clock.now(), this.#access);
  }

  /** What is remembered about a robots.txt, whether or not it may be used. */
  get(robotsUrl: string): MemoryEntry | undefined {
    return this.#entries.get(robotsUrl);
  }

  /** What is remembered about a robots.txt, unless it was learnt by a clock that has been set back since. */
  getTimely(robotsUrl: string): MemoryEntry | undefined {
    const entry = this.#entries.get(robotsUrl);
    return entry !== undefined && isFromFuture(entry.record.learntAt, this.#clock.now()) ? undefined : entry;
  }

  /** Replaces what is remembered about a robots.txt. A record whose octets alone take too much memory is not kept. */
  remember(record: CacheRecord): MemoryEntry {
    const entry = new MemoryEntry(record, this.#maxEntryOctets);
    this.#last = undefined;
    if (entry.weight > this.#maxEntryOctets) this.#entries.delete(record.robotsUrl);
    else this.#entries.set(record.robotsUrl, entry, entry.weight);
    return entry;
  }

  forget(robotsUrl: string): void {
    this.#last = undefined;
    this.#entries.delete(robotsUrl);
  }
}
