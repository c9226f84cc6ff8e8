/**
 * From a rule table to ranked patterns: what every tier but the scan is built from.
 */
import {
  RULE_IS_ALLOW,
  RULE_PATTERN_END,
  RULE_PATTERN_START,
  RULE_STRIDE,
  type RuleTable,
} from '../ast/rule-table.js';
import type { RuleAxes } from '../profiles.js';
import { directoryOfIndex } from './index-html.js';
import { PatternSet } from './pattern-set.js';
import { isRule } from './rule-scan.js';

/** The patterns that can match, and which of two that match decides. */
export interface Candidates {
  readonly patterns: PatternSet;
  /** The pattern of each rank. Of the patterns that match, the one of the lowest rank decides. */
  readonly patternOfRank: Int32Array;
  /** The rule of each rank, as its index in the table. */
  readonly ruleOfRank: Int32Array;
}

/** Puts every rule that counts into form and ranks them: semantics §5.5. */
export function candidatesOf(table: RuleTable, axes: RuleAxes): Candidates {
  const { octets, rows, count } = table;
  const patterns = new PatternSet(axes.form, axes.specialCharacters);
  for (let rule = 0; rule < count; rule++) {
    const row = rule * RULE_STRIDE;
    const start = rows[row + RULE_PATTERN_START];
    const end = rows[row + RULE_PATTERN_END];
    if (!isRule(octets, start, end, axes)) continue;
    patterns.add(octets, start, end, rule);
    if (axes.indexHtmlIsDirectory && rows[row + RULE_IS_ALLOW] === 1) {
      const directoryEnd = directoryOfIndex(octets, start, end);
      if (directoryEnd >= 0) patterns.addAnchored(octets, start, directoryEnd, rule);
    }
  }
  const patternOfRank = axes.precedence === 'first' ? inOrder(patterns.count) : longestFirst(patterns, rows);
  return { patterns, patternOfRank, ruleOfRank: patternOfRank.map((pattern) => patterns.rules[pattern]) };
}

function inOrder(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, pattern) => pattern);
}

/** By length, longest first; allow before disallow; then by line, which is the order of the table. */
function longestFirst(patterns: PatternSet, rows: Int32Array): Int32Array {
  const { count, lengths, rules } = patterns;
  let longest = 0;
  for (let pattern = 0; pattern < count; pattern++) longest = Math.max(longest, lengths[pattern]);
  // One number a pattern, so that the engine's own sort of numbers does it; all far under 2 ** 53.
  const keys = new Float64Array(count);
  for (let pattern = 0; pattern < count; pattern++) {
    const isDisallow = 1 - rows[rules[pattern] * RULE_STRIDE + RULE_IS_ALLOW];
    keys[pattern] = ((longest - lengths[pattern]) * 2 + isDisallow) * count + pattern;
  }
  keys.sort();
  return Int32Array.from(keys, (key) => key % count);
}
