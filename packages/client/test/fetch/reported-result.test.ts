/** Results of responses that were fetched elsewhere, judged as fetched ones are (docs/semantics.md §6). */
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../../../src/index.js';
import { resultOf } from '../../src/fetch/result/reported-result.js';
import { readSettings } from '../../src/fetch/settings.js';
import { FILE, inWords, USER_AGENT } from './support/fetching.js';

const AT = Date.UTC(2026, 0, 1);

function reported(status: number, profile: ProfileName = 'rfc9309', headers = {}) {
  const response = {
    robotsUrl: 'https://site.example/robots.txt',
    finalUrl: 'https://www.site.example/robots.txt',
    status,
    headers,
    body: FILE,
    at: AT,
  };
  return resultOf(response, readSettings({ userAgent: USER_AGENT, profile }));
}

describe('a response that was fetched elsewhere', () => {
  test.each<[number, ProfileName, string]>([
    [404, 'rfc9309', 'unavailable, allow-all'],
    [403, 'koster-1996', 'unavailable, disallow-all'],
    [304, 'rfc9309', 'unreachable, disallow-all (unexpected-status)'],
    [429, 'google', 'unreachable, disallow-all (too-many-requests)'],
    [500, 'rfc9309', 'unreachable, disallow-all (server-error)'],
    [503, 'koster-1996', 'unreachable, defer (server-error)'],
  ])('of status %i under %s: %s', (status, profile, expected) => {
    const result = reported(status, profile);
    expect(inWords(result)).toBe(expected);
    expect(result).toMatchObject({ octets: 0, probe: null });
    if (result.outcome !== 'unreachable') return;
    expect(result.isLocalFault).toBe(false);
    expect(result.cause.message).toBe(`https://www.site.example/robots.txt answered ${status}`);
  });

  test('may ask for a wait, from when it came', () => {
    const date = new Date(AT + 90_000).toUTCString();
    expect(reported(503, 'rfc9309', { 'retry-after': date })).toMatchObject({
      retry: { retryAfterMs: 90_000 },
    });
    expect(reported(429, 'rfc9309', { 'retry-after': date })).toMatchObject({
      retry: { retryAfterMs: 90_000 },
    });
    expect(reported(404, 'rfc9309', { 'retry-after': date })).toMatchObject({ retry: null });
  });
});
