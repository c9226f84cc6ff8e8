/**
 * How much of a site a crawler may not fetch.
 */

import { SLASH, STAR } from '../../ascii.js';
import { isAllowRow, isEmptyRow, type RuleTable } from '../../ast/groups.js';
import { reachOf } from '../../compare/reach.js';
import { type Matcher, rulesOf } from '../../match/matcher.js';
import * as Row from '../../stream/row.js';

/** How much of a site a crawler may not fetch; null if the comparison ended at its limit of steps. */
export type Restriction = 'none' | 'some' | 'all' | null;

const RESTRICTIONS = { everything: 'none', something: 'some', nothing: 'all', unknown: null } as const;

/** How much of a site a matcher's crawler may not fetch. */
export function restrictionOf(matcher: Matcher): Restriction {
  return likely(matcher, rulesOf(matcher).compiled.table) ?? RESTRICTIONS[reachOf(matcher).extent];
}

/** How many rules are tried before the rules are compared as a whole, which costs far more. */
const MAX_TRIED = 16;

/** The restriction of most files, which a few questions answer; undefined if they do not. */
function likely(matcher: Matcher, rules: RuleTable): Restriction | undefined {
  const { rows, at } = rules;
  let hasAllowRule = false;
  let restricts = false;
  for (const row of at) {
    if (isAllowRow(rows, row)) hasAllowRule = true;
    else if (!isEmptyRow(rows, row) && !matchesNothing(rules, row)) restricts = true;
  }
  if (!restricts) return 'none';
  const isRootAllowed = matcher.isAllowed('/');
  let tried = 0;
  for (const row of at) {
    if ((isAllowRow(rows, row) || isEmptyRow(rows, row)) === isRootAllowed) continue;
    if (tried++ === MAX_TRIED) return undefined;
    // Without allow rules, a matching disallow rule always decides.
    const isPlain = isPlainPath(rules, row);
    if (isPlain && isRootAllowed && !hasAllowRule) return 'some';
    const pattern = patternOf(rules, row);
    const path = isPlain ? pattern : pathOf(pattern);
    // This URL and the root have different answers, so the restriction is `some`.
    if (path !== undefined && matcher.isAllowed(path) !== isRootAllowed) return 'some';
  }
  return tried === 0 && at.some((row) => isSlash(rules, row)) ? 'all' : undefined;
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

/** Whether a pattern is `/`. */
function isSlash({ octets, rows }: RuleTable, row: number): boolean {
  const start = rows[row + Row.VALUE_START];
  return rows[row + Row.VALUE_END] === start + 1 && octets[start] === SLASH;
}

/** The octets of plain paths: letters, digits, `_`, `/`, `=`, `&`, `~` and `-`. */
const PLAIN_OCTETS = Uint8Array.from({ length: 256 }, (_, octet) =>
  /[A-Za-z0-9_/=&~-]/.test(String.fromCharCode(octet)) ? 1 : 0,
);

/**
 * Whether a pattern is the path of a URL, of octets that every URL parser and every profile leaves as they are, and not that of
 * `/robots.txt`, which is always allowed.
 */
function isPlainPath({ octets, rows }: RuleTable, row: number): boolean {
  const start = rows[row + Row.VALUE_START];
  const end = rows[row + Row.VALUE_END];
  if (octets[start] !== SLASH || octets[start + 1] === SLASH) return false;
  for (let p = start; p < end; p++) if (PLAIN_OCTETS[octets[p]] === 0) return false;
  return true;
}

/** A path of octets that every URL parser and every profile leaves as they are. No segment is a dot segment. */
const PLAIN_PATH = /^\/(?!\/)(?:[A-Za-z0-9_/=&~-]|(?<!\/)\.|\?(?!.*\?))*$/;

/** A path that a pattern matches, with a letter in place of each wildcard; undefined if it may be no path of a URL. */
function pathOf(pattern: string): string | undefined {
  const path = pattern.replace(/\$$/, '').replace(/^\*/, '/*').replaceAll('*', 'a');
  return PLAIN_PATH.test(path) ? path : undefined;
}
