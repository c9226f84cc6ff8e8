/**
 * A server that answers with the octets, whatever they are: the fetch resolves to a result, and what the cache makes of the result can be
 * stored and read back. The first line of the octets, before the answer, is a character for the profile.
 */
import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Agent } from 'undici';
import { systemClock } from '../../packages/client/src/fetch/clock.js';
import { fetchRobots } from '../../packages/client/src/fetch/fetch-robots.js';
import { retryDelayMs } from '../../packages/client/src/fetch/retry.js';
import { freshnessOf } from '../../packages/client/src/memory/freshness.js';
import { nextRecord } from '../../packages/client/src/memory/next-record.js';
import { decodeRecord, encodeRecord } from '../../packages/client/src/store/entry-codec.js';
import { PROFILES } from '../../src/profiles.js';
import { headAndBody, utf8 } from '../input.js';
import type { Target } from '../target.js';

const URL_ASKED = 'http://site.example/';
const USER_AGENT = 'ExampleBot/1.0';
const MAX_OCTETS = 512_000;
const NOW = Date.UTC(2026, 0, 1);

const { setTimeout, clearTimeout } = systemClock;
const clock = { now: () => NOW, setTimeout, clearTimeout };

let answer: Uint8Array = new Uint8Array();
let port: Promise<number> | undefined;

/** Every connection goes to the server of the target, whatever host a redirect names. */
const dispatcher = new Agent({
  pipelining: 0,
  connect: (_options, callback) => {
    const socket = connect(portOf(server), '127.0.0.1', () => callback(null, socket));
    socket.once('error', (error) => callback(error, null));
  },
});

const server = createServer((socket: Socket) => {
  socket.on('error', () => {});
  socket.once('data', () => socket.end(answer));
});

export const seeds: Target['seeds'] = () => {
  const file = 'User-agent: *\nDisallow: /private\n';
  const length = `Content-Length: ${file.length}\r\n`;
  const answers = [
    `HTTP/1.1 200 OK\r\n${length}\r\n${file}`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nallow\r\n1\r\n:\r\n0\r\n\r\n`,
    `HTTP/1.0 200 OK\r\n\r\n${file}`,
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n${file}`,
    `HTTP/1.1 200 OK\r\n${length}Cache-Control: max-age=60, no-store\r\nAge: 5\r\nVary: *\r\n\r\n${file}`,
    `HTTP/1.1 200 OK\r\n${length}Expires: Thu, 01 Jan 2026 01:00:00 GMT\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nETag: "a"\r\nLast-Modified: Wed, 31 Dec 2025 00:00:00 GMT\r\n\r\n${file}`,
    'HTTP/1.1 301 Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 302 Found\r\nLocation: https://other.example:8080/a?b#c\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\n\r\n',
    'HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\na',
    'HTTP/1.1 429 Slow\r\nRetry-After: 120\r\n\r\n',
    'HTTP/1.1 503 Down\r\nRetry-After: Thu, 01 Jan 2026 01:00:00 GMT\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
    'no HTTP',
  ];
  return answers.flatMap((answer) => ['0', '1', '2', '3'].map((profile) => utf8(`${profile}\n${answer}`)));
};

export async function fuzz(data: Uint8Array): Promise<void> {
  port ??= new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(portOf(server))));
  await port;
  server.unref();
  const { head, body } = headAndBody(data);
  const profiles = Object.values(PROFILES);
  const profile = profiles[head.charCodeAt(0) % profiles.length] ?? PROFILES.rfc9309;
  answer = body;
  const result = await fetchRobots(URL_ASKED, {
    userAgent: USER_AGENT,
    profile,
    dispatcher,
    clock,
  });
  assert.notEqual(result.outcome, 'not-modified');
  assert.ok(result.octets <= MAX_OCTETS);
  JSON.stringify(result);
  if ('retry' in result && result.retry !== null) {
    const delay = retryDelayMs(result.retry, 3);
    assert.ok(Number.isFinite(delay) && delay >= 0);
  }
  const context = { access: profile.access, userAgent: USER_AGENT, minLifetimeMs: 60_000, now: NOW };
  const record = nextRecord(undefined, null, result, context);
  freshnessOf(record, profile.access, NOW);
  if (record.copy !== null && !record.copy.storable) return;
  const written = encodeRecord(record);
  const reading = { robotsUrl: result.robotsUrl, userAgent: USER_AGENT, maxOctets: MAX_OCTETS, now: NOW };
  const read = decodeRecord(written, reading);
  assert.notEqual(typeof read, 'string', String(read));
  assert.equal(typeof read === 'string' ? read : encodeRecord(read), written);
}

function portOf(listening: Server): number {
  const address = listening.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
