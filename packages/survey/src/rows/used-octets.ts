/**
 * The octets that patterns have.
 */
import {
  DOLLAR,
  DOT,
  FILLERS,
  LAST_TEXT_KIND,
  OCTET_KINDS,
  PERCENT,
  Row,
  type RuleTable,
  SLASH,
  STAR,
  tripletValue,
} from 'robotstream/internal';

const OCTET_VALUES = 256;

/** 1 for the octets that every form leaves as they are, in patterns and in URLs. */
export const SAME_IN_ALL_FORMS = Uint8Array.from({ length: OCTET_VALUES }, (_, octet) =>
  Object.values(OCTET_KINDS).every(
    ({ special, url }) => special[octet] <= LAST_TEXT_KIND && url[octet] <= LAST_TEXT_KIND,
  )
    ? 1
    : 0,
);

/** Letters and other octets of names, the likeliest to be in no pattern first. */
const LETTERS = Array.from(`${FILLERS.replace(/[^A-Za-z]/g, '')}abcdefABCDEF0123456789-_~`, (letter) =>
  letter.charCodeAt(0),
);

/** Which octets some patterns have, also percent-encoded. */
export class UsedOctets {
  readonly #used = new Uint8Array(OCTET_VALUES);
  /** Whether a path that a pattern names may have two slashes at its start, or dot segments, which not every profile leaves as they are. */
  #mayBeChanged = false;

  static ofRules({ octets, rows, at }: RuleTable): UsedOctets {
    const used = new UsedOctets();
    for (const row of at) used.add(octets, rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]);
    return used;
  }

  /** Adds the pattern `octets[start..end)`. */
  add(octets: Uint8Array, start: number, end: number): void {
    const used = this.#used;
    const textEnd = octets[end - 1] === DOLLAR ? end - 1 : end;
    let before = octets[start] === STAR ? SLASH : 0;
    for (let at = start; at < textEnd; at++) {
      const octet = octets[at];
      used[octet] = 1;
      if (before === SLASH && (octet === SLASH || octet === DOT) && at > start) this.#mayBeChanged = true;
      before = octet === STAR ? before : octet;
      if (octet !== PERCENT || at + 2 >= textEnd) continue;
      const value = tripletValue(octets[at + 1], octets[at + 2]);
      if (value >= 0) used[value] = 1;
    }
  }

  /** A letter, or another octet of names, that they do not have; undefined if there is none. */
  get unusedLetter(): number | undefined {
    return LETTERS.find((letter) => this.#used[letter] === 0);
  }

  /** Whether the patterns, and the paths that they name, are the same in all forms. */
  get areSameInAllForms(): boolean {
    if (this.#mayBeChanged) return false;
    return this.#used.every(
      (isUsed, octet) => isUsed === 0 || SAME_IN_ALL_FORMS[octet] === 1 || octet === DOT || octet === STAR,
    );
  }
}
