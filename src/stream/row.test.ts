/** The codes of a row cannot be mistaken for one another: what must not compile does not. */
import { expect, test } from 'vitest';
import type { GroupState } from '../ast/groups.js';
import { DEFAULT_PROFILE } from '../profiles.js';
import {
  ALLOW,
  CONTENT_USAGE,
  type Directive,
  flagsOf,
  isRule,
  type LineEnding,
  type Reading,
  ROW_STRIDE,
  type RowFlags,
  readingTable,
  readRow,
  shapeOf,
  USER_AGENT,
} from './row.js';

const reading: Reading = USER_AGENT as Reading;
const row = new Int32Array(ROW_STRIDE);

test('a reading cannot be assigned to a group state, nor the other way round', () => {
  // @ts-expect-error
  const state: GroupState = reading;
  // @ts-expect-error
  const back: Reading = 'at-rules' as GroupState;
  expect([state, back]).toEqual([USER_AGENT, 'at-rules']);
});

test('only the known directives and line endings can be assigned', () => {
  // @ts-expect-error
  const directive: Directive = CONTENT_USAGE + 1;
  // @ts-expect-error
  const ending: LineEnding = 4;
  expect([directive, ending]).toEqual([6, 4]);
});

test('flags are read from a row; a number cannot be assigned', () => {
  const table = readingTable(DEFAULT_PROFILE.reading);
  // @ts-expect-error
  const flags: RowFlags = ALLOW;
  // @ts-expect-error
  expect(readRow(ALLOW, table)).toBe(readRow(flags, table));
  expect(shapeOf(flagsOf(row, 0))).toBe(0);
});

test('a line with an unusable user-agent is not a rule', () => {
  expect(isRule(reading)).toBe(false);
});
