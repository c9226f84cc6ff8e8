/** What a caller can change in the cache: refresh, forget, put, prefetch. Over real sockets. */
import type { ServerResponse } from 'node:http';
import { Headers as UndiciHeaders } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../../../src/index.js';
import { DAY, HOUR, ManualClock } from '../../../../test/support/manual-clock.js';
import { systemClock } from '../../src/fetch/clock.js';
import type { PutFacts } from '../../src/index.js';
import { SharedStore } from '../store/support/stores.js';
import { lookupOf, newClient, newSite, until } from './support/clients.js';
import { type Site, startSite } from './support/site.js';

const FILE = 'User-agent: *\nDisallow: /private\n';
const NEW_FILE = 'User-agent: *\nDisallow: /new\n';

/** The keys of files in a store. */
const filesIn = (shared: SharedStore): string[] =>
  [...shared.entries.keys()].filter((key) => !key.startsWith('unshared'));

describe('refresh', () => {
  test('fetches a file that is fresh, and returns it', async () => {
    const site = await newSite(FILE);
    const client = newClient();
    await client.isAllowed(site.origin);
    site.answer({ body: NEW_FILE });
    expect(await client.refresh(`${site.origin}/any`)).toMatchObject({
      meaning: 'rules',
      retryAt: null,
      provenance: { source: 'fetch', freshness: 'fresh' },
    });
    expect(await client.isAllowed(`${site.origin}/new`)).toBe(false);
    expect(site.requests.length).toBe(2);
  });

  test('fetches again only if the file has changed, even during a pause that the server asked for', async () => {
    const site = await newSite(FILE);
    site.answer({ body: FILE, headers: { etag: '"a"' } });
    const client = newClient();
    await client.isAllowed(site.origin);
    site.answer({ status: 503, headers: { 'retry-after': '86400' } });
    expect((await client.refresh(site.origin)).provenance).toMatchObject({
      outcome: 'unreachable',
      freshness: 'fresh',
    });
    site.answer({ status: 304 });
    expect((await client.refresh(site.origin)).provenance).toMatchObject({ outcome: 'success', failures: 0 });
    expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"a"');
  });
});

describe('forget', () => {
  test('takes a file out of memory and store', async () => {
    const site = await newSite(FILE);
    const shared = new SharedStore(systemClock);
    const client = newClient({ store: shared.connect() });
    await client.isAllowed(site.origin);
    await until(() => filesIn(shared).length === 1);
    await client.forget(`${site.origin}/any/page`);
    expect([client.stats().entries, filesIn(shared)]).toEqual([0, []]);
    site.answer({ body: NEW_FILE });
    expect(await client.isAllowed(`${site.origin}/new`)).toBe(false);
  });
});

describe('put', () => {
  test('answers questions without a fetch, and other processes by way of the store', async () => {
    const site = await newSite(NEW_FILE);
    const shared = new SharedStore(systemClock);
    const client = newClient({ store: shared.connect() });
    await client.put(`${site.origin}/any`, FILE);
    expect(await client.check(`${site.origin}/private`)).toMatchObject({
      allowed: false,
      provenance: { source: 'memory', status: 200, freshness: 'fresh' },
    });
    const other = newClient({ store: shared.connect() });
    expect((await other.check(`${site.origin}/private`)).provenance.source).toBe('store');
    expect(site.requests.length).toBe(0);
  });

  test.each([
    ['the platform', Headers],
    ['undici', UndiciHeaders],
  ])('goes by the headers, as a Headers of %s, and the time of the response', async (_, HeadersClass) => {
    const site = await newSite(NEW_FILE);
    const clock = new ManualClock();
    const client = newClient({ clock });
    const fetchedAt = clock.now() - HOUR / 2;
    const headers = new HeadersClass({ ETag: '"a"', 'Cache-Control': 'max-age=3600', 'X-Other': 'left out' });
    await client.put(site.origin, new TextEncoder().encode(FILE), {
      headers,
      fetchedAt,
      finalUrl: `${site.origin}/elsewhere`,
    });
    expect((await client.check(`${site.origin}/private`)).provenance).toMatchObject({
      finalUrl: `${site.origin}/elsewhere`,
      fetchedAt,
      ageMs: HOUR / 2,
      freshUntil: fetchedAt + HOUR,
    });
    await clock.advance(HOUR);
    expect(await client.isAllowed(`${site.origin}/new`)).toBe(false);
  });

  test.each<[number, ProfileName, object]>([
    [404, 'rfc9309', { allowed: true, reason: 'unavailable', retryAt: null }],
    [403, 'koster-1996', { allowed: false, reason: 'restricted' }],
    [429, 'google', { reason: 'unreachable', deferred: true, provenance: { fault: 'too-many-requests' } }],
    [503, 'rfc9309', { reason: 'unreachable', deferred: true, provenance: { fault: 'server-error' } }],
  ])('judges a %i under %s as a fetch would', async (status, profile, expected) => {
    const site = await newSite(FILE);
    const client = newClient({ profile });
    await client.put(site.origin, FILE, { status });
    expect(await client.check(`${site.origin}/page`)).toMatchObject(expected);
    expect(site.requests.length).toBe(0);
  });

  test('keeps later results, and a failure does not replace a file', async () => {
    const site = await newSite(FILE);
    const shared = new SharedStore(systemClock);
    const client = newClient({ store: shared.connect() });
    await client.isAllowed(site.origin);
    await client.put(site.origin, NEW_FILE, { fetchedAt: Date.now() - DAY });
    expect(await client.isAllowed(`${site.origin}/new`)).toBe(true);
    await client.put(site.origin, '', { status: 503 });
    expect(await client.check(`${site.origin}/private`)).toMatchObject({ reason: 'disallow-rule' });
    const other = newClient({ store: shared.connect() });
    expect(await other.check(`${site.origin}/private`)).toMatchObject({ reason: 'disallow-rule' });
  });

  test.each<[string, unknown, unknown, RegExp]>([
    ['a URL that is none', '/path', FILE, /^url is "\/path"/],
    ['no octets', 'http://a.example', undefined, /^octets is undefined/],
    ['an unknown fact', { stauts: 200 }, FILE, /unknown option stauts.*did you mean status/],
    ['a redirect', { status: 301 }, FILE, /^status is 301/],
    ['304', { status: 304 }, FILE, /^status is 304/],
    ['no final status', { status: 100 }, FILE, /^status is 100/],
    ['a time ahead', { fetchedAt: Date.now() + DAY }, FILE, /^fetchedAt is .*up to now/],
    ['headers of numbers', { headers: { age: 5 } }, FILE, /^headers\.age is 5/],
    ['headers that are a set', { headers: new Set(['age']) }, FILE, /^headers is an instance of Set/],
    ['a map of numbers', { headers: new Map([['age', 5]]) }, FILE, /^headers\.age is 5/],
    ['a final URL that is none', { finalUrl: 'elsewhere' }, FILE, /^finalUrl is "elsewhere"/],
  ])('refuses %s', async (_, urlOrFacts, octets, message) => {
    const client = newClient();
    const isUrl = typeof urlOrFacts === 'string';
    const url = isUrl ? urlOrFacts : 'http://a.example';
    const facts = isUrl ? {} : (urlOrFacts as PutFacts);
    await expect(client.put(url, octets as string, facts)).rejects.toThrow(message);
    expect(client.stats().entries).toBe(0);
  });
});

describe('prefetch', () => {
  test('looks up every site once, no more at a time than the client fetches', async () => {
    const sites = await Promise.all(Array.from({ length: 6 }, () => newSite(FILE)));
    const client = newClient({ concurrency: { total: 2 } });
    const urls = sites.flatMap(({ origin }) => [`${origin}/a`, new URL('/b', origin)]);
    await client.prefetch(urls);
    expect(sites.map(({ requests }) => requests.length)).toEqual([1, 1, 1, 1, 1, 1]);
    for (const { origin } of sites) expect((await client.check(origin)).provenance.source).toBe('memory');
  });

  test('reads a generator no faster than it fetches', async () => {
    const site = await newSite(FILE);
    const held: ServerResponse[] = [];
    site.answer((_request, response) => void held.push(response));
    let produced = 0;
    async function* urls() {
      for (let i = 0; i < 1000; i++) {
        produced++;
        yield `http://site${i}.example:${site.port}/`;
      }
    }
    const connect = { lookup: lookupOf(() => '127.0.0.1') };
    const client = newClient({ concurrency: { total: 3 }, connect });
    const controller = new AbortController();
    const done = client.prefetch(urls(), { signal: controller.signal });
    await until(() => client.stats().pending === 6);
    expect(produced).toBe(6);
    controller.abort(new Error('enough'));
    await expect(done).rejects.toThrow('enough');
  });

  describe('of a list whose next URL never comes', () => {
    async function* urls(site: Site) {
      yield site.origin;
      await new Promise(() => {});
    }

    test('is over when its signal aborts', async () => {
      const site = await newSite(FILE);
      const client = newClient();
      const controller = new AbortController();
      const done = client.prefetch(urls(site), { signal: controller.signal });
      await until(() => client.stats().entries === 1);
      controller.abort(new Error('enough'));
      await expect(done).rejects.toThrow('enough');
    });

    test.for([
      ['without a signal', {}],
      ['with a signal', { signal: new AbortController().signal }],
    ] as const)('is over when the client closes: %s', async ([, options]) => {
      const site = await newSite(FILE);
      const client = newClient();
      const done = client.prefetch(urls(site), options);
      await until(() => client.stats().entries === 1);
      const refused = expect(done).rejects.toMatchObject({ code: 'client-closed' });
      await client.close();
      await refused;
    });
  });

  test('ignores a site that fails, and refuses what is not a URL of a site', async () => {
    const site = await newSite(FILE);
    const gone = await startSite();
    await gone.close();
    const client = newClient();
    await client.prefetch([gone.origin, site.origin]);
    expect(await client.check(gone.origin)).toMatchObject({
      reason: 'unreachable',
      provenance: { source: 'memory' },
    });
    await expect(client.prefetch([site.origin, 'mailto:a@b'])).rejects.toThrow('mailto:a@b');
    for (const wrong of ['http://a.example', undefined, {}, 7]) {
      await expect(client.prefetch(wrong as unknown as string[])).rejects.toThrow(/^urls is/);
    }
  });
});
