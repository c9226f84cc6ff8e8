/** How two records of one file are merged, and how long a record is useful. */

import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../../src/profiles.js';
import { DAY, HOUR, MINUTE } from '../../../../test/support/manual-clock.js';
import { nextRecord, type RecordContext } from '../../src/memory/next-record.js';
import {
  type CacheRecord,
  factsOctets,
  isFromFuture,
  keptFacts,
  keptMessage,
  merged,
  textOctets,
  usefulMs,
} from '../../src/memory/record.js';
import { facts, success, unavailable, unreachable } from '../lookup/support/results.js';

const NOW = Date.UTC(2026, 0, 1);

function at(ms: number): RecordContext {
  const { access } = PROFILES['draft-koster-rep-00'];
  return { access, userAgent: 'ExampleBot/1.0', minLifetimeMs: HOUR, now: NOW + ms };
}

function fetched(ms: number, headers: Record<string, string> = {}): CacheRecord {
  return nextRecord(undefined, null, success('a', headers), at(ms));
}

function copyOf(record: CacheRecord): NonNullable<CacheRecord['copy']> {
  if (record.copy === null) throw new Error('the record has no copy');
  return record.copy;
}

/** The merger of two records, which must not depend on which is given first. */
function together(one: CacheRecord, other: CacheRecord): CacheRecord | undefined {
  const record = merged(one, other);
  expect(merged(other, one)).toEqual(record);
  return record;
}

describe('two records are merged into', () => {
  const file = fetched(0);

  test('the later one, if it has a file or the server said that there is none', () => {
    const later = fetched(MINUTE);
    const gone = nextRecord(undefined, null, unavailable(404), at(MINUTE));
    expect(together(file, later)).toBe(later);
    expect(together(file, gone)).toBe(gone);
    expect(gone.copy).toBeNull();
  });

  test('the later outage with the earlier file: a failure never replaces a file', () => {
    const outage = nextRecord(undefined, null, unreachable(500), at(MINUTE));
    expect(together(file, outage)).toEqual({ ...outage, copy: file.copy });
  });

  test('the later outage with its own file', () => {
    const outage = nextRecord(fetched(2 * MINUTE), null, unreachable(500), at(3 * MINUTE));
    expect(together(file, outage)).toBe(outage);
    expect(outage.copy).not.toBeNull();
  });

  test('the later outage alone, if the earlier file must not be stored or there is none', () => {
    const outage = nextRecord(undefined, null, unreachable(500), at(MINUTE));
    expect(together(fetched(0, { 'cache-control': 'no-store' }), outage)).toBe(outage);
    expect(together(nextRecord(undefined, null, unavailable(404), at(0)), outage)).toBe(outage);
  });

  test('the second of two that were learnt at the same time', () => {
    const [one, other] = [fetched(0), fetched(0)];
    expect(merged(one, other)).toBe(other);
  });
});

test('a time is from the future if clocks cannot differ that much', () => {
  expect(isFromFuture(NOW + 5 * MINUTE, NOW)).toBe(false);
  expect(isFromFuture(NOW + 5 * MINUTE + 1, NOW)).toBe(true);
});

test('a record is useful until the next fetch, and then for a long outage and a day', () => {
  const file = fetched(0);
  const { lifetimeMs } = copyOf(file);
  expect(usefulMs(file, 30 * DAY, NOW)).toBe(lifetimeMs + 31 * DAY);
  expect(usefulMs(file, 30 * DAY, NOW + lifetimeMs + 1)).toBe(31 * DAY);
  const gone = nextRecord(undefined, null, unavailable(404), at(0));
  expect(usefulMs(gone, 0, NOW)).toBe((gone.absence?.nextAt ?? 0) - NOW + DAY);
});

const redirect = (url: string, location: string | null = null) => ({ url, status: 301, location });

describe('text chosen by a server is kept up to a bound', () => {
  test('URLs: 2,048 characters, the last of them an ellipsis if it was cut', () => {
    const whole = 'u'.repeat(2048);
    const cut = `${'u'.repeat(2047)}…`;
    const kept = keptFacts({
      ...facts(200),
      finalUrl: `${whole}u`,
      redirects: [redirect(whole, whole), redirect(`${whole}u`, `${whole}u`), redirect('short')],
    });
    expect(kept.finalUrl).toBe(cut);
    expect(kept.redirects).toEqual([redirect(whole, whole), redirect(cut, cut), redirect('short')]);
    expect(keptFacts({ ...facts(200), finalUrl: whole }).finalUrl).toBe(whole);
  });

  test('messages: 500 characters', () => {
    expect(keptMessage('m'.repeat(500))).toBe('m'.repeat(500));
    expect(keptMessage('m'.repeat(501))).toBe(`${'m'.repeat(499)}…`);
  });

  test('header values: 1,024 characters; a longer one is left out', () => {
    const headers = { etag: 'e'.repeat(1024), expires: 'e'.repeat(1025), vary: '*' };
    expect(keptFacts(facts(200, headers)).headers).toEqual({ etag: headers.etag, vary: '*' });
  });

  test('redirects: 16', () => {
    const redirects = Array.from({ length: 20 }, (_, i) => redirect(`${i}`));
    expect(keptFacts({ ...facts(200), redirects }).redirects).toEqual(redirects.slice(0, 16));
  });
});

describe('the memory that texts take', () => {
  test('an octet for each character of Latin-1, else two', () => {
    const base = textOctets('');
    expect(base).toBeGreaterThan(0);
    expect(textOctets('abc') - base).toBe(3);
    expect(textOctets('\0ÿé') - base).toBe(3);
    expect(textOctets('abł') - base).toBe(6);
  });

  test('every text of the facts counts', () => {
    const plain = factsOctets(facts(200));
    const { robotsUrl, finalUrl, profile } = facts(200);
    expect(plain).toBeGreaterThan(
      [robotsUrl, finalUrl, profile].reduce((sum, text) => sum + textOctets(text), 0),
    );
    const more = {
      ...facts(200),
      robotsUrl: `${robotsUrl}12`,
      finalUrl: `${finalUrl}345`,
      profile: `${profile}6`,
    };
    expect(factsOctets(more) - plain).toBe(2 + 3 + 1);
  });

  test.each([
    ['a redirect', { redirects: [redirect('abc')] }, { redirects: [redirect('abcde')] }],
    ['where it leads', { redirects: [redirect('a', 'bc')] }, { redirects: [redirect('a', 'bcde')] }],
    [
      'a redirect that leads nowhere',
      { redirects: [redirect('abc')] },
      { redirects: [redirect('a', 'bcde')] },
    ],
    ['a header', { headers: { etag: 'abc' } }, { headers: { etag: 'abcde' } }],
  ])('%s counts with its text', (_, one, longer) => {
    const plain = factsOctets(facts(200));
    expect(factsOctets({ ...facts(200), ...one })).toBeGreaterThan(plain + textOctets('abc'));
    expect(factsOctets({ ...facts(200), ...longer }) - factsOctets({ ...facts(200), ...one })).toBe(2);
  });
});
