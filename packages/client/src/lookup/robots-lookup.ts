/**
 * One lookup of a robots.txt, from the first read of the store to the end of the fetch, and what is known so far.
 */

import { type Clock, MAX_TIMER_MS } from '../fetch/clock.js';
import type { MemoryEntry, Source } from '../memory/memory-entry.js';

/**
 * Why the file is looked up:
 * - `question`: a question waits for it;
 * - `background`: it is due soon, and nothing waits;
 * - `refresh`: the program wants it fetched now, whatever is known.
 */
export type Purpose = 'question' | 'background' | 'refresh';

/** What is known before the fetch, and where that comes from. */
export interface Known {
  readonly entry: MemoryEntry;
  readonly source: 'memory' | 'store';
}

export class RobotsLookup {
  readonly robotsUrl: string;
  readonly purpose: Purpose;
  /** When it began, in milliseconds since 1970. */
  beganAt: number;
  /** Whether a file of another site, fetched after a redirect, may be kept: not if the program has forgotten a file since the lookup began. */
  mayKeepTarget = true;
  #isForgotten = false;
  #firstSeenAt: number | null | undefined;
  #known: Known | undefined;
  #onKnown: ((known: Known) => void) | undefined;

  constructor(robotsUrl: string, purpose: Purpose, beganAt: number) {
    this.robotsUrl = robotsUrl;
    this.purpose = purpose;
    this.beganAt = beganAt;
  }

  /** The latest record before the fetch. Eviction does not remove it. */
  get known(): Known | undefined {
    return this.#known;
  }

  /** Replaces what was known. */
  set known(known: Known | undefined) {
    this.#known = known;
    if (known !== undefined) this.#onKnown?.(known);
  }

  /** Whether its result is for the questions that wait for it alone, because the program has forgotten the file since. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  /** Forgets what is known, and what the lookup will find. */
  forget(): void {
    this.#isForgotten = true;
    this.#known = undefined;
  }

  /**
   * Whether the store's record is newer than the lookup: learnt since it began, or since it first read the store. Clocks of
   * machines differ, so either is enough.
   *
   * @param learntAt when the store's record was learnt, in milliseconds since 1970; undefined if there is none
   */
  isNewer(learntAt: number | undefined): boolean {
    // Not `??=`: null says that the first read found nothing.
    if (this.#firstSeenAt === undefined) this.#firstSeenAt = learntAt ?? null;
    return learntAt !== undefined && (learntAt >= this.beganAt || learntAt !== this.#firstSeenAt);
  }

  /**
   * Offers what is known after some time, and again whenever more is known after that.
   *
   * @returns a function that ends the offers
   */
  offerAfter(ms: number, clock: Clock, offer: (known: Known) => void): () => void {
    if (ms > MAX_TIMER_MS) return () => {};
    const timer = clock.setTimeout(() => {
      this.#onKnown = offer;
      if (this.#known !== undefined) offer(this.#known);
    }, ms);
    return () => {
      clock.clearTimeout(timer);
      this.#onKnown = undefined;
    };
  }
}

/** The result of a lookup. */
export interface LookupResult {
  readonly entry: MemoryEntry;
  readonly source: Source;
}
