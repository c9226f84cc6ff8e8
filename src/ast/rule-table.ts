/**
 * The rules of some groups, as rows of the file. Selection makes it; matching reads it.
 */
import { ALLOW } from '../stream/fields.js';
import {
  directiveOf,
  flagsOf,
  isRule,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readRow,
} from '../stream/row.js';
import { GROUP_END, GROUP_FIRST_RULE, GROUP_STRIDE, type Grouping } from './grouping.js';

/** Rules in file order. The value of a rule's row is its pattern. */
export interface RuleTable {
  /** The octets of the file, which the rows refer to. */
  readonly octets: Uint8Array;
  /** The rows of the file as the profile reads them (`stream/row.ts`). */
  readonly rows: Int32Array;
  /** The index in `rows` of each rule's row. */
  readonly at: readonly number[];
}

/**
 * The rules of groups.
 *
 * @param groups their indexes in the grouping, in file order
 */
export function rulesOfGroups(
  octets: Uint8Array,
  { rows, table, bounds }: Grouping,
  groups: readonly number[],
): RuleTable {
  const at: number[] = [];
  for (const group of groups) {
    const bound = group * GROUP_STRIDE;
    const end = bounds[bound + GROUP_END] * ROW_STRIDE;
    for (let row = bounds[bound + GROUP_FIRST_RULE] * ROW_STRIDE; row < end; row += ROW_STRIDE) {
      if (isRule(readRow(flagsOf(rows, row), table))) at.push(row);
    }
  }
  return { octets, rows, at };
}

/** Whether the rule with the row at an index of `rows` is an allow rule. */
export function isAllowRow(rows: Int32Array, at: number): boolean {
  return directiveOf(flagsOf(rows, at)) === ALLOW;
}

/** Whether the rule with the row at an index of `rows` has no pattern, so that it restricts nothing. */
export function isEmptyRow(rows: Int32Array, at: number): boolean {
  return rows[at + ROW_VALUE_START] === rows[at + ROW_VALUE_END];
}
