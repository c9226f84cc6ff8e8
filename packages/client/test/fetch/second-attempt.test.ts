import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { FILE, get, getFrom, inWords } from './support/fetching.js';
import { FtpPeer, serving } from './support/ftp-peer.js';
import { always, answer, head, Peer, type Reply } from './support/peer.js';
import { clientSockets, until } from './support/sockets.js';

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
