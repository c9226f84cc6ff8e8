/**
 * Which caller a user-agent line names: docs/semantics.md §4.2 and §4.3.
 */
import * as Octet from '../../ascii.js';
import type { GroupAxes } from '../../profiles.js';
import { type Callers, letterBit } from './callers.js';

/** No name of the caller. */
export const NO_CALLER = -1;

/**
 * Finds the caller that a user-agent line names.
 *
 * @param octets the line's value is `octets[start..end)`, trimmed
 * @returns the index of the first of the caller's names that it names, or {@link NO_CALLER}
 */
export function namesCaller(
  octets: Uint8Array,
  start: number,
  end: number,
  { names, letters }: Callers,
  match: GroupAxes['agentMatch'],
): number {
  if ((letters & letterBit(octets[start])) === 0) return NO_CALLER;
  const ends = nameEnds(octets, start, end, match);
  return names.findIndex(({ nameOctets, givenOctets }) =>
    ends.some((nameEnd, nth) =>
      isSameName(octets, start, nameEnd, nth === GIVEN_NAME ? givenOctets : nameOctets),
    ),
  );
}

/** The place in {@link nameEnds} of the name that is compared with a caller's name as the caller gave it, with its version. */
const GIVEN_NAME = 2;

/**
 * Where each of the names ends that a profile reads in a user-agent line. All begin where the value begins. The default reads three:
 * the letters, the wider prefix and the whole. The last two are names that the grammar forbids.
 *
 * departs from RFC 9309 §2.2.1, by which `MJ12bot` is not a product token: docs/semantics.md §4.3;
 * test/conformance/semantics-4-selection.test.ts.
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
      return [endOf(octets, start, end, isNameOctet)];
    case 'whole':
      return [end];
    case 'before-slash': {
      let at = endOf(octets, start, end, isNoSlash);
      while (at > start && Octet.isWhiteSpace(octets[at - 1])) at--;
      return [at];
    }
    case 'prefix-or-whole':
      return [endOf(octets, start, end, isNameOctet), endOf(octets, start, end, isWiderNameOctet), end];
  }
}

/** Whether a user-agent value is the wildcard: `*`, or `*` followed by white space and anything. */
export function isWildcard(octets: Uint8Array, start: number, end: number): boolean {
  return (
    start < end &&
    octets[start] === Octet.STAR &&
    (end === start + 1 || Octet.isWhiteSpace(octets[start + 1]))
  );
}

/** The end of the longest prefix of `octets[start..end)` whose octets all belong. */
function endOf(octets: Uint8Array, start: number, end: number, belongs: (octet: number) => boolean): number {
  let at = start;
  while (at < end && belongs(octets[at])) at++;
  return at;
}

/** RFC 9309 §2.2.1: letters, `_` and `-`. */
function isNameOctet(octet: number): boolean {
  return Octet.isLetter(octet) || octet === Octet.HYPHEN || octet === Octet.UNDERSCORE;
}

/** These, digits and dots. */
function isWiderNameOctet(octet: number): boolean {
  return isNameOctet(octet) || Octet.isDigit(octet) || octet === Octet.DOT;
}

function isNoSlash(octet: number): boolean {
  return octet !== Octet.SLASH;
}

/** Whether `octets[start..end)` is a name, ignoring letter case; the name is in lower case. */
function isSameName(octets: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  return end - start === name.length && name.every((octet, i) => Octet.toLower(octets[start + i]) === octet);
}
