/**
 * The paths that the rules of a file name, and which of them a crawler may not fetch.
 */
import {
  DOLLAR,
  DOT,
  type Matcher,
  OCTET_KINDS,
  QUESTION,
  Row,
  type RuleAxes,
  type RuleTable,
  readRequestPath,
  rulesOf,
  SLASH,
  STAR,
  urlOfPath,
} from 'robotstream/internal';
import type { Restriction } from '../tables.js';
import { disallows, matchesNothing, type ObeyedRules } from './obeyed-rules.js';
import { SAME_IN_ALL_FORMS } from './used-octets.js';

/** More paths tell little more, and each is put to every set of rules. */
const MAX_PATHS = 25;

/** In the place of each `*` of a path. */
const FILLER = 'x'.charCodeAt(0);

/** A path in the form of patterns, `octets[start..end)`. */
export interface NamedPath {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The row of the rule, if its pattern is known to match the path under the profile. */
  readonly row: number | undefined;
}

/**
 * Distinct paths that the rules of all groups name: of at most {@link MAX_PATHS} rules, spread evenly over the file. A pattern names itself, without a
 * final `$` and the `*` before it, and with a letter in place of each other `*`. `/robots.txt` is left out.
 *
 * @param axes those of the profile; undefined for a reader
 */
export function namedPaths(rules: RuleTable, axes: RuleAxes | undefined): readonly NamedPath[] {
  const matching = rules.at.filter((row) => !matchesNothing(rules, row));
  const taken = Math.min(MAX_PATHS, matching.length);
  const paths: NamedPath[] = [];
  for (let nth = 0; nth < taken; nth++) {
    const path = pathNamedBy(rules, matching[Math.floor((nth * matching.length) / taken)], axes);
    if (!isEqual(path, ROBOTS_TXT) && !paths.some((other) => isEqual(other, path))) paths.push(path);
  }
  return paths;
}

const ROBOTS_TXT = wholePath('/robots.txt');

function wholePath(text: string): NamedPath {
  const octets = Buffer.from(text, 'latin1');
  return { octets, start: 0, end: octets.length, row: undefined };
}

function isEqual(one: NamedPath, other: NamedPath): boolean {
  const length = one.end - one.start;
  if (length !== other.end - other.start) return false;
  for (let i = 0; i < length; i++) {
    if (one.octets[one.start + i] !== other.octets[other.start + i]) return false;
  }
  return true;
}

/**
 * The path that the pattern of a rule names.
 *
 * @param axes those of the profile; undefined for a reader, which takes the path of a URL
 */
export function pathNamedBy(rules: RuleTable, row: number, axes: RuleAxes | undefined): NamedPath {
  const { octets, rows } = rules;
  const start = rows[row + Row.VALUE_START];
  const patternEnd = rows[row + Row.VALUE_END];
  let end = patternEnd;
  if (octets[end - 1] === DOLLAR) end--;
  while (end > start && octets[end - 1] === STAR) end--;
  if (isSameInAllForms(octets, start, end)) {
    return { octets, start, end, row: axes?.specialCharacters || end === patternEnd ? row : undefined };
  }
  const path = withoutStars(octets, start, end);
  if (isSameInAllForms(path, 0, path.length)) {
    return { octets: path, start: 0, end: path.length, row: axes?.specialCharacters ? row : undefined };
  }
  const text = path.toString('latin1').replace(NOT_IN_URLS, inHex);
  if (axes === undefined) return wholePath(text);
  const read = readRequestPath(urlOfPath(text), OCTET_KINDS[axes.form]);
  return {
    octets: read.octets.slice(read.start, read.end),
    start: 0,
    end: read.end - read.start,
    row: undefined,
  };
}

/** A pattern with a letter in place of each `*`; but one at the beginning takes nothing before a slash, and the slash before anything else. */
function withoutStars(octets: Uint8Array, start: number, end: number): Buffer {
  const path = Buffer.allocUnsafe(end - start + 1);
  let length = 0;
  for (let at = start; at < end; at++) {
    if (octets[at] !== STAR) {
      if (length === 0 && octets[at] !== SLASH) path[length++] = SLASH;
      path[length++] = octets[at];
    } else if (length > 0 && octets[at - 1] !== STAR) path[length++] = FILLER;
  }
  if (length === 0) path[length++] = SLASH;
  return path.subarray(0, length);
}

/** Whether a pattern is a path that is written the same in all forms. A URL parser changes dot segments. */
function isSameInAllForms(octets: Uint8Array, start: number, end: number): boolean {
  if (octets[start] !== SLASH || octets[start + 1] === SLASH) return false;
  for (let at = start; at < end; at++) {
    const octet = octets[at];
    if (SAME_IN_ALL_FORMS[octet] === 1) continue;
    if (octet !== DOT || (octets[at - 1] === SLASH && !isTextAfterDot(octets, at + 1, end))) return false;
  }
  return end > start;
}

/** Whether what follows the dot at the beginning of a segment makes it no dot segment. */
function isTextAfterDot(octets: Uint8Array, at: number, end: number): boolean {
  return at < end && SAME_IN_ALL_FORMS[octets[at]] === 1 && octets[at] !== SLASH && octets[at] !== QUESTION;
}

/** All but visible ASCII characters. */
const NOT_IN_URLS = /[^!-~]/g;

function inHex(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The share of some paths that a crawler may not fetch; null if there are none, or too many to ask about. */
export function refusedShare(
  matcher: Matcher,
  rules: ObeyedRules,
  paths: readonly NamedPath[],
  restriction: Restriction | null,
): number | null {
  if (paths.length === 0) return null;
  if (restriction === 'none') return 0;
  if (restriction === 'all') return 1;
  const { table } = rulesOf(matcher).compiled;
  let refused = 0;
  for (const { octets, start, end, row } of paths) {
    const isDisallowed = row !== undefined && disallows(table, row) && table.at.includes(row);
    if (!rules.isAllowed(octets, start, end, isDisallowed)) refused++;
    if (rules.isSpent) return null;
  }
  return refused / paths.length;
}
