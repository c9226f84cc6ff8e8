/**
 * The results of `check` for a URL.
 */
import type { Provenance } from '@robotstream/client';
import type { Matcher, RobotsDocument, Verdict } from 'robotstream';
import type { Decision } from './answer-line.js';

/** A URL that was asked about: what each crawler may do, or why there is no answer. */
export type Judged = Answered | { readonly complaint: string };

/** The answer for one crawler. */
export interface CrawlerAnswer {
  /** The name of the crawler; all names of one crawler. */
  readonly agent: string;
  readonly decision: Decision;
  readonly explanation: string;
  /** How the crawler counts the last fetch, if there is no file to judge by; null if the rules of a file decide. */
  readonly absence: Provenance['outcome'] | null;
}

export interface Answered {
  readonly url: string;
  /** Its position among the URLs given, from 1. */
  readonly position: number;
  /** In the order of the crawlers; one if all names are those of one crawler. */
  readonly answers: readonly CrawlerAnswer[];
  /** The robots.txt of the deciding rule; null if no file decides. */
  readonly document: RobotsDocument | null;
  /** Where a robots.txt that was fetched comes from; null for a file. */
  readonly provenance: Provenance | null;
}

/**
 * The answers for crawlers by a file.
 *
 * @param note what to add to each explanation
 * @throws {TypeError} if the profile's form does not accept the URL
 */
export function ruledAnswers(
  askers: readonly { readonly agent: string; readonly matcher: Matcher }[],
  url: string,
  note = '',
): CrawlerAnswer[] {
  return askers.map(({ agent, matcher }) => new RuledAnswer(agent, matcher.check(url), note));
}

/** A class, because object literals with a getter are slow, and a list may have a million URLs. */
class RuledAnswer implements CrawlerAnswer {
  readonly agent: string;
  readonly decision: Verdict;
  readonly absence = null;
  readonly #note: string;

  constructor(agent: string, verdict: Verdict, note: string) {
    this.agent = agent;
    this.decision = verdict;
    this.#note = note;
  }

  /** Made only when it is read. */
  get explanation(): string {
    return `${this.decision.explanation}${this.#note}`;
  }
}
