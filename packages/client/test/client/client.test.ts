/** The client over a real server. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROFILES, type ProfileName } from '../../../../src/index.js';
import { DAY, HOUR, MINUTE, rest } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { type Answer, type ClientOptions, createClient, type RobotsClient } from '../../src/index.js';
import { clientWithClock } from './support/clients.js';
import { type Site, startSite } from './support/site.js';

const FILE = `User-agent: ExampleBot
Disallow: /private
Crawl-delay: 2.5

User-agent: *
Disallow: /

Sitemap: https://example.com/one.xml
Sitemap: https://example.com/two.xml
Sitemap: https://example.com/one.xml
`;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
beforeEach(() => {
  site.answer({ body: FILE });
  site.requests.length = 0;
});

describe('a client', () => {
  test('knows what it may fetch, and fetches each robots.txt once', async () => {
    const { client } = clientWithClock();
    expect(await client.isAllowed(`${site.origin}/public?q`)).toBe(true);
    expect(await client.isAllowed(new URL(`${site.origin}/private/page`))).toBe(false);
    expect(await client.isAllowed(`${site.origin}/robots.txt`)).toBe(true);
    expect(site.requests.map(({ url }) => url)).toEqual(['/robots.txt']);
    expect(site.requests[0]?.headers['user-agent']).toBe('ExampleBot/1.0');
    expect(client.stats()).toMatchObject({ questions: 3, hits: 2, fetches: 1, entries: 1 });
  });

  test('refuses what is not a URL of a site', async () => {
    const { client } = clientWithClock();
    for (const url of ['/path', 'mailto:a@b', 'https://', '', 7]) {
      await expect(client.isAllowed(url as string)).rejects.toThrow(TypeError);
      await expect(client.check(url as string)).rejects.toThrow(TypeError);
    }
  });

  test('gives up a question when its signal aborts, before and during the wait', async () => {
    const { client } = clientWithClock();
    await expect(client.isAllowed(site.origin, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(site.requests.length).toBe(0);
    const impatient = new AbortController();
    site.answer(() => impatient.abort(new Error('enough')));
    await expect(client.check(site.origin, { signal: impatient.signal })).rejects.toThrow('enough');
    site.answer({ body: FILE });
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
  });

  test('answers nothing after close, and aborts what is in progress', async () => {
    const { client } = clientWithClock();
    let closed: Promise<void> | undefined;
    site.answer(() => {
      closed = client.close();
    });
    await expect(client.isAllowed(site.origin)).rejects.toMatchObject({ code: 'client-closed' });
    await closed;
    await expect(client.isAllowed(site.origin)).rejects.toMatchObject({ code: 'client-closed' });
  });
});

describe('an answer names its source', () => {
  test('fetched just now; from memory; by a copy that is stale; renewed', async () => {
    const { client, clock } = clientWithClock();
    const start = clock.now();
    site.answer({ body: FILE, headers: { etag: '"one"', 'cache-control': 'max-age=3600' } });
    const url = `${site.origin}/private/page`;
    const fetched = await client.check(url);
    expect(fetched).toMatchObject({
      allowed: false,
      reason: 'disallow-rule',
      verdict: { allowed: false, agent: 'ExampleBot', rule: { line: 2 } },
      provenance: {
        robotsUrl: `${site.origin}/robots.txt`,
        finalUrl: `${site.origin}/robots.txt`,
        redirects: [],
        source: 'fetch',
        outcome: 'success',
        status: 200,
        fault: null,
        faultMessage: null,
        fetchedAt: start,
        validatedAt: start,
        ageMs: 0,
        freshness: 'fresh',
        freshUntil: start + HOUR,
        refreshAt: start + HOUR * 0.9,
        unreachableSince: null,
        failures: 0,
      },
    });

    await clock.advance(MINUTE);
    expect((await client.check(url)).provenance).toMatchObject({ source: 'memory', ageMs: MINUTE });

    await clock.advance(HOUR);
    site.answer({ status: 503, headers: { 'retry-after': '600' } });
    const stale = await client.check(url);
    expect(stale).toMatchObject({
      allowed: false,
      provenance: {
        source: 'fetch',
        outcome: 'unreachable',
        status: 503,
        fault: 'server-error',
        fetchedAt: start,
        ageMs: HOUR + MINUTE,
        freshness: 'stale',
        refreshAt: clock.now() + 10 * MINUTE,
        unreachableSince: clock.now(),
        failures: 1,
      },
    });
    expect(stale.explanation).toMatch(
      /line 2 decides: disallow \/private \(By a copy of 2026-01-01T00:00:00\.000Z, .* unreachable/,
    );

    await clock.advance(10 * MINUTE);
    site.answer({ status: 304, headers: { etag: '"one"' } });
    await client.check(url);
    await untilIdle(client);
    expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"one"');
    expect((await client.check(url)).provenance).toMatchObject({
      source: 'memory',
      outcome: 'success',
      status: 200,
      freshness: 'fresh',
      fetchedAt: start,
      validatedAt: clock.now(),
      failures: 0,
    });
  });

  test('after a redirect', async () => {
    const { client } = clientWithClock();
    site.answer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(302, { location: '/elsewhere' }).end();
      else response.end(FILE);
    });
    const { provenance } = await client.check(`${site.origin}/private`);
    expect(provenance).toMatchObject({
      robotsUrl: `${site.origin}/robots.txt`,
      finalUrl: `${site.origin}/elsewhere`,
      redirects: [{ status: 302, location: `${site.origin}/elsewhere` }],
    });
  });
});

/** docs/semantics.md §6 from end to end: what a status means for a page, under all profiles and then under some. */
const OUTCOMES: readonly [
  status: number,
  meaning: string,
  others?: { readonly [name in ProfileName]?: string },
][] = [
  [404, 'yes'],
  [410, 'yes'],
  [401, 'yes', { 'koster-1996': 'no: restricted' }],
  [403, 'yes', { 'koster-1996': 'no: restricted' }],
  [429, 'yes', { google: 'no: unreachable' }],
  [500, 'no: unreachable', { 'koster-1996': 'no: deferred' }],
  [503, 'no: unreachable', { 'koster-1996': 'no: deferred' }],
  // To a request that was not conditional.
  [304, 'no: unreachable', { 'koster-1996': 'no: deferred' }],
];

describe.each(Object.keys(PROFILES) as ProfileName[])('what an absent file means under %s', (profile) => {
  test.each(OUTCOMES)('%i', async (status, meaning, others = {}) => {
    site.answer({ status });
    const { client } = clientWithClock({ profile });
    const answer = await client.check(`${site.origin}/page`);
    expect(inShort(answer)).toBe(others[profile] ?? meaning);
    const deferred = answer.reason === 'unreachable' || answer.reason === 'deferred';
    const retryAt = deferred || status === 429 ? expect.any(Number) : null;
    expect(answer).toMatchObject({ verdict: null, deferred, retryAt, provenance: { status } });
    expect(await client.isAllowed(`${site.origin}/page`)).toBe(answer.allowed);

    const itself = await client.check(`${site.origin}/robots.txt`);
    const excepted = answer.allowed || PROFILES[profile].rules.robotsTxtAlwaysAllowed;
    expect(itself.allowed).toBe(excepted);
    if (excepted && !answer.allowed) expect(itself.reason).toBe('robots-txt');
  });

  test('no server: after 31 days everything is allowed, unless visits are deferred', async () => {
    const page = `http://127.0.0.1:${CLOSED_PORT}/page`;
    const { client, clock } = clientWithClock({ profile });
    const before = await client.check(page);
    expect(before).toMatchObject({ allowed: false, provenance: { status: null, fault: 'connect-failed' } });
    for (let day = 0; day < 31; day++) {
      await clock.advance(DAY);
      await client.isAllowed(page);
    }
    const after = await client.check(page);
    expect([after.allowed, after.reason]).toEqual(
      profile === 'koster-1996' ? [false, 'deferred'] : [true, 'unreachable-for-long'],
    );
    expect(after.explanation).toContain('(connect-failed)');
  });
});

function inShort({ allowed, reason }: Answer): string {
  if (!allowed) return `no: ${reason}`;
  return reason === 'unavailable' ? 'yes' : `yes: ${reason}`;
}

test('many questions at once may have some that no robots.txt governs, which are false', async () => {
  const { client } = clientWithClock();
  await client.put('http://a.example/', '');
  const links = ['http://a.example/', 'mailto:a@b.example', new URL('tel:1'), 'HTTP://a.example/b'];
  expect(await client.areAllowed(links)).toEqual([true, false, false, true]);
  await expect(client.areAllowed(['http://a.example/', '/b'])).rejects.toThrow(/^one of urls is/);
  for (const urls of [7, 'http://a.example/'])
    await expect(client.areAllowed(urls as never)).rejects.toThrow(/^urls is/);
});

test.each<[object, RegExp]>([
  [{ userAgent: undefined }, /^userAgent is undefined/],
  [{ userAgent: ' ' }, /^userAgent is " "/],
  [{ agents: undefined }, /^agents is undefined/],
  [{ agents: '' }, /agents/],
  [{ agents: 'OtherBot' }, /contains none of them/],
  [{ profile: 'rfc9308' }, /^profile is "rfc9308"/],
  [{ store: Promise.resolve() }, /^store is an instance of Promise; .*await/],
  [{ memoryOctets: 0 }, /^memoryOctets is 0/],
  [{ memoryOctets: 0.5 }, /^memoryOctets is 0.5/],
  [{ concurrency: { total: 0 } }, /^concurrency.total is 0/],
  [{ concurrency: { perHost: Number.NaN } }, /^concurrency.perHost is NaN/],
  [{ pacing: { minDelayMs: 2, maxDelayMs: 1 } }, /^pacing.minDelayMs is 2; at most pacing.maxDelayMs, 1,/],
  [{ pacing: { minDelayMs: 2, defaultDelayMs: 1 } }, /minDelayMs is 2; at most pacing.defaultDelayMs, 1,/],
  [{ pacing: { maxDelayMs: 1, defaultDelayMs: 2 } }, /defaultDelayMs is 2; at most pacing.maxDelayMs, 1,/],
  [{ pacing: { maxDelayMs: Infinity } }, /^pacing.maxDelayMs is Infinity/],
  [{ pacing: { minDelayMs: -1 } }, /^pacing.minDelayMs is -1/],
  [{ pacing: { defaultDelayMs: Number.NaN } }, /^pacing.defaultDelayMs is NaN/],
  [{ pacing: { aboveMaxDelay: 'ignore' } }, /^pacing.aboveMaxDelay is "ignore"; one of "cap", "refuse" is/],
  [{ pacing: { by: 'ip' } }, /^pacing.by is "ip"; "host", "domain", "address" or a function is expected$/],
  [{ minLifetimeMs: -1 }, /^minLifetimeMs is -1/],
  [{ adresses: 'public' }, /unknown option adresses; did you mean addresses/],
  [{ concurrency: 5 }, /^concurrency is 5; an object with total, perHost, perAddress/],
  [{ concurrency: { perhost: 5 } }, /unknown option concurrency\.perhost.*concurrency\.perHost/],
  [{ leastLifetimeMs: 0 }, /unknown option leastLifetimeMs; did you mean minLifetimeMs/],
  [{ agents: 'Mozilla/5.0 (compatible; FooBot/1.0)' }, /FooBot/],
  [
    { store: { get: async () => undefined } },
    /^store is an instance of Object; .*get, set, delete and close/,
  ],
  [{ store: { timeoutMs: Infinity } }, /^store\.timeoutMs is Infinity/],
  [{ store: { leaseMs: '5s' } }, /^store\.leaseMs is "5s"/],
  [{ overrides: {} }, /unknown option overrides/],
  [{ maxOctets: 1000 }, /^maxOctets is 1000/],
])('an invalid option is refused at once: %j', (wrong, message) => {
  const options = { userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', ...wrong };
  expect(() => createClient(options as ClientOptions)).toThrow(message);
});

test('options that are missing, or of a question, are refused as well', async () => {
  expect(() => (createClient as () => unknown)()).toThrow(
    /^createClient: options is undefined; an object with .*userAgent/,
  );
  const { client } = clientWithClock();
  const misspelled = { sginal: AbortSignal.timeout(1) } as object;
  const noSignal = { signal: 1000 } as object;
  for (const ask of ['isAllowed', 'check', 'robots', 'crawlDelay', 'sitemaps', 'refresh'] as const) {
    await expect(client[ask](site.origin, misspelled)).rejects.toThrow(
      /unknown option sginal; did you mean signal/,
    );
    await expect(client[ask](site.origin, noSignal)).rejects.toThrow(
      /^signal is 1000; an AbortSignal is expected/,
    );
  }
  await expect(client.prefetch([site.origin], misspelled)).rejects.toThrow(/unknown option sginal/);
  expect(site.requests.length).toBe(0);
});

/** Waits until nothing is fetched any more. */
async function untilIdle(client: RobotsClient): Promise<void> {
  do await rest();
  while (client.stats().pending > 0);
}

test('the explanation does not blame the site if the address policy refuses its address', async () => {
  const { client } = clientWithClock({ addresses: 'public' });
  const { allowed, explanation } = await client.check('http://127.0.0.1:9/x');
  expect(allowed).toBe(false);
  expect(explanation).toBe(
    "Disallowed: this program's address policy refuses the address of its robots.txt, so the site was not asked, and nothing is fetched (address-refused).",
  );
});
