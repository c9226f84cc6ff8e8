/**
 * Which rows make a group under a profile (docs/semantics.md §3), and which of them are rules.
 */
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import type { RobotsFile } from './file.js';
import { rowsUnder } from './file-rows.js';
import { type GroupState, nextState } from './reducer.js';

/** A group as a run of rows, by their indexes in {@link Grouping.rows}. */
export interface GroupRows {
  /** Its first row, which is a user-agent line. */
  readonly first: number;
  /** The row that ends its user-agent lines, or its end if it has none. Rules come from it on. */
  readonly firstRule: number;
  /** The row after the group. */
  readonly end: number;
}

/** The groups of a file under a profile. Between them there may be rows that the profile ignores. */
export interface Grouping {
  readonly file: RobotsFile;
  /** The file's rows as the profile reads them. */
  readonly rows: Int32Array;
  /** What the profile makes of a row, for `readRow`. */
  readonly table: Row.ReadingTable;
  readonly groups: readonly GroupRows[];
}

/** Groups a file's rows. */
export function groupRows(file: RobotsFile, profile: Profile): Grouping {
  const rows = rowsUnder(file, profile.reading);
  const table = Row.readingTable(profile.reading);
  const endsGroup = profile.groups.blankLineEndsGroup ? Row.BLANK_BEFORE : 0;

  const groups: { -readonly [index in keyof GroupRows]: number }[] = [];
  let state: GroupState = 'outside';
  for (let at = 0; at < rows.length; at += Row.STRIDE) {
    const flags = Row.flagsOf(rows, at);
    state = nextState(state, Row.readRow(flags, table), (flags & endsGroup) !== 0);
    if (state === 'outside') continue;
    if (state === 'beginning') groups.push({ first: at, firstRule: at, end: at });
    const group = groups[groups.length - 1];
    group.end = at + Row.STRIDE;
    if (state !== 'at-rules') group.firstRule = group.end;
  }
  return { file, rows, table, groups };
}

/** The line of the first user-agent line in a group; `Infinity` if there is no group. */
export function firstLineOf({ rows, groups }: Grouping): number {
  return groups.length === 0 ? Infinity : rows[groups[0].first + Row.LINE];
}

/** The index in the rows of each user-agent line of a group. */
export function agentsOfGroup({ rows, table }: Grouping, { first, firstRule }: GroupRows): number[] {
  const at: number[] = [];
  for (let row = first; row < firstRule; row += Row.STRIDE) {
    if (Row.isUserAgent(Row.readRow(Row.flagsOf(rows, row), table))) at.push(row);
  }
  return at;
}

/** The index in the rows of each rule of a group, added to a list. */
export function rulesOfGroup(
  { rows, table }: Grouping,
  { firstRule, end }: GroupRows,
  at: number[] = [],
): number[] {
  for (let row = firstRule; row < end; row += Row.STRIDE) {
    if (Row.isRule(Row.readRow(Row.flagsOf(rows, row), table))) at.push(row);
  }
  return at;
}

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
 * @param indexes those of the groups, in file order; default all
 */
export function rulesOfGroups(
  grouping: Grouping,
  indexes: Iterable<number> = grouping.groups.keys(),
): RuleTable {
  const { file, rows, groups } = grouping;
  const at: number[] = [];
  for (const index of indexes) rulesOfGroup(grouping, groups[index], at);
  return { octets: file.octets, rows, at };
}

/** Whether the rule with the row at an index of `rows` is an allow rule. */
export function isAllowRow(rows: Int32Array, at: number): boolean {
  return Row.directiveOf(Row.flagsOf(rows, at)) === Row.ALLOW;
}

/** Whether the rule with the row at an index of `rows` has no pattern, so that it restricts nothing. */
export function isEmptyRow(rows: Int32Array, at: number): boolean {
  return rows[at + Row.VALUE_START] === rows[at + Row.VALUE_END];
}

/**
 * Finds, in a list in file order, the index of the last item at or above a line, or -1.
 *
 * @param lineOf an item's line; items are in the order of their lines
 */
export function lastAtOrBefore<Item>(
  items: readonly Item[],
  line: number,
  lineOf: (item: Item) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineOf(items[middle]) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
