/** HTTP/2, where a server offers it: RFC 9113. */
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import type { AccessResult, FetchOptions } from '../../src/index.js';
import { FILE, get, inWords, mayFetch, USER_AGENT } from './support/fetching.js';
import {
  ALTSVC,
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  FIRST_STREAM,
  frame,
  GOAWAY,
  HEADERS,
  Http2Peer,
  type Http2Reply,
  literalHeader,
  PADDED,
  PING,
  PUSH_PROMISE,
  RST_STREAM,
  SETTINGS,
  STATUS_200,
  uint32,
} from './support/http2-peer.js';
import { flood, pem } from './support/peer.js';
import { newSockets, until } from './support/sockets.js';

/** More than the 16 KiB of headers that are read. */
const LONG_HEADER = literalHeader('a', 'b'.repeat(16 * 1024));

const connect = { ca: pem('self-signed', 'crt') };

function fetchFrom(origin: string, options: Partial<FetchOptions> = {}): Promise<AccessResult> {
  return get(`${origin}/`, { connect, ...options });
}

type NodeServer = ReturnType<typeof createSecureServer>;
type OnStream = (stream: Parameters<Parameters<NodeServer['on']>[1]>[0], path: string) => void;

/** A server of Node's own. */
async function nodeServer(onStream: OnStream): Promise<{ origin: string; versions: string[] }> {
  const versions: string[] = [];
  const server = createSecureServer({ key: pem('self-signed', 'key'), cert: pem('self-signed', 'crt') });
  server.on('stream', (stream, headers) => {
    versions.push(headers['user-agent'] === USER_AGENT ? 'HTTP/2' : 'no User-Agent');
    stream.on('error', () => {});
    onStream(stream as never, String(headers[':path']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, versions };
}

interface ServerStream {
  respond(headers: object, options?: object): void;
  end(octets?: Uint8Array | string): void;
  write(octets: Uint8Array | string): boolean;
  on(event: string, listener: () => void): void;
  readonly destroyed: boolean;
}

/** Interim responses: `103 Early Hints`. */
function interim(count: number): Buffer[] {
  return Array(count).fill(frame(HEADERS, END_HEADERS, 1, Buffer.from([0x08, 3, 0x31, 0x30, 0x33])));
}

describe('a server that speaks only HTTP/2', () => {
  test('sends a file', async () => {
    const { origin, versions } = await nodeServer((given) => {
      const stream = given as unknown as ServerStream;
      stream.respond({ ':status': 200, etag: '"a"', 'cache-control': ['max-age=1', 'public'] });
      stream.end(FILE);
    });
    const opened = newSockets();
    const result = await fetchFrom(origin);
    expect(inWords(result)).toBe('success, rules');
    expect(mayFetch(result, '/private')).toBe(false);
    expect(result).toMatchObject({ status: 200, octets: FILE.length, encodedOctets: FILE.length });
    expect(result.headers).toMatchObject({ etag: '"a"', 'cache-control': 'max-age=1, public' });
    expect(versions).toEqual(['HTTP/2']);
    await until(() => opened() === 0);
  });

  test.each([
    [404, 'unavailable, allow-all'],
    [204, 'success, rules'],
    [500, 'unreachable, disallow-all (server-error)'],
    [304, 'unreachable, disallow-all (unexpected-status)'],
  ])('answers %i: %s', async (status, expected) => {
    const { origin } = await nodeServer((given) => {
      (given as unknown as ServerStream).respond({ ':status': status }, { endStream: true });
    });
    expect(inWords(await fetchFrom(origin))).toBe(expected);
  });

  test('redirects', async () => {
    const { origin } = await nodeServer((given, path) => {
      const stream = given as unknown as ServerStream;
      if (path === '/robots.txt') stream.respond({ ':status': 301, location: '/a?b' }, { endStream: true });
      else {
        stream.respond({ ':status': 200 });
        stream.end(FILE);
      }
    });
    const result = await fetchFrom(origin);
    expect(inWords(result)).toBe('success, rules');
    expect(result.finalUrl).toBe(`${origin}/a?b`);
  });

  test('sends without end', async () => {
    const line = Buffer.alloc(64 * 1024, `#${'x'.repeat(62)}\n`);
    const { origin } = await nodeServer((given) => {
      const stream = given as unknown as ServerStream;
      stream.respond({ ':status': 200 });
      stream.write(FILE);
      const pump = (): void => {
        while (!stream.destroyed && stream.write(line));
      };
      stream.on('drain', pump);
      pump();
    });
    for (const dispatcher of [undefined, new Agent({ allowH2: true, connect })]) {
      const result = await get(`${origin}/`, dispatcher === undefined ? { connect } : { dispatcher });
      expect(inWords(result)).toBe('success, rules');
      expect(result.octets).toBe(PARSING_LIMIT_OCTETS);
      expect(mayFetch(result, '/private')).toBe(false);
      await dispatcher?.destroy();
    }
  });
});

/** Headers of the only response, whole. */
function headers(flags = 0, more: Uint8Array = Buffer.alloc(0)): Buffer {
  return frame(HEADERS, END_HEADERS | flags, FIRST_STREAM, Buffer.concat([STATUS_200, more]));
}

function data(octets: Uint8Array | string, flags = 0): Buffer {
  return frame(DATA, flags, FIRST_STREAM, octets);
}

/** Sends frames at once. */
function sends(...frames: Buffer[]): Http2Reply {
  return (socket) => socket.write(Buffer.concat(frames));
}

/** Sends frames, then others again and again. */
function sendsForever(first: Buffer, more: Buffer): Http2Reply {
  const many = Buffer.concat(Array.from({ length: 200 }, () => more));
  return (socket) => {
    socket.write(first);
    flood(socket, () => many);
  };
}

/** The rules sent over HTTP/1.1, which differ from those over HTTP/2. */
const FILE_OF_HTTP1 = 'User-agent: *\nDisallow: /http1\n';

describe('a response that is whole', () => {
  test.each([
    ['with its end in a frame of its own', sends(headers(), data(FILE), data('', END_STREAM))],
    ['with its end in the last frame', sends(headers(), data(FILE, END_STREAM))],
    [
      'before the stream is reset',
      sends(headers(), data(FILE, END_STREAM), frame(RST_STREAM, 0, 1, uint32(0))),
    ],
    [
      'before the server goes away',
      sends(headers(), data(FILE, END_STREAM), frame(GOAWAY, 0, 0, uint32(1, 0))),
    ],
    [
      'while the server goes away',
      sends(frame(GOAWAY, 0, 0, uint32(1, 0)), headers(), data(FILE, END_STREAM)),
    ],
    [
      'after interim responses',
      sends(
        frame(HEADERS, END_HEADERS, 1, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('100')])),
        headers(),
        data(FILE, END_STREAM),
      ),
    ],
    ['after a hundred of them', sends(...interim(100), headers(), data(FILE, END_STREAM))],
    [
      'with trailers',
      sends(headers(), data(FILE), frame(HEADERS, END_HEADERS | END_STREAM, 1, literalHeader('a', 'b'))),
    ],
    [
      'before the connection ends',
      (socket) => socket.end(Buffer.concat([headers(), data(FILE, END_STREAM)])),
    ],
    ['with padding', sends(headers(), frame(DATA, PADDED | END_STREAM, 1, `\x05${FILE}\0\0\0\0\0`))],
  ] as readonly [string, Http2Reply][])('%s', async (_, reply) => {
    const peer = await Http2Peer.start(reply, FILE_OF_HTTP1);
    const result = await fetchFrom(peer.origin);
    expect(inWords(result)).toBe('success, rules');
    expect([mayFetch(result, '/private'), mayFetch(result, '/http1')]).toEqual([false, true]);
    expect(peer.protocols).toEqual(['h2']);
    await peer.closed();
  });

  test('in two codings that two header lines name', async () => {
    const more = Buffer.concat([
      literalHeader('content-encoding', 'gzip'),
      literalHeader('content-encoding', 'gzip'),
    ]);
    const body = gzipSync(gzipSync(FILE));
    const peer = await Http2Peer.start(sends(headers(0, more), data(body, END_STREAM)), FILE_OF_HTTP1);
    expect(mayFetch(await fetchFrom(peer.origin), '/private')).toBe(false);
    expect(peer.protocols).toEqual(['h2']);
  });
});

/** Node 22.12 and 22.13 do not report that they end a connection because of an error, so that only the time limit ends the fetch. */
const IS_SILENT = /^v22\.1[23]\./.test(process.version);

const ERRORS_OF_CONNECTIONS: readonly (readonly [string, Http2Reply])[] = [
  ['on another stream', sends(frame(HEADERS, END_HEADERS | END_STREAM, 2, STATUS_200))],
  [
    'pushed',
    sends(frame(PUSH_PROMISE, END_HEADERS, 1, Buffer.concat([uint32(2), Buffer.from([0x82, 0x84, 0x87])]))),
  ],
];

const PROTOCOL_VIOLATIONS: readonly (readonly [string, Http2Reply])[] = [
  ['reset without a response', sends(frame(RST_STREAM, 0, 1, uint32(8)))],
  ['reset without a response and without an error', sends(frame(RST_STREAM, 0, 1, uint32(0)))],
  ['refused', sends(frame(RST_STREAM, 0, 1, uint32(7)))],
  ['cancelled within its body', sends(headers(), data(FILE), frame(RST_STREAM, 0, 1, uint32(8)))],
  [
    'reset within its body without an error',
    sends(headers(), data(FILE), frame(RST_STREAM, 0, 1, uint32(0))),
  ],
  ['refused by GOAWAY', sends(frame(GOAWAY, 0, 0, uint32(0, 0)))],
  ['refused by GOAWAY with an error', sends(frame(GOAWAY, 0, 0, uint32(0, 11)))],
  ['ended by GOAWAY within its body', sends(headers(), data(FILE), frame(GOAWAY, 0, 0, uint32(0, 0)))],
  [
    'refused by the second GOAWAY',
    sends(frame(GOAWAY, 0, 0, uint32(1, 0)), frame(GOAWAY, 0, 0, uint32(0, 0))),
  ],
  ['cut off by the end of the connection', (socket) => socket.end(Buffer.concat([headers(), data(FILE)]))],
  [
    'cut off by a reset',
    (socket) => socket.write(Buffer.concat([headers(), data(FILE)]), () => socket.destroy()),
  ],
  ['ended at once', (socket) => socket.end()],
  ['closed at once', (socket) => socket.destroy()],
  [
    'shorter than its Content-Length',
    sends(headers(0, literalHeader('content-length', '1000')), data(FILE, END_STREAM)),
  ],
  ['of HTTP/1.1', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
  [
    'of HTTP/2 to its end',
    (socket) => {
      socket.write(Buffer.concat([headers(), data(FILE)]));
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    },
  ],
  ['without a status', sends(frame(HEADERS, END_HEADERS | END_STREAM, 1, literalHeader('a', 'b')))],
  [
    'with the status 000',
    sends(
      frame(
        HEADERS,
        END_HEADERS | END_STREAM,
        1,
        Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('000')]),
      ),
    ),
  ],
  [
    'of an interim status alone',
    sends(frame(HEADERS, END_HEADERS | END_STREAM, 1, Buffer.from([8, 3, 49, 48, 48]))),
  ],
  ...(IS_SILENT ? [] : ERRORS_OF_CONNECTIONS),
  ['after more than a hundred interim responses', sends(...interim(101), headers(), data(FILE, END_STREAM))],
  ['a flood of interim responses', sendsForever(frame(SETTINGS, 0, 0), interim(1)[0])],
  ['a flood of pings', sendsForever(headers(), frame(PING, 0, 0, Buffer.alloc(8)))],
  ['a flood of settings', sendsForever(headers(), frame(SETTINGS, 0, 0))],
  ['a flood of empty data', sendsForever(headers(), data(''))],
  [
    'a flood of padding',
    sendsForever(headers(), frame(DATA, PADDED, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]))),
  ],
  ['a flood of unknown frames', sendsForever(headers(), frame(ALTSVC, 0, 0, Buffer.alloc(1000)))],
  [
    'headers without end',
    sendsForever(
      frame(HEADERS, 0, 1, STATUS_200),
      frame(CONTINUATION, 0, 1, literalHeader('a', 'b'.repeat(100))),
    ),
  ],
  [
    'a header that is too long',
    sends(
      frame(HEADERS, END_STREAM, 1, STATUS_200),
      frame(CONTINUATION, 0, 1, LONG_HEADER.subarray(0, 10_000)),
      frame(CONTINUATION, END_HEADERS, 1, LONG_HEADER.subarray(10_000)),
    ),
  ],
  [
    'too many headers',
    sends(
      frame(HEADERS, 0, 1, STATUS_200),
      frame(CONTINUATION, 0, 1, Buffer.concat(Array(100).fill(literalHeader('a', 'b'.repeat(100))))),
      frame(
        CONTINUATION,
        END_HEADERS,
        1,
        Buffer.concat(Array(100).fill(literalHeader('a', 'b'.repeat(100)))),
      ),
    ),
  ],
];

describe('a response that is not', () => {
  test.each(PROTOCOL_VIOLATIONS)('%s: HTTP/1.1 is tried', async (_, reply) => {
    const peer = await Http2Peer.start(reply, FILE_OF_HTTP1);
    const opened = newSockets();
    const result = await fetchFrom(peer.origin);
    expect(inWords(result)).toBe('success, rules');
    expect([mayFetch(result, '/private'), mayFetch(result, '/http1')]).toEqual([true, false]);
    expect(peer.protocols).toEqual(['h2', 'http/1.1']);
    await peer.closed();
    await until(() => opened() === 0);
  });

  test('is reported for what it is by a server of HTTP/2 alone, which refuses the second attempt', async () => {
    const server = await nodeServer((stream) => {
      const { session } = stream as unknown as { session: { destroy(): void } };
      (stream as unknown as ServerStream).respond({ ':status': 200 });
      (stream as unknown as ServerStream).write(FILE);
      setImmediate(() => session.destroy());
    });
    const result = await fetchFrom(server.origin);
    expect(result).toMatchObject({ outcome: 'unreachable', status: null, octets: 0 });
    expect(result.fault).toMatch(/^(?:body-cut-off|connection-reset)$/);
  });

  test('is unreachable where HTTP/1.1 fails, too', async () => {
    const peer = await Http2Peer.start(
      sends(headers(), data(FILE), frame(RST_STREAM, 0, 1, uint32(8))),
      null,
    );
    expect((await fetchFrom(peer.origin)).outcome).toBe('unreachable');
    expect(peer.protocols).toEqual(['h2', 'http/1.1']);
  });
});

describe('time limits end it', () => {
  /** Each stage has a limit of its own, by which the test knows that the fetch has come to it. */
  const timeouts = { connectMs: 10_000, headersMs: 20_000, bodyMs: 30_000, totalMs: 60_000 };
  const aPing = frame(PING, 0, 0, Buffer.alloc(8));

  test.each([
    ['headersMs', 'headers-timeout', sends(), 'headersMs', {}],
    ['headersMs', 'headers-timeout', sends(aPing), 'headersMs', {}],
    ['bodyMs', 'body-timeout', sends(headers(), data(FILE)), 'bodyMs', {}],
    ['totalMs', 'total-timeout', sends(headers(), data(FILE)), 'bodyMs', { bodyMs: 120_000 }],
  ] as const)('%s', async (limit, fault, reply, stage, more) => {
    const clock = new ManualClock();
    const peer = await Http2Peer.start(reply, FILE_OF_HTTP1);
    const limits = { ...timeouts, ...more };
    const fetched = fetchFrom(peer.origin, { clock, timeouts: limits });
    await until(() => clock.hasTimerIn(limits[stage]));
    clock.elapse(limits[limit]);
    expect(inWords(await fetched)).toBe(`unreachable, disallow-all (${fault})`);
    expect(clock.pending).toBe(0);
    await peer.closed();
  });

  test.runIf(IS_SILENT).each(ERRORS_OF_CONNECTIONS)('%s', async (_, reply) => {
    const clock = new ManualClock();
    const peer = await Http2Peer.start(reply, FILE_OF_HTTP1);
    const fetched = fetchFrom(peer.origin, { clock, timeouts });
    await until(() => clock.hasTimerIn(timeouts.headersMs));
    clock.elapse(timeouts.headersMs);
    expect(inWords(await fetched)).toBe('unreachable, disallow-all (headers-timeout)');
    await peer.closed();
  });
});
