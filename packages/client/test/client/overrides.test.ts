/** Overrides: the caller's decisions for some hosts, in place of their robots.txt. */
import { expect, test } from 'vitest';
import type { Override } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { startPages } from './support/pages.js';

const OWN = { robotsTxt: 'User-agent: *\nDisallow: /own\nCrawl-delay: 3\nSitemap: /map.xml\n' };

test('an override decides, and nothing is fetched', async () => {
  const pages = await startPages();
  const { host } = new URL(pages.origin);
  for (const [override, allowed, reason] of [
    ['allow-all', true, 'override'],
    ['disallow-all', false, 'override'],
    [OWN, true, 'no-matching-rule'],
  ] as const) {
    for (const place of [host, pages.origin, `${pages.origin}/`]) {
      const client = newClient({ overrides: { [place]: override } });
      const url = `${pages.origin}/private`;
      const answer = await client.check(url);
      expect(answer).toMatchObject({ allowed, reason, deferred: false, retryAt: null });
      expect(answer.provenance).toMatchObject({ source: 'override', freshness: 'fresh', fault: null });
      expect(JSON.stringify(answer)).toContain('"source":"override"');
      expect(await client.isAllowed(url)).toBe(allowed);
      expect(await client.isAllowed(url)).toBe(allowed);
      expect(await client.areAllowed([url, url])).toEqual([allowed, allowed]);
      expect(client.peek(url)?.allowed).toBe(allowed);
      expect((await client.site(url)).isAllowed(url)).toBe(allowed);
      await client.refresh(url);
      await client.put(url, 'User-agent: *\nDisallow: /own\nAllow: /\n');
      expect(await client.isAllowed(url)).toBe(allowed);
      expect(await client.isAllowed(`${pages.origin}/robots.txt`)).toBe(true);
    }
  }
  expect(pages.requests).toEqual([]);
});

test('a file of the caller has all that a file has', async () => {
  const client = newClient({ overrides: { 'Example.COM': OWN } });
  expect(await client.isAllowed('https://example.com/own')).toBe(false);
  expect(await client.isAllowed('http://example.com/own')).toBe(false);
  expect(await client.crawlDelay('http://example.com/')).toBe(3);
  expect(await client.sitemaps('http://example.com/')).toEqual(['http://example.com/map.xml']);
  expect((await client.robots('http://example.com/')).document?.groups.length).toBe(1);
  expect((await client.site('http://example.com/')).expiresAt).toBe(Infinity);
});

test('an origin wins over a host, and other hosts have their own file', async () => {
  const pages = await startPages();
  const { host, hostname } = new URL(pages.origin);
  const client = newClient({
    overrides: { [host]: 'disallow-all', [pages.origin]: 'allow-all', [hostname]: 'disallow-all' },
  });
  expect(await client.isAllowed(`${pages.origin}/private`)).toBe(true);
  const other = await startPages();
  expect(await client.isAllowed(`${other.origin}/private`)).toBe(false);
  expect(await client.isAllowed(`${other.origin}/page`)).toBe(true);
  expect(other.requests).toEqual(['GET /robots.txt']);
});

test('values that are not hosts or overrides are refused', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['example.com/path', 'allow-all'],
    ['', 'allow-all'],
    ['http://a b', 'allow-all'],
    ['user@example.com', 'allow-all'],
    ['example.com', 'allow'],
    ['example.com', null],
    ['example.com', { robotsTxt: 7 }],
  ];
  for (const [place, override] of wrong) {
    expect(() => newClient({ overrides: { [place]: override as Override } })).toThrow(/^overrides/);
  }
  expect(() => newClient({ overrides: [] as never })).toThrow(TypeError);
});
