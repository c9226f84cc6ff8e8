/** The table of back-offs, compared with a map that is obviously right. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { BackOffs, MAX_BACK_OFFS } from '../../src/memory/back-offs.js';
import type { Absence, CacheRecord } from '../../src/memory/record.js';
import { facts } from '../lookup/support/results.js';

const urlOf = (site: number): string => `https://site-${site}.example/robots.txt`;

/** Two robots.txt files, and the hash of 64 bits by which earlier versions found back-offs. */
const SAME_HASH = [
  'https://2vjqapfazwbuipfs6tsm7yqf4yzmpkkk5pgq31enirnwxunaxqfe5vl79ppy.xwblnpfkkpdyopd9o3kn.example/robots.txt',
  'https://2vjqapfa2unc1vjah3hy7yqf4yzm8ygy5pgq31enirnwxunaxqfe5vl7o3km.0unznpfkkpdyopd9o3kn.example/robots.txt',
] as const;

function formerHash(text: string): string {
  let [high, low] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193);
    low = Math.imul(low ^ text.charCodeAt(i), 0x5bd1e995);
    low ^= low >>> 15;
  }
  return `${high} ${low}`;
}

/** What the back-off of a site weighs. */
function octetsOf(site: number): number {
  const table = new BackOffs();
  table.add(recordOf(site, 1), 0);
  return table.octets;
}

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

test('get returns a back-off without what a server can make long', () => {
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
    const { absence, ...rest } = table.get(urlOf(1)) as CacheRecord;
    const { timings: _taken, ...takenFacts } = (absence as Absence).facts;
    const { timings: _given, ...givenFacts } = (record.absence as Absence).facts;
    expect({ ...rest, absence: { ...absence, facts: takenFacts } }).toEqual({
      ...record,
      absence: { ...record.absence, facts: givenFacts },
    });
  }
});

test('a site whose URL had the same hash in an earlier version has a back-off of its own', () => {
  expect(new Set(SAME_HASH.map(formerHash)).size).toBe(1);
  const [hostile, victim] = SAME_HASH;
  const table = new BackOffs();
  table.add({ ...recordOf(1, 2000), robotsUrl: hostile }, 0);
  expect([hostile, victim].map((url) => table.get(url)?.robotsUrl)).toEqual([hostile, undefined]);
});

test('back-offs that are over make room, and one too many replaces the oldest', () => {
  const table = new BackOffs();
  for (let site = 0; site < MAX_BACK_OFFS; site++) table.add(recordOf(site, site % 2 === 0 ? 1000 : 9000), 0);
  const full = table.octets;
  table.add(recordOf(MAX_BACK_OFFS, 3000), 0);
  expect(table.octets - full).toBe(octetsOf(MAX_BACK_OFFS) - octetsOf(0));
  const known = (site: number) => table.get(urlOf(site)) !== undefined;
  expect([known(0), known(1), known(MAX_BACK_OFFS)]).toEqual([false, true, true]);
  for (let site = -MAX_BACK_OFFS; site < 0; site++) table.add(recordOf(site, 3000), 2000);
  expect([known(2), known(-MAX_BACK_OFFS)]).toEqual([false, true]);
  expect(table.octets).toBeLessThan(1.01 * full);
  for (let site = -MAX_BACK_OFFS; site <= MAX_BACK_OFFS; site++) table.delete(urlOf(site));
  expect(table.octets).toBe(0);
});

describe('whatever is added, taken and forgotten', () => {
  /** A back-off that is over may be left or not. */
  const isWrong = (table: BackOffs, site: number, nextAt: number, now: number): boolean => {
    const found = table.get(urlOf(site))?.absence?.nextAt;
    return nextAt > now ? found !== nextAt : found !== undefined && found !== nextAt;
  };
  const step = fc.record({
    act: fc.constantFrom('add', 'add', 'add', 'get', 'delete', 'wait'),
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
          if (isWrong(table, site, nextAt, now)) throw new Error(`site ${site} at ${now}`);
        }
      }
      for (const [site, nextAt] of map) {
        if (isWrong(table, site, nextAt, now)) throw new Error(`site ${site} at the end`);
      }
    }),
    { runsShare: 0.2 },
  );
});
