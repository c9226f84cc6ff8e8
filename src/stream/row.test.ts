/** The codes of a row cannot be mistaken for one another: what must not compile does not. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import type { GroupState } from '../ast/reducer.js';
import { DEFAULT_PROFILE } from '../profiles.js';
import { recognizeField } from './read-line.js';
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

test('the integers of a row are its columns in order, and places in the file move together', () => {
  const rows = Int32Array.from({ length: 3 * Row.STRIDE }, (_, i) => i);
  const second = [...rows.subarray(Row.STRIDE, 2 * Row.STRIDE)];
  expect(Row.integersOf(rows, Row.STRIDE)).toEqual(second);
  Row.moveRows(rows, 1000, Row.STRIDE, 2 * Row.STRIDE);
  const [flags, ...places] = second;
  const line = places.pop();
  expect(Row.integersOf(rows, Row.STRIDE)).toEqual([flags, ...places.map((place) => place + 1000), line]);
  expect(rows[0]).toBe(0);
  expect(rows[2 * Row.STRIDE + Row.START]).toBe(2 * Row.STRIDE + Row.START);
});

test('a line with an unusable user-agent is not a rule', () => {
  expect(Row.isRule(reading)).toBe(false);
});

function recognized(field: string): [string, string] | null {
  // Octets before and after it, which must not be read.
  const octets = octetsOf(`xx${field}disallow`);
  const found = recognizeField(octets, 2, 2 + field.length);
  if (!Row.isDirective(found)) return null;
  const how = {
    [Row.SPELLED_EXACTLY]: 'exact',
    [Row.MISSPELLED]: 'misspelled',
    [Row.SPELLED_AS_PREFIX]: 'prefix',
  };
  return [Row.DIRECTIVE_NAMES[Row.directiveOf(found) - 1], how[Row.spellingOf(found)]];
}

/** docs/semantics.md §2.3, and the reference matcher's list of misspellings. */
const SPELLINGS: readonly [string, string, string][] = [
  ['user-agent', 'user-agent', 'exact'],
  ['useragent', 'user-agent', 'misspelled'],
  ['user agent', 'user-agent', 'misspelled'],
  ['allow', 'allow', 'exact'],
  ['disallow', 'disallow', 'exact'],
  ['dissallow', 'disallow', 'misspelled'],
  ['dissalow', 'disallow', 'misspelled'],
  ['disalow', 'disallow', 'misspelled'],
  ['diasllow', 'disallow', 'misspelled'],
  ['disallaw', 'disallow', 'misspelled'],
  ['sitemap', 'sitemap', 'exact'],
  ['site-map', 'sitemap', 'misspelled'],
];

describe.each(SPELLINGS)('%s', (spelling, directive, how) => {
  test('is recognized in upper and lower case', () => {
    for (const field of [spelling, spelling.toUpperCase(), spelling[0].toUpperCase() + spelling.slice(1)])
      expect(recognized(field)).toEqual([directive, how]);
  });

  test('is recognized at the start of a longer field', () => {
    for (const more of ['s', ' ', '-', ' x', '\xFF', '\0', spelling])
      expect(recognized(spelling + more)).toEqual([directive, 'prefix']);
  });

  test('is not recognized if it is cut short, or follows another octet', () => {
    expect(recognized(spelling.slice(0, -1))).toBe(null);
    expect(recognized(` ${spelling}`)).toBe(null);
    expect(recognized(`x${spelling}`)).toBe(null);
  });

  test('with one octet changed it is another field, or none', () => {
    for (let at = 0; at < spelling.length; at++) {
      for (const bit of [0x01, 0x80]) {
        const changed =
          spelling.slice(0, at) + String.fromCharCode(spelling.charCodeAt(at) ^ bit) + spelling.slice(at + 1);
        const same = SPELLINGS.find(([other]) => other === changed);
        expect(recognized(changed)?.[0] ?? null).toBe(same?.[1] ?? null);
      }
    }
  });
});

test('the octets after a field are not part of it', () => {
  for (const [spelling] of SPELLINGS) {
    const octets = octetsOf(spelling.padStart(40));
    for (let cut = 1; cut < spelling.length; cut++) {
      expect(recognizeField(octets, 40 - spelling.length, 40 - cut)).toBe(0);
    }
  }
});

test('Content-Usage is recognized only as a whole field, ignoring letter case', () => {
  const recognizedIn = (field: string) => recognizeField(octetsOf(field), 0, field.length);
  const found = Row.fieldFlags(Row.CONTENT_USAGE, Row.SPELLED_EXACTLY);
  for (const field of ['content-usage', 'Content-Usage', 'CONTENT-USAGE'])
    expect(recognizedIn(field)).toBe(found);
  for (const field of 'content-usages|content-usage |contentusage|content-usag|content-signal'.split('|'))
    expect(recognizedIn(field)).toBe(0);
});

test('setting bit 0x20 turns only letters into letters', () => {
  // CR and LF with that bit set are `-` and `*`.
  expect(recognized('user\ragent')).toBe(null);
  expect(recognized('user\x0dagent')).toBe(null);
  expect(recognized('site\rmap')).toBe(null);
  expect(recognized('user\0agent')).toBe(null);
});

test.each([...'|crawl-delay|user|agent|host|allo|dis allow|user_agent|user  agent|site map'.split('|')])(
  '%j is not a directive',
  (field) => {
    expect(recognized(field)).toBe(null);
  },
);
