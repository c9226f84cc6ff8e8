import { describe, expect, test } from 'vitest';
import { parseSync } from '../../../../src/parse.js';
import { PROFILES, type Profile } from '../../../../src/profiles.js';
import { fileOf, type RobotsDocument } from '../../../../src/robots-document.js';
import { DAY, HOUR, ManualClock, MINUTE } from '../../../../test/support/manual-clock.js';
import { parsedFileOf } from '../../../../test/support/ways.js';
import { crawlFactsOf, NO_CRAWL_FACTS } from '../../src/memory/crawl-facts.js';
import { nextRecord } from '../../src/memory/next-record.js';
import type { CacheRecord } from '../../src/memory/record.js';
import { MemoryEntry, RecordMemory } from '../../src/memory/record-memory.js';
import { ROBOTS_URL, success, unavailable, unreachable } from '../lookup/support/results.js';
import { scriptedCache } from '../lookup/support/scripted-cache.js';

const { access } = PROFILES.rfc9309;
const FILE = 'User-agent: *\nDisallow: /a\n';

function recordOf(result: Parameters<typeof nextRecord>[2], now: number, minLifetimeMs = 0): CacheRecord {
  return nextRecord(undefined, null, result, { access, userAgent: 'ExampleBot/1.0', minLifetimeMs, now });
}

/** A memory, its clock, and how many records it has evicted. */
function memoryOf({ maxOctets = 1e9 } = {}) {
  const clock = new ManualClock();
  const evicted = { count: 0 };
  const memory = new RecordMemory(maxOctets, clock, access, () => evicted.count++);
  return { memory, clock, evicted };
}

describe('the weight of an entry', () => {
  const weigh = (result: Parameters<typeof nextRecord>[2]): number =>
    new MemoryEntry(recordOf(result, 0)).weight;

  test('grows with the texts of the record', () => {
    const short = weigh(unavailable(404));
    expect(weigh({ ...unavailable(404), robotsUrl: `${ROBOTS_URL}12` }) - short).toBe(2 * 2);
    expect(weigh(unavailable(404, { etag: '"abc"' }))).toBeGreaterThan(short + 5);
    const file = success(FILE);
    expect(weigh({ ...file, headers: { etag: '"abc"' } })).toBeGreaterThan(weigh(file) + 5);
    const { cause } = unreachable(503);
    const longer = Object.assign(Object.create(cause) as typeof cause, { message: `${cause.message}12345` });
    expect(weigh({ ...unreachable(503), cause: longer }) - weigh(unreachable(503))).toBe(5);
    expect(weigh(unreachable(503)) - weigh(unavailable(503))).toBe(cause.message.length);
  });

  test('is that of the octets alone where more would be too heavy', () => {
    const document = parseSync(FILE.repeat(300));
    const { octets } = parsedFileOf(document);
    const record = recordOf({ ...success(''), document }, 0);
    const full = new MemoryEntry(record);
    expect(new MemoryEntry(record, full.weight).record).toBe(record);
    const missing = recordOf(unavailable(404), 0);
    expect(new MemoryEntry(missing, 0).record).toBe(missing);
    const light = new MemoryEntry(record, full.weight - 1);
    expect(full.weight - light.weight).toBe(8 * parsedFileOf(document).rows.byteLength);
    expect(new MemoryEntry(record, full.weightFor(3), 3).weight).toBe(full.weight);
    expect(new MemoryEntry(record, full.weightFor(3) - 1, 3).weight).toBe(light.weight);
    const copy = light.record.copy;
    if (copy === null) throw new Error('the copy is gone');
    expect(fileOf(copy.document).isUnused).toBe(true);
    expect(Buffer.compare(copy.document.octets, octets)).toBe(0);
    expect({ ...copy, document: null }).toEqual({ ...record.copy, document: null });
  });
});

describe('what an entry means', () => {
  test('is computed again when it may have changed, and when the clock was set back', () => {
    const start = 100 * DAY;
    const entry = new MemoryEntry(recordOf(success(FILE), start));
    const at = (now: number) => entry.answerAt(now, access)?.freshness;
    expect(at(start)).toMatchObject({ isFresh: true, refresh: 'none' });
    expect(entry.answerAt(start + HOUR, access)).toBe(entry.answerAt(start, access));
    expect(at(start + 0.9 * DAY)).toMatchObject({ isFresh: true, refresh: 'background' });
    expect(at(start + DAY)).toMatchObject({ isFresh: false, refresh: 'wait' });
    expect(at(start)).toMatchObject({ isFresh: true, refresh: 'none' });
    expect(at(start - DAY)).toMatchObject({ isFresh: false, refresh: 'wait' });
    expect(at(start)).toMatchObject({ isFresh: true, refresh: 'none' });
    const missing = new MemoryEntry(recordOf(unavailable(404), start));
    expect(missing.answerAt(start - DAY, access)).toBeUndefined();
    expect(missing.answerAt(start, access)?.freshness).toMatchObject({ isFresh: true });
  });

  test('programs get another document of the file, and the entry keeps nothing that they make of it', () => {
    const entry = new MemoryEntry(recordOf(success(FILE), 0));
    const { document } = entry.record.copy ?? { document: parseSync('') };
    const make = (of: RobotsDocument) => of.matcher({ agents: 'ExampleBot' });
    const shown = entry.shownFile(document, make);
    expect(shown.document).not.toBe(document);
    expect(shown.document.octets).toEqual(document.octets);
    expect(entry.shownFile(document, make)).toBe(shown);
    expect(entry.matcher(document, make)).not.toBe(shown.matcher);
    const octetsAlone = new MemoryEntry(entry.record, 0);
    expect(octetsAlone.matcher(document, make)).toBe(octetsAlone.shownFile(document, make).matcher);
  });

  test('its matcher and its facts are made once', () => {
    const entry = new MemoryEntry(recordOf(success(FILE), 0));
    let made = 0;
    const make = () => ({ made: ++made }) as never;
    const { document } = entry.record.copy ?? { document: parseSync('') };
    expect(entry.matcher(document, make)).toBe(entry.matcher(document, make));
    const read = () => ({ made: ++made }) as never;
    expect(entry.crawlFacts(document, read)).toBe(entry.crawlFacts(document, read));
    expect(made).toBe(2);
  });
});

describe('a memory of records', () => {
  test('evicts what was used least recently, keeps its order when a crawler is added, and then has room for fewer', () => {
    const { memory, clock, evicted } = memoryOf({ maxOctets: 1_000_000 });
    const url = (i: number) => `https://s${i}.example/robots.txt`;
    let count = 0;
    for (; evicted.count === 0; count++)
      memory.remember(recordOf({ ...success(FILE), robotsUrl: url(count) }, clock.now()));
    expect([memory.size, memory.get(url(0)), memory.octets <= 1_000_000]).toEqual([
      count - 1,
      undefined,
      true,
    ]);
    memory.get(url(1));
    const before = memory.size;
    for (let i = 0; i < 10; i++) memory.addCrawler();
    expect(memory.size).toBeLessThan(before);
    expect([memory.get(url(1)), memory.get(url(2))]).toEqual([expect.any(MemoryEntry), undefined]);
    expect(evicted.count).toBe(1 + before - memory.size);
    memory.clear();
    expect([memory.size, memory.octets]).toEqual([0, 0]);
  });

  test('a record learnt before the clock was set back is not timely, and still there', () => {
    const { memory, clock } = memoryOf();
    const entry = memory.remember(recordOf(success(FILE), clock.now()));
    expect(memory.getTimely(ROBOTS_URL)).toBe(entry);
    clock.set(-HOUR);
    expect(memory.getTimely(ROBOTS_URL)).toBeUndefined();
    expect(memory.get(ROBOTS_URL)).toBe(entry);
    expect(memory.getTimely('https://other.example/robots.txt')).toBeUndefined();
  });

  test('one record takes an eighth of the memory at most, and one that takes more replaces none but its own', () => {
    const now = new ManualClock().now();
    const file = recordOf(success(FILE), now);
    const { weight } = new MemoryEntry(file);
    const octetsAlone = new MemoryEntry(file, 0);
    const fits = memoryOf({ maxOctets: 8 * weight });
    fits.memory.remember(file);
    expect([fits.memory.size, fits.memory.octets, fits.evicted.count]).toEqual([1, weight, 0]);
    const lighter = memoryOf({ maxOctets: 8 * weight - 8 });
    lighter.memory.remember(file);
    expect([lighter.memory.size, lighter.memory.octets]).toEqual([1, octetsAlone.weight]);
    const heavy = memoryOf({ maxOctets: 8 * octetsAlone.weight - 8 });
    const robotsUrl = 'https://o.example/robots.txt';
    heavy.memory.remember(recordOf({ ...unavailable(404), robotsUrl }, now));
    heavy.memory.remember(recordOf(unavailable(404), now));
    const entry = heavy.memory.remember(file);
    expect(entry.record.copy).not.toBeNull();
    expect([heavy.memory.size, heavy.evicted.count]).toEqual([1, 1]);
    expect(heavy.memory.find(ROBOTS_URL)).toBeUndefined();
    expect(heavy.memory.find(robotsUrl)).toBeDefined();
  });
});

test('what a file says besides its rules is that for the crawler, as the profile finds its group', () => {
  const file = 'User-agent: ExampleBot 2\nCrawl-delay: 7\nRequest-rate: 1/5\nVisit-time: 0600-0845\n';
  const read = (profile: Profile) => crawlFactsOf(parseSync(file), 'ExampleBot', profile);
  expect(read(PROFILES['koster-1996'])).toEqual(NO_CRAWL_FACTS);
  expect(read(PROFILES.rfc9309)).toMatchObject({
    crawlDelay: 7,
    requestRate: { requests: 1, seconds: 5 },
    visitTime: { startMinutes: 360 },
  });
});

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
  const pausing = unavailable(429, { 'retry-after': '7200' });

  test.each([
    ['unreachable', unreachable(503), 'disallow-all', 503],
    ['unavailable', pausing, 'allow-all', 429],
  ])('lasts as long as before, by its own URL: %s', async (outcome, result, meaning, status) => {
    const { cache, clock, fetches, answer } = crawl({ memoryOctets: 40_000 });
    answer((robotsUrl) => ({ ...result, robotsUrl }));
    const sites = 20;
    for (let site = 0; site < sites; site++) await cache.find(urlOf(site));
    answer((robotsUrl) => ({ ...unavailable(404), robotsUrl }));
    for (let site = sites; site < 60; site++) await cache.find(urlOf(site));
    expect(cache.counts.evictions).toBeGreaterThanOrEqual(sites);
    await clock.advance(30 * 1000);
    const before = fetches.length;
    for (let site = 0; site < sites; site++) {
      const { entry, freshness, source } = await cache.find(urlOf(site));
      const absence = { outcome, facts: { status } };
      const kept = { robotsUrl: urlOf(site), copy: null, userAgent: 'ExampleBot/1.0', absence };
      expect(entry.record).toMatchObject(kept);
      expect([source, freshness.meaning]).toEqual(['memory', meaning]);
    }
    expect(fetches.length).toBe(before);
    // Once it is over, the site is asked again, and the run of failures goes on.
    answer((robotsUrl) => ({ ...result, robotsUrl }));
    await clock.advance(3 * HOUR);
    const { entry } = await cache.find(urlOf(0));
    expect([fetches.length, entry.record.absence?.attempts]).toEqual([before + 1, 2]);
    if (outcome === 'unreachable') expect(entry.record.absence?.nextAt).toBe(clock.now() + 2 * MINUTE);
  });

  test.each([
    ['a file is missing', unavailable(404), 0],
    ['its pause is over', pausing, 2 * HOUR],
  ])('is not kept where %s', (_, result, ms) => {
    const { memory, clock, evicted } = memoryOf({ maxOctets: 40_000 });
    memory.remember(recordOf(result, clock.now()));
    clock.skip(ms);
    for (let site = 0; evicted.count === 0; site++)
      memory.remember(recordOf({ ...unavailable(404), robotsUrl: urlOf(site) }, clock.now()));
    expect(memory.get(ROBOTS_URL)).toBeUndefined();
  });

  test('takes three eighths of the memory at most, with any number of others, and goes when it is forgotten', async () => {
    const { cache, answer, ask } = crawl({ memoryOctets: 40_000 });
    answer((robotsUrl) => ({ ...unreachable(503), robotsUrl }));
    await ask(200);
    expect(cache.gauges.octets).toBeLessThanOrEqual(55_000);
    expect(cache.gauges.octets).toBeGreaterThan(52_000);
    for (let site = 0; site < 200; site++) await cache.forget(urlOf(site));
    expect([cache.gauges.entries, cache.gauges.octets]).toEqual([0, 0]);
  });
});
