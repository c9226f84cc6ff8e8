/** More sites than fit in memory. */
import { describe, expect, test } from 'vitest';
import { HOUR, ManualClock, MINUTE } from '../../../../test/support/manual-clock.js';
import { success, unavailable, unreachable } from '../lookup/support/results.js';
import { scriptedCache } from '../lookup/support/scripted-cache.js';
import { SharedStore } from '../store/support/stores.js';

const urlOf = (site: number): string => `https://site-${site}.example/robots.txt`;

/** A cache of a memory, and a way to ask about many sites in turn. */
function crawl(options: Parameters<typeof scriptedCache>[0] = {}) {
  const scripted = scriptedCache({ memory: { maxEntries: 100, maxOctets: 1e9 }, ...options });
  scripted.answer((robotsUrl) => ({ ...success('User-agent: *\nDisallow: /private\n'), robotsUrl }));
  const ask = async (sites: number, rounds = 1): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      for (let site = 0; site < sites; site++) await scripted.cache.find(urlOf(site));
    }
  };
  return { ...scripted, ask };
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
    expect(cache.gauges.octets).toBeLessThanOrEqual(before.octets);
    // Once it is over, the site is asked again, and the run of failures goes on.
    await clock.advance(3 * HOUR);
    const { entry } = await cache.find(urlOf(0));
    expect([fetches.length, entry.record.absence?.attempts]).toEqual([sites + 1, 2]);
  });
});

test('a rotation of more sites than fit evicts each of them; with a store none is fetched twice', async () => {
  const { cache, ask } = crawl();
  await ask(110, 3);
  expect(cache.counts).toMatchObject({ fetches: 330, evictions: 230, hits: 0 });
  const clock = new ManualClock();
  const stored = crawl({ clock, store: new SharedStore(clock).connect({ leases: false }) });
  await stored.ask(110, 3);
  expect(stored.cache.counts.fetches).toBe(110);
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
    // A site that does not fit keeps its back-off, whatever the limit. The back-offs leave three quarters of it to files.
    expect(cache.gauges.octets).toBeLessThanOrEqual(0.75e6 + 5000 * 640);
    expect(cache.gauges.octets).toBeGreaterThan(0.7e6 + 4000 * 600);
    for (let site = 0; site < 5000; site++) await cache.forget(urlOf(site));
    expect([cache.gauges.entries, cache.gauges.octets]).toEqual([0, 0]);
  });
});
