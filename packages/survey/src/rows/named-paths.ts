/**
 * The paths that the rules of a file name, and which of them a crawler may not fetch.
 */
import { type Matcher, rulesOf, urlOfPath } from 'robotstream/internal';
import type { Restriction } from '../tables.js';
import { Asked } from './asked.js';
import type { CertainAnswers } from './certain-answers.js';
import type { PatternKinds } from './pattern-kinds.js';

/** More paths tell little more, and each is put to every set of rules. */
const MAX_PATHS = 25;

/** A path, and the row of the first rule that names it. */
export interface NamedPath {
  readonly path: string;
  readonly row: number;
}

/**
 * Distinct paths that the rules of all groups name: of at most {@link MAX_PATHS} rules, spread evenly over the file. A pattern names itself, without a
 * final `$` and the `*` before it, and with a letter in place of each other `*`. `/robots.txt` is left out.
 *
 * @param rules their rows
 */
export function namedPaths(kinds: PatternKinds, rules: readonly number[]): readonly NamedPath[] {
  const matching = rules.filter((row) => !kinds.matchesNothing(row));
  const paths = new Map<string, number>();
  const taken = Math.min(MAX_PATHS, matching.length);
  for (let nth = 0; nth < taken; nth++) {
    const row = matching[Math.floor((nth * matching.length) / taken)];
    const pattern = kinds.textOf(row);
    const path = kinds.isPlain(row) ? pattern : pathOf(pattern);
    if (path !== '/robots.txt' && !paths.has(path)) paths.set(path, row);
  }
  return Array.from(paths, ([path, row]) => ({ path, row }));
}

/** The path that a pattern names. */
function pathOf(pattern: string): string {
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
  paths: readonly NamedPath[],
  certain: CertainAnswers | undefined,
): number | null {
  if (paths.length === 0) return null;
  if (restriction === 'none') return 0;
  if (restriction === 'all') return 1;
  const { at } = rulesOf(matcher).compiled.table;
  const asked = new Asked(matcher);
  let refused = 0;
  let nth = 0;
  for (const { path, row } of paths) {
    while (at[nth] < row) nth++;
    const isObeyed = at[nth] === row;
    const allowed = (isObeyed ? certain?.about(row, path, asked) : undefined) ?? asked.isAllowed(path);
    if (!allowed) refused++;
    if (asked.isSpent) return null;
  }
  return refused / paths.length;
}
