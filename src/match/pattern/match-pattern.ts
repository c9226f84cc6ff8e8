/**
 * Whether one pattern matches: each part at the first place where it is found. That is right for `*`, because a later place
 * leaves less for the parts that follow.
 *
 * Cost: the search for a part is quadratic at worst (octets of the path × octets of the part), so it is metered. If the meter
 * is empty, the search gives up, and the caller asks the `RuleIndex`, whose cost has a bound.
 */
import type { Meter } from '../meter.js';
import { matchesInEitherForm } from './match-either-form.js';
import { endOfPart, isSame } from './part-search.js';
import type { PatternSet } from './pattern-set.js';

/**
 * Matches a pattern of a set against the path `path[start..end)`.
 *
 * @param pattern the index of the pattern in the set
 * @returns whether it matches; false, with `meter.left` below 0, if it took too long
 */
export function matchesPattern(
  set: PatternSet,
  pattern: number,
  path: Uint8Array,
  start: number,
  end: number,
  meter: Meter,
): boolean {
  const { text, partBounds } = set;
  const first = set.firstPart[pattern];
  let last = set.firstPart[pattern + 1] - 1;
  let at = start;
  let i = partBounds[first];
  const prefixEnd = partBounds[first + 1];
  if (prefixEnd - i > end - start) return false;
  while (i < prefixEnd) {
    if (text[i++] !== path[at++]) return false;
  }
  const isAnchored = set.anchored[pattern] === 1;
  if (first === last) return !isAnchored || at === end;
  if (set.queryForms[pattern] === 1) {
    return matchesInEitherForm(set, first + 1, last, isAnchored, path, start, at, end, meter);
  }

  let searchEnd = end;
  if (isAnchored) {
    const tail = partBounds[last];
    const tailLength = partBounds[last + 1] - tail;
    searchEnd -= tailLength;
    if (searchEnd < at || !isSame(text, tail, path, searchEnd, tailLength)) return false;
    last--;
  }
  for (let part = first + 1; part <= last; part++) {
    at = endOfPart(text, partBounds[part], partBounds[part + 1], path, at, searchEnd, meter);
    if (at < 0) return false;
  }
  return true;
}
