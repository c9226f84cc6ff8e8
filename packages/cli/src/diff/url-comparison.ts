/**
 * The differences between two sides for given URLs: the matchers of every crawler judge each URL.
 */
import type { Matcher, RobotsDocument, Verdict } from 'robotstream';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { matchersFor } from '../caller.js';
import { groupedBy } from '../grouped-by.js';

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

/**
 * Judges URLs on both sides. The function that is returned says how the sides differ on a URL: nothing if they do not. It throws a TypeError if
 * a profile does not accept the URL.
 */
export function urlComparison(sides: Sides, agents: readonly string[]) {
  const older = matchersFor(sides.before.document, agents, sides.before.profile);
  const newer = matchersFor(sides.after.document, agents, sides.after.profile);
  return (url: string): UrlDifference[] => {
    // isAllowed first: nearly all URLs get the same answer on both sides.
    const differing = older.flatMap((one, i) => {
      const other = newer[i] as Matcher;
      if (one.isAllowed(url) === other.isAllowed(url)) return [];
      return { agent: agents[i] as string, before: one.check(url), after: other.check(url) };
    });
    const alike = groupedBy(differing, (one) => `${one.before.rule?.line} ${one.after.rule?.line}`);
    return Array.from(alike.values(), (group) => {
      const [{ before, after }] = group;
      return { url, agents: group.map(({ agent }) => agent), before, after };
    });
  };
}
