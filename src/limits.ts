/**
 * Units of time, and every limit of the core with its unit and its source.
 */
import { aWholeNumber } from './option-checks.js';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Octets in a kibibyte. */
const KIBIBYTE = 1024;

/**
 * The default parsing limit, and the lowest accepted one: 500 KiB of decoded content (RFC 9309 §2.5).
 */
export const PARSING_LIMIT_OCTETS = 500 * KIBIBYTE;

/** How many octets of a chunk become events at a time. It bounds what a stream buffers for a slow consumer. */
export const SLICE_OCTETS = 16 * KIBIBYTE;

/**
 * How many octets past the parsing limit a Node transform reads and discards, so that a long file ends without an error. A
 * source with more counts as endless.
 */
export const DISCARD_LIMIT_OCTETS = 4096 * KIBIBYTE;

/** The longest URL that a browser accepted when the reference matcher was written, in octets. */
const LONGEST_BROWSER_URL_OCTETS = 2083;

/**
 * How many octets of a line are read; the rest is ignored. It is the size of the reference matcher's buffer without the
 * terminator: eight times the longest URL of a browser, less one (docs/semantics.md §1.4).
 */
export const LINE_LIMIT_OCTETS = LONGEST_BROWSER_URL_OCTETS * 8 - 1;

/**
 * Checks the option `maxOctets`.
 *
 * @param maxOctets octets of decoded content, or `Infinity`
 * @returns the limit to use: `maxOctets`, or 512,000 if it is undefined
 * @throws {TypeError} if it is not a number
 * @throws {RangeError} if it is under 512,000 octets (RFC 9309 §2.5: "MUST be at least 500 kibibytes") or not whole
 */
export function parsingLimit(maxOctets: number | undefined): number {
  if (maxOctets === undefined) return PARSING_LIMIT_OCTETS;
  aLimit(maxOctets, 'maxOctets');
  return maxOctets;
}

const aLimit = aWholeNumber(PARSING_LIMIT_OCTETS, Infinity, 'octets (RFC 9309 §2.5)');
