import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PROFILES } from '../../../../src/index.js';
import { type ClientOptions, createClient, fetchRobots, type RobotsClient } from '../../src/index.js';
import { PATIENT } from './support/clients.js';
import { type Site, startSite } from './support/site.js';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
beforeEach(() => {
  site.requests.length = 0;
});

const HEADER = 'Mozilla/5.0 (compatible; Googlebot/2.1)';

function clientOf(options: Partial<ClientOptions>): RobotsClient {
  const client = createClient({ userAgent: HEADER, ...PATIENT, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
const FILE =
  'User-agent: *\nDisallow: /a\nCrawl-delay: 7\n\nUser-agents: Googlebot\nDisallow: /b\nCrawl-delay: 3\n';

describe('a crawler by its name', () => {
  test('reads the file by its own profile', async () => {
    site.answer({ body: FILE });
    const client = clientOf({ crawler: 'googlebot' });
    expect(client.profile).toBe(PROFILES.google);
    expect(await client.areAllowed([`${site.origin}/a`, `${site.origin}/b`])).toEqual([true, false]);
    expect(await client.crawlDelay(site.origin)).toBe(3);
    expect((await client.check(`${site.origin}/b`)).verdict?.rule?.line).toBe(6);

    const token = clientOf({ agents: 'Googlebot' });
    expect(token.profile).toBe(PROFILES.rfc9309);
    expect(await token.areAllowed([`${site.origin}/a`, `${site.origin}/b`])).toEqual([false, false]);
    expect(await token.crawlDelay(site.origin)).toBe(7);
  });

  test('has a 429 read by its own profile, also by fetchRobots', async () => {
    site.answer({ status: 429 });
    expect(await clientOf({ crawler: 'Googlebot' }).check(site.origin)).toMatchObject({ deferred: true });
    expect(await clientOf({ crawler: 'Googlebot', profile: 'rfc9309' }).isAllowed(site.origin)).toBe(true);
    const { outcome, meaning } = await fetchRobots(site.origin, { userAgent: HEADER, crawler: 'Googlebot' });
    expect([outcome, meaning]).toEqual(['unreachable', 'disallow-all']);
  });

  test('waits for an unreachable site, also if it ignores the groups for "*"', async () => {
    site.answer({ status: 503 });
    const client = clientOf({ agents: '*' }).as({ crawler: 'AdsBot-Google' });
    expect(await client.check(site.origin)).toMatchObject({ allowed: false, deferred: true });
    expect((await client.robots(site.origin)).document).toBeNull();
  });
});

test('a crawler that is not registered has its tokens', async () => {
  site.answer({ body: 'User-agent: MyBot\nDisallow: /\n' });
  const tokens = ['MyBot-News', 'MyBot'];
  const client = clientOf({ userAgent: 'MyBot/1.0', crawler: { tokens, profile: 'koster-1996' } });
  tokens.length = 0;
  expect(client.profile).toBe(PROFILES['koster-1996']);
  expect(await client.isAllowed(`${site.origin}/a`)).toBe(false);
});

test.each<[string, Partial<ClientOptions>, RegExp]>([
  ['neither a token nor a crawler', {}, /^agents is undefined; the product token/],
  ['both', { agents: 'Googlebot', crawler: 'Googlebot' }, /^agents and crawler are both given/],
  ['an unknown crawler', { crawler: 'Gogglebot' }, /^crawler is "Gogglebot".*did you mean Googlebot/],
  ['a crawler without tokens', { crawler: { tokens: [] } }, /^crawler.tokens is/],
  ['null', { crawler: null as never }, /^crawler is null; the product token of a registered crawler/],
  [
    'a header without its tokens',
    { crawler: 'Kagibot', userAgent: 'ExampleBot/1.0' },
    /^crawler goes by Kagibot, Googlebot, and userAgent, "ExampleBot\/1.0", contains none of them/,
  ],
  [
    'a profile that does not exist',
    { crawler: { tokens: ['Googlebot'], profile: 'nosuch' as never } },
    /^profile is "nosuch"/,
  ],
])('refused are %s', (_, options, message) => {
  expect(() => createClient({ userAgent: HEADER, ...options })).toThrow(message);
});
