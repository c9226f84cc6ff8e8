/**
 * The UTF-8 byte order mark that a file can start with (docs/semantics.md §1.2).
 */
import { BYTE_ORDER_MARK } from '../ascii.js';
import type { ReadingAxes } from '../profiles.js';

/** How much of a UTF-8 byte order mark a file starts with. */
export type ByteOrderMark = 'none' | 'whole' | 'partial';

/** How many octets of a byte order mark, whole or partial, `octets` starts with. */
export function markLength(octets: Uint8Array): number {
  let length = 0;
  while (length < BYTE_ORDER_MARK.length && octets[length] === BYTE_ORDER_MARK[length]) length++;
  return length;
}

export function markKind(length: number): ByteOrderMark {
  if (length === 0) return 'none';
  return length === BYTE_ORDER_MARK.length ? 'whole' : 'partial';
}

/** Where line 1 starts: after a whole byte order mark. Part of one belongs to the line. */
export function lineOneStart(markOctets: number): number {
  return markKind(markOctets) === 'whole' ? markOctets : 0;
}

/** Where the first line starts as a profile reads it: after what is skipped of a byte order mark. */
export function contentStart(octets: Uint8Array, skipped: ReadingAxes['byteOrderMark']): number {
  const markOctets = markLength(octets);
  return skipped === 'whole' ? lineOneStart(markOctets) : markOctets;
}

/** How many octets `octets` starts with that are an incomplete byte order mark. */
export function partialMarkLength(octets: Uint8Array): number {
  const length = markLength(octets);
  return length === BYTE_ORDER_MARK.length ? 0 : length;
}
