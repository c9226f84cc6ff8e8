/** More sites than fit in memory. */
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, ManualClock, MINUTE } from '../../../../test/support/manual-clock.js';
import { success, unavailable, unreachable } from './support/results.js';
import { scriptedCache } from './support/scripted-cache.js';
import { SharedStore } from './support/stores.js';

const urlOf = (site: number): string => `https://site-${site}.example/robots.txt`;

/** A cache of a memory, its messages about it, and a way to ask about many sites in turn. */
function crawl(options: Parameters<typeof scriptedCache>[0] = {}) {
  const messages: object[] = [];
  const reporter = {
    isHeard: () => false,
    report: (name: string, message: object) => {
      if (name === 'robotstream:memory') messages.push(message);
    },
  } as never;
  const scripted = scriptedCache({ memory: { maxEntries: 100, maxOctets: 1e9 }, ...options, reporter });
  scripted.answer((robotsUrl) => ({ ...success('User-agent: *\nDisallow: /private\n'), robotsUrl }));
  const ask = async (sites: number, rounds = 1): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      for (let site = 0; site < sites; site++) await scripted.cache.find(urlOf(site));
    }
  };
  return { ...scripted, messages, ask };
}

describe('the back-off of a site', () => {
  test.each([
    ['unreachable', { outcome: 'unreachable', meaning: 'disallow-all' }],
    ['unavailable', { outcome: 'unavailable', meaning: 'allow-all' }],
  ])('lasts as long after eviction as before, for any number of sites: %s', async (outcome, expected) => {
    const { cache, clock, fetches, answer } = crawl({ memory: { maxEntries: 10, maxOctets: 100_000 } });
    const result = outcome === 'unreachable' ? unreachable(503) : unavailable(429, { 'retry-after': '7200' });
    answer((robotsUrl) => ({ ...result, robotsUrl }));
    const sites = 3000;
    for (let site = 0; site < sites; site++) await cache.find(urlOf(site));
    const before = cache.gauges;
    expect(before.entries).toBeLessThanOrEqual(10);
    await clock.advance(30 * 1000);
    const seen = new Set<string>();
    for (let site = 0; site < sites; site++) {
      const { entry, freshness, source } = await cache.find(urlOf(site));
      const { absence, copy, robotsUrl } = entry.record;
      expect([robotsUrl, copy, source]).toEqual([urlOf(site), null, 'memory']);
      seen.add(
        JSON.stringify([absence?.outcome, freshness.meaning, absence?.facts.status, absence?.attempts]),
      );
    }
    expect([...seen]).toEqual([
      JSON.stringify([expected.outcome, expected.meaning, outcome === 'unreachable' ? 503 : 429, 1]),
    ]);
    expect(fetches.length).toBe(sites);
    expect(cache.gauges.octets).toBeLessThanOrEqual(before.octets + 20_000);
    // Once it is over, the site is asked again, and the run of failures goes on.
    await clock.advance(3 * HOUR);
    const { entry } = await cache.find(urlOf(0));
    expect([fetches.length, entry.record.absence?.attempts]).toEqual([sites + 1, 1]);
  });
});

describe('a rotation of more sites than fit', () => {
  test('is reported once, with figures', async () => {
    const { cache, messages, ask } = crawl();
    await ask(110);
    expect([cache.counts.refetches, messages]).toEqual([0, []]);
    await ask(110, 3);
    expect(cache.counts).toMatchObject({ fetches: 440, refetches: 330, hits: 0 });
    expect(messages).toEqual([
      {
        fetches: 123,
        refetches: 13,
        hitRate: 0,
        entries: 100,
        octets: expect.any(Number),
        maxEntries: 100,
        maxOctets: 1e9,
      },
    ]);
  });

  test('is not reported if all fit, if no site comes again, or if all lifetimes have passed', async () => {
    const fits = crawl();
    await fits.ask(100, 3);
    expect([fits.cache.counts.fetches, fits.messages]).toEqual([100, []]);
    const once = crawl();
    await once.ask(1000);
    expect([once.cache.counts.evictions, once.messages]).toEqual([900, []]);
    const slow = crawl();
    for (let round = 0; round < 3; round++) {
      await slow.ask(110);
      await slow.clock.advance(2 * DAY);
    }
    expect([slow.cache.counts.refetches, slow.messages]).toEqual([0, []]);
  });

  test('is not reported for fetches that the program wants', async () => {
    const { cache, messages, ask } = crawl();
    await ask(110);
    for (let site = 0; site < 10; site++) await cache.forget(urlOf(site));
    await ask(10);
    for (let site = 50; site < 100; site++) await cache.refresh(urlOf(site));
    expect([cache.counts.refetches, messages]).toEqual([0, []]);
  });

  test('causes no fetch and no report with a store', async () => {
    const clock = new ManualClock();
    const store = new SharedStore(clock).connect({ leases: false });
    const { cache, messages, ask } = crawl({ clock, store });
    await ask(110, 3);
    expect([cache.counts.fetches, cache.counts.refetches, messages]).toEqual([110, 0, []]);
  });

  test('a file too large to keep is reported in the same way', async () => {
    const { cache, messages, ask } = crawl({ memory: { maxEntries: Infinity, maxOctets: 20_000 } });
    await ask(1, 20);
    expect(cache.counts.fetches).toBe(20);
    expect(messages.length).toBe(1);
  });
});

describe('a site that is unreachable', () => {
  test('is left alone after it was evicted, for as long as its back-off lasts', async () => {
    const { cache, answer, fetches, ask, clock } = crawl({
      memory: { maxEntries: Infinity, maxOctets: 2e6 },
    });
    const fetched = (): number =>
      fetches.filter(({ robotsUrl }) => robotsUrl === 'https://example.com/robots.txt').length;
    answer(unreachable(503, { 'retry-after': '3600' }));
    await cache.find('https://example.com/robots.txt');
    answer((robotsUrl) => ({ ...success(''), robotsUrl }));
    await ask(2000);
    expect(cache.counts.evictions).toBeGreaterThan(1000);
    const { freshness } = await cache.find('https://example.com/robots.txt');
    expect(freshness).toMatchObject({ meaning: 'disallow-all', refresh: 'none' });
    expect(fetched()).toBe(1);
    answer(unreachable(503));
    await clock.advance(HOUR);
    const { entry } = await cache.find('https://example.com/robots.txt');
    expect(fetched()).toBe(2);
    expect(entry.record.absence).toMatchObject({ attempts: 2, nextAt: clock.now() + 2 * MINUTE });
  });

  test('or that asked for a pause, or still has a copy: the copy is lost, the pause is not', async () => {
    const { cache, answer, fetches, ask, clock } = crawl({
      memory: { maxEntries: Infinity, maxOctets: 2e6 },
    });
    answer({ ...unavailable(429, { 'retry-after': '3600' }), robotsUrl: 'https://busy.example/robots.txt' });
    await cache.find('https://busy.example/robots.txt');
    answer(success('User-agent: *\nDisallow: /\n'));
    await cache.find('https://example.com/robots.txt');
    answer((robotsUrl) => ({ ...unreachable(503, { 'retry-after': '3600' }), robotsUrl }));
    await clock.advance(HOUR);
    await cache.refresh('https://example.com/robots.txt');
    await cache.refresh('https://busy.example/robots.txt');
    const before = fetches.length;
    answer((robotsUrl) => ({ ...success(''), robotsUrl }));
    await ask(2000);
    expect((await cache.find('https://example.com/robots.txt')).freshness).toMatchObject({ copy: null });
    await cache.find('https://busy.example/robots.txt');
    expect(fetches.length).toBe(before + 2000);
  });

  test('takes no more than its share of the memory, with any number of others', async () => {
    const { cache, answer, ask } = crawl({ memory: { maxEntries: Infinity, maxOctets: 1e6 } });
    answer((robotsUrl) => ({ ...unreachable(503), robotsUrl }));
    await ask(5000);
    // A site that does not fit keeps its back-off, which takes 75 octets at most. The limit does not apply to back-offs.
    expect(cache.gauges.octets).toBeLessThanOrEqual(1e6 + 5000 * 75);
    expect(cache.gauges.octets).toBeGreaterThan(0.9e6);
    for (let site = 0; site < 5000; site++) await cache.forget(urlOf(site));
    expect([cache.gauges.entries, cache.gauges.octets]).toEqual([0, 0]);
  });
});
