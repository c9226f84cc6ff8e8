/**
 * Structured Fields: parses a dictionary (RFC 9651 §4.2.2) with all types of members. If parsing fails, the whole
 * dictionary is invalid, so the result is only the place of the failure.
 */
import * as Octet from '../ascii.js';
import { latin1 } from '../octets.js';

const DOUBLE_QUOTE = 0x22;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
export const COMMA = 0x2c;
const DIGIT_1 = 0x31;
const AT = 0x40;

/** A value without parameters (RFC 9651 §3.3). */
export type BareItem =
  | { readonly type: 'integer' | 'decimal' | 'date'; readonly value: number }
  | { readonly type: 'string' | 'token' | 'display-string'; readonly value: string }
  | { readonly type: 'binary'; readonly value: Uint8Array }
  | { readonly type: 'boolean'; readonly value: boolean };

/** Parameters in their order. The last of equal keys counts, in the place of the first. */
export type Parameters = ReadonlyMap<string, BareItem>;

/** An item or an inner list. */
export interface Member {
  readonly value: BareItem | readonly Item[];
  readonly parameters: Parameters;
  /** Where the member's key starts. */
  readonly keyStart: number;
  /** Where the member's octets start: after the `=`, or at the key of a member without one. */
  readonly start: number;
  /** Where its octets, parameters included, end. */
  readonly end: number;
}

/** A value with its parameters. */
export interface Item {
  readonly value: BareItem;
  readonly parameters: Parameters;
}

/** Members by key, in their order. The last of equal keys counts, in the place of the first. */
export type Dictionary = ReadonlyMap<string, Member>;

/** A dictionary, or the index of the octet at which it fails to parse. */
export type ParsedDictionary = { readonly dictionary: Dictionary } | { readonly failedAt: number };

/** RFC 9651 §4.2.4. */
const MAX_INTEGER_DIGITS = 15;
const MAX_DECIMAL_CHARACTERS = 16;
const MAX_WHOLE_DIGITS_OF_DECIMAL = 12;
const MAX_FRACTION_DIGITS = 3;

const KEY_OCTETS = octetSet('abcdefghijklmnopqrstuvwxyz0123456789_-.*');
const KEY_START_OCTETS = octetSet('abcdefghijklmnopqrstuvwxyz*');
const TOKEN_OCTETS = octetSet(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~:/",
);

function octetSet(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/** Parses a dictionary (RFC 9651 §4.2, for the type "dictionary"). */
export function parseDictionary(octets: Uint8Array): ParsedDictionary {
  const parser = new DictionaryParser(octets);
  const dictionary = parser.whole();
  return dictionary === null ? { failedAt: parser.at } : { dictionary };
}

/** Reads from left to right. A method that returns null has failed at {@link at}. */
class DictionaryParser {
  at = 0;
  readonly #octets: Uint8Array;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  /** RFC 9651 §4.2. */
  whole(): Dictionary | null {
    this.#skipSpaces();
    const dictionary = this.#dictionary();
    if (dictionary === null) return null;
    this.#skipSpaces();
    return this.#isAtEnd ? dictionary : null;
  }

  /** RFC 9651 §4.2.2. */
  #dictionary(): Dictionary | null {
    const members = new Map<string, Member>();
    while (!this.#isAtEnd) {
      const keyStart = this.at;
      const key = this.#key();
      if (key === null) return null;
      const member = this.#take(Octet.EQUALS) ? this.#member(keyStart) : this.#flag(keyStart);
      if (member === null) return null;
      members.set(key, member);
      this.#skipWhiteSpace();
      if (this.#isAtEnd) return members;
      if (!this.#take(COMMA)) return null;
      this.#skipWhiteSpace();
      if (this.#isAtEnd) return null;
    }
    return members;
  }

  /** A member after its `=`: RFC 9651 §4.2.1.1. */
  #member(keyStart: number): Member | null {
    const start = this.at;
    const value = this.#take(OPEN_PARENTHESIS) ? this.#innerList() : this.#bareItem();
    if (value === null) return null;
    const parameters = this.#parameters();
    return parameters === null ? null : { value, parameters, keyStart, start, end: this.at };
  }

  /** A member without `=`, which is true. */
  #flag(keyStart: number): Member | null {
    const parameters = this.#parameters();
    return parameters === null ? null : { value: TRUE, parameters, keyStart, start: keyStart, end: this.at };
  }

  /** An inner list after its `(`: RFC 9651 §4.2.1.2. */
  #innerList(): Item[] | null {
    const items: Item[] = [];
    for (;;) {
      this.#skipSpaces();
      if (this.#take(CLOSE_PARENTHESIS)) return items;
      const value = this.#bareItem();
      const parameters = value === null ? null : this.#parameters();
      if (value === null || parameters === null) return null;
      items.push({ value, parameters });
      if (this.#next !== Octet.SP && this.#next !== CLOSE_PARENTHESIS) return null;
    }
  }

  /** RFC 9651 §4.2.3.2. */
  #parameters(): Parameters | null {
    const parameters = new Map<string, BareItem>();
    while (this.#take(Octet.SEMICOLON)) {
      this.#skipSpaces();
      const key = this.#key();
      if (key === null) return null;
      const value = this.#take(Octet.EQUALS) ? this.#bareItem() : TRUE;
      if (value === null) return null;
      parameters.set(key, value);
    }
    return parameters;
  }

  /** RFC 9651 §4.2.3.3. */
  #key(): string | null {
    return KEY_START_OCTETS.has(this.#next) ? this.#run(KEY_OCTETS) : null;
  }

  /** RFC 9651 §4.2.3.1. */
  #bareItem(): BareItem | null {
    const first = this.#next;
    if (first === Octet.HYPHEN || Octet.isDigit(first)) return this.#number();
    if (Octet.isLetter(first) || first === Octet.STAR)
      return { type: 'token', value: this.#run(TOKEN_OCTETS) };
    switch (first) {
      case DOUBLE_QUOTE:
        return this.#string();
      case Octet.COLON:
        return this.#binary();
      case Octet.QUESTION:
        return this.#boolean();
      case AT:
        return this.#date();
      case Octet.PERCENT:
        return this.#displayString();
      default:
        return null;
    }
  }

  /** RFC 9651 §4.2.4. */
  #number(): { type: 'integer' | 'decimal'; value: number } | null {
    const sign = this.#take(Octet.HYPHEN) ? -1 : 1;
    const whole = this.#digits(MAX_INTEGER_DIGITS);
    if (whole === null) return null;
    if (this.#next !== Octet.DOT) return { type: 'integer', value: sign * Number(whole) };
    if (whole.length > MAX_WHOLE_DIGITS_OF_DECIMAL) return null;
    this.at++;
    const fraction = this.#digits(MAX_DECIMAL_CHARACTERS - whole.length - 1);
    if (fraction === null || fraction.length > MAX_FRACTION_DIGITS) return null;
    return { type: 'decimal', value: sign * Number(`${whole}.${fraction}`) };
  }

  /** At least one digit, and no more than `max`. */
  #digits(max: number): string | null {
    let digits = '';
    while (Octet.isDigit(this.#next)) {
      if (digits.length === max) return null;
      digits += String.fromCharCode(this.#next);
      this.at++;
    }
    return digits === '' ? null : digits;
  }

  /** RFC 9651 §4.2.5. */
  #string(): BareItem | null {
    this.at++;
    for (let value = ''; !this.#isAtEnd; this.at++) {
      let octet = this.#next;
      if (octet === DOUBLE_QUOTE) {
        this.at++;
        return { type: 'string', value };
      }
      if (octet === Octet.BACKSLASH) {
        this.at++;
        octet = this.#next;
        if (octet !== DOUBLE_QUOTE && octet !== Octet.BACKSLASH) return null;
      } else if (octet < Octet.SP || octet > Octet.TILDE) {
        return null;
      }
      value += String.fromCharCode(octet);
    }
    return null;
  }

  /** RFC 9651 §4.2.7. */
  #binary(): BareItem | null {
    this.at++;
    const end = this.#octets.indexOf(Octet.COLON, this.at);
    const text = end < 0 ? '' : latin1(this.#octets.subarray(this.at, end));
    // White space, which `atob` skips, is not part of the alphabet.
    if (end < 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
    try {
      const value = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      this.at = end + 1;
      return { type: 'binary', value };
    } catch {
      return null;
    }
  }

  /** RFC 9651 §4.2.8. */
  #boolean(): BareItem | null {
    this.at++;
    if (this.#take(DIGIT_1)) return TRUE;
    return this.#take(Octet.DIGIT_0) ? { type: 'boolean', value: false } : null;
  }

  /** RFC 9651 §4.2.9. */
  #date(): BareItem | null {
    this.at++;
    const number = this.#number();
    return number?.type === 'integer' ? { type: 'date', value: number.value } : null;
  }

  /** RFC 9651 §4.2.10. */
  #displayString(): BareItem | null {
    this.at++;
    if (!this.#take(DOUBLE_QUOTE)) return null;
    const octets: number[] = [];
    for (; !this.#isAtEnd; this.at++) {
      const octet = this.#next;
      if (octet === DOUBLE_QUOTE) {
        const value = utf8Text(octets);
        if (value === null) return null;
        this.at++;
        return { type: 'display-string', value };
      }
      if (octet < Octet.SP || octet > Octet.TILDE) return null;
      if (octet === Octet.PERCENT) {
        const digits = latin1(this.#octets.subarray(this.at + 1, this.at + 3));
        if (!/^[0-9a-f]{2}$/.test(digits)) return null;
        octets.push(Number.parseInt(digits, 16));
        this.at += 2;
      } else {
        octets.push(octet);
      }
    }
    return null;
  }

  get #isAtEnd(): boolean {
    return this.at >= this.#octets.length;
  }

  /** The octet at {@link at}; -1 at the end. */
  get #next(): number {
    return this.#isAtEnd ? -1 : this.#octets[this.at];
  }

  #take(octet: number): boolean {
    if (this.#next !== octet) return false;
    this.at++;
    return true;
  }

  #skipSpaces(): void {
    while (this.#next === Octet.SP) this.at++;
  }

  /** OWS of RFC 9110 §5.6.3. */
  #skipWhiteSpace(): void {
    while (this.#next === Octet.SP || this.#next === Octet.HTAB) this.at++;
  }

  /** The longest run of octets of a set. */
  #run(set: ReadonlySet<number>): string {
    const start = this.at;
    while (set.has(this.#next)) this.at++;
    return latin1(this.#octets.subarray(start, this.at));
  }
}

const TRUE: BareItem = { type: 'boolean', value: true };

function utf8Text(octets: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(octets));
  } catch {
    return null;
  }
}
