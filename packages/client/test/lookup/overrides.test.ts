import { describe, expect, test } from 'vitest';
import { parseSync } from '../../../../src/parse.js';
import { PROFILES } from '../../../../src/profiles.js';
import { MINUTE } from '../../../../test/support/manual-clock.js';
import { utf8 } from '../../../../test/support/octets.js';
import { parsedFileOf } from '../../../../test/support/ways.js';
import { OverriddenSites, type Override, overridesCheck } from '../../src/lookup/overrides.js';
import { crawlFactsOf } from '../../src/memory/crawl-facts.js';
import { ROBOTS_URL, success, unreachable } from './support/results.js';
import { scriptedCache } from './support/scripted-cache.js';

const sites = (overrides: Readonly<Record<string, Override>>) =>
  new OverriddenSites(overrides, 'ExampleBot/1.0', 'rfc9309', 600_000);

describe('the octets of an override', () => {
  const octets = () => utf8('user-agent: *\ndisallow: /secret\n');
  const isAllowed = (of: OverriddenSites) =>
    of.find(ROBOTS_URL)?.freshness.copy?.document.matcher({ agents: 'a' }).isAllowed('/secret');

  test('are those of the moment when it is given', () => {
    const given = octets();
    const overridden = sites({ 'example.com': { robotsTxt: given } });
    given.fill('#'.charCodeAt(0));
    expect(isAllowed(overridden)).toBe(false);
    const transferred = octets();
    const others = sites({ 'example.com': { robotsTxt: transferred } });
    structuredClone(transferred, { transfer: [transferred.buffer as ArrayBuffer] });
    expect(isAllowed(others)).toBe(false);
    expect(() => sites({ 'example.com': { robotsTxt: transferred } })).toThrow(/that has lost its memory/);
  });
});

describe('an override', () => {
  test.each(['allow-all', 'disallow-all'] as const)(
    '%s is an answer for ever, of this process alone',
    (meaning) => {
      const cached = sites({ 'example.com': meaning }).find(ROBOTS_URL);
      expect(cached).toMatchObject({
        source: 'override',
        freshness: {
          meaning,
          copy: null,
          isFresh: true,
          refresh: 'none',
          dueAt: Infinity,
          changesAt: Infinity,
        },
      });
      expect(cached?.entry.record).toEqual({
        robotsUrl: ROBOTS_URL,
        userAgent: 'ExampleBot/1.0',
        learntAt: 0,
        copy: null,
        absence: {
          outcome: 'unavailable',
          meaning,
          facts: {
            robotsUrl: ROBOTS_URL,
            finalUrl: ROBOTS_URL,
            status: null,
            redirects: [],
            headers: {},
            octets: 0,
            encodedOctets: 0,
            timings: { startedAt: 0, connectMs: null, headersMs: null, bodyMs: null, totalMs: 0 },
            profile: 'rfc9309',
          },
          fault: null,
          message: null,
          since: 0,
          attempts: 0,
          nextAt: Infinity,
          isTransient: false,
          isLocal: true,
        },
      });
    },
  );

  test('that is a file has its rules, up to the parsing limit of the client', () => {
    const robotsTxt = 'User-agent: *\nDisallow: /own\n';
    for (const file of [robotsTxt, new TextEncoder().encode(robotsTxt)]) {
      const cached = sites({ 'example.com': { robotsTxt: file } }).find(ROBOTS_URL);
      expect(cached).toMatchObject({
        source: 'override',
        freshness: { meaning: 'rules', isFresh: true },
        entry: { record: { absence: null } },
      });
      const { copy } = cached?.entry.record ?? {};
      expect(copy).toMatchObject({ fetchedAt: 0, validatedAt: 0, lifetimeMs: Infinity, storable: false });
      expect(cached?.freshness.copy).toBe(copy);
      const document = copy?.document ?? parseSync('');
      expect(document.matcher({ agents: 'ExampleBot' }).isAllowed('/own')).toBe(false);
      expect(parsedFileOf(document).maxOctets).toBe(600_000);
    }
  });

  test('of an origin wins over one of a host, and a host has one for every scheme', () => {
    const all = sites({
      'Example.com': 'allow-all',
      'https://example.com': 'disallow-all',
      'example.org:8080': 'disallow-all',
      'bücher.example': 'allow-all',
    });
    const meaningOf = (url: string) => all.find(url)?.freshness.meaning;
    expect(meaningOf(ROBOTS_URL)).toBe('disallow-all');
    expect(meaningOf('http://example.com/robots.txt')).toBe('allow-all');
    expect(meaningOf('http://example.com:81/robots.txt')).toBeUndefined();
    expect(meaningOf('http://example.org:8080/robots.txt')).toBe('disallow-all');
    expect(meaningOf('https://xn--bcher-kva.example/robots.txt')).toBe('allow-all');
    expect(all.find(ROBOTS_URL)).toBe(all.find(ROBOTS_URL));
  });
});

test('an override of a host with a port is for that port alone, under every scheme', () => {
  const all = sites({
    'tls.example:443': 'disallow-all',
    'plain.example:80': 'disallow-all',
    'files.example:21': 'disallow-all',
    '[::1]:443': 'disallow-all',
    'both.example': 'allow-all',
    'both.example:443': 'disallow-all',
  });
  const isOverridden = (origin: string) => all.find(`${origin}/robots.txt`)?.freshness.meaning;
  expect(isOverridden('https://tls.example')).toBe('disallow-all');
  expect(isOverridden('http://tls.example:443')).toBe('disallow-all');
  expect(isOverridden('http://tls.example')).toBeUndefined();
  expect(isOverridden('http://plain.example')).toBe('disallow-all');
  expect(isOverridden('https://plain.example:80')).toBe('disallow-all');
  expect(isOverridden('https://plain.example')).toBeUndefined();
  expect(isOverridden('ftp://files.example')).toBe('disallow-all');
  expect(isOverridden('https://[::1]')).toBe('disallow-all');
  expect(isOverridden('https://both.example')).toBe('disallow-all');
  expect(isOverridden('http://both.example')).toBe('allow-all');
});

describe('malformed overrides are refused', () => {
  const A_PLACE = 'a host such as "example.com" or "example.com:8080", or an origin';
  const AN_OVERRIDE = "'allow-all', 'disallow-all' or { robotsTxt }";

  test.each<[unknown, string]>([
    ...[undefined, null, 'allow-all', 7, [], new Map([['example.com', 'allow-all']])].map(
      (value) => [value, 'an object with an override for each host'] as [unknown, string],
    ),
    ...[
      '',
      'http://',
      'example.com/a',
      'example.com?a',
      'example.com#a',
      'user@example.com',
      'https://example.com/robots.txt',
      'mailto://',
      'a b',
      '*.example.com',
      'https://*.example.com',
      '.example.com',
    ].map((place) => [{ [place]: 'allow-all' }, A_PLACE] as [unknown, string]),
    ...['allow', null, undefined, 7, {}, { robotsTxt: 7 }].map(
      (override) => [{ 'example.com': override }, AN_OVERRIDE] as [unknown, string],
    ),
    [{ 'example.com': 'allow' }, 'overrides["example.com"] is "allow"'],
    [{ 'a b': 'allow-all' }, 'overrides is "a b"'],
  ])('%o', (value, message) => {
    expect(() => overridesCheck(value, 'overrides')).toThrow(TypeError);
    expect(() => overridesCheck(value, 'overrides')).toThrow(message);
  });

  test.each([
    {},
    { 'example.com': 'allow-all' },
    {
      'example.com:8080': 'disallow-all',
      'https://example.com/': { robotsTxt: '' },
      '[::1]': { robotsTxt: new Uint8Array() },
    },
  ])('and others are not: %o', (value) => {
    expect(() => overridesCheck(value, 'overrides')).not.toThrow();
  });
});

describe('what a program puts into a cache', () => {
  test('counts unless something later is known', async () => {
    const { cache, clock, fetches } = scriptedCache();
    const sizeNow = () => cache.peek(ROBOTS_URL)?.freshness.copy?.document.size;
    const [first, second, third] = ['a', 'bb', 'ccc'].map((text) => success(text));
    await cache.put(first, clock.now() - MINUTE);
    expect(sizeNow()).toBe(1);
    await cache.put(third, clock.now() - 2 * MINUTE);
    expect(sizeNow()).toBe(1);
    await cache.put(second, clock.now() - MINUTE);
    expect(sizeNow()).toBe(2);
    await cache.put(third, clock.now());
    expect(sizeNow()).toBe(3);
    expect(fetches.length).toBe(0);
  });

  test('can be forgotten, for one site and for no other', async () => {
    const { cache, clock } = scriptedCache();
    const robotsUrl = 'https://other.example/robots.txt';
    await cache.put(success('a'), clock.now());
    await cache.put({ ...success('b'), robotsUrl }, clock.now());
    await cache.forget(ROBOTS_URL);
    expect(cache.peek(ROBOTS_URL)).toBeUndefined();
    expect(cache.peek(robotsUrl)).toBeDefined();
  });

  test('is forgotten by a fetch in progress too, unless that is of another site', async () => {
    for (const [forgotten, size] of [
      [ROBOTS_URL, undefined],
      ['https://other.example/robots.txt', 1],
    ] as const) {
      const { cache, clock, answer } = scriptedCache({ memory: { maxEntries: 1, maxOctets: 1e9 } });
      await cache.put(success('a'), clock.now() - 10 * 24 * 60 * MINUTE);
      answer(async () => {
        await cache.forget(forgotten);
        await cache.put({ ...success('b'), robotsUrl: 'https://third.example/robots.txt' }, clock.now());
        return unreachable(503);
      });
      expect((await cache.find(ROBOTS_URL)).freshness.copy?.document.size).toBe(size);
    }
  });
});

test('what a file says besides its rules is read as the profile reads it', () => {
  const document = parseSync(
    'User-agent: ExampleBot/2.0\nCrawl-delay: 3\nRequest-rate: 1/5\nVisit-time: 0600-0845\nHost: example.com\n',
  );
  expect(crawlFactsOf(document, ['ExampleBot'], PROFILES.rfc9309)).toMatchObject({
    crawlDelay: 3,
    requestRate: expect.anything(),
    visitTime: expect.anything(),
    host: 'example.com',
  });
  expect(crawlFactsOf(document, ['ExampleBot'], PROFILES['draft-koster-rep-00'])).toEqual({
    crawlDelay: undefined,
    requestRate: undefined,
    visitTime: undefined,
    host: 'example.com',
  });
});
