/** Hostile servers of every kind among healthy ones, with few permits: the healthy are answered, and everything is released. */
import type { LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { createClient } from '../../src/index.js';
import { emptyGzip } from './support/bombs.js';
import { FILE, USER_AGENT } from './support/fetching.js';
import { always, flood, head, headerOf, Peer, type Reply } from './support/peer.js';
import { newSockets, until } from './support/sockets.js';
import { zlibStreams } from './support/zlib-streams.js';

const OCTETS = Buffer.from(FILE);
const { first, next } = emptyGzip();

/** Sends a beginning, then the same octets again and again. */
function endless(start: string | Uint8Array, more: string): Reply {
  const octets = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)));
  return (socket) => {
    socket.write(start);
    flood(socket, () => octets);
  };
}

const HOSTILE: readonly (readonly [string, Reply])[] = [
  ['silent', () => {}],
  ['stalls within the status line', (socket) => socket.write('HTTP/1.')],
  ['stalls within the headers', (socket) => socket.write(head(200).slice(0, -2))],
  ['stalls within the body', (socket) => socket.write(head(200, { 'Content-Length': '99999' }) + FILE)],
  [
    'stalls within gzip',
    (socket) => {
      socket.write(head(200, { 'Content-Encoding': 'gzip' }));
      socket.write(gzipSync(OCTETS).subarray(0, 20));
    },
  ],
  [
    'stalls within gzip within gzip',
    (socket) => {
      socket.write(head(200, { 'Content-Encoding': 'gzip, gzip' }));
      socket.write(gzipSync(gzipSync(OCTETS)).subarray(0, 40));
    },
  ],
  ['sends interim responses without end', endless('', head(100))],
  ['sends headers without end', endless('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
  [
    'sends chunk extensions without end',
    endless(head(200, { 'Transfer-Encoding': 'chunked' }), '1;a=a-long-extension\r\n#\r\n'),
  ],
  [
    'sends gzip that decodes to nothing',
    (socket) => {
      socket.write(head(200, { 'Content-Encoding': 'gzip' }));
      socket.write(first);
      flood(socket, () => next);
    },
  ],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['closes', (socket) => socket.destroy()],
  ['redirects to itself', always(302, '', { Location: '/robots.txt' })],
  ['answers nonsense', (socket) => socket.end('220 ready\r\n')],
  ['fails', always(503)],
];

/** How many names of each hostile server are asked for: with four permits in all, they would fill them several times. */
const NAMES_OF_EACH = 3;

test('healthy sites are answered among hostile ones, and everything is released', async () => {
  const opened = newSockets();
  const streams = zlibStreams();
  const clock = new ManualClock();
  const healthy = await Peer.start(always(200, FILE));
  /** The names that have no answer yet. */
  const asked = new Set<string>();
  /** Those of them that only time can end the fetch of: they are never resolved, or their server has the request and stalls. */
  const stalled = new Set<string>();
  const hostile = await Promise.all(
    HOSTILE.map(([kind, reply]) => {
      const stalling: Reply = (socket, request, index) => {
        const { hostname } = new URL(`http://${headerOf(request, 'host')}`);
        if (asked.has(hostname)) stalled.add(hostname);
        reply(socket, request, index);
      };
      return Peer.start(/^(silent|stalls)/.test(kind) ? stalling : reply, { host: '127.0.0.2' });
    }),
  );
  // Addresses of hostile servers, so that redirects and new names lead only to them.
  const lookup: LookupFunction = (name, _options, callback) => {
    if (name.startsWith('unresolved')) {
      stalled.add(name);
      return;
    }
    callback(null, [{ address: name.startsWith('good') ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
  };
  const client = createClient({
    userAgent: USER_AGENT,
    agents: 'ExampleBot',
    clock,
    connect: { lookup },
    concurrency: { total: 4, perHost: 2, perAddress: 4 },
  });
  const bad = hostile.flatMap(({ port }, i) =>
    Array.from({ length: NAMES_OF_EACH }, (_, n) => `http://bad${i}-${n}.example:${port}/public`),
  );
  const unresolved = Array.from({ length: NAMES_OF_EACH }, (_, n) => `http://unresolved${n}.example/public`);
  const good = Array.from({ length: 30 }, (_, n) => `http://good${n}.example:${healthy.port}/public`);

  const ask = async (url: string): Promise<boolean> => {
    const { hostname } = new URL(url);
    asked.add(hostname);
    try {
      return await client.isAllowed(url);
    } finally {
      asked.delete(hostname);
      stalled.delete(hostname);
    }
  };
  const answers = Promise.all([...bad, ...unresolved, ...good].map(ask));
  // Time passes once nothing but time can end the fetches in progress: however slow the machine is, no other meets a limit.
  while (asked.size > 0) {
    await until(() => client.stats().fetching === stalled.size);
    await clock.advance(1000);
  }

  const allowed = await answers;
  expect(allowed.slice(0, bad.length).map((isAllowed, i) => [bad[i], isAllowed])).toEqual(
    bad.map((url) => [
      url,
      url.includes(`bad${HOSTILE.findIndex(([name]) => name === 'redirects to itself')}-`),
    ]),
  );
  expect(allowed.slice(bad.length, -good.length)).toEqual(unresolved.map(() => false));
  expect(allowed.slice(-good.length)).toEqual(good.map(() => true));
  await until(() => client.stats().fetching === 0);
  expect(client.stats()).toMatchObject({ fetching: 0, queued: 0 });

  await client.close();
  for (const peer of [healthy, ...hostile]) {
    await peer.closed();
    await peer.stop();
  }
  expect(clock.pending).toBe(0);
  expect([...streams].every(({ destroyed }) => destroyed)).toBe(true);
  await until(() => opened() === 0);
});
