/**
 * What a line is: docs/semantics.md §1.2, §1.4, §1.5, §1.6 and §2. The scanner has short cuts for the usual lines and calls
 * `readLine` for all others, so this file is the definition.
 */
import * as Octet from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { octetsOf } from '../octets.js';
import * as Row from './row.js';

/** The flags of a field that is no directive. */
const NO_FLAGS = Row.fieldFlags(Row.NO_DIRECTIVE, Row.SPELLED_EXACTLY);

/**
 * Reads a line, up to the line limit.
 *
 * @param octets has the line from `start` to `end`, without its terminator
 * @param endsAtNul whether a NUL ends the content, as under `controlOctets: 'nul-ends-content'`
 * @param ints gets the places of its parts, in the row at the index `at`
 * @returns the flags that do not depend on what is around the line
 */
export function readLine(
  octets: Uint8Array,
  start: number,
  end: number,
  endsAtNul: boolean,
  ints: Int32Array,
  at: number,
): Row.Flags {
  const limit = readingEnd(start, end);
  let flags = limit < end ? Row.OVERLONG : 0;
  let contentEnd = start;
  for (; contentEnd < limit; contentEnd++) {
    const octet = octets[contentEnd];
    if (octet === Octet.HASH) {
      flags |= Row.HAS_COMMENT;
      break;
    }
    if (Octet.isForbiddenControl(octet)) {
      flags |= octet === Octet.NUL ? Row.HAS_CONTROL | Row.HAS_NUL : Row.HAS_CONTROL;
      if (octet === Octet.NUL && endsAtNul) break;
    }
  }
  const first = skipWhiteSpace(octets, start, contentEnd);
  const last = dropWhiteSpace(octets, first, contentEnd);
  const colon = indexOf(octets, Octet.COLON, first, last);
  const separator = colon < last ? colon : onlyWordGap(octets, first, last);
  if (separator === last) {
    Row.writeParts(ints, at, last, last, last, last);
    if (first < last) return (flags | Row.NO_SEPARATOR) as Row.Flags;
    return (flags | ((flags & Row.HAS_COMMENT) !== 0 ? Row.COMMENT : Row.BLANK)) as Row.Flags;
  }
  const fieldEnd = dropWhiteSpace(octets, first, separator);
  Row.writeParts(ints, at, first, fieldEnd, skipWhiteSpace(octets, separator + 1, last), last);
  if (fieldEnd === first) return (flags | Row.EMPTY_FIELD) as Row.Flags;
  const shape = colon < last ? Row.RECORD : Row.SPACED_RECORD;
  return (flags | shape | recognizeField(octets, first, fieldEnd)) as Row.Flags;
}

/** Where reading stops in a line from `start` to `end`: at its end or at the line limit. */
export function readingEnd(start: number, end: number): number {
  return Math.min(end, start + LINE_LIMIT_OCTETS);
}

/**
 * Where the white space starts that separates exactly two words, or `end`. Only SP and HTAB separate words
 * (docs/semantics.md §2.2).
 */
function onlyWordGap(octets: Uint8Array, start: number, end: number): number {
  let gap = start;
  while (gap < end && !separatesWords(octets[gap])) gap++;
  let second = gap;
  while (second < end && separatesWords(octets[second])) second++;
  for (let p = second; p < end; p++) if (separatesWords(octets[p])) return end;
  return gap;
}

function separatesWords(octet: number): boolean {
  return octet === Octet.SP || octet === Octet.HTAB;
}

/** The offset of the first `wanted` in `octets[start..end)`, or `end`. */
export function indexOf(octets: Uint8Array, wanted: number, start: number, end: number): number {
  let p = start;
  while (p < end && octets[p] !== wanted) p++;
  return p;
}

function skipWhiteSpace(octets: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end && Octet.isWhiteSpace(octets[p])) p++;
  return p;
}

function dropWhiteSpace(octets: Uint8Array, start: number, end: number): number {
  let p = end;
  while (p > start && Octet.isWhiteSpace(octets[p - 1])) p--;
  return p;
}

/**
 * How each directive is spelled: first its own spelling, then the accepted misspellings, which are those of the reference matcher.
 *
 * departs from RFC 9309 §2.2, which has one spelling each: docs/semantics.md §2.3;
 * test/conformance/semantics.test.ts.
 */
const SPELLINGS: readonly (readonly [directive: Row.Directive, own: string, ...misspelled: string[]])[] = [
  [Row.USER_AGENT, 'user-agent', 'useragent', 'user agent'],
  [Row.ALLOW, 'allow'],
  [Row.DISALLOW, 'disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
  [Row.SITEMAP, 'sitemap', 'site-map'],
  [Row.CONTENT_USAGE, 'content-usage'],
];

/** Every spelling, with the flags of a field that is it, and of one that starts with it and continues. */
const KNOWN_SPELLINGS = SPELLINGS.flatMap(([directive, own, ...misspelled]) =>
  [own, ...misspelled].map((text) => ({
    octets: octetsOf(text),
    whole: Row.fieldFlags(directive, text === own ? Row.SPELLED_EXACTLY : Row.MISSPELLED),
    prefix: directive === Row.CONTENT_USAGE ? NO_FLAGS : Row.fieldFlags(directive, Row.SPELLED_AS_PREFIX),
  })),
);

/** The flags for the field `octets[start..end)`: the directive that it is or starts with, and how it spells that (docs/semantics.md §2.3). */
export function recognizeField(octets: Uint8Array, start: number, end: number): Row.Flags {
  for (const { octets: spelling, whole, prefix } of KNOWN_SPELLINGS) {
    let i = 0;
    while (i < spelling.length && start + i < end && Octet.toLower(octets[start + i]) === spelling[i]) i++;
    if (i === spelling.length) return start + i === end ? whole : prefix;
  }
  return NO_FLAGS;
}

/** How much of a UTF-8 byte order mark a file starts with. */
export type ByteOrderMark = 'none' | 'whole' | 'partial';

/** How many octets of a byte order mark, whole or partial, `octets` starts with. */
export function markLength(octets: Uint8Array): number {
  let length = 0;
  while (length < Octet.BYTE_ORDER_MARK.length && octets[length] === Octet.BYTE_ORDER_MARK[length]) length++;
  return length;
}

export function markKind(length: number): ByteOrderMark {
  if (length === 0) return 'none';
  return length === Octet.BYTE_ORDER_MARK.length ? 'whole' : 'partial';
}

/** Where line 1 starts: after a whole byte order mark. Part of one belongs to the line. */
export function lineOneStart(markOctets: number): number {
  return markKind(markOctets) === 'whole' ? markOctets : 0;
}

/** How many octets of an incomplete byte order mark `octets` starts with. Some profiles skip them. */
export function partialMarkLength(octets: Uint8Array): number {
  const length = markLength(octets);
  return markKind(length) === 'partial' ? length : 0;
}
