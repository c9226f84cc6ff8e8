/** Asking for a file only if it has changed: RFC 9110 §13, RFC 9309 §2.4. */
import { describe, expect, test } from 'vitest';
import { ACCEPT_ENCODING } from '../../src/fetch/content-codings.js';
import type { AccessResult, HeldCopy } from '../../src/index.js';
import { FILE, get, getFrom, inWords, USER_AGENT } from './support/fetching.js';
import { always, answer, headerOf, Peer } from './support/peer.js';

const ETAG = '"abc"';
const LAST_MODIFIED = 'Thu, 01 Jan 2026 00:00:00 GMT';
const VALIDATORS = { ETag: ETAG, 'Last-Modified': LAST_MODIFIED };

/** A server with one file, which answers 304 to conditional requests. */
function unchanged(headers: Readonly<Record<string, string>> = VALIDATORS): Promise<Peer> {
  return Peer.start((socket, request) => {
    const isHeld =
      headerOf(request, 'if-none-match') === ETAG || headerOf(request, 'if-modified-since') === LAST_MODIFIED;
    socket.write(
      isHeld ? answer(304, '', { ...headers, 'Cache-Control': 'max-age=60' }) : answer(200, FILE, headers),
    );
  });
}

function conditionsOf(request: string): (string | undefined)[] {
  return [headerOf(request, 'if-none-match'), headerOf(request, 'if-modified-since')];
}

describe('with a copy', () => {
  test.each([
    ['both', VALIDATORS, [ETAG, LAST_MODIFIED]],
    ['an ETag', { ETag: ETAG }, [ETAG, undefined]],
    ['a Last-Modified', { 'Last-Modified': LAST_MODIFIED }, [undefined, LAST_MODIFIED]],
  ] as const)('%s: a 304 renews it', async (_, headers, conditions) => {
    const peer = await unchanged(headers);
    const held = await getFrom(peer);
    const result = await getFrom(peer, { held });
    expect(inWords(result)).toBe('not-modified, rules');
    expect(result).toMatchObject({ status: 304, octets: 0, fault: null, cause: null });
    expect(result.headers['cache-control']).toBe('max-age=60');
    expect(peer.requests.map(conditionsOf)).toEqual([[undefined, undefined], conditions]);
  });

  test('fetched through redirects, only the last request is conditional', async () => {
    const there = await unchanged();
    const peer = await Peer.start(always(302, '', { Location: there.robotsUrl, ...VALIDATORS }));
    const held = await getFrom([peer, there]);
    const result = await getFrom([peer, there], { held });
    expect(inWords(result)).toBe('not-modified, rules');
    expect(result).toMatchObject({ robotsUrl: peer.robotsUrl, finalUrl: there.robotsUrl });
    expect(peer.requests.map(conditionsOf)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(there.requests.map(conditionsOf)).toEqual([
      [undefined, undefined],
      [ETAG, LAST_MODIFIED],
    ]);
  });

  test("under google the request has no conditions, as Googlebot's has none", async () => {
    const peer = await unchanged();
    const held = await getFrom(peer);
    expect(inWords(await getFrom(peer, { held, profile: 'google' }))).toBe('success, rules');
    expect(conditionsOf(peer.requests[1])).toEqual([undefined, undefined]);
  });

  test.each<[string, string, HeldCopy['headers']]>([
    ['of another URL', 'x', { etag: ETAG }],
    ['without validators', '', {}],
    ['whose validators cannot be sent', '', { etag: '"\u2026"', 'last-modified': 'a\r\nb: c' }],
  ])('a copy %s makes no request conditional, so a 304 is unexpected', async (_, suffix, headers) => {
    const peer = await Peer.start((socket, _request, index) => socket.write(answer(index === 0 ? 200 : 304)));
    const held = { finalUrl: peer.robotsUrl + suffix, headers };
    expect(inWords(await getFrom(peer, { held }))).toBe('success, rules');
    expect(conditionsOf(peer.requests[0])).toEqual([undefined, undefined]);
    expect(inWords(await getFrom(peer, { held }))).toBe('unreachable, disallow-all (unexpected-status)');
  });
});

describe('a result', () => {
  /** A result as it is after it was stored and read again: plain data only. */
  function stored(result: AccessResult): unknown {
    const { cause, ...rest } = result;
    const data = 'document' in rest ? { ...rest, document: null } : rest;
    expect(cause === null).toBe(result.fault === null);
    return [JSON.parse(JSON.stringify(data)), data];
  }

  test('is plain data except for the document and the cause, and can be used as a copy', async () => {
    const peer = await unchanged();
    const missing = await Peer.start(always(404));
    const failing = await Peer.start(always(503, '', { 'Retry-After': '9' }));
    const moved = await Peer.start(always(301, '', { Location: '/a' }));
    for (const each of [peer, missing, failing, moved]) {
      const [again, data] = stored(await getFrom(each)) as [unknown, unknown];
      expect(again).toEqual(data);
    }
    const held = JSON.parse(JSON.stringify(await getFrom(peer))) as HeldCopy;
    expect(inWords(await getFrom(peer, { held }))).toBe('not-modified, rules');
  });

  test('has the headers that matter, and no others', async () => {
    const kept = {
      Age: '1',
      'Cache-Control': 'max-age=2',
      'Content-Type': 'text/plain',
      Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      Expires: '0',
      Pragma: 'no-cache',
      'Retry-After': '3',
      Vary: 'Accept-Encoding',
      ...VALIDATORS,
    };
    const peer = await Peer.start(
      always(200, FILE, { ...kept, 'Set-Cookie': 'a=b', Server: 'c', Link: '</d>' }),
    );
    const { headers } = await getFrom(peer);
    const lower = Object.entries(kept).map(([name, value]) => [name.toLowerCase(), value]);
    expect(headers).toEqual({ ...Object.fromEntries(lower), 'content-length': String(FILE.length) });
  });
});

test('a request has the headers of the crawler', async () => {
  const peer = await Peer.start(always(200, FILE));
  await get(`${peer.origin}/a?b#c`);
  const [request] = peer.requests;
  const sent = (name: string) => headerOf(request, name);
  expect(request.split('\r\n')[0]).toBe('GET /robots.txt HTTP/1.1');
  expect([sent('user-agent'), sent('accept')]).toEqual([USER_AGENT, 'text/plain, */*;q=0.5']);
  expect([sent('accept-encoding'), sent('connection'), sent('cookie')]).toEqual([
    ACCEPT_ENCODING,
    'close',
    undefined,
  ]);
});
