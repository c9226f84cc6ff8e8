/**
 * Records in memory, within bounds. The back-off of an evicted site, which had asked for a pause or was unreachable, is kept by its URL in a second
 * cache, and lasts at least as long as the pause.
 */

import { LRUCache } from 'lru-cache';
import type { Matcher } from 'robotstream';
import { type AccessAxes, copyOf, fileOf, RobotsDocument, RobotsFile } from 'robotstream/internal';
import type { Clock } from '../fetch/clock.js';
import { factsWithoutFetch } from '../fetch/result.js';
import type { CrawlFacts } from './crawl-facts.js';
import { type Freshness, freshnessOf } from './freshness.js';
import {
  type Absence,
  type CacheRecord,
  type Copy,
  factsOctets,
  isFromFuture,
  textOctets,
} from './record.js';

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

/** What an entry weighs besides its texts and its file, in octets: objects and times. Measured, rounded up. */
const ENTRY_OCTETS = 704;

/** What a copy adds to that: the document, and the matcher. Measured, rounded up. */
const COPY_OCTETS = 1536;

/** The weight of a matcher's index, for each octet of rows. The highest measured value, rounded up. */
const MATCHER_FACTOR = 7;

/** How much memory each further crawler adds, in octets: a matcher, and the facts besides rules. Measured, rounded up. */
const CRAWLER_OCTETS = 704;

/** Where an answer came from: this process's memory, the store, or a fetch that has just ended. */
export type Source = 'memory' | 'store' | 'fetch';

/** What is known of a robots.txt, what that means now, and where it comes from. */
export interface CacheAnswer {
  readonly entry: MemoryEntry;
  readonly freshness: Freshness;
  readonly source: Source;
}

/** A file for programs, which the entry does not keep. */
export interface ShownFile {
  readonly document: RobotsDocument;
  readonly matcher: Matcher;
  /** The function that made the matcher. */
  readonly make: MakeMatcher;
}

type ReadFacts = (document: RobotsDocument) => CrawlFacts;
type MakeMatcher = (document: RobotsDocument) => Matcher;

/** What is made of a file for one crawler, by the functions that make it. */
interface View {
  readonly make: MakeMatcher | ReadFacts;
  readonly made: Matcher | CrawlFacts;
}

/**
 * A record in memory, ready to judge URLs. It keeps its meaning and its matcher, so that a question about a known host
 * costs less than a microsecond.
 *
 * Programs get another document of the same file, because the objects that a document makes of its groups and rules stay in it, and
 * take twenty times the memory of its rows. That document lives until the program, and the garbage collector, release it.
 */
export class MemoryEntry {
  readonly record: CacheRecord;
  /** About how much memory it takes if one crawler asks about it, in octets. */
  readonly weight: number;
  /** How much memory each further crawler adds, in octets. */
  readonly #weightOfCrawler: number;
  /** Whether it keeps no more of the file than the octets. Everything else is made for each question. */
  readonly #keepsOctetsAlone: boolean;
  /** The matchers and facts of all crawlers, that of the one that asked first before the others. */
  readonly #views: View[] = [];
  #shown: WeakRef<ShownFile> | undefined;
  #answer: CacheAnswer | undefined;
  #answerFrom = Infinity;
  #answerUntil = -Infinity;

  /**
   * @param maxOctets a heavier entry keeps no more of the file than the octets
   * @param crawlers how many crawlers ask about it
   */
  constructor(record: CacheRecord, maxOctets = Infinity, crawlers = 1) {
    const { copy } = record;
    const weight = weightOf(record) + (copy === null ? 0 : rulesOctets(copy));
    const weightOfCrawler = copy === null ? 0 : CRAWLER_OCTETS + matcherOctets(copy);
    this.#keepsOctetsAlone = weight + (crawlers - 1) * weightOfCrawler > maxOctets;
    this.record = this.#keepsOctetsAlone ? withUnreadFile(record) : record;
    this.weight = this.#keepsOctetsAlone ? weightOf(record) : weight;
    this.#weightOfCrawler = this.#keepsOctetsAlone ? 0 : weightOfCrawler;
  }

  /** About how much memory it takes if this many crawlers ask about it, in octets. */
  weightFor(crawlers: number): number {
    return this.weight + (crawlers - 1) * this.#weightOfCrawler;
  }

  /** What the record means now; undefined if nothing in it may be used. Computed again only when it may have changed. */
  answerAt(now: number, access: AccessAxes): CacheAnswer | undefined {
    if (now >= this.#answerFrom && now < this.#answerUntil) return this.#answer;
    const freshness = freshnessOf(this.record, access, now);
    this.#answer = freshness && { entry: this, freshness, source: 'memory' };
    this.#answerFrom = now;
    this.#answerUntil = freshness?.changesAt ?? -Infinity;
    return this.#answer;
  }

  /** What the copy says besides its rules, read for a crawler's first question. For a large file that takes milliseconds. */
  crawlFacts(document: RobotsDocument, read: ReadFacts): CrawlFacts {
    return this.#view(document, read);
  }

  /** The matcher of the copy, made for a crawler's first question. Its verdicts are not for programs: see {@link shownFile}. */
  matcher(document: RobotsDocument, make: MakeMatcher): Matcher {
    if (this.#keepsOctetsAlone) return this.shownFile(document, make).matcher;
    return this.#view(document, make);
  }

  /** The copy as programs see it, with the matcher of a crawler. */
  shownFile(document: RobotsDocument, make: MakeMatcher): ShownFile {
    const known = this.#shown?.deref();
    if (known?.make === make) return known;
    const own = known?.document ?? copyOf(document);
    const shown = { document: own, matcher: make(own), make };
    this.#shown = new WeakRef(shown);
    return shown;
  }

  #view<Made extends View['made']>(document: RobotsDocument, make: (document: RobotsDocument) => Made): Made {
    for (const view of this.#views) if (view.make === make) return view.made as Made;
    const made = make(document);
    this.#views.push({ make: make as View['make'], made });
    return made;
  }
}

/** What a record weighs without what is made of the file's lines. */
function weightOf({ robotsUrl, copy, absence }: CacheRecord): number {
  let octets = ENTRY_OCTETS + textOctets(robotsUrl);
  if (copy !== null)
    octets += COPY_OCTETS + factsOctets(copy.facts) + fileOf(copy.document).octets.buffer.byteLength;
  if (absence !== null) octets += factsOctets(absence.facts) + textOctets(absence.message ?? '');
  return octets;
}

/** What the rows of a file and its matcher weigh. */
function rulesOctets(copy: Copy): number {
  return fileOf(copy.document).lines.rows.buffer.byteLength + matcherOctets(copy);
}

function matcherOctets({ document }: Copy): number {
  return fileOf(document).lines.rows.byteLength * MATCHER_FACTOR;
}

/** The record with a document that has not read its lines. */
function withUnreadFile(record: CacheRecord): CacheRecord {
  const { copy } = record;
  if (copy === null) return record;
  const { octets, facts } = fileOf(copy.document);
  return { ...record, copy: { ...copy, document: new RobotsDocument(new RobotsFile(octets, facts)) } };
}
