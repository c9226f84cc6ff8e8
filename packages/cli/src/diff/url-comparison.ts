/**
 * The differences between two sides for given URLs: the matchers of every crawler judge each URL.
 */
import type { Matcher, RobotsDocument, Verdict } from 'robotstream';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { matchersFor } from '../caller.js';

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  readonly document: RobotsDocument;
  /** The profile to judge by; `undefined` if each crawler is judged by its own. */
  readonly profile: ReadingName | undefined;
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** A URL on which the sides differ for some crawlers, in the same direction and for the same two lines. */
export interface UrlDifference {
  readonly url: string;
  readonly agents: readonly string[];
  readonly before: Verdict;
  readonly after: Verdict;
}

/** Judges URLs on both sides. */
export class UrlComparison {
  readonly #callers: readonly { readonly agent: string; readonly before: Matcher; readonly after: Matcher }[];

  constructor({ before, after }: Sides, agents: readonly string[]) {
    const one = matchersFor(before.document, agents, before.profile);
    const other = matchersFor(after.document, agents, after.profile);
    this.#callers = agents.map((agent, i) => ({
      agent,
      before: one[i] as Matcher,
      after: other[i] as Matcher,
    }));
  }

  /**
   * How the sides differ on a URL; empty if they do not.
   *
   * @throws {TypeError} if a profile does not accept the URL
   */
  differencesOn(url: string): UrlDifference[] {
    const found = new Map<string, UrlDifference & { readonly agents: string[] }>();
    // isAllowed first: nearly all URLs get the same answer on both sides.
    for (const { agent, before, after } of this.#callers) {
      if (before.isAllowed(url) === after.isAllowed(url)) continue;
      const verdicts = { before: before.check(url), after: after.check(url) };
      const key = `${verdicts.before.rule?.line} ${verdicts.after.rule?.line}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { url, agents: [agent], ...verdicts });
      else known.agents.push(agent);
    }
    return [...found.values()];
  }
}
