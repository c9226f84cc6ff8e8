/**
 * Some of the patterns of a set as a set of their own. It is not a method, because a bundler keeps a class whole, and `isAllowed`
 * never picks patterns.
 */
import { PatternSet } from './pattern-set.js';

/** Makes a set of some of the patterns. */
export function pickPatterns(source: PatternSet, patterns: Int32Array): PatternSet {
  const set = new PatternSet(source.kinds, source.isSpecial, patterns.length);
  for (const pattern of patterns) copyPattern(source, pattern, set);
  return set;
}

function copyPattern(source: PatternSet, pattern: number, set: PatternSet): void {
  const first = source.firstPart[pattern];
  const last = source.firstPart[pattern + 1] - 1;
  const from = source.partBounds[first];
  const end = source.partBounds[last + 1];
  set.makeRoom(end - from);
  const to = set.textLength;
  set.text.set(source.text.subarray(from, end), to);
  for (let part = first; part <= last; part++) set.closePart(to + source.partBounds[part + 1] - from);
  set.lengths[set.count] = source.lengths[pattern];
  set.anchored[set.count] = source.anchored[pattern];
  set.queryForms[set.count] = source.queryForms[pattern];
  set.hasQueryForms ||= source.queryForms[pattern] === 1;
  set.rules[set.count] = source.rules[pattern];
  set.count++;
  set.firstPart[set.count] = set.partCount;
}
