/**
 * Finds invalid UTF-8, by the grammar of RFC 3629 §4, which RFC 9309 §2.2 repeats.
 */
import { FIRST_NON_ASCII } from '../ascii.js';

const FIRST_TAIL = 0x80;
const LAST_TAIL = 0xbf;

/** For each kind of sequence: its lead octets, the number of tails, and the range of the first tail. */
const SEQUENCES = [
  { from: 0xc2, to: 0xdf, tails: 1, low: 0x80, high: 0xbf },
  { from: 0xe0, to: 0xe0, tails: 2, low: 0xa0, high: 0xbf },
  { from: 0xe1, to: 0xec, tails: 2, low: 0x80, high: 0xbf },
  { from: 0xed, to: 0xed, tails: 2, low: 0x80, high: 0x9f },
  { from: 0xee, to: 0xef, tails: 2, low: 0x80, high: 0xbf },
  { from: 0xf0, to: 0xf0, tails: 3, low: 0x90, high: 0xbf },
  { from: 0xf1, to: 0xf3, tails: 3, low: 0x80, high: 0xbf },
  { from: 0xf4, to: 0xf4, tails: 3, low: 0x80, high: 0x8f },
] as const;

/** The offset of the first octet in `octets[start..end)` that is not part of valid UTF-8, or -1. */
export function firstInvalidUtf8(octets: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end) {
    if (octets[p] < FIRST_NON_ASCII) {
      p++;
      continue;
    }
    const length = sequenceLength(octets, p, end);
    if (length === 0) return p;
    p += length;
  }
  return -1;
}

/** How many octets the sequence at `p` has, or 0 if there is no valid one. */
function sequenceLength(octets: Uint8Array, p: number, end: number): number {
  const lead = octets[p];
  const sequence = SEQUENCES.find(({ from, to }) => lead >= from && lead <= to);
  if (sequence === undefined || p + sequence.tails >= end) return 0;
  const first = octets[p + 1];
  if (first < sequence.low || first > sequence.high) return 0;
  for (let i = 2; i <= sequence.tails; i++) {
    const tail = octets[p + i];
    if (tail < FIRST_TAIL || tail > LAST_TAIL) return 0;
  }
  return sequence.tails + 1;
}
