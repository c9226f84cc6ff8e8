/**
 * How much of a site a crawler may not fetch.
 */

import { SLASH } from '../ascii.js';
import type { RuleTable } from '../ast/groups.js';
import { aMatcher, type Matcher, rulesOf } from '../match/matcher.js';
import { isRobotsTxt } from '../match/read-url.js';
import * as Row from '../stream/row.js';
import { pathNamedBy } from './named-path.js';
import { type ObeyedRules, obeyedRules } from './obeyed-rules.js';
import { reachOf } from './reach.js';
import { countRefusedSections, isUnknownAllowed } from './refused-sections.js';
import { disallows, matchesNothing } from './rule-rows.js';

/** The values of {@link Restriction}, from the least to the most. */
export const RESTRICTIONS = ['none', 'paths', 'few', 'many', 'most', 'all'] as const;

/**
 * How much of a site a crawler may not fetch: nothing (`none`), single paths (`paths`), up to five sections (`few`), more of them (`many`), all but what
 * the rules name (`most`), or everything but `/robots.txt` (`all`).
 */
export type Restriction = (typeof RESTRICTIONS)[number];

/** How many sections are `few`. */
const MAX_FEW_SECTIONS = 5;

/** How many rules are tried, to find one that refuses or allows a path, before the rules are compared as a whole, which costs far more. */
const MAX_TRIED = 16;

/**
 * How much of a site a matcher's crawler may not fetch. It depends on what the rules decide, not on how they are written.
 *
 * @returns `null` if that is not known: the work has come to its limit, or the rules are those of a reader, of which only some URLs can be tried
 * @throws {TypeError} if `matcher` is no matcher
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { restrictionOf } from 'robotstream/compare';
 *
 * const file = parseSync('User-agent: *\nDisallow: /\nAllow: /ads.txt\n\nUser-agent: FooBot\nDisallow: /shop/');
 * console.log(restrictionOf(file.matcher({ agents: '*' }))); // → most
 * console.log(restrictionOf(file.matcher({ agents: 'FooBot' }))); // → few
 * ```
 */
export function restrictionOf(matcher: Matcher): Restriction | null {
  aMatcher(matcher, 'matcher');
  return findRestriction(matcher, obeyedRules(matcher));
}

/** {@link restrictionOf} by the rules of the matcher, of which more may be known. */
export function findRestriction(matcher: Matcher, rules: ObeyedRules): Restriction | null {
  if (!rules.isExact) {
    const { extent } = reachOf(matcher);
    if (extent !== 'something') return BY_EXTENT[extent];
  } else if (!mayRefuse(rulesOf(matcher).compiled.table)) return 'none';
  const letter = rules.unusedLetter();
  if (letter === undefined) return onlyExtent(matcher);
  if (!isUnknownAllowed(rules, letter)) return rules.isExact ? mostOrAll(matcher, rules) : 'most';
  const refused = countRefusedSections(rules, letter, MAX_FEW_SECTIONS + 1);
  if (rules.isSpent && refused <= MAX_FEW_SECTIONS) return null;
  if (refused > 0) return refused > MAX_FEW_SECTIONS ? 'many' : 'few';
  return rules.isExact ? pathsOrNone(matcher, rules) : 'paths';
}

const BY_EXTENT = { everything: 'none', something: null, nothing: 'all', unknown: null } as const;

/** The restriction as far as the comparison of all URLs tells it. */
function onlyExtent(matcher: Matcher): Restriction | null {
  return BY_EXTENT[reachOf(matcher).extent];
}

function mayRefuse(table: RuleTable): boolean {
  return table.at.some((row) => disallows(table, row) && !matchesNothing(table, row));
}

function mostOrAll(matcher: Matcher, rules: ObeyedRules): Restriction | null {
  const { table } = rulesOf(matcher).compiled;
  if (table.at.every((row) => disallows(table, row)) && table.at.some((row) => isOfAllPaths(table, row)))
    return 'all';
  if (hasPath(matcher, rules, true)) return 'most';
  const { extent } = reachOf(matcher);
  return extent === 'something' ? 'most' : BY_EXTENT[extent];
}

function pathsOrNone(matcher: Matcher, rules: ObeyedRules): Restriction | null {
  if (hasPath(matcher, rules, false)) return 'paths';
  const { extent } = reachOf(matcher);
  return extent === 'something' ? 'paths' : BY_EXTENT[extent];
}

/** Whether the pattern of a rule is `/`. */
function isOfAllPaths({ octets, rows }: RuleTable, row: number): boolean {
  const start = rows[row + Row.VALUE_START];
  return octets[start] === SLASH && rows[row + Row.VALUE_END] === start + 1;
}

/** Whether one of the first rules is seen to allow, or to refuse, a path other than `/robots.txt`, which is left out. */
function hasPath(matcher: Matcher, rules: ObeyedRules, allowed: boolean): boolean {
  const { table } = rulesOf(matcher).compiled;
  const tried = table.at.filter((row) => disallows(table, row) !== allowed && !matchesNothing(table, row));
  return tried.slice(0, MAX_TRIED).some((row) => {
    const path = pathNamedBy(table, row, matcher.profile.rules);
    // Only a path that is known to match is sure to be one of a URL.
    if (path.row === undefined || isRobotsTxt(path)) return false;
    return rules.isAllowed(path.octets, path.start, path.end, row) === allowed;
  });
}
