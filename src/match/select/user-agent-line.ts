/**
 * Which caller a user-agent line names: docs/semantics.md §4.2 and §4.3.
 */
import {
  DOT,
  HYPHEN,
  isDigit,
  isLetter,
  isWhiteSpace,
  SLASH,
  STAR,
  toLower,
  UNDERSCORE,
} from '../../ascii.js';
import type { GroupAxes } from '../../profiles.js';
import type { Callers } from './callers.js';

/**
 * Finds the caller that a user-agent line names.
 *
 * @param octets the line's value is `octets[start..end)`, trimmed
 * @returns the index of the first of the caller's names that it names, or -1
 */
export function namesCaller(
  octets: Uint8Array,
  start: number,
  end: number,
  callers: Callers,
  match: GroupAxes['agentMatch'],
): number {
  if (!beginsLikeAny(octets[start], callers)) return -1;
  switch (match) {
    case 'letters-prefix':
      return firstNamed(octets, start, lettersEnd(octets, start, end), callers);
    case 'whole':
      return firstNamed(octets, start, end, callers);
    case 'before-slash':
      return firstNamed(octets, start, endBeforeSlash(octets, start, end), callers);
    case 'prefix-or-whole':
      return firstNamedByPrefixOrWhole(octets, start, end, callers);
  }
}

/**
 * Where each of the names ends that a profile reads in a user-agent line, for people. All begin where the value begins.
 *
 * @param octets the line's value is `octets[start..end)`, trimmed
 */
export function nameEnds(
  octets: Uint8Array,
  start: number,
  end: number,
  match: GroupAxes['agentMatch'],
): readonly number[] {
  switch (match) {
    case 'letters-prefix':
      return [lettersEnd(octets, start, end)];
    case 'whole':
      return [end];
    case 'before-slash':
      return [endBeforeSlash(octets, start, end)];
    case 'prefix-or-whole': {
      const shortEnd = lettersEnd(octets, start, end);
      return [shortEnd, widerEnd(octets, shortEnd, end), end];
    }
  }
}

/** Whether a user-agent value is the wildcard: `*`, or `*` followed by white space and anything. */
export function isWildcard(octets: Uint8Array, start: number, end: number): boolean {
  return start < end && octets[start] === STAR && (end === start + 1 || isWhiteSpace(octets[start + 1]));
}

/** Whether a name begins with an octet, ignoring letter case: otherwise the line names no caller. */
function beginsLikeAny(first: number, { names, byOctets }: Callers): boolean {
  if (byOctets !== null) return byOctets.beginWith(first);
  const lower = toLower(first);
  for (const { nameOctets } of names) if (nameOctets[0] === lower) return true;
  return false;
}

function firstNamed(octets: Uint8Array, start: number, end: number, { names, byOctets }: Callers): number {
  if (byOctets !== null) return byOctets.named(octets, start, end);
  for (let i = 0; i < names.length; i++) {
    if (isSameName(octets, start, end, names[i].nameOctets)) return i;
  }
  return -1;
}

/**
 * Compares three parts of the line with the names: the letters, the wider prefix and the whole. The last two find names that the grammar
 * forbids.
 *
 * departs from RFC 9309 §2.2.1, by which `MJ12bot` is not a product token: docs/semantics.md §4.3;
 * test/conformance/semantics-4-selection.test.ts.
 */
function firstNamedByPrefixOrWhole(
  octets: Uint8Array,
  start: number,
  end: number,
  { names, byOctets }: Callers,
): number {
  const shortEnd = lettersEnd(octets, start, end);
  const longEnd = widerEnd(octets, shortEnd, end);
  if (byOctets !== null) {
    const indexes = [
      byOctets.named(octets, start, shortEnd),
      byOctets.named(octets, start, longEnd),
      byOctets.given(octets, start, end),
    ].filter((index) => index >= 0);
    return indexes.length === 0 ? -1 : Math.min(...indexes);
  }
  for (let i = 0; i < names.length; i++) {
    const { nameOctets, givenOctets } = names[i];
    if (
      isSameName(octets, start, shortEnd, nameOctets) ||
      isSameName(octets, start, longEnd, nameOctets) ||
      isSameName(octets, start, end, givenOctets)
    ) {
      return i;
    }
  }
  return -1;
}

/** The end of the longest prefix that RFC 9309's grammar accepts as a product token. */
function lettersEnd(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isNameOctet(octets[at])) at++;
  return at;
}

/** The end of the longest prefix that may have digits and dots as well; its letters end at `shortEnd`. */
function widerEnd(octets: Uint8Array, shortEnd: number, end: number): number {
  let at = shortEnd;
  while (at < end && isWiderNameOctet(octets[at])) at++;
  return at;
}

function endBeforeSlash(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && octets[at] !== SLASH) at++;
  while (at > start && isWhiteSpace(octets[at - 1])) at--;
  return at;
}

/** RFC 9309 §2.2.1: letters, `_` and `-`. */
function isNameOctet(octet: number): boolean {
  return isLetter(octet) || octet === HYPHEN || octet === UNDERSCORE;
}

function isWiderNameOctet(octet: number): boolean {
  return isNameOctet(octet) || isDigit(octet) || octet === DOT;
}

/** Whether octets are a name, ignoring letter case; the name is in lower case. */
function isSameName(octets: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    if (toLower(octets[start + i]) !== name[i]) return false;
  }
  return true;
}
