/** When to ask again: docs/semantics.md §6; Retry-After (RFC 9110 §10.2.3, RFC 6585 §4). */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ProfileName } from '../../../../src/index.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { retryDelayMs } from '../../src/fetch/retry.js';
import { FILE, getFrom, PROFILE_NAMES } from './support/fetching.js';
import { always, Peer } from './support/peer.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The waits after each of the first ten failures in a row. */
async function waitsAfter(status: number, profile: ProfileName, headers = {}): Promise<number[] | null> {
  const peer = await Peer.start(always(status, status === 304 ? '' : FILE, headers));
  const result = await getFrom(peer, { profile, clock: new ManualClock() });
  const retry = 'retry' in result ? result.retry : null;
  return retry && Array.from({ length: 10 }, (_, i) => retryDelayMs(retry, i + 1));
}

const FROM_ONE_MINUTE = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map((minutes) => minutes * MINUTE_MS);
const FROM_TEN_SECONDS = [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600].map(
  (seconds) => seconds * SECOND_MS,
);

describe.each(PROFILE_NAMES)('under %s', (profile) => {
  test('the wait after failures doubles from a minute to an hour', async () => {
    expect(await waitsAfter(500, profile)).toEqual(FROM_ONE_MINUTE);
  });

  test('google tries again sooner after a 503', async () => {
    expect(await waitsAfter(503, profile)).toEqual(profile === 'google' ? FROM_TEN_SECONDS : FROM_ONE_MINUTE);
  });

  test.each([429, 500, 502, 503, 504, 599])('Retry-After of a %i takes precedence', async (status) => {
    expect(await waitsAfter(status, profile, { 'Retry-After': '7200' })).toEqual(Array(10).fill(2 * HOUR_MS));
  });

  test.each([408, 425])('Retry-After of a %i takes precedence, except under google', async (status) => {
    const waits = profile === 'google' ? null : Array(10).fill(2 * HOUR_MS);
    expect(await waitsAfter(status, profile, { 'Retry-After': '7200' })).toEqual(waits);
  });

  test.each([600, 304])('Retry-After of a %i is ignored', async (status) => {
    expect(await waitsAfter(status, profile, { 'Retry-After': '7200' })).toEqual(FROM_ONE_MINUTE);
  });

  test('after a 429 without Retry-After there is nothing to wait for, unless the profile counts it as a failure', async () => {
    expect(await waitsAfter(429, profile)).toEqual(profile === 'google' ? FROM_ONE_MINUTE : null);
  });
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', SECOND_MS],
    [' 90 ', 90 * SECOND_MS],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['99999999999999999999999', DAY_MS],
    ['Thu, 01 Jan 2026 00:10:00 GMT', 10 * MINUTE_MS],
    ['Thursday, 01-Jan-26 00:10:00 GMT', 10 * MINUTE_MS],
    ['Thu Jan  1 00:10:00 2026', 10 * MINUTE_MS],
    ['Thu, 01 Jan 2026 00:10:00 GMT+5', 10 * MINUTE_MS],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Fri, 01 Jan 2049 00:00:00 GMT', DAY_MS],
  ])('%s', async (value, ms) => {
    // An HTTP date is GMT, wherever it is read.
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect((await waitsAfter(503, 'rfc9309', { 'Retry-After': value }))?.[0]).toBe(ms);
  });

  test.each([
    '',
    '-1',
    '1.5',
    '1h',
    'soon',
    '2026-01-01',
    'Thu, 99 Foo 2026',
    'on Thu, 01 Jan 2026 00:10:00 GMT',
  ])('%j is ignored', async (value) => {
    expect(await waitsAfter(503, 'rfc9309', { 'Retry-After': value })).toEqual(FROM_ONE_MINUTE);
  });
});
