/**
 * Whether one pattern matches, part by part, each at the first place where it is found: leftmost is right for `*`, since a
 * later place leaves less for the parts that follow.
 *
 * Cost: a search for a part is quadratic at worst (path octets × part octets), so it is metered; who calls gives up
 * when the meter is empty and asks the {@link RuleIndex} instead, which is linear.
 */
import type { Meter } from './meter.js';
import type { PatternSet } from './pattern-set.js';

/**
 * @param pattern index in the set
 * @param path octets, of which the first `length` count
 * @returns whether the pattern matches; false, with `meter.left` under 0, if it took too long
 */
export function matchesPattern(
  set: PatternSet,
  pattern: number,
  path: Uint8Array,
  length: number,
  meter: Meter,
): boolean {
  const { text, partBounds } = set;
  const first = set.firstPart[pattern];
  let last = set.firstPart[pattern + 1] - 1;
  const prefixStart = partBounds[first];
  const prefixLength = partBounds[first + 1] - prefixStart;
  if (prefixLength > length) return false;
  for (let i = 0; i < prefixLength; i++) {
    if (text[prefixStart + i] !== path[i]) return false;
  }
  const isAnchored = set.anchored[pattern] === 1;
  if (first === last) return !isAnchored || prefixLength === length;

  let end = length;
  if (isAnchored) {
    const tailStart = partBounds[last];
    const tailLength = partBounds[last + 1] - tailStart;
    end = length - tailLength;
    if (end < prefixLength) return false;
    for (let i = tailLength - 1; i >= 0; i--) {
      if (text[tailStart + i] !== path[end + i]) return false;
    }
    last--;
  }
  let at = prefixLength;
  for (let part = first + 1; part <= last; part++) {
    at = behindPart(text, partBounds[part], partBounds[part + 1], path, at, end, meter);
    if (at < 0) return false;
  }
  return true;
}

/** Where the first occurrence of a part in `path[from..end)` ends, or -1. */
function behindPart(
  text: Uint8Array,
  partStart: number,
  partEnd: number,
  path: Uint8Array,
  from: number,
  end: number,
  meter: Meter,
): number {
  const partLength = partEnd - partStart;
  const lastStart = end - partLength;
  const firstOctet = text[partStart];
  for (let at = from; at <= lastStart; at++) {
    if (path[at] !== firstOctet) continue;
    let i = 1;
    while (i < partLength && text[partStart + i] === path[at + i]) i++;
    if (i === partLength) {
      meter.left -= at - from + i;
      return at + i;
    }
    meter.left -= i;
    if (meter.left < 0) return -1;
  }
  meter.left -= Math.max(0, lastStart - from);
  return -1;
}
