/**
 * Which octets some texts have, and which octets every form leaves as they are.
 */
import { PERCENT, QUESTION, SLASH } from '../ascii.js';
import { LAST_TEXT_KIND, OCTET_KINDS, tripletValue } from '../match/octet-forms.js';
import { FILLERS } from './alphabet.js';

const OCTET_VALUES = 256;

/** 1 for the octets that every form leaves as they are, in patterns and in URLs. */
export const SAME_IN_ALL_FORMS: Uint8Array = Uint8Array.from({ length: OCTET_VALUES }, (_, octet) =>
  Object.values(OCTET_KINDS).every(
    ({ special, url }) => special[octet] <= LAST_TEXT_KIND && url[octet] <= LAST_TEXT_KIND,
  )
    ? 1
    : 0,
);

/** Letters and other octets of names, the likeliest to be in no pattern first. */
export const LETTERS: readonly number[] = Array.from(
  `${FILLERS.replace(/[^A-Za-z]/g, '')}abcdefABCDEF0123456789-_~`,
  (letter) => letter.charCodeAt(0),
);

/** Which octets some texts have, also percent-encoded. */
export class UsedOctets {
  readonly #used: Uint8Array = new Uint8Array(OCTET_VALUES);

  /** Adds the octets of `octets[start..end)`. */
  add(octets: Uint8Array, start: number, end: number): void {
    const used = this.#used;
    for (let at = start; at < end; at++) used[octets[at]] = 1;
    if (used[PERCENT] === 0) return;
    for (let at = start; at < end - 2; at++) {
      if (octets[at] !== PERCENT) continue;
      const value = tripletValue(octets[at + 1], octets[at + 2]);
      if (value >= 0) used[value] = 1;
    }
  }

  /** A letter, or another octet of names, that they do not have; undefined if there is none. */
  get unusedLetter(): number | undefined {
    return LETTERS.find((letter) => this.#used[letter] === 0);
  }
}

/** Whether what follows the dot at the beginning of a segment makes it no dot segment. */
export function isTextAfterDot(octets: Uint8Array, at: number, end: number): boolean {
  return at < end && SAME_IN_ALL_FORMS[octets[at]] === 1 && octets[at] !== SLASH && octets[at] !== QUESTION;
}
