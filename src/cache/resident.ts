/**
 * A record in memory, ready to judge: what makes a question for a known host cost microseconds.
 */
import type { Matcher } from '../match/matcher.js';
import type { RobotsDocument } from '../robots-document.js';
import type { CacheRecord } from './record.js';

/** What a record weighs beside its file, in octets: facts, times, a matcher's own. Measured, rounded up. */
const RECORD_OCTETS = 3072;

/** What a matcher's index weighs once it is made, for each octet of the rows it is made of. Measured, the most, rounded up. */
const MATCHER_FACTOR = 5;

/** A record in memory. */
export class Resident {
  readonly record: CacheRecord;
  #matcher: Matcher | undefined;

  constructor(record: CacheRecord) {
    this.record = record;
  }

  /** About how much memory it takes, in octets. */
  get weight(): number {
    const facts = this.record.copy?.document.facts;
    if (facts === undefined) return RECORD_OCTETS;
    return RECORD_OCTETS + facts.octets.byteLength + facts.rows.byteLength * (1 + MATCHER_FACTOR);
  }

  /** The matcher of the copy; made when first asked for. */
  matcher(document: RobotsDocument, make: (document: RobotsDocument) => Matcher): Matcher {
    this.#matcher ??= make(document);
    return this.#matcher;
  }
}
