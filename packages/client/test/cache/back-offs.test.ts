/** The table of back-offs, compared with a map that is obviously right. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { BackOffs } from '../../src/cache/back-offs.js';
import type { Absence, CacheRecord } from '../../src/cache/record.js';
import { facts } from './support/results.js';

const urlOf = (site: number): string => `https://site-${site}.example/robots.txt`;

function recordOf(site: number, nextAt: number, given: Partial<Absence> = {}): CacheRecord {
  const robotsUrl = urlOf(site);
  const absence: Absence = {
    outcome: 'unreachable',
    meaning: 'disallow-all',
    facts: { ...facts(503), robotsUrl, finalUrl: robotsUrl },
    fault: 'server-error',
    message: null,
    since: 1_000_000,
    attempts: 3,
    nextAt,
    isTransient: true,
    isLocal: false,
    ...given,
  };
  return { robotsUrl, userAgent: 'ExampleBot/1.0', learntAt: 2_000_000, copy: null, absence };
}

test('take returns a back-off unchanged, and only once', () => {
  for (const given of [
    {},
    {
      outcome: 'unavailable',
      meaning: 'allow-all',
      facts: { ...facts(429), robotsUrl: urlOf(1), finalUrl: urlOf(1) },
      fault: null,
    },
    {
      facts: { ...facts(null), robotsUrl: urlOf(1), finalUrl: urlOf(1) },
      fault: 'ftp-failed',
      isLocal: true,
      attempts: 4095,
    },
  ] as const satisfies Partial<Absence>[]) {
    const table = new BackOffs();
    const record = recordOf(1, 9e12, given);
    table.add(record, 0);
    const { absence, ...rest } = table.take(urlOf(1), 1e12) as CacheRecord;
    const { timings: _taken, ...takenFacts } = (absence as Absence).facts;
    const { timings: _given, ...givenFacts } = (record.absence as Absence).facts;
    expect({ ...rest, absence: { ...absence, facts: takenFacts } }).toEqual({
      ...record,
      absence: { ...record.absence, facts: givenFacts },
    });
    expect(table.take(urlOf(1), 1e12)).toBe(undefined);
  }
});

test('a hundred thousand sites take 75 octets each at most, and back-offs that are over make room', () => {
  const table = new BackOffs();
  for (let site = 0; site < 100_000; site++) table.add(recordOf(site, 1000), 0);
  const full = table.octets;
  expect(full / 100_000).toBeLessThanOrEqual(75);
  for (let site = 100_000; site < 190_000; site++) table.add(recordOf(site, 3000), 2000);
  expect(table.octets).toBeLessThanOrEqual(full);
  expect(table.take(urlOf(5), 2000)).toBe(undefined);
  expect(table.take(urlOf(150_000), 2000)?.absence?.nextAt).toBe(3000);
  for (let site = 0; site < 190_000; site++) table.delete(urlOf(site));
  expect(table.octets).toBe(0);
});

describe('whatever is added, taken and forgotten', () => {
  const step = fc.record({
    act: fc.constantFrom('add', 'add', 'add', 'take', 'delete', 'wait'),
    site: fc.nat(600),
    ms: fc.integer({ min: 1, max: 1000 }),
  });
  checkProperty(
    'the table has the back-offs that a map would have',
    fc.property(fc.array(step, { maxLength: 1500, size: 'max' }), (steps) => {
      const table = new BackOffs();
      const map = new Map<number, number>();
      let now = 1;
      for (const { act, site, ms } of steps) {
        if (act === 'wait') now += ms;
        else if (act === 'add') {
          table.add(recordOf(site, now + ms), now);
          map.set(site, now + ms);
        } else if (act === 'delete') {
          table.delete(urlOf(site));
          map.delete(site);
        } else {
          const nextAt = map.get(site) ?? 0;
          if (table.take(urlOf(site), now)?.absence?.nextAt !== (nextAt > now ? nextAt : undefined))
            throw new Error(`site ${site} at ${now}`);
          map.delete(site);
        }
      }
      for (const [site, nextAt] of map) {
        if (table.take(urlOf(site), now)?.absence?.nextAt !== (nextAt > now ? nextAt : undefined))
          throw new Error(`site ${site} at the end`);
      }
    }),
    { runsShare: 0.2 },
  );
});
