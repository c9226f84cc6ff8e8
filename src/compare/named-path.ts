/**
 * The path that a rule names.
 */
import { DOLLAR, DOT, SLASH, STAR } from '../ascii.js';
import type { RuleTable } from '../ast/groups.js';
import { OCTET_KINDS } from '../match/octet-forms.js';
import { readRequestPath } from '../match/read-url.js';
import { latin1, octetsOf } from '../octets.js';
import type { RuleAxes } from '../profiles.js';
import * as Row from '../stream/row.js';
import { urlOfPath } from '../urls.js';
import { isTextAfterDot, SAME_IN_ALL_FORMS } from './used-octets.js';

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
  const text = latin1(path).replace(NOT_IN_URLS, inHex);
  if (axes === undefined) {
    const written = octetsOf(text);
    return { octets: written, start: 0, end: written.length, row: undefined };
  }
  const read = readRequestPath(urlOfPath(text), OCTET_KINDS[axes.form]);
  return {
    octets: read.octets.slice(read.start, read.end),
    start: 0,
    end: read.end - read.start,
    row: undefined,
  };
}

/** A pattern with a letter in place of each `*`; but one at the beginning takes nothing before a slash, and the slash before anything else. */
function withoutStars(octets: Uint8Array, start: number, end: number): Uint8Array {
  const path = new Uint8Array(end - start + 1);
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

/** All but visible ASCII characters. */
const NOT_IN_URLS = /[^!-~]/g;

function inHex(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
