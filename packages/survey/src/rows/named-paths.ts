/**
 * The paths that the rules of a file name, and which of them a crawler may not fetch.
 */
import type { Matcher } from 'robotstream';
import { type ProfileRules, Row, urlOfPath } from 'robotstream/internal';
import type { Restriction } from '../tables.js';
import { Asked } from './asked.js';
import { matchesNothing, patternOf } from './sections.js';

/** More paths tell little more, and each is put to every set of rules. */
const MAX_PATHS = 25;

/**
 * Distinct paths that the rules of all groups name: of at most {@link MAX_PATHS} rules, spread evenly over the file. A pattern names itself, without a
 * final `$` and the `*` before it, and with a letter in place of each other `*`. `/robots.txt` is left out.
 */
export function namedPaths({
  file: { octets },
  rows,
  table,
  groups,
}: ProfileRules['grouping']): readonly string[] {
  const rules: number[] = [];
  for (const { firstRule, end } of groups) {
    for (let row = firstRule; row < end; row += Row.STRIDE) {
      if (!Row.isRule(Row.readRow(Row.flagsOf(rows, row), table))) continue;
      if (!matchesNothing({ octets, rows }, row)) rules.push(row);
    }
  }
  const paths = new Set<string>();
  const taken = Math.min(MAX_PATHS, rules.length);
  for (let nth = 0; nth < taken; nth++) {
    const path = pathOf(patternOf({ octets, rows }, rules[Math.floor((nth * rules.length) / taken)]));
    if (path !== undefined && path !== '/robots.txt') paths.add(path);
  }
  return [...paths];
}

/** The path that a pattern names; undefined if it matches no path. */
function pathOf(pattern: string): string | undefined {
  if (!pattern.startsWith('/') && !pattern.startsWith('*')) return undefined;
  let end = pattern.endsWith('$') ? pattern.length - 1 : pattern.length;
  while (pattern[end - 1] === '*') end--;
  // A `*` before the first slash takes nothing, and one before anything else takes the slash.
  const begun = pattern.slice(0, end).replace(/^\*+\/?|^(?!\/)/, '/');
  return urlOfPath(begun.replace(/\*+/g, 'x').replace(NOT_IN_URLS, inHex));
}

/** All but visible ASCII characters. */
const NOT_IN_URLS = /[^!-~]/g;

function inHex(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The share of some paths that a matcher's crawler may not fetch; null if there are none, or too many to ask about. */
export function refusedShare(
  matcher: Matcher,
  restriction: Restriction | null,
  paths: readonly string[],
): number | null {
  if (paths.length === 0) return null;
  if (restriction === 'none') return 0;
  if (restriction === 'all') return 1;
  const asked = new Asked(matcher);
  let refused = 0;
  for (const path of paths) {
    if (!asked.isAllowed(path)) refused++;
    if (asked.isSpent) return null;
  }
  return refused / paths.length;
}
