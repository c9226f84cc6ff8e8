/** The options of `fetchRobots`: misuse throws, and the message names what is accepted. */
import { describe, expect, test } from 'vitest';
import { defineProfile, ERROR_CODES } from '../../../../src/index.js';
import { describeRequirement } from '../../../../test/conformance/cite.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { ACCESS_FAULTS } from '../../src/index.js';
import { FILE, get, getFrom, inWords, USER_AGENT } from './support/fetching.js';
import { always, headerOf, Peer } from './support/peer.js';

const URL_OF_NOBODY = 'http://127.0.0.1:1/';

describeRequirement('2.2.1-purpose', () => {
  test('the header is sent as the caller wrote it, with what the crawler is for', async () => {
    const peer = await Peer.start(always(200, FILE));
    await getFrom(peer);
    expect(headerOf(peer.requests[0], 'user-agent')).toBe(USER_AGENT);
  });
});

describeRequirement('2.2.1-token-in-header', () => {
  test.each(['ExampleBot', 'examplebot', 'ExampleBot/9.9', ['ExampleBot-News', 'ExampleBot']])(
    '%j is held by the header',
    async (agents) => {
      const peer = await Peer.start(always(200, FILE));
      expect(inWords(await getFrom(peer, { agents }))).toBe('success, rules');
    },
  );

  test.each(['OtherBot', 'ExampleBot2', ['a-bot', 'b-bot']])('%j is not', async (agents) => {
    await expect(get(URL_OF_NOBODY, { agents })).rejects.toThrow(/^agents is .*"\*" if that is intended/);
    const allowed = await get(URL_OF_NOBODY, { agents: [agents, '*'].flat() });
    expect(inWords(allowed)).toBe('unreachable, disallow-all (connect-failed)');
  });
});

test.each(['', '/path', 'example.com', 'mailto:a@b.example', 'file:///a', 'http://', undefined, 1])(
  'the URL %j is refused',
  async (url) => {
    await expect(get(url as string)).rejects.toThrow(/^url is .*; an absolute http, https or ftp URL/);
  },
);

describe('a profile of the caller', () => {
  test('is obeyed like the four', async () => {
    const profile = defineProfile({
      name: 'careful',
      extends: 'google',
      access: {
        maxRedirects: 7,
        restricted: 'disallow-all',
        tooManyRedirects: 'unreachable',
        unreachable: 'defer',
      },
    });
    const shut = await Peer.start(always(403));
    const result = await getFrom(shut, { profile });
    expect(inWords(result)).toBe('unavailable, disallow-all');
    expect(result.profile).toBe('careful');
    const circle = await Peer.start(always(301, '', { Location: '/robots.txt' }));
    expect(inWords(await getFrom(circle, { profile }))).toBe('unreachable, defer (redirect-loop)');
    expect(circle.requests).toHaveLength(8);
  });

  test('may have the longest lifetime Infinity', () => {
    const { access } = defineProfile({ name: 'a', access: { maxLifetimeMs: Infinity } });
    expect(access.maxLifetimeMs).toBe(Infinity);
    expect(Object.isFrozen(access)).toBe(true);
  });
});

test('every fault is a code of RobotsError, and is explained', () => {
  for (const fault of ACCESS_FAULTS) expect(ERROR_CODES[fault]).toMatch(/\.$/);
});

test('the time limits are those documented', () => {
  expect(DEFAULT_TIMEOUTS).toEqual({ connectMs: 10_000, headersMs: 15_000, bodyMs: 15_000, totalMs: 60_000 });
});
