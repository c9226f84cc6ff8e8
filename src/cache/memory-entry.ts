/**
 * A record in memory, ready to judge URLs. It keeps its meaning and its matcher, so that a question about a known host
 * costs less than a microsecond.
 */
import type { AccessAxes } from '../access-axes.js';
import type { Matcher } from '../match/matcher.js';
import { parsedFileOf, type RobotsDocument } from '../robots-document.js';
import type { CrawlFacts } from './crawl-facts.js';
import { type Freshness, freshnessOf } from './freshness.js';
import { factsOctets, textOctets } from './kept-facts.js';
import type { CacheRecord } from './record.js';

/** What an entry weighs besides its texts and its file, in octets: objects, times, the matcher. Measured, rounded up. */
const ENTRY_OCTETS = 2048;

/** The weight of a matcher's index, for each octet of rows. The highest measured value, rounded up. */
const MATCHER_FACTOR = 5;

/** The weight of a document's groups and rules as objects, for each octet of rows. The highest measured value, rounded up. */
const NODES_FACTOR = 20;

/** An entry found in memory, and what it means. */
export interface MemoryAnswer {
  readonly entry: MemoryEntry;
  readonly freshness: Freshness;
  readonly source: 'memory';
}

/** A record in memory. */
export class MemoryEntry {
  readonly record: CacheRecord;
  readonly #weight: number;
  readonly #nodesWeight: number;
  /** Whether the document has made its groups and rules into objects, which it keeps. */
  hasNodes = false;
  #matcher: Matcher | undefined;
  #facts: CrawlFacts | undefined;
  #answer: MemoryAnswer | undefined;
  #answerFrom = Infinity;
  #answerUntil = -Infinity;

  constructor(record: CacheRecord) {
    this.record = record;
    this.#weight = weightOf(record);
    const file = record.copy && parsedFileOf(record.copy.document);
    this.#nodesWeight = (file?.rows.byteLength ?? 0) * NODES_FACTOR;
  }

  /** About how much memory it takes, in octets. */
  get weight(): number {
    return this.#weight + (this.hasNodes ? this.#nodesWeight : 0);
  }

  /** What the record means now; undefined if nothing in it may be used. Computed again only when it may have changed. */
  answerAt(now: number, access: AccessAxes): MemoryAnswer | undefined {
    if (now >= this.#answerFrom && now < this.#answerUntil) return this.#answer;
    const freshness = freshnessOf(this.record, access, now);
    this.#answer = freshness && { entry: this, freshness, source: 'memory' };
    this.#answerFrom = now;
    this.#answerUntil = freshness?.changesAt ?? -Infinity;
    return this.#answer;
  }

  /** What the copy says besides its rules, read for the first question. For a large file that takes milliseconds. */
  crawlFacts(document: RobotsDocument, read: (document: RobotsDocument) => CrawlFacts): CrawlFacts {
    this.#facts ??= read(document);
    return this.#facts;
  }

  /** The matcher of the copy, made for the first question. */
  matcher(document: RobotsDocument, make: (document: RobotsDocument) => Matcher): Matcher {
    this.#matcher ??= make(document);
    return this.#matcher;
  }
}

function weightOf({ robotsUrl, copy, absence }: CacheRecord): number {
  let octets = ENTRY_OCTETS + textOctets(robotsUrl);
  if (copy !== null) {
    const file = parsedFileOf(copy.document);
    octets += factsOctets(copy.facts) + file.octets.buffer.byteLength;
    octets += file.rows.buffer.byteLength + file.rows.byteLength * MATCHER_FACTOR;
  }
  if (absence !== null) octets += factsOctets(absence.facts) + textOctets(absence.message ?? '');
  return octets;
}
