/**
 * The three forms in which patterns and URLs are compared (docs/semantics.md §5.2, §5.7, §5.8), as tables: what each octet is in that form.
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
import { marksOf } from './path-signature.js';

export type Form = RuleAxes['form'];

/** Stands for itself. */
export const PLAIN = 0;
/** `?`: stands for itself; what follows is the query. */
export const QUERY_MARK = 1;
/** In a pattern, white space, a control octet or `#`: stands for itself, or behind the value where its end is not known yet. */
export const ENDING = 2;
/** `%`: with two hex digits one octet, else a per cent sign. */
export const PERCENT_SIGN = 3;
/** Is written `%XX`. */
export const ENCODED = 4;
/** `*` in a pattern: any run of octets. */
export const WILDCARD = 5;
/** `$` in a pattern: the anchor if it is the last octet, else it stands for itself. */
export const DOLLAR_SIGN = 6;
/** In a URL, `.`: may make a dot segment. */
export const DOT_SIGN = 7;
/** In a URL, `#`: what follows is the fragment. */
export const FRAGMENT_MARK = 8;
/** In a URL: only the URL parser knows what becomes of it. */
export const PARSED = 9;

/** Kinds up to this one are of the value that they are found in, and stand for themselves wherever they are. */
export const LAST_TEXT_KIND = QUERY_MARK;
/** Kinds up to this one stand for themselves wherever they are. */
export const LAST_SELF_KIND = ENDING;

/** `%XX` stays, with upper-case digits. */
export const KEPT = 0;
/** `%XX` is decoded. */
export const DECODED = 1;
/** `%XX` is decoded in the query and kept in the path. */
export const DECODED_IN_QUERY = 2;

/** What one form makes of octets. */
export interface OctetKinds {
  /** Whether a URL is read by the URL parser first. */
  readonly isParsed: boolean;
  /** The kind of each octet of a pattern in which `*` and a final `$` are special. */
  readonly special: Uint8Array;
  /** The kind of each octet of a pattern in which nothing is special. */
  readonly literal: Uint8Array;
  /** The kind of each octet of a URL. */
  readonly url: Uint8Array;
  /** The marks of each octet of a URL (`path-signature.ts`). */
  readonly marks: Int32Array;
  /** What becomes of `%XX`, by its value: {@link KEPT}, {@link DECODED} or {@link DECODED_IN_QUERY}. */
  readonly triplets: Uint8Array;
  /** Whether a `%` that two hex digits do not follow becomes `%25`. */
  readonly encodesPercent: boolean;
}

const OCTETS = 256;

/** Octets that RFC 3986 lets no URL hold, and that the canonical form encodes: docs/semantics.md §5.2. */
const ENCODED_CHARACTERS = '"<>\\^`{|}';

/**
 * What is data in a query, so that it means the same encoded or not: docs/semantics.md §5.2.
 *
 * departs from RFC 9309 §2.2.2, which would have every reserved octet encoded before comparison, and whose own figure does not:
 * test/conformance/semantics-5-canonical-form.test.ts.
 */
const QUERY_DATA_CHARACTERS = ":/?@'";

const canonicalLiteral = table((octet) => {
  if (octet === QUESTION) return QUERY_MARK;
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
  if (octet === QUESTION) return QUERY_MARK;
  return octet === PERCENT ? PERCENT_SIGN : plainOrEnding(octet);
});

/** Whether an octet is data in a query, so that it means the same encoded or not. */
export function isQueryData(octet: number): boolean {
  return QUERY_DATA_CHARACTERS.includes(String.fromCharCode(octet));
}

/** The kinds of each form. */
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
    marks: new Int32Array(OCTETS),
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

/** A pattern's kinds where `*` and `$` are special. */
function withSpecials(literal: Uint8Array): Uint8Array {
  return table((octet) => {
    if (octet === STAR) return WILDCARD;
    return octet === DOLLAR && literal[octet] === PLAIN ? DOLLAR_SIGN : literal[octet];
  });
}

/**
 * A URL's kinds where the URL parser reads it: it alone knows what becomes of white space, controls, `\` and
 * non-ASCII, and of what may be a dot segment.
 */
function parsedUrl(literal: Uint8Array): Pick<OctetKinds, 'url' | 'marks'> {
  const url = table((octet) => {
    if (octet <= SP || octet === BACKSLASH || octet >= DEL) return PARSED;
    if (octet === HASH) return FRAGMENT_MARK;
    return octet === DOT ? DOT_SIGN : literal[octet];
  });
  const marks = Int32Array.from(url, (kind, octet) =>
    marksOf(octet, kind > LAST_SELF_KIND && kind !== DOT_SIGN),
  );
  return { url, marks };
}

/** RFC 3986 §2.3. */
function isUnreserved(octet: number): boolean {
  return (
    (octet < FIRST_NON_ASCII && (isLetter(octet) || isDigit(octet))) ||
    octet === HYPHEN ||
    octet === DOT ||
    octet === UNDERSCORE ||
    octet === TILDE
  );
}
