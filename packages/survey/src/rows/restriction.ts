/**
 * How much of a site a crawler may not fetch.
 */

import type { Matcher } from 'robotstream';
import { reachOf } from 'robotstream/compare';
import { isAllowRow, isEmptyRow, Row, type RuleTable, rulesOf, SLASH, STAR } from 'robotstream/internal';
import type { Restriction } from '../tables.js';

const BY_EXTENT = { everything: 'none', something: 'some', nothing: 'all', unknown: null } as const;

/** How much of a site a matcher's crawler may not fetch; null if the comparison ended at its limit of steps. */
export function restrictionOf(matcher: Matcher): Restriction | null {
  const { table, comparison } = rulesOf(matcher).compiled;
  // What a rule matches is only known for profiles, not for readers, which compare patterns in their own way.
  const found = comparison === undefined ? likely(matcher, table) : undefined;
  return found ?? BY_EXTENT[reachOf(matcher).extent];
}

/** How many rules are tried before the rules are compared as a whole, which costs far more. */
const MAX_TRIED = 16;

/** The restriction of most files, which a few questions answer; undefined if they do not. */
function likely(matcher: Matcher, rules: RuleTable): Restriction | undefined {
  const { rows, at } = rules;
  let restricts = false;
  for (const row of at) {
    if (!isAllowRow(rows, row) && !isEmptyRow(rows, row) && !matchesNothing(rules, row)) restricts = true;
  }
  if (!restricts) return 'none';
  const isRootAllowed = matcher.isAllowed('/');
  let tried = 0;
  for (const row of at) {
    if ((isAllowRow(rows, row) || isEmptyRow(rows, row)) === isRootAllowed) continue;
    if (tried++ === MAX_TRIED) return undefined;
    const path = pathOf(patternOf(rules, row));
    // This URL and the root have different answers, so the restriction is `some`.
    if (path !== undefined && matcher.isAllowed(path) !== isRootAllowed) return 'some';
  }
  return tried === 0 && at.some((row) => patternOf(rules, row) === '/') ? 'all' : undefined;
}

/** Whether a pattern matches no path of a URL under any profile, because it begins with neither `/` nor `*`. */
function matchesNothing({ octets, rows }: RuleTable, row: number): boolean {
  const first = octets[rows[row + Row.VALUE_START]];
  return first !== SLASH && first !== STAR;
}

function patternOf({ octets, rows }: RuleTable, row: number): string {
  const [start, end] = [rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]];
  return Buffer.from(octets.buffer, octets.byteOffset + start, end - start).toString('latin1');
}

/** A path of octets that every URL parser and every profile leaves as they are. No segment is a dot segment. */
const PLAIN_PATH = /^\/(?!\/)(?:[A-Za-z0-9_/=&~-]|(?<!\/)\.|\?(?!.*\?))*$/;

/** A path that a pattern matches, with a letter in place of each wildcard; undefined if it may be no path of a URL. */
function pathOf(pattern: string): string | undefined {
  const path = pattern.replace(/\$$/, '').replace(/^\*/, '/*').replaceAll('*', 'a');
  return PLAIN_PATH.test(path) ? path : undefined;
}
