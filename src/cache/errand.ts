/**
 * One attempt to find out about a robots.txt, from the first look into the store to the end of the fetch, and what it has
 * learnt on the way.
 */
import type { Clock } from '../access/clock.js';
import { MAX_TIMER_MS } from '../time-units.js';
import type { MemoryEntry } from './memory-entry.js';

/**
 * Why the file is looked for:
 * - `question`: a question waits for it;
 * - `background`: it is soon due, and nothing waits;
 * - `refresh`: the caller wants it fetched now, whatever is known.
 */
export type Purpose = 'question' | 'background' | 'refresh';

/** What is known before the fetch, and where that comes from. */
export interface Known {
  readonly entry: MemoryEntry;
  readonly source: 'memory' | 'store';
}

export class Errand {
  readonly robotsUrl: string;
  readonly purpose: Purpose;
  /** When it began, in milliseconds since 1970. */
  readonly beganAt: number;
  #firstSeenAt: number | null | undefined;
  #known: Known | undefined;
  #onKnown: ((known: Known) => void) | undefined;

  constructor(robotsUrl: string, purpose: Purpose, beganAt: number) {
    this.robotsUrl = robotsUrl;
    this.purpose = purpose;
    this.beganAt = beganAt;
  }

  /** The latest that was known before the fetch. Eviction does not take it away. */
  get known(): Known | undefined {
    return this.#known;
  }

  /** Replaces what was known. */
  set known(known: Known | undefined) {
    this.#known = known;
    if (known !== undefined) this.#onKnown?.(known);
  }

  /**
   * Whether what the store holds is news: learnt since the errand began, or since its first look. Clocks of machines differ,
   * so either will do.
   *
   * @param learntAt when what it holds was learnt, in milliseconds since 1970; undefined if it holds nothing
   */
  isNews(learntAt: number | undefined): boolean {
    // Not `??=`: null says that the first look found nothing.
    if (this.#firstSeenAt === undefined) this.#firstSeenAt = learntAt ?? null;
    return learntAt !== undefined && (learntAt >= this.beganAt || learntAt !== this.#firstSeenAt);
  }

  /**
   * Offers what is known once the errand has taken some time, and again whenever more is known after that.
   *
   * @returns what ends the offers
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
