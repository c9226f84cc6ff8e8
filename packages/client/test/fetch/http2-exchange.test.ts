/** One request over HTTP/2, without the second attempt over HTTP/1.1 that hides what went wrong (RFC 9113). */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import type { Exchange } from '../../src/fetch/exchange.js';
import { Http2Exchange } from '../../src/fetch/http/http2-exchange.js';
import { type OctetLimits, octetLimits, TimeLimits } from '../../src/fetch/limits.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/settings.js';
import {
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
  RST_STREAM,
  STATUS_200,
  uint32,
} from './support/http2-peer.js';
import { flood } from './support/peer.js';

const LIMITS = octetLimits(1000);
const CANCEL = 8;
/** A type of frames that no document defines: recipients ignore them (RFC 9113). */
const UNKNOWN_TYPE = 0xee;

const HEAD = frame(HEADERS, END_HEADERS, FIRST_STREAM, STATUS_200);
const PART = frame(DATA, 0, FIRST_STREAM, 'part');
const LAST = frame(DATA, END_STREAM, FIRST_STREAM, 'last');

const sends =
  (...frames: Buffer[]): Http2Reply =>
  (socket) =>
    socket.write(Buffer.concat(frames));

interface Begun {
  readonly peer: Http2Peer;
  readonly url: URL;
  readonly socket: TLSSocket;
  readonly response: Promise<Exchange>;
}

/** Begins a request on a connection to a server that replies so. */
async function begun(reply: Http2Reply, signal?: AbortSignal, octets: OctetLimits = LIMITS): Promise<Begun> {
  const peer = await Http2Peer.start(reply, null);
  const url = new URL(`${peer.origin}/robots.txt?a=b`);
  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  const limits = new TimeLimits(new ManualClock(), DEFAULT_TIMEOUTS, signal);
  onTestFinished(() => limits.end());
  const request = { url, headers: { 'user-agent': 'ExampleBot/1.0' }, maxEncodedOctets: 2000 };
  const response = new Http2Exchange(request, limits, socket, octets).begin();
  return { peer, url, socket, response };
}

async function bodyOf(exchange: Exchange): Promise<string> {
  let text = '';
  for await (const chunk of exchange.body()) text += Buffer.from(chunk).toString();
  return text;
}

describe('a response over HTTP/2', () => {
  test('is read to its end, and its connection closed', async () => {
    const { peer, response } = await begun(sends(HEAD, PART, LAST));
    const exchange = await response;
    expect([exchange.status, await bodyOf(exchange)]).toEqual([200, 'partlast']);
    await peer.closed();
  });

  test('has a connection that is closed when no more of it is needed', async () => {
    const { peer, response } = await begun(sends(HEAD, PART));
    (await response).close();
    await peer.closed();
  });

  test('is not asked for once the fetch is over: the connection is closed', async () => {
    const reason = new Error('enough');
    const { peer, response } = await begun(sends(HEAD, LAST), AbortSignal.abort(reason));
    await expect(response).rejects.toBe(reason);
    await peer.closed();
  });
});

describe('before the headers, it is the fault of', () => {
  test.each<[string, Http2Reply, string, RegExp]>([
    [
      'the connection, if the stream is reset',
      sends(frame(RST_STREAM, 0, FIRST_STREAM, uint32(CANCEL))),
      'connection-reset',
      /the stream was reset \(8\)$/,
    ],
    ['the connection, if it is closed', (socket) => socket.destroy(), 'connection-reset', /./],
    [
      'the connection, if the server refuses the request and goes away',
      sends(frame(GOAWAY, 0, 0, uint32(0, 0))),
      'connection-reset',
      /./,
    ],
    [
      'the response, if it has no status',
      sends(frame(HEADERS, END_HEADERS | END_STREAM, FIRST_STREAM, literalHeader('a', 'b'))),
      'malformed-response',
      /Stream closed with error code NGHTTP2_PROTOCOL_ERROR$/,
    ],
    [
      'the response, if its status is 000',
      sends(
        frame(
          HEADERS,
          END_HEADERS,
          FIRST_STREAM,
          Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('000')]),
        ),
      ),
      'malformed-response',
      // Node 24 and later do not accept it themselves.
      /(?:the status is 0|Stream closed with error code NGHTTP2_PROTOCOL_ERROR)$/,
    ],
  ])('%s', async (_, reply, code, message) => {
    const { peer, url, response } = await begun(reply);
    const error = await response.catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({ code, message: expect.stringContaining(`${url.href}: `) });
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    await peer.closed();
  });
});

test('a flood of frames that are not part of the response is malformed', async () => {
  const frames = Buffer.concat(Array(200).fill(frame(UNKNOWN_TYPE, 0, 0, Buffer.alloc(100))));
  const { peer, response } = await begun((socket) => flood(socket, () => frames));
  await expect(response).rejects.toMatchObject({
    code: 'malformed-response',
    // Node 24 and later notice it earlier.
    message: expect.stringMatching(
      `: (?:the response takes more than ${LIMITS.maxOctets} octets, headers and framing included|Protocol error)$`,
    ),
  });
  await peer.closed();
});

test('the octets that arrive are counted until the exchange is over, and may be as many as the limit', async () => {
  const counts: (() => void)[] = [];
  const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((count: () => void) => {
    counts.push(count);
    return { unref: () => undefined };
  }) as never);
  onTestFinished(() => spy.mockRestore());
  const octets = { ...LIMITS };
  const { peer, url, socket, response } = await begun(sends(HEAD, PART), undefined, octets);
  const exchange = await response;
  const body = exchange.body()[Symbol.asyncIterator]();
  expect(Buffer.from((await body.next()).value as Uint8Array).toString()).toBe('part');
  expect(counts).toHaveLength(1);
  octets.maxOctets = socket.bytesRead;
  counts[0]();
  expect(socket.destroyed).toBe(false);
  octets.maxOctets--;
  counts[0]();
  await expect(body.next()).rejects.toMatchObject({
    code: 'malformed-response',
    message: `${url.href}: the response takes more than ${octets.maxOctets} octets, headers and framing included`,
  });
  await peer.closed();
});

describe('within the body, it is cut off', () => {
  test.each<[string, Http2Reply, string]>([
    [
      'where the stream is reset',
      sends(HEAD, PART, frame(RST_STREAM, 0, FIRST_STREAM, uint32(CANCEL))),
      'reset (8)',
    ],
    ['where the connection ends', (socket) => socket.end(Buffer.concat([HEAD, PART])), ''],
  ])('%s', async (_, reply, message) => {
    const { peer, url, response } = await begun(reply);
    const error = await bodyOf(await response).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({
      code: 'body-cut-off',
      message: expect.stringMatching(new RegExp(`^${url.href.replace('?', '\\?')}: .*`)),
      cause: expect.any(Error),
    });
    expect((error as Error).message).toContain(message);
    await peer.closed();
  });
});
