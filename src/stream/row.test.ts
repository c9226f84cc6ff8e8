/** The codes of a row cannot be mistaken for one another: what must not compile does not. */
import { expect, test } from 'vitest';
import type { GroupState } from '../ast/reducer.js';
import { DEFAULT_PROFILE } from '../profiles.js';
import * as Row from './row.js';

const reading: Row.Reading = Row.USER_AGENT as Row.Reading;
const row = new Int32Array(Row.STRIDE);

test('a reading cannot be assigned to a group state, nor the other way round', () => {
  // @ts-expect-error
  const state: GroupState = reading;
  // @ts-expect-error
  const back: Row.Reading = 'at-rules' as GroupState;
  expect([state, back]).toEqual([Row.USER_AGENT, 'at-rules']);
});

test('only the known directives can be assigned', () => {
  // @ts-expect-error
  const directive: Row.Directive = Row.CONTENT_USAGE + 1;
  expect(directive).toBe(6);
});

test('flags are read from a row; a number cannot be assigned', () => {
  const table = Row.readingTable(DEFAULT_PROFILE.reading);
  // @ts-expect-error
  const flags: Row.Flags = Row.ALLOW;
  // @ts-expect-error
  expect(Row.readRow(Row.ALLOW, table)).toBe(Row.readRow(flags, table));
  expect(Row.shapeOf(Row.flagsOf(row, 0))).toBe(0);
});

test('a line with an unusable user-agent is not a rule', () => {
  expect(Row.isRule(reading)).toBe(false);
});
