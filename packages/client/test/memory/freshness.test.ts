/** What a record means at a given time, to the millisecond: docs/semantics.md §6. */
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../../src/profiles.js';
import { DAY, HOUR, MINUTE } from '../../../../test/support/manual-clock.js';
import { freshnessOf, freshnessOnArrival } from '../../src/memory/freshness.js';
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

describe('a file', () => {
  test('under no-store is unusable from the end of its lifetime on', () => {
    const transient = recordOf(success('a', { 'cache-control': 'no-store' }), { minLifetimeMs: HOUR });
    expect(meaningAfter(HOUR - 1, transient)).toMatchObject({ copy: transient.copy, isFresh: true });
    expect(meaningAfter(HOUR, transient)).toBeUndefined();
  });
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
    const blank = { meaning: 'allow-all', copy: null, dueAt };
    expect(meaningAfter(0, record)).toEqual({ ...blank, isFresh: true, refresh: 'none', changesAt: dueAt });
    expect(meaningAfter(dueAt, record)).toEqual({
      ...blank,
      isFresh: true,
      refresh: 'background',
      changesAt: DAY,
    });
    expect(meaningAfter(DAY, record)).toEqual({
      ...blank,
      isFresh: false,
      refresh: 'wait',
      changesAt: Infinity,
    });
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
    const nothing = { meaning: 'disallow-all', copy: null, dueAt };
    expect(meaningAfter(0, record)).toEqual({ ...nothing, isFresh: true, refresh: 'none', changesAt: dueAt });
    expect(meaningAfter(dueAt, record)).toEqual({
      ...nothing,
      isFresh: false,
      refresh: 'wait',
      changesAt: long + 1,
    });
    expect(meaningAfter(long, record)).toEqual({
      ...nothing,
      isFresh: false,
      refresh: 'wait',
      changesAt: long + 1,
    });
    expect(meaningAfter(long + 1, record)).toEqual({
      ...nothing,
      meaning: 'allow-all',
      isFresh: false,
      refresh: 'wait',
      changesAt: Infinity,
    });
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
