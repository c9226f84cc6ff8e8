/** When to ask again: docs/semantics.md §6; Retry-After (RFC 9110 §10.2.3, RFC 6585 §4). */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ProfileName } from '../../../../src/index.js';
import { DAY, HOUR, ManualClock, MINUTE, SECOND } from '../../../../test/support/manual-clock.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { retryDelayMs } from '../../src/fetch/retry.js';
import { FILE, get, getFrom, inWords, PROFILE_NAMES } from './support/fetching.js';
import { FtpPeer, serving } from './support/ftp-peer.js';
import { always, answer, head, Peer, type Reply } from './support/peer.js';
import { clientSockets, until } from './support/sockets.js';

/** The waits after each of the first ten failures in a row. */
async function waitsAfter(status: number, profile: ProfileName, headers = {}): Promise<number[] | null> {
  const peer = await Peer.start(always(status, status === 304 ? '' : FILE, headers));
  const result = await getFrom(peer, { profile, clock: new ManualClock() });
  const retry = 'retry' in result ? result.retry : null;
  return retry && Array.from({ length: 10 }, (_, i) => retryDelayMs(retry, i + 1));
}

const FROM_ONE_MINUTE = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map((minutes) => minutes * MINUTE);
const FROM_TEN_SECONDS = [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600].map((seconds) => seconds * SECOND);

describe.each(PROFILE_NAMES)('under %s', (profile) => {
  test('the wait after failures doubles from a minute to an hour', async () => {
    expect(await waitsAfter(500, profile)).toEqual(FROM_ONE_MINUTE);
  });

  test('google tries again sooner after a 503', async () => {
    expect(await waitsAfter(503, profile)).toEqual(profile === 'google' ? FROM_TEN_SECONDS : FROM_ONE_MINUTE);
  });

  test.each([429, 500, 502, 503, 504, 599])('Retry-After of a %i takes precedence', async (status) => {
    expect(await waitsAfter(status, profile, { 'Retry-After': '7200' })).toEqual(Array(10).fill(2 * HOUR));
  });

  test.each([408, 425])('Retry-After of a %i takes precedence, except under google', async (status) => {
    const waits = profile === 'google' ? null : Array(10).fill(2 * HOUR);
    expect(await waitsAfter(status, profile, { 'Retry-After': '7200' })).toEqual(waits);
  });

  test.each([600, 304])('Retry-After of a %i is ignored', async (status) => {
    expect(await waitsAfter(status, profile, { 'Retry-After': '7200' })).toEqual(FROM_ONE_MINUTE);
  });

  test('after a 429 without Retry-After there is nothing to wait for, unless the profile counts it as a failure', async () => {
    expect(await waitsAfter(429, profile)).toEqual(profile === 'google' ? FROM_ONE_MINUTE : null);
  });
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', SECOND],
    [' 90 ', 90 * SECOND],
    ['86400', DAY],
    ['86401', DAY],
    ['99999999999999999999999', DAY],
    ['Thu, 01 Jan 2026 00:10:00 GMT', 10 * MINUTE],
    ['Thursday, 01-Jan-26 00:10:00 GMT', 10 * MINUTE],
    ['Thu Jan  1 00:10:00 2026', 10 * MINUTE],
    ['Thu, 01 Jan 2026 00:10:00 GMT+5', 10 * MINUTE],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Fri, 01 Jan 2049 00:00:00 GMT', DAY],
  ])('%s', async (value, ms) => {
    // An HTTP date is GMT, wherever it is read.
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect((await waitsAfter(503, 'rfc9309', { 'Retry-After': value }))?.[0]).toBe(ms);
  });

  test.each([
    '',
    '-1',
    '1.5',
    '1h',
    'soon',
    '2026-01-01',
    'Thu, 99 Foo 2026',
    'on Thu, 01 Jan 2026 00:10:00 GMT',
  ])('%j is ignored', async (value) => {
    expect(await waitsAfter(503, 'rfc9309', { 'Retry-After': value })).toEqual(FROM_ONE_MINUTE);
  });
});

/** Does this with the first request, and answers later ones with the file. */
function onceThen(first: Reply): Reply {
  return (socket, request, index) => {
    if (index === 0) first(socket, request, index);
    else socket.write(answer(200, FILE));
  };
}

describe('a second attempt is made where', () => {
  test.each([
    ['the connection is reset', (socket) => socket.resetAndDestroy()],
    ['the connection is closed', (socket) => socket.end()],
    ['it ends within the headers', (socket) => socket.end(head(200).slice(0, -5))],
  ] as readonly [string, Reply][])('%s', async (_, first) => {
    const peer = await Peer.start(onceThen(first));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(peer.requests).toHaveLength(2);
  });

  test('the body is reset', async () => {
    const clients = clientSockets();
    const part = `${head(200, { 'Content-Length': '1000' })}${FILE}`;
    const peer = await Peer.start(
      onceThen(async (socket) => {
        socket.write(part);
        await until(() => clients[0].bytesRead === part.length);
        socket.resetAndDestroy();
      }),
    );
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(result).toMatchObject({ octets: FILE.length, encodedOctets: FILE.length });
  });

  test('the connection is reset before a request', async () => {
    let isFirst = true;
    const peer = await Peer.start(always(200, FILE), {
      onConnection: (socket) => {
        if (isFirst) socket.resetAndDestroy();
        isFirst = false;
      },
    });
    expect(inWords(await getFrom(peer))).toBe('success, rules');
    expect(peer.connections).toBe(2);
  });

  test('an FTP server resets the connection', async () => {
    const good = serving(FILE);
    let greetings = 0;
    const peer = await FtpPeer.start({
      ...good,
      GREETING: (control) => {
        if (greetings++ === 0) control.resetAndDestroy();
        else control.write('220 ready\r\n');
      },
    });
    expect(inWords(await get(peer.origin))).toBe('success, rules');
    await peer.closed();
  });
});

test('it begins where the first attempt failed, after redirects', async () => {
  const there = await Peer.start(
    onceThen((socket) => socket.destroy()),
    { host: '127.0.0.2' },
  );
  const peer = await Peer.start(always(301, '', { Location: there.robotsUrl }));
  const result = await getFrom([peer, there]);
  expect(inWords(result)).toBe('success, rules');
  expect(result.redirects).toHaveLength(1);
  expect([peer.requests.length, there.requests.length]).toEqual([1, 2]);
});

test('there is no third attempt', async () => {
  const peer = await Peer.start((socket) => socket.destroy());
  expect(inWords(await getFrom(peer))).toBe('unreachable, disallow-all (connection-reset)');
  expect(peer.requests).toHaveLength(2);
});

describe('no second attempt is made where', () => {
  test.each([
    ['the answer is a status', always(503)],
    ['the answer is malformed', (socket) => socket.end('HTTP/1.1 OK\r\n\r\n')],
    ['the body ends early', (socket) => socket.end(answer(200, FILE, { 'Content-Length': '1000' }))],
  ] as readonly [string, Reply][])('%s', async (_, reply) => {
    const peer = await Peer.start(reply);
    expect((await getFrom(peer)).outcome).toBe('unreachable');
    expect(peer.requests).toHaveLength(1);
  });

  test('the program has failed', async () => {
    const error = Object.assign(new Error('no proxies'), { code: 'ECONNREFUSED' });
    const proxy = vi.fn(() => {
      throw error;
    });
    await expect(get('http://127.0.0.1:1/', { proxy })).rejects.toBe(error);
    expect(proxy).toHaveBeenCalledOnce();
  });

  test('a time limit has ended the fetch', async () => {
    const clock = new ManualClock();
    const peer = await Peer.start(() => {});
    const fetched = get(peer.origin, { clock });
    await until(() => peer.requests.length === 1);
    clock.elapse(DEFAULT_TIMEOUTS.headersMs);
    expect((await fetched).fault).toBe('headers-timeout');
    expect(peer.connections).toBe(1);
  });
});
