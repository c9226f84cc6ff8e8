/**
 * Whom a user-agent line names: docs/semantics.md §4.2 and §4.3.
 */
import { DOT, HYPHEN, isDigit, isLetter, isWhiteSpace, SLASH, STAR, toLower, UNDERSCORE } from '../ascii.js';
import type { GroupAxes } from '../profiles.js';

/** One of the names that a caller goes by. */
export interface CallerName {
  /** As the caller gave it, without white space around it. */
  readonly given: string;
  /** That up to its first `/`: the product token without its version. */
  readonly name: string;
  /** {@link given} as UTF-8, ASCII letters in lower case. */
  readonly givenOctets: Uint8Array;
  /** {@link name} as UTF-8, ASCII letters in lower case. */
  readonly nameOctets: Uint8Array;
}

/**
 * The names of a caller, ready to be compared.
 *
 * @param agents a product token, or several that are all obeyed
 * @throws {TypeError} if there is none, or one is empty once it is trimmed (SP, HTAB, VT, FF) and cut at its first `/`
 */
export function callerNames(agents: string | readonly string[]): readonly CallerName[] {
  if (typeof agents === 'string') return oneName(agents, 0);
  const list: readonly unknown[] = Array.isArray(agents) ? agents : [];
  if (list.length === 0) {
    const given = Array.isArray(agents) ? 'an empty list' : typeof agents;
    throw new TypeError(`agents is ${given}; a product token or a list of at least one is expected`);
  }
  return list.flatMap(oneName);
}

/**
 * Which caller a user-agent line names.
 *
 * @param octets hold the line's value from `start` to `end`, trimmed
 * @returns the index in `callers` of the first that it names, or -1
 */
export function namesCaller(
  octets: Uint8Array,
  start: number,
  end: number,
  callers: readonly CallerName[],
  match: GroupAxes['agentMatch'],
): number {
  if (!beginsLikeAny(octets[start], callers)) return -1;
  switch (match) {
    case 'letters-prefix':
      return firstNamed(octets, start, behindLetters(octets, start, end), callers);
    case 'whole':
      return firstNamed(octets, start, end, callers);
    case 'before-slash':
      return firstNamed(octets, start, beforeSlash(octets, start, end), callers);
    case 'prefix-or-whole':
      return firstNamedByPrefixOrWhole(octets, start, end, callers);
  }
}

/** Whether a user-agent value is the wildcard: `*`, or `*` followed by white space and anything. */
export function isWildcard(octets: Uint8Array, start: number, end: number): boolean {
  return start < end && octets[start] === STAR && (end === start + 1 || isWhiteSpace(octets[start + 1]));
}

/** Callers of one name that have been asked for: a program has few, and asks for them once a file. */
const known = new Map<string, readonly CallerName[]>();
const KNOWN_NAMES = 64;

function oneName(agent: unknown, index: number): readonly CallerName[] {
  const before = known.get(agent as string);
  if (before !== undefined) return before;
  const names = [callerName(agent, index)];
  if (known.size >= KNOWN_NAMES) known.clear();
  known.set(agent as string, names);
  return names;
}

function callerName(agent: unknown, index: number): CallerName {
  if (typeof agent !== 'string') {
    throw new TypeError(
      `agents[${index}] is ${agent === null ? 'null' : typeof agent}; a product token is expected`,
    );
  }
  const given = trimmed(agent);
  const slash = given.indexOf('/');
  const name = slash < 0 ? given : trimmed(given.slice(0, slash));
  if (name === '') {
    throw new TypeError(
      `agents[${index}] is ${JSON.stringify(agent)}; a product token, not empty up to its first "/", is expected`,
    );
  }
  return { given, name, givenOctets: lowerOctets(given), nameOctets: lowerOctets(name) };
}

function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function lowerOctets(text: string): Uint8Array {
  return new TextEncoder().encode(text).map(toLower);
}

/** Whether a name begins with an octet but for case: without that, no reading of a line names it. */
function beginsLikeAny(first: number, callers: readonly CallerName[]): boolean {
  const lower = toLower(first);
  for (const { nameOctets } of callers) if (nameOctets[0] === lower) return true;
  return false;
}

function firstNamed(octets: Uint8Array, start: number, end: number, callers: readonly CallerName[]): number {
  for (let i = 0; i < callers.length; i++) {
    if (isSame(octets, start, end, callers[i].nameOctets)) return i;
  }
  return -1;
}

/**
 * Three readings of the line, each of which may name the caller; the last two find names that the grammar forbids.
 *
 * departs from RFC 9309 §2.2.1, by which `MJ12bot` is no product token: docs/semantics.md §4.3;
 * test/conformance/semantics-4-selection.test.ts.
 */
function firstNamedByPrefixOrWhole(
  octets: Uint8Array,
  start: number,
  end: number,
  callers: readonly CallerName[],
): number {
  const lettersEnd = behindLetters(octets, start, end);
  let widerEnd = lettersEnd;
  while (widerEnd < end && isWiderNameOctet(octets[widerEnd])) widerEnd++;
  for (let i = 0; i < callers.length; i++) {
    const { nameOctets, givenOctets } = callers[i];
    if (
      isSame(octets, start, lettersEnd, nameOctets) ||
      isSame(octets, start, widerEnd, nameOctets) ||
      isSame(octets, start, end, givenOctets)
    ) {
      return i;
    }
  }
  return -1;
}

/** Behind the longest prefix that RFC 9309's grammar accepts as a product token. */
function behindLetters(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isNameOctet(octets[at])) at++;
  return at;
}

function beforeSlash(octets: Uint8Array, start: number, end: number): number {
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

/** Whether octets are a name but for ASCII case; the name is in lower case. */
function isSame(octets: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    if (toLower(octets[start + i]) !== name[i]) return false;
  }
  return true;
}
