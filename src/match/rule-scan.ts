/**
 * The first tier: the rules of a table tried one by one, for the first questions about a file.
 */
import { isAllowRow, type RuleTable } from '../ast/groups.js';
import type { RuleAxes } from '../profiles.js';
import { ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import type { Meter } from './bound.js';
import type { RequestPath } from './request-path.js';
import { RuleTrial } from './rule-trial.js';

/** The index of a rule if none matches. */
export const NO_MATCH = -1;

/** No scan can interrupt another, so one trial serves them all. */
const trial = new RuleTrial();

/**
 * Finds the rule that decides about a path.
 *
 * Cost: at most a step for each octet of the patterns, and the steps of searches for parts, metered.
 *
 * @param meter if it is below 0 afterwards, the result is meaningless
 * @returns its index in the table, or {@link NO_MATCH}
 */
export function scanRules(table: RuleTable, axes: RuleAxes, path: RequestPath, meter: Meter): number {
  const { octets, rows, at } = table;
  trial.reset(axes, path, meter);
  let best = NO_MATCH;
  for (let rule = 0; rule < at.length; rule++) {
    const row = at[rule];
    const patternStart = rows[row + ROW_VALUE_START];
    const patternEnd = rows[row + ROW_VALUE_END];
    const isAllow = isAllowRow(rows, row);
    if (trial.isRuledOut(octets, patternStart, patternEnd, isAllow)) continue;
    if (trial.leads(octets, patternStart, patternEnd, isAllow)) best = rule;
    if (meter.left < 0) return NO_MATCH;
  }
  meter.left -= at.length;
  return best;
}
