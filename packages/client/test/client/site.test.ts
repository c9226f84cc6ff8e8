/** Sites that answer at once, answers without waiting, and many questions at a time. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PROFILES, type ProfileName } from '../../../../src/index.js';
import { HOUR } from '../../../../test/support/manual-clock.js';
import { clientWithClock } from './support/clients.js';
import { type Site, startSite } from './support/site.js';

const FILE = `User-agent: ExampleBot
Disallow: /private
Allow: /*/open$
Crawl-delay: 2.5
Request-rate: 1/5
Visit-time: 0600-0845

Host: www.example.com
Sitemap: /relative.xml
Sitemap: https://example.com/one.xml
Sitemap: https://example.com/one.xml
Sitemap: http://cdn.example.net:8080/two.xml
Sitemap: http://[
`;

let server: Site;
beforeAll(async () => {
  server = await startSite();
});
afterAll(() => server.close());
beforeEach(() => {
  server.answer({ body: FILE });
  server.requests.length = 0;
});

describe('a site', () => {
  test('answers at once', async () => {
    const { client } = clientWithClock();
    const site = await client.site(`${server.origin}/any`);
    expect(site.robotsUrl).toBe(`${server.origin}/robots.txt`);
    expect(site.isAllowed(`${server.origin}/public`)).toBe(true);
    expect(site.isAllowed(`${server.origin}/private`)).toBe(false);
    expect(site.isAllowed(new URL(`${server.origin}/private/1`))).toBe(false);
    expect(site.isAllowed(server.origin)).toBe(true);
    expect(site.check(`${server.origin}/private`)).toMatchObject({
      allowed: false,
      reason: 'disallow-rule',
      provenance: { outcome: 'success' },
    });
    expect(site.crawlDelay).toBe(2.5);
    expect(site.requestRate).toEqual({ requests: 1, seconds: 5, time: null });
    expect(site.visitTime).toEqual({ startMinutes: 360, endMinutes: 525 });
    expect(site.host).toBe('www.example.com');
    expect(site.sitemaps).toEqual([
      `${server.origin}/relative.xml`,
      'https://example.com/one.xml',
      'http://cdn.example.net:8080/two.xml',
    ]);
    expect(server.requests.length).toBe(1);
  });

  test.each(Object.keys(PROFILES) as ProfileName[])(
    'says nothing about URLs of another authority, under %s',
    async (profile) => {
      const { client } = clientWithClock({ profile });
      await client.put('http://example.com/', 'User-agent: *\nDisallow: /private\n');
      const site = await client.site('http://example.com/');
      const others =
        `https://example.com/private http://example.com:81/private http://example.com.evil/private http://example.com@evil.example/private
         http://www.example.com/private http://exa/private ftp://example.com/private mailto:a@example.com data:,private`.split(
          /\s+/,
        );
      const own =
        `http://example.com/private http://EXAMPLE.com/private http://example.com:80/private http://user@example.com/private
         HTTP://example.com/%70rivate http://example.com\\private`.split(/\s+/);
      // Every order of two URLs: the site's memory of one must not decide about another.
      for (const before of [...own, ...others]) {
        for (const url of others) {
          site.isAllowed(before);
          const said = [site.isAllowed(url), site.check(url)];
          expect([before, url, ...said]).toEqual([before, url, undefined, undefined]);
        }
        for (const url of own) {
          site.isAllowed(before);
          const allowed = (await client.check(url)).allowed;
          expect([before, url, site.isAllowed(url)]).toEqual([before, url, allowed]);
        }
      }
    },
  );

  test('knows when it expires, and never changes', async () => {
    const { client, clock } = clientWithClock();
    const site = await client.site(server.origin);
    expect(site.expiresAt).toBe(clock.now() + 24 * HOUR);
    server.answer({ body: 'User-agent: *\nDisallow: /public\n' });
    clock.set(25 * HOUR);
    expect((await client.site(server.origin)).isAllowed(`${server.origin}/public`)).toBe(false);
    expect(site.isAllowed(`${server.origin}/public`)).toBe(true);
  });

  test('without a file allows everything and knows nothing else; unreachable, it is deferred', async () => {
    server.answer({ status: 404 });
    const { client } = clientWithClock();
    const none = await client.site(server.origin);
    expect(none.isAllowed(`${server.origin}/private`)).toBe(true);
    const { crawlDelay, requestRate, visitTime, host, sitemaps } = none;
    expect({ crawlDelay, requestRate, visitTime, host, sitemaps }).toEqual({ sitemaps: [] });
    server.answer({ status: 503 });
    const { client: other, clock } = clientWithClock();
    const down = await other.site(server.origin);
    expect(down.isAllowed(`${server.origin}/public`)).toBe(false);
    expect(down.check(`${server.origin}/public`)).toMatchObject({ deferred: true });
    expect(down.expiresAt).toBeGreaterThan(clock.now());
  });
});

test('peek answers if the answer is known, and never fetches', async () => {
  const { client } = clientWithClock();
  expect(client.peek(`${server.origin}/private`)).toBeUndefined();
  expect(server.requests.length).toBe(0);
  await client.isAllowed(server.origin);
  expect(client.peek(`${server.origin}/private`)).toMatchObject({
    allowed: false,
    reason: 'disallow-rule',
  });
  expect(() => client.peek('/path')).toThrow(TypeError);
  await client.close();
  expect(() => client.peek(server.origin)).toThrow(expect.objectContaining({ code: 'client-closed' }));
});

describe('areAllowed', () => {
  test('answers in the order of the URLs, and looks each site up once', async () => {
    const second = await startSite();
    onTestFinished(() => second.close());
    second.answer({ body: 'User-agent: *\nDisallow: /public\n' });
    const { client } = clientWithClock({ concurrency: { total: 1 } });
    const urls = Array.from({ length: 200 }, (_, i) => {
      const { origin } = i % 3 === 0 ? second : server;
      return `${origin}/${i % 2 === 0 ? 'public' : 'private'}/${i}`;
    });
    const answers = await client.areAllowed(new Set(urls));
    expect(answers).toEqual(urls.map((_, i) => (i % 3 === 0 ? i % 2 === 1 : i % 2 === 0)));
    expect(server.requests.length + second.requests.length).toBe(2);
    expect(await client.areAllowed([])).toEqual([]);
  });
});

test('sitemaps are filtered by scheme and host on request', async () => {
  const { client } = clientWithClock();
  const ask = (options: object) => client.sitemaps(server.origin, options);
  expect(await ask({ schemes: ['https'] })).toEqual(['https://example.com/one.xml']);
  expect(await ask({ schemes: ['HTTP:'], hosts: ['cdn.example.net:8080'] })).toEqual([
    'http://cdn.example.net:8080/two.xml',
  ]);
  expect(await ask({ hosts: 'same' })).toEqual([`${server.origin}/relative.xml`]);
  expect(await ask({ hosts: [] })).toEqual([]);
  await expect(ask({ hosts: 'other' })).rejects.toThrow('hosts is "other"');
  await expect(ask({ schemes: [7] })).rejects.toThrow('schemes is 7');
  await expect(ask({ scheme: ['https'] })).rejects.toThrow('did you mean schemes?');
});

test('a question about a known site makes no new promise, and still sees changes', async () => {
  const { client, clock } = clientWithClock();
  const url = `${server.origin}/private`;
  expect(await client.isAllowed(url)).toBe(false);
  expect(client.isAllowed(url)).toBe(client.isAllowed(`${url}/2`));
  await client.put(url, 'User-agent: *\nDisallow: /public\n');
  expect(await client.isAllowed(url)).toBe(true);
  await client.forget(url);
  expect(await client.isAllowed(url)).toBe(false);
  clock.set(25 * HOUR);
  server.answer({ body: 'User-agent: *\nAllow: /\n' });
  expect(await client.isAllowed(url)).toBe(true);
  await client.close();
  await expect(client.isAllowed(url)).rejects.toMatchObject({ code: 'client-closed' });
});
