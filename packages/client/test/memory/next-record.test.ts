/** How a fetch changes a record, where a cache's answers do not show it. */
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../../src/profiles.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../test/support/manual-clock.js';
import { nextRecord, type RecordContext } from '../../src/memory/next-record.js';
import { notModified, success, unavailable, unreachable } from '../lookup/support/results.js';

const NOW = Date.UTC(2026, 0, 1);

function at(ms: number, change: Partial<RecordContext> = {}): RecordContext {
  const { access } = PROFILES['draft-koster-rep-00'];
  return { access, userAgent: 'ExampleBot/1.0', minLifetimeMs: 0, now: NOW + ms, ...change };
}

const held = nextRecord(undefined, null, success('a'), at(0));

test('a copy is dropped once it may no longer serve in place of a file that is gone', () => {
  expect(nextRecord(held, null, unavailable(404), at(DAY - 1)).copy).toBe(held.copy);
  expect(nextRecord(held, null, unavailable(404), at(DAY)).copy).toBeNull();
});

test('a 304 without a copy is a mistake of the program', () => {
  expect(() => nextRecord(undefined, null, notModified(), at(0))).toThrow('a 304 while no copy is held');
});

describe('a copy that an outage keeps', () => {
  test('is unchanged, even if the outage begins in the same millisecond', () => {
    expect(nextRecord(held, null, unreachable(500), at(0)).copy).toBe(held.copy);
  });

  test('counts as fetched now, and is not fresh, if the clock was set back', () => {
    const { copy } = nextRecord(held, null, unreachable(500), at(-HOUR));
    expect(copy).toMatchObject({ fetchedAt: NOW - HOUR, validatedAt: NOW - HOUR, lifetimeMs: 0 });
  });
});

describe('a run of failures', () => {
  const first = nextRecord(undefined, null, unreachable(500), at(0));
  const { retryFirstMs } = PROFILES['draft-koster-rep-00'].access;

  test.each([
    ['goes on after seven days without an attempt', 7 * DAY, { since: NOW, attempts: 2 }],
    ['starts again after a longer time', 7 * DAY + 1, { since: NOW + 7 * DAY + 1, attempts: 1 }],
    [
      'goes on, from the earlier time, if the clock was set back by minutes',
      -MINUTE,
      { since: NOW - MINUTE, attempts: 2 },
    ],
    ['starts again if the clock was set back by more', -HOUR, { since: NOW - HOUR, attempts: 1 }],
  ])('%s', (_, ms, expected) => {
    expect(nextRecord(first, null, unreachable(500), at(ms)).absence).toMatchObject(expected);
  });

  test.each([408, 425, 429])('may be of status %i, which means "not now"', (status) => {
    const { absence } = nextRecord(undefined, null, unavailable(status), at(0));
    expect(absence).toMatchObject({ isTransient: true, nextAt: NOW + retryFirstMs });
  });

  test.each([408, 425])('is not of status %i under google, which is as good as a 404', (status) => {
    const { access } = PROFILES.google;
    const { absence } = nextRecord(undefined, null, unavailable(status), at(0, { access }));
    expect(absence).toMatchObject({ isTransient: false, nextAt: NOW + access.lifetimeMs });
  });

  test('begins with the first "not now", however often there was no file before', () => {
    const missing = nextRecord(undefined, null, unavailable(404), at(0));
    const { absence } = nextRecord(missing, null, unavailable(408), at(HOUR));
    expect(absence).toMatchObject({ since: NOW + HOUR, attempts: 1, nextAt: NOW + HOUR + retryFirstMs });
  });
});

test('an unavailable file is fetched again when its server says', () => {
  const { access } = PROFILES.google;
  const result = { ...unavailable(404), retry: { retryAfterMs: 5 * SECOND, firstMs: MINUTE, maxMs: HOUR } };
  const { absence } = nextRecord(undefined, null, result, at(0, { access }));
  expect(absence).toMatchObject({ nextAt: NOW + 5 * SECOND, isTransient: true, attempts: 1, since: NOW });
});
