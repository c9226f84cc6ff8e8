/**
 * The three forms in which patterns and URLs are compared (docs/semantics.md §5.2, §5.7, §5.8), as tables: by form, the kind
 * of each octet, what each `%XX` becomes, and what an octet adds to the signature of a path. URLs and patterns are written in a
 * form octet by octet, with the same functions.
 */
import * as Octet from '../ascii.js';
import type { RuleAxes } from '../profiles.js';

export type Form = RuleAxes['form'];

/** The octet stays unchanged. */
export const PLAIN = 0;
/** `?`, which stays unchanged. The first one begins the query. */
export const QUESTION_SIGN = 1;
/** In a pattern: white space, a control octet or `#`. It stays unchanged; but if the end of a value is unknown, it may follow it. */
const ENDING = 2;
/** `%`: with two hex digits, one encoded octet; else a percent sign. */
export const PERCENT_SIGN = 3;
/** The octet is written `%XX`. */
export const ENCODED = 4;
/** In a pattern: `*`, any run of octets. */
export const WILDCARD = 5;
/** In a pattern: `$`. The last octet of a pattern is the anchor; any other stays unchanged. */
export const DOLLAR_SIGN = 6;
/** In a URL: `.`, which may make a dot segment. */
export const DOT_SIGN = 7;
/** In a URL: `#`, which begins the fragment. */
export const HASH_SIGN = 8;
/** In a URL: an octet that only the URL parser can handle. */
const PARSED = 9;

/** Octets of the kinds up to this one belong to the value in which they are found, and stay unchanged. */
export const LAST_TEXT_KIND = QUESTION_SIGN;
/** Octets of the kinds up to this one stay unchanged. */
export const LAST_SELF_KIND = ENDING;

/** The fate of a `%XX` that stays, with upper-case digits. */
export const KEPT = 0;
/** The fate of a `%XX` that is decoded. */
const DECODED = 1;
/** The fate of a `%XX` that is decoded in the query and stays in the path. */
export const DECODED_IN_QUERY = 2;

/** The tables of one form. */
export interface OctetKinds {
  /** Whether the URL parser reads a URL first. */
  readonly isParsed: boolean;
  /** The kind of each octet of a pattern in which `*` and a final `$` are special. */
  readonly special: Uint8Array;
  /** The kind of each octet of a pattern in which nothing is special. */
  readonly literal: Uint8Array;
  /** The kind of each octet of a URL. */
  readonly url: Uint8Array;
  /** The signature of each octet of a URL: see below. */
  readonly signatures: Int32Array;
  /** The fate of each `%XX`, by its value: {@link KEPT}, {@link DECODED} or {@link DECODED_IN_QUERY}. */
  readonly triplets: Uint8Array;
  /** Whether a `%` without two hex digits becomes `%25`. */
  readonly encodesPercent: boolean;
}

/*
 * The signature of a path: one integer that says which octets occur in it, and whether any of them has another form. Each
 * octet has a signature of a few bits, and the path's is all of them combined.
 *
 * ```
 * bit  0             1 … 26          27   28   29
 *      another form  the letters a…z  `?`  `=`  any other octet, but for digits, dots and slashes
 * ```
 *
 * Bit 0 says whether the path must be rewritten. The others show which rules cannot match: those that need an octet which the
 * path does not have.
 */
const OTHER_FORM_BIT = 1 << 0;
/** The bit of the letter `a`, in either case; those of the other letters follow. */
const FIRST_LETTER_SHIFT = 1;
const QUESTION_BIT = 1 << 27;
const EQUALS_BIT = 1 << 28;
const REST_BIT = 1 << 29;

/** The signature of a path that has not been computed: it has every bit, so it rules nothing out. */
export const UNKNOWN_SIGNATURE = -1;

/**
 * The bit that says that an octet occurs; 0 for the octets that have none, because most paths have them: digits, dots and
 * slashes.
 */
export function presenceBit(octet: number): number {
  if (Octet.isLetter(octet))
    return 1 << (FIRST_LETTER_SHIFT + (octet | Octet.LOWER_CASE_BIT) - Octet.LOWER_A);
  if (octet === Octet.QUESTION) return QUESTION_BIT;
  if (octet === Octet.EQUALS) return EQUALS_BIT;
  return Octet.isDigit(octet) || octet === Octet.DOT || octet === Octet.SLASH ? 0 : REST_BIT;
}

/** Whether a path of this signature, without a dot segment, is in its form as it is written. */
export function isInForm(signature: number): boolean {
  return (signature & OTHER_FORM_BIT) === 0;
}

/** Whether a path of this signature may have all octets that are needed, given by their {@link presenceBit}s. */
export function mayContain(signature: number, needed: number): boolean {
  return (needed & ~signature) === 0;
}

const OCTETS = 256;

/** Octets that RFC 3986 allows in no URL, and `*` and `$`: the canonical form encodes all of them (docs/semantics.md §5.2). */
const ENCODED_CHARACTERS = '"<>\\^`{|}*$';

/**
 * Octets that are data in a query, so they mean the same encoded or not: docs/semantics.md §5.2.
 *
 * departs from RFC 9309 §2.2.2, which says that every reserved octet is encoded before comparison; its own table shows the
 * opposite: conformance/rfc9309/2.2.2-encoding.json.
 */
const QUERY_DATA_CHARACTERS = ":/?@'";

/** Whether an octet is data in a query, so it means the same encoded or not. */
export function isQueryData(octet: number): boolean {
  return QUERY_DATA_CHARACTERS.includes(String.fromCharCode(octet));
}

/** The tables of each form. */
export const OCTET_KINDS: { readonly [form in Form]: OctetKinds } = {
  canonical: {
    isParsed: true,
    encodesPercent: true,
    ...kindsOf(
      (octet) =>
        octet <= Octet.SP || octet >= Octet.DEL || ENCODED_CHARACTERS.includes(String.fromCharCode(octet)),
    ),
    triplets: table((octet) => {
      if (isUnreserved(octet)) return DECODED;
      return isQueryData(octet) ? DECODED_IN_QUERY : KEPT;
    }),
  },
  'as-written': {
    isParsed: false,
    encodesPercent: false,
    ...kindsOf((octet) => octet >= Octet.FIRST_NON_ASCII),
    triplets: table(() => KEPT),
  },
  decoded: {
    isParsed: true,
    encodesPercent: false,
    ...kindsOf(() => false),
    triplets: table((octet) => (octet === Octet.SLASH ? KEPT : DECODED)),
  },
};

const HEX_DIGITS = '0123456789ABCDEF';

/** The upper-case hexadecimal digit of a value 0–15. */
export function hexDigit(value: number): number {
  return HEX_DIGITS.charCodeAt(value);
}

function table(kindOf: (octet: number) => number): Uint8Array {
  return Uint8Array.from({ length: OCTETS }, (_, octet) => kindOf(octet));
}

/**
 * The kinds of octets in patterns and URLs, and their signatures. In a URL, only the URL parser can handle white space, control octets
 * below 20, `\` and dot segments.
 */
function kindsOf(
  isEncoded: (octet: number) => boolean,
): Pick<OctetKinds, 'literal' | 'special' | 'url' | 'signatures'> {
  const literal = table((octet) => {
    if (octet === Octet.QUESTION) return QUESTION_SIGN;
    if (octet === Octet.PERCENT) return PERCENT_SIGN;
    if (isEncoded(octet)) return ENCODED;
    return octet <= Octet.SP || octet === Octet.HASH ? ENDING : PLAIN;
  });
  const special = table((octet) => {
    if (octet === Octet.STAR) return WILDCARD;
    return octet === Octet.DOLLAR && literal[octet] === PLAIN ? DOLLAR_SIGN : literal[octet];
  });
  const url = table((octet) => {
    if (octet <= Octet.SP || octet === Octet.BACKSLASH) return PARSED;
    if (octet === Octet.HASH) return HASH_SIGN;
    return octet === Octet.DOT ? DOT_SIGN : literal[octet];
  });
  const signatures = Int32Array.from(url, (kind, octet) => {
    const hasOtherForm = kind > LAST_SELF_KIND && kind !== DOT_SIGN;
    return presenceBit(octet) | (hasOtherForm ? OTHER_FORM_BIT : 0);
  });
  return { literal, special, url, signatures };
}

/** RFC 3986 §2.3. */
function isUnreserved(octet: number): boolean {
  return (
    Octet.isLetter(octet) ||
    Octet.isDigit(octet) ||
    octet === Octet.HYPHEN ||
    octet === Octet.DOT ||
    octet === Octet.UNDERSCORE ||
    octet === Octet.TILDE
  );
}

/** The value of two hex digits, given by their octets; -1 if one is none. */
export function tripletValue(first: number, second: number): number {
  const high = Octet.hexValue(first);
  const low = Octet.hexValue(second);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/**
 * Writes a `%`, or the `%XX` that it begins, in a form.
 *
 * @param value the value of the two hex digits that follow, or -1
 * @param length how many octets have been written
 * @returns how many octets have been written now
 */
export function writePercent(
  kinds: OctetKinds,
  value: number,
  inQuery: boolean,
  octets: Uint8Array,
  length: number,
): number {
  if (value < 0) {
    if (kinds.encodesPercent) return writeTriplet(Octet.PERCENT, octets, length);
    octets[length] = Octet.PERCENT;
    return length + 1;
  }
  const fate = kinds.triplets[value];
  if (fate === KEPT || (fate === DECODED_IN_QUERY && !inQuery)) return writeTriplet(value, octets, length);
  octets[length] = value;
  return length + 1;
}

/** Writes `%XX`. Returns how many octets have been written now. */
export function writeTriplet(value: number, octets: Uint8Array, length: number): number {
  octets[length] = Octet.PERCENT;
  octets[length + 1] = hexDigit(value >> 4);
  octets[length + 2] = hexDigit(value & 0xf);
  return length + 3;
}

/** How many octets `%XX` has. */
export const TRIPLET_OCTETS = 3;

/** The octet of the `%XX` at a place of a pattern in canonical form, if both are equal in a query; else -1. */
export function queryDataAt(text: Uint8Array, at: number): number {
  if (text[at] !== Octet.PERCENT) return -1;
  const value = tripletValue(text[at + 1], text[at + 2]);
  return OCTET_KINDS.canonical.triplets[value] === DECODED_IN_QUERY ? value : -1;
}

/**
 * Writes a part of a pattern in canonical form, `text[first..last)`, with each `%XX` decoded that equals its octet in a query.
 *
 * @param decoded has room for the part
 * @returns how many octets it then has
 */
export function writeQueryForm(text: Uint8Array, first: number, last: number, decoded: Uint8Array): number {
  let length = 0;
  for (let at = first; at < last; at++) {
    const value = queryDataAt(text, at);
    decoded[length++] = value < 0 ? text[at] : value;
    if (value >= 0) at += TRIPLET_OCTETS - 1;
  }
  return length;
}

/** A part of a pattern in canonical form, with each `%XX` decoded that equals its octet in a query. */
export function queryFormOf(part: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(part.length);
  return decoded.subarray(0, writeQueryForm(part, 0, part.length, decoded));
}
