/** More sites than fit in memory. */
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../../../test/support/manual-clock.js';
import { success, unavailable, unreachable } from '../lookup/support/results.js';
import { scriptedCache } from '../lookup/support/scripted-cache.js';

const urlOf = (site: number): string => `https://site-${site}.example/robots.txt`;

/** A cache of a memory, and a way to ask about many sites in turn. */
function crawl(options: Parameters<typeof scriptedCache>[0] = {}) {
  const scripted = scriptedCache({ memoryOctets: 250_000, ...options });
  scripted.answer((robotsUrl) => ({ ...success('User-agent: *\nDisallow: /private\n'), robotsUrl }));
  const ask = async (sites: number, rounds = 1): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      for (let site = 0; site < sites; site++) await scripted.cache.find(urlOf(site));
    }
  };
  return { ...scripted, ask };
}

describe('the back-off of an evicted site', () => {
  test.each([
    ['unreachable', unreachable(503), 'disallow-all', 503],
    ['unavailable', unavailable(429, { 'retry-after': '7200' }), 'allow-all', 429],
  ])('lasts as long as before, by its own URL: %s', async (outcome, result, meaning, status) => {
    const { cache, clock, fetches, answer } = crawl({ memoryOctets: 1_600_000 });
    answer((robotsUrl) => ({ ...result, robotsUrl }));
    const sites = 900;
    for (let site = 0; site < sites; site++) await cache.find(urlOf(site));
    answer((robotsUrl) => ({ ...success(''), robotsUrl }));
    for (let site = sites; site < 2000; site++) await cache.find(urlOf(site));
    expect(cache.counts.evictions).toBeGreaterThan(sites);
    await clock.advance(30 * 1000);
    const before = fetches.length;
    for (let site = 0; site < sites; site++) {
      const { entry, freshness, source } = await cache.find(urlOf(site));
      const { absence, copy, robotsUrl, userAgent } = entry.record;
      expect([robotsUrl, copy, source, userAgent]).toEqual([urlOf(site), null, 'memory', 'ExampleBot/1.0']);
      expect([absence?.outcome, freshness.meaning, absence?.facts.status]).toEqual([
        outcome,
        meaning,
        status,
      ]);
    }
    expect(fetches.length).toBe(before);
    // Once it is over, the site is asked again, and the run of failures goes on.
    answer((robotsUrl) => ({ ...result, robotsUrl }));
    await clock.advance(3 * HOUR);
    const { entry } = await cache.find(urlOf(0));
    expect([fetches.length, entry.record.absence?.attempts]).toEqual([before + 1, 2]);
    if (outcome === 'unreachable') expect(entry.record.absence?.nextAt).toBe(clock.now() + 2 * MINUTE);
  });

  test('takes three eighths of the memory at most, with any number of others, and goes when it is forgotten', async () => {
    const { cache, answer, ask } = crawl({ memoryOctets: 400_000 });
    answer((robotsUrl) => ({ ...unreachable(503), robotsUrl }));
    await ask(2000);
    expect(cache.gauges.octets).toBeLessThanOrEqual(550_000);
    expect(cache.gauges.octets).toBeGreaterThan(530_000);
    for (let site = 0; site < 2000; site++) await cache.forget(urlOf(site));
    expect([cache.gauges.entries, cache.gauges.octets]).toEqual([0, 0]);
  });
});
