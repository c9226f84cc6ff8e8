/**
 * Which rows make a group, under a profile: semantics §3.
 */
import type { Profile } from '../profiles.js';
import { ALLOW, DISALLOW, USER_AGENT } from '../stream/fields.js';
import {
  BLANK_BEFORE,
  type ReadingTable,
  ROW_FLAGS,
  ROW_STRIDE,
  readingTable,
  readRow,
  UNUSABLE_USER_AGENT,
} from '../stream/row.js';
import { type DocumentFacts, rowsUnder } from './document-fold.js';

/** Integers a group in {@link Grouping.bounds}. */
export const GROUP_STRIDE = 3;
/** Index of the group's first row, a user-agent line. */
export const GROUP_FIRST = 0;
/** Index of its first rule; equal to the end if it has none. Before it stand user-agent lines, after it rules. */
export const GROUP_FIRST_RULE = 1;
/** Index of the row behind it. */
export const GROUP_END = 2;

/** The groups of a document under a profile, as runs of rows. Rows that the profile leaves out stand between them. */
export interface Grouping {
  /** The document's rows as the profile reads them. */
  readonly rows: Int32Array;
  /** What a row is under the profile: for `readRow`. */
  readonly table: ReadingTable;
  /** {@link GROUP_STRIDE} integers a group. */
  readonly bounds: readonly number[];
  readonly groupCount: number;
}

/** Groups a document's rows. */
export function groupRows(facts: DocumentFacts, profile: Profile): Grouping {
  const rows = rowsUnder(facts, profile.reading);
  const table = readingTable(profile.reading);
  const endsGroup = profile.groups.blankLineEndsGroup ? BLANK_BEFORE : 0;
  const { rowCount } = facts;

  const bounds: number[] = [];
  let first = NONE;
  let firstRule = NONE;
  for (let i = 0, at = 0; i < rowCount; i++, at += ROW_STRIDE) {
    const flags = rows[at + ROW_FLAGS];
    const kind = readRow(flags, table);
    const begins = isUserAgent(kind);
    if (first !== NONE && ((flags & endsGroup) !== 0 || (begins && firstRule !== NONE))) {
      bounds.push(first, firstRule === NONE ? i : firstRule, i);
      first = firstRule = NONE;
    }
    if (begins) {
      if (first === NONE) first = i;
    } else if (first !== NONE && firstRule === NONE && isRule(kind)) {
      firstRule = i;
    }
  }
  if (first !== NONE) bounds.push(first, firstRule === NONE ? rowCount : firstRule, rowCount);
  return { rows, table, bounds, groupCount: bounds.length / GROUP_STRIDE };
}

/** No row. */
const NONE = -1;

/** Whether a row that reads as `kind` is a user-agent line, of a usable name or not (semantics §3.3). */
export function isUserAgent(kind: number): boolean {
  return kind === USER_AGENT || kind === UNUSABLE_USER_AGENT;
}

/** Whether a row that reads as `kind` is a rule. */
export function isRule(kind: number): boolean {
  return kind === ALLOW || kind === DISALLOW;
}
