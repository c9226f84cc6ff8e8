/**
 * The search for a part of a pattern in a path, and the comparison at one place.
 */
import type { Meter } from '../meter.js';

/**
 * Finds where the first occurrence of a part in `path[from..end)` ends.
 *
 * @param text the part is `text[partStart..partEnd)`, and not empty
 * @returns -1 if there is none, or, with `meter.left` below 0 and no fallback, if it took too long
 */
export function endOfPart(
  text: Uint8Array,
  partStart: number,
  partEnd: number,
  path: Uint8Array,
  from: number,
  end: number,
  meter: Meter,
): number {
  if (meter.left < 0 && meter.fallback !== null) {
    return meter.fallback.endOfPart(text, partStart, partEnd, from, end, meter);
  }
  const partLength = partEnd - partStart;
  const lastStart = end - partLength;
  const firstOctet = text[partStart];
  let at = from;
  for (; at <= lastStart; at++) {
    if (path[at] !== firstOctet) continue;
    let i = 1;
    while (i < partLength && text[partStart + i] === path[at + i]) i++;
    if (i === partLength) {
      meter.left -= at - from + i;
      return at + i;
    }
    meter.left -= i;
    if (meter.left < 0) return meter.fallback?.endOfPart(text, partStart, partEnd, at, end, meter) ?? -1;
  }
  meter.left -= at - from;
  return -1;
}

/** Whether two runs of octets of one length are equal. */
export function isSame(
  a: Uint8Array,
  aStart: number,
  b: Uint8Array,
  bStart: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) {
    if (a[aStart + i] !== b[bStart + i]) return false;
  }
  return true;
}
