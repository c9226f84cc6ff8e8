/** One client for many crawlers: each file is fetched once, and each crawler is judged by its own groups and reading. */
import { describe, expect, test } from 'vitest';
import { always, Peer } from '../fetch/support/peer.js';
import { newClient } from './support/clients.js';

const GROUPS = `User-agent: ExampleBot
Disallow: /example
Crawl-delay: 3

User-agent: OtherBot
Disallow: /other

User-agent: *
Disallow: /all
`;

const PATHS = ['example', 'other', 'all'];

describe('a client and those that its `as` returns', () => {
  test('fetch a file once, and each obeys its own groups', async () => {
    const peer = await Peer.start(always(200, GROUPS));
    const client = newClient();
    const other = client.as('OtherBot');
    const third = client.as({ agents: ['ThirdBot'] });
    const allowed = await Promise.all(
      [client, other, third].map((asked) => asked.areAllowed(PATHS.map((path) => `${peer.origin}/${path}`))),
    );
    expect(allowed).toEqual([
      [false, true, true],
      [true, false, true],
      [true, true, false],
    ]);
    for (const [i, asked] of [client, other, third].entries()) {
      const url = `${peer.origin}/${PATHS[i]}`;
      expect(await asked.isAllowed(url)).toBe(false);
      expect(asked.peek(url)?.verdict?.rule?.pattern).toBe(`/${PATHS[i]}`);
      expect((await asked.check(url)).allowed).toBe(false);
      expect((await asked.site(url)).isAllowed(url)).toBe(false);
    }
    expect(await client.crawlDelay(peer.origin)).toBe(3);
    expect(await other.crawlDelay(peer.origin)).toBeUndefined();
    expect(peer.requests.length).toBe(1);
    expect(other.stats()).toEqual(client.stats());
    expect(client.stats()).toMatchObject({ fetches: 1, entries: 1 });
  });

  test('are the same object for the same crawler', () => {
    const client = newClient();
    expect(client.as('OtherBot')).toBe(client.as('OtherBot'));
    expect(client.as('OtherBot')).toBe(client.as({ agents: 'OtherBot' }).as('OtherBot'));
    expect(client.as('OtherBot')).not.toBe(client.as({ agents: 'OtherBot', profile: 'google' }));
  });

  test('read by their own profiles: that of the crawler, one that is named, or that of the client', () => {
    const client = newClient({ profile: 'koster-1996' });
    expect(client.as('Googlebot').profile.name).toBe('koster-1996');
    expect(client.as({ crawler: 'Googlebot' }).profile.name).toBe('google');
    expect(client.as({ crawler: 'Googlebot', profile: 'rfc9309' }).profile.name).toBe('rfc9309');
  });

  test.each([
    [429, 'rfc9309', { allowed: true, deferred: false, reason: 'unavailable' }],
    [429, 'google', { allowed: false, deferred: true, reason: 'unreachable' }],
    [403, 'koster-1996', { allowed: false, deferred: false, reason: 'restricted' }],
    [500, 'koster-1996', { allowed: false, deferred: true, reason: 'deferred' }],
    [500, 'google', { allowed: false, deferred: true, reason: 'unreachable' }],
  ] as const)('read a %i by their own profile: %s', async (status, profile, expected) => {
    const peer = await Peer.start(always(status));
    for (const own of ['rfc9309', 'google', 'koster-1996'] as const) {
      const client = newClient({ profile: own });
      const asked = client.as({ agents: 'OtherBot', profile });
      expect(await asked.check(`${peer.origin}/a`)).toMatchObject(expected);
      expect(asked.peek(`${peer.origin}/a`)).toMatchObject(expected);
      expect(await asked.isAllowed(`${peer.origin}/a`)).toBe(expected.allowed);
      const direct = newClient({ userAgent: 'ExampleBot/1.0 OtherBot/1.0', agents: 'OtherBot', profile });
      expect((await direct.check(`${peer.origin}/a`)).explanation).toBe(
        (await asked.check(`${peer.origin}/a`)).explanation,
      );
    }
  });

  test('weigh more in memory, and keep within its bounds', async () => {
    const client = newClient({ memoryOctets: 400_000 });
    const sites = Array.from({ length: 60 }, (_, i) => `http://site-${i}.example/`);
    for (const url of sites) await client.put(url, GROUPS);
    const { entries, octets } = client.stats();
    expect([entries, octets > 100_000]).toEqual([60, true]);
    for (const name of 'abcdefgh') client.as(`${name}-bot`);
    expect(client.stats().octets).toBeLessThanOrEqual(400_000);
    expect(client.stats().entries).toBeLessThan(60);
    expect(client.stats().entries).toBeGreaterThan(10);
    await client.put('http://new.example/', GROUPS);
    expect(client.stats().octets).toBeLessThanOrEqual(400_000);
  });

  test('take a product token or what a matcher takes', () => {
    const client = newClient();
    const as = (value: unknown) => () => client.as(value as string);
    expect(as(5)).toThrow('crawler is 5; a product token, or an object with agents or crawler is expected');
    expect(as('')).toThrow(TypeError);
    expect(as('Mozilla/5.0 (compatible; OtherBot)')).toThrow(TypeError);
    expect(as({})).toThrow(TypeError);
    expect(as({ crawler: 'Gogglebot' })).toThrow(TypeError);
    expect(as({ agents: 'a', profile: 'none' })).toThrow(TypeError);
  });
});
