/**
 * Expectations that must stay true at each site: which are not met, and what to say about crawlers that share one.
 */

import { sameScope } from 'robotstream';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { namesText } from '../caller.js';
import { groupedBy } from '../grouped-by.js';
import { type Expectation, outcomesOf, titleOf } from '../test/expectations.js';
import type { Observation } from './observation.js';
import type { Change } from './rule-changes.js';

/** The titles of the expectations that are not met at a site, each with the reason. */
export function brokenGuards(
  seen: Observation,
  guards: readonly Expectation[],
  profile: ReadingName | undefined,
): ReadonlyMap<string, string> {
  const own = guards.filter(({ url }) => url.startsWith('/') || sameScope(seen.url, url));
  if (seen.document === null) {
    const why = `the robots.txt is unreachable, so nothing is allowed: ${seen.answer}`;
    return new Map(own.filter(({ allowed }) => allowed).map((one) => [titleOf(one), why]));
  }
  // A page in place of a file may have lines that crawlers read as rules.
  const unmet = outcomesOf(own, seen.document, profile).filter(({ isMet }) => !isMet);
  return new Map(unmet.map(({ expectation, verdict }) => [titleOf(expectation), verdict.explanation]));
}

/** The expectations that are not met any more, and those that are met again. */
export function guardChanges(before: readonly string[], now: ReadonlyMap<string, string>): readonly Change[] {
  const known = new Set(before);
  const broken = [...now.keys()].filter((title) => !known.has(title));
  const kept = before.filter((title) => !now.has(title));
  return [
    ...sharedTitles(broken).map(({ title, titles }) => ({
      kind: 'guard-broken',
      title: `expectation not met: ${title}`,
      details: [...new Set(titles.map((one) => now.get(one) ?? ''))].slice(0, MAX_REASONS),
    })),
    ...sharedTitles(kept).map(({ title }) => ({
      kind: 'guard-kept',
      title: `expectation met again: ${title}`,
      details: [],
    })),
  ];
}

/** How many different reasons are given. */
const MAX_REASONS = 5;

/** Titles that differ only by their crawlers. */
interface SharedTitle {
  /** One title for all. */
  readonly title: string;
  readonly titles: readonly string[];
}

const TITLE = /^((?:dis)?allow \S+ for )(.*?)((?:, by (?:line \d+|no rule))?)$/s;

/** Joins titles that differ only by their crawlers, such as those of an expectation for a purpose. */
export function sharedTitles(titles: readonly string[]): readonly SharedTitle[] {
  const alike = groupedBy(titles, (title) => title.replace(TITLE, '$1$3'));
  return Array.from(alike.values(), (own) => {
    const [first] = own;
    const agents = own.map((title) => title.replace(TITLE, '$2'));
    const title = first.replace(TITLE, (_, what, __, line) => `${what}${namesText(agents)}${line}`);
    return { title: own.length === 1 ? first : title, titles: own };
  });
}
