/** Connections that fail before, within and after a response: RFC 9309 §2.3.1.4, docs/semantics.md §6.1. */

import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Agent, type buildConnector, MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../../../src/index.js';
import { HOUR } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import type { FetchOptions } from '../../src/index.js';
import { FILE, get, getFrom, inWords, lookupThat, mayFetch, PROFILE_NAMES } from './support/fetching.js';
import { always, answer, ending, head, Peer, type PeerOptions, pem, type Reply } from './support/peer.js';
import { clientSockets, until } from './support/sockets.js';

const failed = (profile: ProfileName) =>
  `unreachable, ${profile === 'koster-1996' ? 'defer' : 'disallow-all'}`;
const NOT_FOUND = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });

const CHUNKED = head(200, { 'Transfer-Encoding': 'chunked' });

describe.each(PROFILE_NAMES)('under %s', (profile) => {
  test('a name that does not resolve', async () => {
    const result = await get('http://site.example/', { profile, connect: { lookup: lookupThat(NOT_FOUND) } });
    expect(inWords(result)).toBe(`${failed(profile)} (dns-failed)`);
    expect(result).toMatchObject({ status: null, robotsUrl: 'http://site.example/robots.txt', headers: {} });
    expect(result.cause?.cause).toBe(NOT_FOUND);
    expect(mayFetch(result, '/')).toBe(false);
  });

  test.each(['http', 'https'])('a connection that is refused, over %s', async (scheme) => {
    const result = await get(`${scheme}://127.0.0.1:${CLOSED_PORT}/`, { profile });
    expect(inWords(result)).toBe(`${failed(profile)} (connect-failed)`);
    expect(result.timings).toMatchObject({ connectMs: null, headersMs: null, bodyMs: null });
  });

  test.each([
    ['reset before anything', (socket) => socket.resetAndDestroy(), 'connection-reset'],
    ['ended before anything', (socket) => socket.end(), 'connection-reset'],
    [
      'reset within the headers',
      (socket) => socket.write(head(200).slice(0, -5), () => socket.resetAndDestroy()),
      'connection-reset',
    ],
    ['ended within the headers', (socket) => socket.end(head(200).slice(0, -5)), 'connection-reset'],
    ['ended within the body', ending(answer(200, FILE, { 'Content-Length': '1000' })), 'body-cut-off'],
    ['ended within a chunk', ending(`${CHUNKED}ff\r\n${FILE}`), 'body-cut-off'],
    ['ended before the last chunk', ending(`${CHUNKED}3\r\nabc\r\n`), 'body-cut-off'],
    ['with a chunk of no size', ending(`${CHUNKED}zz\r\nabc\r\n`), 'malformed-response'],
  ] as readonly [string, Reply, string][])('an answer %s', async (_, reply, fault) => {
    const peer = await Peer.start(reply);
    const result = await getFrom(peer, { profile });
    expect(inWords(result)).toBe(`${failed(profile)} (${fault})`);
    expect(mayFetch(result, '/')).toBe(false);
  });
});

/**
 * Sends a part of the file, and resets once the client has read it. If octets arrive together with a reset, Node reports a
 * normal end of the connection, because libuv stops reading after a hang-up.
 */
function resetAfter(headers: Record<string, string>, body: string): Reply {
  const clients = clientSockets();
  return async (socket, _request, index) => {
    const part = head(200, headers) + body;
    socket.write(part);
    await until(() => clients[index].bytesRead === part.length);
    socket.resetAndDestroy();
  };
}

test.each([
  ['that has a length', { 'Content-Length': '1000' }, FILE],
  ['that has a length and closes', { 'Content-Length': '1000', Connection: 'close' }, FILE],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }, `${FILE.length.toString(16)}\r\n${FILE}\r\n`],
  ['that ends with the connection', {}, FILE],
  ['that ends with the connection, with Connection: close', { Connection: 'close' }, FILE],
] as readonly [string, Record<string, string>, string][])(
  'an answer reset within its body %s is cut off',
  async (_, headers, body) => {
    const peer = await Peer.start(resetAfter(headers, body));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('unreachable, disallow-all (body-cut-off)');
    expect(result.cause?.cause).toMatchObject({
      message: 'connection lost: read ECONNRESET',
      code: 'ECONNRESET',
    });
  },
);

describe('a Content-Length', () => {
  test('that is too small ends the file, as HTTP requires', async () => {
    const peer = await Peer.start(
      always(200, `${FILE}Disallow: /more\n`, { 'Content-Length': String(FILE.length) }),
    );
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(result.octets).toBe(FILE.length);
    expect(mayFetch(result, '/more')).toBe(true);
  });
});

const rows = (fault: string | null, ...codings: string[]) =>
  codings.map((one): [string, string | null] => [one, fault]);

test.each([
  ...rows('malformed-response', 'gzip, chunked', 'chunked;q=1', 'x-unknown, chunked'),
  // The sizes of chunks are left in the body.
  ...rows('malformed-response', 'chunked, identity', 'chunked,', 'chunked, chunked'),
  ...rows('malformed-response', 'chunked\r\nTransfer-Encoding: identity'),
  ...rows(null, 'Chunked', 'identity, chunked'),
])(
  'chunks are the only transfer coding that is accepted, once and last: after %j, the fault is %s',
  async (codings, fault) => {
    const body = `${FILE.length.toString(16)}\r\n${FILE}\r\n0\r\n\r\n`;
    const peer = await Peer.start(ending(head(200, { 'Transfer-Encoding': codings }) + body));
    const result = await getFrom(peer);
    expect([result.fault, result.outcome]).toEqual([fault, fault === null ? 'success' : 'unreachable']);
  },
);

test.each(['127.0.0.9 127.0.0.1', '127.0.0.1 127.0.0.9'])(
  'several addresses over TLS: %s',
  async (addresses) => {
    const peer = await Peer.start(always(200, FILE), { certificate: 'self-signed' });
    const connect = { ca: pem('self-signed', 'crt'), lookup: lookupThat(addresses.split(' ')) };
    const result = await get(`https://other.test:${peer.port}/`, { connect });
    await peer.closed();
    expect(inWords(result)).toBe('success, rules');
  },
);

test('a connection has the local address of the options', async () => {
  const from: unknown[] = [];
  const onConnection = (socket: Socket) => from.push(socket.remoteAddress);
  const peer = await Peer.start(always(200, FILE), { onConnection });
  const connect = { lookup: lookupThat('127.0.0.1'), localAddress: '127.0.0.3' };
  await get(`http://site.example:${peer.port}/`, { connect });
  expect(from).toEqual(['127.0.0.3']);
});

test('port 0 is not the default port', async () => {
  const sockets = clientSockets();
  const result = await get('http://127.0.0.1:0/');
  expect(inWords(result)).toBe('unreachable, disallow-all (connect-failed)');
  expect(result.cause?.message).not.toContain('127.0.0.1:80');
  expect(sockets.length).toBeGreaterThan(0);
});

test.each([
  ['a file alone, as HTTP/0.9 had it', FILE],
  ['another protocol', '220 ftp.example ready\r\n'],
  ['octets', '\0\x01\x02\xff'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\n\r\n'],
  ['a header with a space before its colon', 'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nabcde'],
  ['another version', 'HTTP/3.7 200 OK\r\n\r\n'],
])('a response that is not valid HTTP: %s', async (_, octets) => {
  const peer = await Peer.start((socket) => socket.end(Buffer.from(octets, 'latin1')));
  const result = await getFrom(peer);
  expect(inWords(result)).toBe('unreachable, disallow-all (malformed-response)');
  expect(result.status).toBe(null);
});

describe('TLS', () => {
  const trusted = { ca: pem('self-signed', 'crt') };

  test.each([
    ['a certificate signed by itself', { certificate: 'self-signed' }, {}],
    ['an expired certificate', { certificate: 'expired' }, { ca: pem('expired', 'crt') }],
    ['a certificate for other hosts', { certificate: 'self-signed', host: '127.0.0.3' }, trusted],
  ] as readonly [string, PeerOptions, FetchOptions['connect']][])('%s', async (_, options, connect) => {
    const peer = await Peer.start(always(200, FILE), options);
    const result = await getFrom(peer, { connect });
    expect(inWords(result)).toBe('unreachable, disallow-all (tls-failed)');
    const { cause } = result.cause as { cause: Error };
    expect(result.cause?.message).toBe(`TLS with ${peer.host} failed: ${cause.message}`);
    expect(cause.message).toMatch(/certificate/);
    expect(peer.requests).toEqual([]);
  });

  test('a name is sent in the handshake, an address is not (RFC 6066 §3); the certificate is compared with it', async () => {
    const names: unknown[] = [];
    const peer = await Peer.start(always(200, FILE), {
      certificate: 'self-signed',
      onConnection: (socket) => names.push((socket as TLSSocket).servername),
    });
    const connect = { ...trusted, lookup: lookupThat('127.0.0.1') };
    for (const [host, fault] of [
      ['other.test', null],
      ['127.0.0.1', null],
      ['another.test', 'tls-failed'],
    ])
      expect((await get(`https://${host}:${peer.port}/`, { connect })).fault).toBe(fault);
    await peer.closed();
    expect(names.slice(0, 2)).toEqual(['other.test', false]);
  });

  test('a server that speaks plain HTTP', async () => {
    const greet = (socket: Socket): unknown => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const peer = await Peer.start(() => {}, { onConnection: greet });
    const result = await get(peer.robotsUrl.replace('http:', 'https:'), { connect: trusted });
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (tls-failed)');
    // Not the whole message of OpenSSL, which has numbers and the names of its files. Versions differ in the reason.
    expect(result.cause?.message).toMatch(
      /^TLS with 127\.0\.0\.1 failed: (wrong version number|packet length too long)$/,
    );
  });

  test('a server that closes the connection within the TLS handshake, which offers HTTP/1.1 alone', async () => {
    let offers = false;
    const close = (socket: Socket) => (hello: Buffer) => {
      // The list of protocols in ALPN: its length, and the length and name of each.
      offers = hello.includes('\0\x09\x08http/1.1');
      socket.destroy();
    };
    const peer = await Peer.start(() => {}, {
      onConnection: (socket) => void socket.once('data', close(socket)),
    });
    const result = await get(peer.robotsUrl.replace('http:', 'https:'), { connect: trusted });
    await peer.closed();
    expect(inWords(result)).toBe('unreachable, disallow-all (tls-failed)');
    expect(offers).toBe(true);
  });
});

describe('by a dispatcher of the caller', () => {
  async function withAgent(options: Agent.Options, use: (dispatcher: Agent) => Promise<void>): Promise<void> {
    const agent = new Agent(options);
    try {
      await use(agent);
    } finally {
      await agent.destroy();
    }
  }

  test('connections are left to it', async () => {
    const peer = await Peer.start(always(200, FILE));
    await withAgent(
      { connections: 1, keepAliveTimeout: HOUR, keepAliveMaxTimeout: HOUR },
      async (dispatcher) => {
        expect(inWords(await get(peer.robotsUrl, { dispatcher }))).toBe('success, rules');
        expect(inWords(await get(peer.robotsUrl, { dispatcher }))).toBe('success, rules');
        expect([peer.connections, peer.open]).toEqual([1, 1]);
        expect(dispatcher.destroyed).toBe(false);
      },
    );
    await peer.closed();
  });

  test.each([
    ['a name that does not resolve', lookupThat(NOT_FOUND), 'http', 'dns-failed'],
    ['a connection that is refused', lookupThat('127.0.0.1'), 'http', 'connect-failed'],
    ['a connection that is refused, of TLS', lookupThat('127.0.0.1'), 'https', 'connect-failed'],
  ])('%s', async (_, lookup, scheme, fault) => {
    await withAgent({ connect: { lookup } as buildConnector.BuildOptions }, async (dispatcher) => {
      const result = await get(`${scheme}://site.example:1/`, { dispatcher });
      expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    });
  });

  test('a certificate that is not trusted', async () => {
    const peer = await Peer.start(always(200, FILE), { certificate: 'self-signed' });
    await withAgent({}, async (dispatcher) => {
      expect(inWords(await get(peer.robotsUrl, { dispatcher }))).toBe(
        'unreachable, disallow-all (tls-failed)',
      );
    });
  });

  test('one that is closed', async () => {
    await withAgent({}, async (dispatcher) => {
      await dispatcher.close();
      expect((await get('http://127.0.0.1:1/', { dispatcher })).outcome).toBe('unreachable');
    });
  });

  test('a response that is not read to its end closes the connection', async () => {
    const peer = await Peer.start((socket) =>
      socket.write(answer(500, 'x', { 'Content-Length': '10000000' })),
    );
    await withAgent({}, async (dispatcher) => {
      expect(inWords(await get(peer.robotsUrl, { dispatcher }))).toBe(
        'unreachable, disallow-all (server-error)',
      );
      await peer.closed();
    });
  });

  test.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'headers-timeout'],
    ['CERT_HAS_EXPIRED', 'tls-failed'],
  ])('an error of its own, %s', async (code, fault) => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    const error = Object.assign(new Error('as it says'), { code });
    dispatcher.get('https://site.example').intercept({ path: '/robots.txt' }).replyWithError(error).persist();
    const result = await get('https://site.example/', { dispatcher });
    expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    expect(result.cause?.cause).toBe(error);
    await dispatcher.close();
  });
});
