/**
 * Which rows make a group, under a profile: docs/semantics.md §3.
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
  let state = OUTSIDE;
  let first = 0;
  let firstRule = NONE;
  /** Ends the group that is open at row `end`. */
  const close = (end: number): void => {
    bounds.push(first, firstRule === NONE ? end : firstRule, end);
    firstRule = NONE;
  };
  for (let i = 0, at = 0; i < rowCount; i++, at += ROW_STRIDE) {
    const flags = rows[at + ROW_FLAGS];
    const kind = readRow(flags, table);
    const before = state;
    state = stateBehind(before, kind, (flags & endsGroup) !== 0);
    const begins = state === BEGINNING;
    if (before !== OUTSIDE && (begins || state === OUTSIDE)) close(i);
    if (begins) first = i;
    if (state === AT_RULES && firstRule === NONE) firstRule = i;
  }
  if (state !== OUTSIDE) close(rowCount);
  return { rows, table, bounds, groupCount: bounds.length / GROUP_STRIDE };
}

/** Where in the groups of a file a reader is: not in any, */
export const OUTSIDE = 0;
/** at the user-agent line that begins one, */
export const BEGINNING = 1;
/** behind that, at user-agent lines still, */
export const AT_AGENTS = 2;
/** or behind its first rule. */
export const AT_RULES = 3;

/**
 * Where a reader is behind a row: all that docs/semantics.md §3.1 and §3.2 say of groups.
 *
 * @param state where it was before
 * @param kind what the row is, as `readRow` says
 * @param endsGroup whether something in front of the row ends the group
 */
export function stateBehind(state: number, kind: number, endsGroup: boolean): number {
  const before = endsGroup ? OUTSIDE : state;
  if (isUserAgent(kind)) return before === BEGINNING || before === AT_AGENTS ? AT_AGENTS : BEGINNING;
  if (before === OUTSIDE) return OUTSIDE;
  return isRule(kind) ? AT_RULES : before === BEGINNING ? AT_AGENTS : before;
}

/** No row. */
const NONE = -1;

/** Whether a row that reads as `kind` is a user-agent line, of a usable name or not (docs/semantics.md §3.3). */
export function isUserAgent(kind: number): boolean {
  return kind === USER_AGENT || kind === UNUSABLE_USER_AGENT;
}

/** Whether a row that reads as `kind` is a rule. */
export function isRule(kind: number): boolean {
  return kind === ALLOW || kind === DISALLOW;
}
