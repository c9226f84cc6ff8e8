import { describe, expect, test } from 'vitest';
import { PROFILES, type ProfileName } from '../../../../src/profiles.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../test/support/manual-clock.js';
import type { ResponseHeaders } from '../../src/fetch/result.js';
import { lifetimeOf } from '../../src/memory/freshness.js';

const NOW = Date.parse('Thu, 01 Jan 2026 00:00:00 GMT');
const DATE = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
const IN_AN_HOUR = 'Thu, 01 Jan 2026 01:00:00 GMT';
const IN_TEN_DAYS = 'Sun, 11 Jan 2026 00:00:00 GMT';

type Expected = { readonly [profile in ProfileName]: number };

const all = (ms: number): Expected => ({
  rfc9309: ms,
  google: ms,
  'draft-koster-rep-00': ms,
  'koster-1996': ms,
});
const DEFAULTS: Expected = { ...all(DAY), 'koster-1996': 7 * DAY };

/** docs/semantics.md §6, the rows "default lifetime" and "Cache-Control / Expires". */
const CASES: readonly [string, ResponseHeaders, Expected][] = [
  ['no headers', {}, DEFAULTS],
  [
    'headers that say nothing of it',
    { ...DATE, 'cache-control': 'public, must-revalidate', etag: '"a"' },
    DEFAULTS,
  ],
  [
    'Last-Modified alone: no guessing',
    { ...DATE, 'last-modified': 'Thu, 01 Jan 2015 00:00:00 GMT' },
    DEFAULTS,
  ],
  [
    'the first max-age counts',
    { 'cache-control': 'max-age=3600, MAX-AGE=7200' },
    { ...all(HOUR), 'koster-1996': 7 * DAY },
  ],
  [
    'a max-age within a quoted value is none',
    { 'cache-control': 'private="a, max-age=60, b", max-age=3600' },
    { ...all(HOUR), 'koster-1996': 7 * DAY },
  ],
  ['max-age shortens', { 'cache-control': 'max-age=3600' }, { ...all(HOUR), 'koster-1996': 7 * DAY }],
  [
    'max-age lengthens under google alone',
    { 'cache-control': 'public, max-age=864000' },
    { ...all(DAY), google: 10 * DAY, 'koster-1996': 7 * DAY },
  ],
  ['Expires shortens', { ...DATE, expires: IN_AN_HOUR }, { ...all(HOUR), google: DAY }],
  [
    'Expires lengthens under koster-1996 alone',
    { ...DATE, expires: IN_TEN_DAYS },
    { ...all(DAY), 'koster-1996': 10 * DAY },
  ],
  [
    'max-age before Expires (RFC 9111 §5.3)',
    { ...DATE, 'cache-control': 'max-age=60', expires: IN_AN_HOUR },
    { ...all(MINUTE), 'koster-1996': HOUR },
  ],
  [
    'the age it had already (RFC 9111 §4.2.3)',
    { 'cache-control': 'max-age=3600', age: '600' },
    { ...all(50 * MINUTE), 'koster-1996': 7 * DAY },
  ],
  [
    's-maxage is not for a private cache',
    { 'cache-control': 's-maxage=1, max-age=3600' },
    { ...all(HOUR), 'koster-1996': 7 * DAY },
  ],
  ['no-cache', { 'cache-control': 'no-cache' }, { ...all(0), google: DAY, 'koster-1996': 7 * DAY }],
  ['no-store, under every profile', { 'cache-control': 'no-store' }, all(0)],
  [
    'no-store, whatever else is said',
    { ...DATE, 'cache-control': 'no-store, max-age=3600', expires: IN_AN_HOUR },
    all(0),
  ],
  ...['-5', '1.5', 'soon', '', '-0', '0x10'].map((age): [string, ResponseHeaders, Expected] => [
    `an Age that is no number of at least 0 is ignored (RFC 9111 §5.1): ${JSON.stringify(age)}`,
    { 'cache-control': 'max-age=3600', age },
    { ...all(HOUR), 'koster-1996': 7 * DAY },
  ]),
  [
    'the first of several ages',
    { 'cache-control': 'max-age=3600', age: '600, 0' },
    { ...all(50 * MINUTE), 'koster-1996': 7 * DAY },
  ],
  [
    'white space around an age of a list',
    { 'cache-control': 'max-age=3600', age: '600 , 0' },
    { ...all(50 * MINUTE), 'koster-1996': 7 * DAY },
  ],
  [
    'an age past everything',
    { 'cache-control': 'max-age=3600', age: '9'.repeat(30) },
    { ...all(0), 'koster-1996': 7 * DAY },
  ],
  ['Pragma: no-cache of old', { pragma: 'no-cache' }, { ...all(0), google: DAY, 'koster-1996': 7 * DAY }],
  [
    'Pragma beside Cache-Control (RFC 9111 §5.4)',
    { 'cache-control': 'public', pragma: 'no-cache' },
    DEFAULTS,
  ],
  ...['*', ' * '].map((vary): [string, ResponseHeaders, Expected] => [
    `Vary: ${JSON.stringify(vary)} matches no request (RFC 9111 §4.1)`,
    { vary },
    { ...all(0), google: DAY, 'koster-1996': 7 * DAY },
  ]),
  [
    'white space in Cache-Control',
    { 'cache-control': 'public , max-age = 3600' },
    { ...all(HOUR), 'koster-1996': 7 * DAY },
  ],
  [
    'white space after a directive',
    { 'cache-control': 'no-cache , public' },
    { ...all(0), google: DAY, 'koster-1996': 7 * DAY },
  ],
  ['a directive whose name only begins like one', { 'cache-control': 'max-ages=60, no-caches' }, DEFAULTS],
  ...['no-cache, max-age=3600', 'max-age=3600,no-cache'].map(
    (control): [string, ResponseHeaders, Expected] => [
      `max-age counts under google, whatever is beside it: ${control}`,
      { 'cache-control': control },
      { ...all(0), google: HOUR, 'koster-1996': 7 * DAY },
    ],
  ),
  ['Expires: 0 is past (RFC 9111 §5.3)', { ...DATE, expires: '0' }, { ...all(0), google: DAY }],
  ['directives have no case', { 'cache-control': 'Max-Age=3600' }, { ...all(HOUR), 'koster-1996': 7 * DAY }],
  [
    'a max-age that is no number is past',
    { 'cache-control': 'max-age=soon' },
    { ...all(0), 'koster-1996': 7 * DAY },
  ],
];

describe.each(Object.keys(PROFILES) as ProfileName[])('the lifetime under %s', (name) => {
  test.each(CASES)('%s', (_, headers, expected) => {
    expect(lifetimeOf(headers, PROFILES[name].access, 0, NOW).ms).toBe(expected[name]);
  });

  test('is at least minLifetimeMs', () => {
    const { ms } = lifetimeOf(
      { ...DATE, 'cache-control': 'max-age=0', expires: '0' },
      PROFILES[name].access,
      MINUTE,
      NOW,
    );
    expect(ms).toBe(MINUTE);
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
