/**
 * The octets that patterns have.
 */
import { DOLLAR, DOT, PERCENT, SLASH, STAR } from '../ascii.js';
import type { RuleTable } from '../ast/groups.js';
import { LAST_TEXT_KIND, OCTET_KINDS, tripletValue } from '../match/octet-forms.js';
import * as Row from '../stream/row.js';
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
const LETTERS = Array.from(`${FILLERS.replace(/[^A-Za-z]/g, '')}abcdefABCDEF0123456789-_~`, (letter) =>
  letter.charCodeAt(0),
);

/** Which octets some texts have, also percent-encoded. */
export class UsedOctets {
  protected readonly used: Uint8Array = new Uint8Array(OCTET_VALUES);

  /** Adds the octets of `octets[start..end)`. */
  add(octets: Uint8Array, start: number, end: number): void {
    const { used } = this;
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
    return LETTERS.find((letter) => this.used[letter] === 0);
  }
}

/** Which octets the patterns of some rules have. A final `$` is left out. */
export class PatternOctets extends UsedOctets {
  readonly #table: RuleTable;

  constructor(table: RuleTable) {
    super();
    this.#table = table;
    const { octets, rows, at } = table;
    for (const row of at) {
      const end = rows[row + Row.VALUE_END];
      this.add(octets, rows[row + Row.VALUE_START], octets[end - 1] === DOLLAR ? end - 1 : end);
    }
  }

  /** Whether the patterns, and the paths that they name, are the same in all forms. */
  get areSameInAllForms(): boolean {
    const { used } = this;
    for (let octet = 0; octet < OCTET_VALUES; octet++) {
      if (used[octet] === 0 || octet === DOT || octet === STAR) continue;
      if (SAME_IN_ALL_FORMS[octet] === 0) return false;
    }
    return !this.#table.at.some((row) => this.#mayBeChanged(row));
  }

  /** Whether the path that a pattern names may begin with two slashes, or have dot segments, which not every profile leaves as they are. */
  #mayBeChanged(row: number): boolean {
    const { octets, rows } = this.#table;
    const start = rows[row + Row.VALUE_START];
    let before = octets[start] === STAR ? SLASH : octets[start];
    for (let at = start + 1; at < rows[row + Row.VALUE_END]; at++) {
      const octet = octets[at];
      if (before === SLASH && (octet === SLASH || octet === DOT)) return true;
      if (octet !== STAR) before = octet;
    }
    return false;
  }
}
