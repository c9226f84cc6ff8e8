/**
 * The three forms in which patterns and URLs are compared (docs/semantics.md §5.2, §5.7, §5.8), as tables: by form, the kind
 * of each octet, and what each `%XX` becomes.
 */
import {
  BACKSLASH,
  DEL,
  DIGIT_0,
  DIGIT_9,
  DOLLAR,
  DOT,
  FIRST_NON_ASCII,
  HASH,
  HYPHEN,
  isDigit,
  isLetter,
  PERCENT,
  QUESTION,
  SLASH,
  SP,
  STAR,
  TILDE,
  UNDERSCORE,
  UPPER_A,
} from '../../ascii.js';
import type { RuleAxes } from '../../profiles.js';
import { signatureOf } from './path-signature.js';

export type Form = RuleAxes['form'];

/** The octet stays unchanged. */
export const PLAIN = 0;
/** `?`, which stays unchanged. The first one begins the query. */
export const QUESTION_SIGN = 1;
/** In a pattern: white space, a control octet or `#`. It stays unchanged; but if the end of a value is unknown, it may follow it. */
export const ENDING = 2;
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
export const PARSED = 9;

/** Octets of the kinds up to this one belong to the value in which they are found, and stay unchanged. */
export const LAST_TEXT_KIND = QUESTION_SIGN;
/** Octets of the kinds up to this one stay unchanged. */
export const LAST_SELF_KIND = ENDING;

/** The fate of a `%XX` that stays, with upper-case digits. */
export const KEPT = 0;
/** The fate of a `%XX` that is decoded. */
export const DECODED = 1;
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
  /** The signature of each octet of a URL (`path-signature.ts`). */
  readonly signatures: Int32Array;
  /** The fate of each `%XX`, by its value: {@link KEPT}, {@link DECODED} or {@link DECODED_IN_QUERY}. */
  readonly triplets: Uint8Array;
  /** Whether a `%` without two hex digits becomes `%25`. */
  readonly encodesPercent: boolean;
}

const OCTETS = 256;

/** Octets that RFC 3986 allows in no URL, and that the canonical form encodes: docs/semantics.md §5.2. */
const ENCODED_CHARACTERS = '"<>\\^`{|}';

/**
 * Octets that are data in a query, so they mean the same encoded or not: docs/semantics.md §5.2.
 *
 * departs from RFC 9309 §2.2.2, which says that every reserved octet is encoded before comparison; its own table shows the
 * opposite: test/conformance/semantics-5-canonical-form.test.ts.
 */
const QUERY_DATA_CHARACTERS = ":/?@'";

const canonicalLiteral = table((octet) => {
  if (octet === QUESTION) return QUESTION_SIGN;
  if (octet === PERCENT) return PERCENT_SIGN;
  const isEncoded =
    octet <= SP ||
    octet >= DEL ||
    octet === STAR ||
    octet === DOLLAR ||
    ENCODED_CHARACTERS.includes(String.fromCharCode(octet));
  return isEncoded ? ENCODED : plainOrEnding(octet);
});

const asWrittenLiteral = table((octet) => {
  if (octet === PERCENT) return PERCENT_SIGN;
  return octet >= FIRST_NON_ASCII ? ENCODED : plainOrEnding(octet);
});

const decodedLiteral = table((octet) => {
  if (octet === QUESTION) return QUESTION_SIGN;
  return octet === PERCENT ? PERCENT_SIGN : plainOrEnding(octet);
});

/** Whether an octet is data in a query, so it means the same encoded or not. */
export function isQueryData(octet: number): boolean {
  return QUERY_DATA_CHARACTERS.includes(String.fromCharCode(octet));
}

/** The tables of each form. */
export const OCTET_KINDS: { readonly [form in Form]: OctetKinds } = {
  canonical: {
    isParsed: true,
    literal: canonicalLiteral,
    special: withSpecials(canonicalLiteral),
    ...parsedUrl(canonicalLiteral),
    triplets: table((octet) => {
      if (isUnreserved(octet)) return DECODED;
      return isQueryData(octet) ? DECODED_IN_QUERY : KEPT;
    }),
    encodesPercent: true,
  },
  'as-written': {
    isParsed: false,
    literal: asWrittenLiteral,
    special: withSpecials(asWrittenLiteral),
    url: table(() => PLAIN),
    signatures: new Int32Array(OCTETS),
    triplets: table(() => KEPT),
    encodesPercent: false,
  },
  decoded: {
    isParsed: true,
    literal: decodedLiteral,
    special: withSpecials(decodedLiteral),
    ...parsedUrl(decodedLiteral),
    triplets: table((octet) => (octet === SLASH ? KEPT : DECODED)),
    encodesPercent: false,
  },
};

/** The upper-case hexadecimal digit of a value 0–15. */
export function hexDigit(value: number): number {
  return value < DIGIT_9 - DIGIT_0 + 1 ? DIGIT_0 + value : UPPER_A + value - (DIGIT_9 - DIGIT_0 + 1);
}

function plainOrEnding(octet: number): number {
  return octet <= SP || octet === HASH ? ENDING : PLAIN;
}

function table(kindOf: (octet: number) => number): Uint8Array {
  return Uint8Array.from({ length: OCTETS }, (_, octet) => kindOf(octet));
}

/** The kinds of a pattern in which `*` and `$` are special. */
function withSpecials(literal: Uint8Array): Uint8Array {
  return table((octet) => {
    if (octet === STAR) return WILDCARD;
    return octet === DOLLAR && literal[octet] === PLAIN ? DOLLAR_SIGN : literal[octet];
  });
}

/**
 * The tables of URLs in a form in which they are parsed. Only the URL parser can handle white space, control octets below
 * 20, `\` and dot segments.
 */
function parsedUrl(literal: Uint8Array): Pick<OctetKinds, 'url' | 'signatures'> {
  const url = table((octet) => {
    if (octet <= SP || octet === BACKSLASH) return PARSED;
    if (octet === HASH) return HASH_SIGN;
    return octet === DOT ? DOT_SIGN : literal[octet];
  });
  const signatures = Int32Array.from(url, (kind, octet) =>
    signatureOf(octet, kind > LAST_SELF_KIND && kind !== DOT_SIGN),
  );
  return { url, signatures };
}

/** RFC 3986 §2.3. */
function isUnreserved(octet: number): boolean {
  return (
    isLetter(octet) ||
    isDigit(octet) ||
    octet === HYPHEN ||
    octet === DOT ||
    octet === UNDERSCORE ||
    octet === TILDE
  );
}
