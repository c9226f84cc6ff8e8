/** What a record means at a given time, to the millisecond: docs/semantics.md §6. */

import { describe, expect, test } from 'vitest';
import { PROFILES, type ProfileName } from '../../../../src/profiles.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../test/support/manual-clock.js';
import type { ResponseHeaders } from '../../src/fetch/result.js';
import { freshnessOf, freshnessOnArrival, lifetimeOf } from '../../src/memory/freshness.js';
import { nextRecord } from '../../src/memory/next-record.js';
import type { CacheRecord } from '../../src/memory/record.js';
import { success, unavailable, unreachable } from '../lookup/support/results.js';

const NOW = Date.UTC(2026, 0, 1);
const { access } = PROFILES.rfc9309;
const ONE_HOUR = { 'cache-control': 'max-age=3600' };

function recordOf(
  result: Parameters<typeof nextRecord>[2],
  { at = 0, previous = undefined as CacheRecord | undefined, axes = access, minLifetimeMs = 0 } = {},
): CacheRecord {
  const context = { access: axes, userAgent: 'ExampleBot/1.0', minLifetimeMs, now: NOW + at };
  return nextRecord(previous, null, result, context);
}

/** Freshness with times counted from `NOW`. */
function meaningAfter(ms: number, record: CacheRecord, axes = access, read = freshnessOf) {
  const freshness = read(record, axes, NOW + ms);
  if (freshness === undefined) return undefined;
  const { dueAt, changesAt, ...rest } = freshness;
  return { ...rest, dueAt: dueAt - NOW, changesAt: changesAt - NOW };
}

test('a file under no-store is unusable from the end of its lifetime on', () => {
  const transient = recordOf(success('a', { 'cache-control': 'no-store' }), { minLifetimeMs: HOUR });
  expect(meaningAfter(HOUR - 1, transient)).toMatchObject({ copy: transient.copy, isFresh: true });
  expect(meaningAfter(HOUR, transient)).toBeUndefined();
});

describe('after the clock was set back', () => {
  test('a file is fetched again, and answers only if that fails', () => {
    const record = recordOf(success('a', ONE_HOUR));
    expect(meaningAfter(-HOUR, record)).toEqual({
      meaning: 'rules',
      copy: record.copy,
      isFresh: false,
      refresh: 'wait',
      dueAt: -HOUR,
      changesAt: -HOUR,
    });
  });

  test.each([
    [
      'a file under no-store',
      recordOf(success('a', { 'cache-control': 'no-store' }), { minLifetimeMs: DAY }),
    ],
    ['an unavailable file', recordOf(unavailable(404))],
    ['an unreachable file', recordOf(unreachable(500))],
  ])('%s says nothing', (_, record) => {
    expect(meaningAfter(-HOUR, record)).toBeUndefined();
  });
});

describe('an unavailable file', () => {
  test('is fresh for its lifetime, and fetched in the background in the last tenth', () => {
    const record = recordOf(unavailable(404));
    const dueAt = 0.9 * DAY;
    for (const [ms, isFresh, refresh, changesAt] of [
      [0, true, 'none', dueAt],
      [dueAt, true, 'background', DAY],
      [DAY, false, 'wait', Infinity],
    ] as const) {
      const expected = { meaning: 'allow-all', copy: null, dueAt, isFresh, refresh, changesAt };
      expect(meaningAfter(ms, record)).toEqual(expected);
    }
  });

  test('is replaced by a copy for a day under draft-koster-rep-00', () => {
    const axes = PROFILES['draft-koster-rep-00'].access;
    const previous = recordOf(success('a', ONE_HOUR), { axes });
    const record = recordOf(unavailable(404), { at: MINUTE, previous, axes });
    const { copy } = previous;
    const rules = { meaning: 'rules', copy };
    expect(meaningAfter(MINUTE, record, axes)).toMatchObject({ ...rules, isFresh: true, changesAt: HOUR });
    expect(meaningAfter(HOUR - 1, record, axes)).toMatchObject({ ...rules, isFresh: true });
    expect(meaningAfter(HOUR, record, axes)).toMatchObject({ ...rules, isFresh: false });
    expect(meaningAfter(DAY - 1, record, axes)).toMatchObject({ ...rules, isFresh: false, changesAt: DAY });
    expect(meaningAfter(DAY, record, axes)).toMatchObject({ meaning: 'allow-all', copy: null });
  });
});

describe('an unreachable file', () => {
  const long = access.unreachableForLongMs;

  test('disallows everything, and from 30 days on allows everything', () => {
    const record = recordOf(unreachable(500));
    const dueAt = (record.absence?.nextAt ?? 0) - NOW;
    for (const [ms, meaning, isFresh, refresh, changesAt] of [
      [0, 'disallow-all', true, 'none', dueAt],
      [dueAt, 'disallow-all', false, 'wait', long + 1],
      [long, 'disallow-all', false, 'wait', long + 1],
      [long + 1, 'allow-all', false, 'wait', Infinity],
    ] as const) {
      expect(meaningAfter(ms, record)).toEqual({ meaning, copy: null, dueAt, isFresh, refresh, changesAt });
    }
  });

  test('is replaced by a copy, which answers during the next attempt and then waits for a late one', () => {
    const previous = recordOf(success('a', ONE_HOUR));
    const record = recordOf(unreachable(500), { at: HOUR, previous });
    const { copy } = previous;
    const dueAt = (record.absence?.nextAt ?? 0) - NOW;
    const waitFrom = dueAt + access.retryMaxMs;
    const rules = { meaning: 'rules', copy, isFresh: false, dueAt };
    for (const read of [freshnessOf, freshnessOnArrival]) {
      const expected = { ...rules, refresh: 'none', changesAt: dueAt };
      expect(meaningAfter(HOUR, record, access, read)).toEqual(expected);
    }
    expect(meaningAfter(dueAt, record)).toEqual({ ...rules, refresh: 'background', changesAt: waitFrom });
    expect(meaningAfter(waitFrom, record)).toEqual({ ...rules, refresh: 'wait', changesAt: HOUR + long + 1 });
    expect(meaningAfter(HOUR + long + 1, record)).toEqual({ ...rules, refresh: 'wait', changesAt: Infinity });
  });
});

const DATE = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
const IN_AN_HOUR = 'Thu, 01 Jan 2026 01:00:00 GMT';
const EXPIRES = { ...DATE, expires: IN_AN_HOUR };
const IN_TEN_DAYS = 'Sun, 11 Jan 2026 00:00:00 GMT';

/**
 * docs/semantics.md §6, the rows "default lifetime" and "Cache-Control / Expires": headers, and the lifetimes under rfc9309 and
 * draft-koster-rep-00, under google, and under koster-1996. A lifetime that is left out is the one before; under koster-1996, the default.
 */
const WEEK = 7 * DAY;
const control = (value: string): ResponseHeaders => ({ 'cache-control': value });
const CASES: readonly [string, ResponseHeaders, ms: number, google?: number, koster?: number][] = [
  ['no headers', {}, DAY],
  ['headers that say nothing of it', { ...DATE, ...control('public, must-revalidate'), etag: '"a"' }, DAY],
  ['Last-Modified alone: no guessing', { ...DATE, 'last-modified': 'Thu, 01 Jan 2015 00:00:00 GMT' }, DAY],
  ['the first max-age counts', control('max-age=3600, MAX-AGE=7200'), HOUR],
  ['a max-age within a quoted value is none', control('private="a, max-age=60, b", max-age=3600'), HOUR],
  ['max-age shortens', control('max-age=3600'), HOUR],
  ['a quoted max-age counts like another (RFC 9111 §5.2)', control('max-age="3600"'), HOUR],
  ['max-age lengthens under google alone', control('public, max-age=864000'), DAY, 10 * DAY],
  ['Expires shortens', EXPIRES, HOUR, DAY, HOUR],
  ['Expires minus Date', { ...EXPIRES, date: 'Wed, 31 Dec 2025 23:00:00 GMT' }, 2 * HOUR, DAY, 2 * HOUR],
  ['Expires lengthens under koster-1996 alone', { ...DATE, expires: IN_TEN_DAYS }, DAY, DAY, 10 * DAY],
  ['max-age before Expires (RFC 9111 §5.3)', { ...EXPIRES, ...control('max-age=60') }, MINUTE, MINUTE, HOUR],
  ['the age it had already (RFC 9111 §4.2.3)', { ...control('max-age=3600'), age: '600' }, 50 * MINUTE],
  ['s-maxage is not for a private cache', control('s-maxage=1, max-age=3600'), HOUR],
  ['no-cache', control('no-cache'), 0, DAY],
  ['no-store, under every profile', control('no-store'), 0, 0, 0],
  ['no-store, whatever else is said', { ...EXPIRES, ...control('no-store, max-age=3600') }, 0, 0, 0],
  ...['-5', '1.5', 'soon', '', '-0', '0x10'].map((age): [string, ResponseHeaders, number] => [
    `an Age that is no number of at least 0 is ignored (RFC 9111 §5.1): ${JSON.stringify(age)}`,
    { ...control('max-age=3600'), age },
    HOUR,
  ]),
  ['the first of several ages', { ...control('max-age=3600'), age: '600, 0' }, 50 * MINUTE],
  ['white space around an age of a list', { ...control('max-age=3600'), age: '600 , 0' }, 50 * MINUTE],
  ['an age past everything', { ...control('max-age=3600'), age: '9'.repeat(30) }, 0],
  ['Pragma: no-cache of old', { pragma: 'no-cache' }, 0, DAY],
  ['Pragma beside Cache-Control (RFC 9111 §5.4)', { ...control('public'), pragma: 'no-cache' }, DAY],
  ['Vary: * matches no request (RFC 9111 §4.1)', { vary: '*' }, 0, DAY],
  ['Vary: * with white space', { vary: ' * ' }, 0, DAY],
  ['white space in Cache-Control', control('public , max-age = 3600'), HOUR],
  ['white space after a directive', control('no-cache , public'), 0, DAY],
  ['a directive whose name only begins like one', control('max-ages=60, no-caches'), DAY],
  ['max-age counts under google after no-cache', control('no-cache, max-age=3600'), 0, HOUR],
  ['max-age counts under google before no-cache', control('max-age=3600,no-cache'), 0, HOUR],
  ['Expires: 0 is past (RFC 9111 §5.3)', { ...DATE, expires: '0' }, 0, DAY, 0],
  ['directives have no case', control('Max-Age=3600'), HOUR],
  ['a max-age that is no number is past', control('max-age=soon'), 0],
];

describe.each(Object.keys(PROFILES) as ProfileName[])('the lifetime under %s', (name) => {
  test.each(CASES)('%s', (_, headers, ms, google = ms, koster = WEEK) => {
    const expected = name === 'google' ? google : name === 'koster-1996' ? koster : ms;
    expect(lifetimeOf(headers, PROFILES[name].access, 0, NOW).ms).toBe(expected);
  });

  test('is at least minLifetimeMs', () => {
    const headers = { ...DATE, ...control('max-age=0'), expires: '0' };
    expect(lifetimeOf(headers, PROFILES[name].access, MINUTE, NOW).ms).toBe(MINUTE);
  });
});

test.each([
  ['no-store', { 'cache-control': 'max-age=60, no-store' }, false],
  ['No-Store', { 'cache-control': 'No-Store' }, false],
  ['private: the cache is the crawler’s own', { 'cache-control': 'private' }, true],
  ['no-cache', { 'cache-control': 'no-cache' }, true],
  ['nothing', {}, true],
] as const)('may it be stored: %s', (_, headers, storable) => {
  for (const { access } of Object.values(PROFILES)) {
    expect(lifetimeOf(headers, access, SECOND, NOW).storable).toBe(storable);
  }
});
