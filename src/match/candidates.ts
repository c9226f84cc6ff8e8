/**
 * The patterns of a rule table in their form, and ranked: the input of the index.
 */
import { isAllowRow, type RuleTable } from '../ast/groups.js';
import type { RuleAxes } from '../profiles.js';
import { ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import { OCTET_KINDS } from './octet-forms.js';
import { directoryOfIndex, PatternSet } from './pattern.js';
import { canMatch } from './rule-trial.js';

/** The patterns that can match, and their order of precedence. */
export interface Candidates {
  readonly patterns: PatternSet;
  /** The pattern of each rank. Of the patterns that match, the one of the lowest rank decides. */
  readonly patternOfRank: Int32Array;
  /** The rule of each rank, as its index in the table. */
  readonly ruleOfRank: Int32Array;
}

/** Brings the patterns into form and ranks them: docs/semantics.md §5.5. Leaves out those that can never match. */
export function candidatesOf(table: RuleTable, axes: RuleAxes): Candidates {
  const { octets, rows, at } = table;
  const patterns = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters, at.length);
  for (let rule = 0; rule < at.length; rule++) {
    const row = at[rule];
    const start = rows[row + ROW_VALUE_START];
    const end = rows[row + ROW_VALUE_END];
    if (!canMatch(octets, start, end, axes)) continue;
    patterns.add(octets, start, end, rule);
    if (axes.indexHtmlIsDirectory && isAllowRow(rows, row)) {
      const directoryEnd = directoryOfIndex(octets, start, end);
      if (directoryEnd >= 0) patterns.addAnchored(octets, start, directoryEnd, rule);
    }
  }
  const patternOfRank = axes.precedence === 'first' ? inOrder(patterns.count) : longestFirst(patterns, table);
  const ruleOfRank = new Int32Array(patterns.count);
  for (let rank = 0; rank < patterns.count; rank++) ruleOfRank[rank] = patterns.rules[patternOfRank[rank]];
  return { patterns, patternOfRank, ruleOfRank };
}

function inOrder(count: number): Int32Array {
  const order = new Int32Array(count);
  for (let pattern = 0; pattern < count; pattern++) order[pattern] = pattern;
  return order;
}

/** By length, longest first; allow before disallow; then by line, which is the order of the table. A counting sort. */
function longestFirst({ count, lengths, rules }: PatternSet, { rows, at }: RuleTable): Int32Array {
  let longest = 0;
  for (let pattern = 0; pattern < count; pattern++) longest = Math.max(longest, lengths[pattern]);
  const places = new Int32Array((longest + 1) * 2 + 1);
  for (let pattern = 0; pattern < count; pattern++) places[keyOf(pattern) + 1]++;
  for (let key = 1; key < places.length; key++) places[key] += places[key - 1];
  const order = new Int32Array(count);
  for (let pattern = 0; pattern < count; pattern++) order[places[keyOf(pattern)]++] = pattern;
  return order;

  function keyOf(pattern: number): number {
    return (longest - lengths[pattern]) * 2 + (isAllowRow(rows, at[rules[pattern]]) ? 0 : 1);
  }
}
