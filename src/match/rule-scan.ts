/**
 * The first tier: the rules of a table tried one by one, for the first questions about a file.
 */
import {
  RULE_IS_ALLOW,
  RULE_PATTERN_END,
  RULE_PATTERN_START,
  RULE_STRIDE,
  type RuleTable,
} from '../ast/rule-table.js';
import type { RuleAxes } from '../profiles.js';
import type { Meter } from './meter.js';
import { RuleTrial } from './pattern/rule-trial.js';
import type { RequestPath } from './url/request-path.js';

/** Stands for the index of a rule if none matches. */
export const NO_MATCH = -1;

/**
 * Finds the rule that decides about a path.
 *
 * Cost: at most a step for each octet of the patterns, and the steps of searches for parts, metered.
 *
 * @param meter if it is below 0 afterwards, the result is meaningless
 * @returns its index in the table, or {@link NO_MATCH}
 */
export function scanRules(table: RuleTable, axes: RuleAxes, path: RequestPath, meter: Meter): number {
  const { octets, rows } = table;
  const trial = new RuleTrial(axes, path, meter);
  const rowsEnd = table.count * RULE_STRIDE;
  let best = NO_MATCH;
  for (let row = 0; row < rowsEnd; row += RULE_STRIDE) {
    const patternStart = rows[row + RULE_PATTERN_START];
    const patternEnd = rows[row + RULE_PATTERN_END];
    const isAllow = rows[row + RULE_IS_ALLOW] === 1;
    if (trial.isRuledOut(octets, patternStart, patternEnd, isAllow)) continue;
    if (trial.leads(octets, patternStart, patternEnd, isAllow)) best = row;
    if (meter.left < 0) return NO_MATCH;
  }
  meter.left -= table.count;
  return best === NO_MATCH ? NO_MATCH : best / RULE_STRIDE;
}
