/**
 * Remembers back-offs of sites whose records were evicted from memory: sites that had asked for a pause, or were unreachable. A back-off belongs
 * to the URL that it is kept by, and lasts at least as long as the pause.
 */
import { textOctets } from './kept-facts.js';
import type { CacheRecord } from './record.js';

/** The most back-offs. One more replaces the oldest. */
export const MAX_BACK_OFFS = 2 ** 17;

/** Back-offs that are over are dropped after as many additions as were left the last time, and at least this many. */
const MIN_ADDITIONS = 256;

/** What a back-off weighs besides its URL, in octets. Measured, rounded up. */
const BACK_OFF_OCTETS = 576;

/** Back-offs by robots.txt. */
export class BackOffs {
  /** In the order in which they were added. */
  readonly #records = new Map<string, CacheRecord>();
  #octets = 0;
  #additionsLeft = MIN_ADDITIONS;

  /** How much memory all back-offs take, in octets, as estimated. */
  get octets(): number {
    return this.#octets;
  }

  /**
   * Keeps the back-off of a record.
   *
   * @param record its absence must be transient
   * @param now milliseconds since 1970
   */
  add(record: CacheRecord, now: number): void {
    const { robotsUrl } = record;
    this.delete(robotsUrl);
    if (--this.#additionsLeft < 0) this.#clean(now);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size < MAX_BACK_OFFS) break;
      this.delete(oldest);
    }
    this.#records.set(robotsUrl, withoutDetails(record));
    this.#octets += octetsOf(robotsUrl);
  }

  /** The back-off of a robots.txt, as a record without a copy; it may be over. Undefined if there is none. */
  get(robotsUrl: string): CacheRecord | undefined {
    return this.#records.get(robotsUrl);
  }

  /** Forgets the back-off of a robots.txt. */
  delete(robotsUrl: string): void {
    if (this.#records.delete(robotsUrl)) this.#octets -= octetsOf(robotsUrl);
  }

  /** Forgets all back-offs. */
  clear(): void {
    this.#records.clear();
    this.#octets = 0;
    this.#additionsLeft = MIN_ADDITIONS;
  }

  #clean(now: number): void {
    for (const [robotsUrl, { absence }] of this.#records)
      if (absence === null || absence.nextAt <= now) this.delete(robotsUrl);
    this.#additionsLeft = Math.max(this.#records.size, MIN_ADDITIONS);
  }
}

function octetsOf(robotsUrl: string): number {
  return BACK_OFF_OCTETS + textOctets(robotsUrl);
}

/** The record without what a server can make long. */
function withoutDetails({ robotsUrl, userAgent, learntAt, absence }: CacheRecord): CacheRecord {
  if (absence === null) return { robotsUrl, userAgent, learntAt, copy: null, absence };
  const { outcome, meaning, fault, since, attempts, nextAt, isTransient, isLocal } = absence;
  const { status, profile } = absence.facts;
  const timings = { startedAt: learntAt, connectMs: null, headersMs: null, bodyMs: null, totalMs: 0 };
  const facts = {
    robotsUrl,
    finalUrl: robotsUrl,
    status,
    redirects: [],
    headers: {},
    octets: 0,
    encodedOctets: 0,
    timings,
    profile,
  };
  const kept = {
    outcome,
    meaning,
    facts,
    fault,
    message: null,
    since,
    attempts,
    nextAt,
    isTransient,
    isLocal,
  };
  return { robotsUrl, userAgent, learntAt, copy: null, absence: kept };
}
