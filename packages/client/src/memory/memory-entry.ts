/**
 * A record in memory, ready to judge URLs. It keeps its meaning and its matcher, so that a question about a known host
 * costs less than a microsecond.
 *
 * Programs get another document of the same file, because the objects that a document makes of its groups and rules stay in it, and
 * take twenty times the memory of its rows. That document lives until the program, and the garbage collector, release it.
 */

import type { Matcher } from 'robotstream';
import { type AccessAxes, copyOf, fileOf, RobotsDocument, RobotsFile } from 'robotstream/internal';
import type { CrawlFacts } from './crawl-facts.js';
import { type Freshness, freshnessOf } from './freshness.js';
import { factsOctets, textOctets } from './kept-facts.js';
import type { CacheRecord, Copy } from './record.js';

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

/** A record in memory. */
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
    this.#keepsOctetsAlone = copy !== null && weight + (crawlers - 1) * weightOfCrawler > maxOctets;
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
