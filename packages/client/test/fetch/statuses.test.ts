/** What every status means, under every profile: docs/semantics.md §6, RFC 9309 §2.3.1. */
import { describe, expect, test } from 'vitest';
import { describeRequirement } from '../../../../test/conformance/cite.js';
import { FILE, get, getFrom, inWords, mayFetch, PROFILE_NAMES } from './support/fetching.js';
import { always, Peer } from './support/peer.js';

const RULES = 'success, rules';
const NONE = 'unavailable, allow-all';
const SHUT = 'unavailable, disallow-all';
const FAILED = { rest: 'unreachable, disallow-all', 'koster-1996': 'unreachable, defer' } as const;

/** What the statuses mean where the profiles agree but for the name that `koster-1996` has for it. */
const EVERYWHERE: readonly (readonly [statuses: readonly number[], rest: string, koster?: string])[] = [
  [[200, 201, 202, 203, 204, 205, 206, 226, 299], RULES],
  [[400, 402, 404, 405, 406, 408, 409, 410, 411, 412, 416, 418, 421, 422, 425, 426, 431, 451, 499], NONE],
  [[401, 403], NONE, SHUT],
  [
    [500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 529, 599],
    `${FAILED.rest} (server-error)`,
    `${FAILED['koster-1996']} (server-error)`,
  ],
  [
    [300, 304, 305, 306, 309, 399, 600, 999],
    `${FAILED.rest} (unexpected-status)`,
    `${FAILED['koster-1996']} (unexpected-status)`,
  ],
];

const CASES = EVERYWHERE.flatMap(([statuses, rest, koster = rest]) =>
  statuses.flatMap((status) =>
    PROFILE_NAMES.map((profile) => [status, profile, profile === 'koster-1996' ? koster : rest] as const),
  ),
);

/** Statuses whose answers have no body (RFC 9110 §6.4.1). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

describe('a final status', () => {
  test.each(CASES)('%i under %s: %s', async (status, profile, expected) => {
    const peer = await Peer.start(always(status, BODILESS.has(status) ? '' : FILE));
    const result = await getFrom(peer, { profile });
    expect(inWords(result)).toBe(expected);
    expect(result).toMatchObject({ status, profile, redirects: [], finalUrl: peer.robotsUrl });
    const hasRules = expected === RULES && !BODILESS.has(status);
    expect(mayFetch(result, '/private')).toBe(hasRules ? false : expected === RULES || expected === NONE);
    expect(mayFetch(result, '/public')).toBe(expected === RULES || expected === NONE);
    expect(result.octets).toBe(hasRules ? FILE.length : 0);
  });

  test.each(PROFILE_NAMES)('429 under %s', async (profile) => {
    const peer = await Peer.start(always(429, FILE));
    const expected = profile === 'google' ? 'unreachable, disallow-all (too-many-requests)' : NONE;
    expect(inWords(await getFrom(peer, { profile }))).toBe(expected);
  });
});

describeRequirement('2.3.1.3-unavailable', () => {
  test('a 404 allows everything', async () => {
    const peer = await Peer.start(always(404, 'User-agent: *\nDisallow: /\n'));
    expect(mayFetch(await getFrom(peer), '/private')).toBe(true);
  });
});

describeRequirement('2.3.1.4-unreachable', () => {
  test.each([500, 599, 600, 300])('a %i disallows everything, whatever its body', async (status) => {
    const peer = await Peer.start(always(status, 'User-agent: *\nAllow: /\n'));
    expect(mayFetch(await getFrom(peer), '/public')).toBe(false);
  });
});

describeRequirement('2.3-text-plain', () => {
  test.each(['text/html', 'application/octet-stream', ''])('a file sent as %j is read, too', async (type) => {
    const peer = await Peer.start(always(200, FILE, { 'Content-Type': type }));
    const result = await getFrom(peer);
    expect(mayFetch(result, '/private')).toBe(false);
  });
});

test('a 204 has no body, whatever length it states', async () => {
  const peer = await Peer.start((socket) =>
    socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n'),
  );
  expect(await get(peer.robotsUrl)).toMatchObject({ status: 204, outcome: 'success', octets: 0 });
});

test.each([
  ['a length that is no number', 'Content-Length: many\r\n\r\n# aaa'],
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 7\r\n\r\n# aaa'],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n# aaa\r\n0\r\n\r\n'],
])('a response with %s is malformed', async (_, rest) => {
  const peer = await Peer.start((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
  expect(await get(peer.robotsUrl)).toMatchObject({ outcome: 'unreachable', fault: 'malformed-response' });
});
