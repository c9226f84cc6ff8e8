/**
 * The result of decoding a body does not depend on how it is cut into chunks, and every failure is one that a fetch can report.
 * The first line of the octets is the Content-Encoding, the rest the body.
 */
import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decoded } from '../../packages/client/src/fetch/content-codings.js';
import { AccessError } from '../../packages/client/src/fetch/faults.js';
import { chunksOf, headAndBody, latin1, utf8 } from '../input.js';
import type { Target } from '../target.js';

/** How much a fetch reads. */
const MAX_OCTETS = 512_000;

export const seeds: Target['seeds'] = () => {
  const file = utf8('User-agent: *\nDisallow: /private\n'.repeat(3));
  const gzip = gzipSync(file);
  const cases: [string, Uint8Array][] = [
    ['identity', file],
    ['utf-8', file],
    ['gzip', gzip],
    ['x-gzip', Buffer.concat([gzip, gzip, utf8('rest')])],
    ['deflate', deflateSync(file)],
    ['deflate', deflateRawSync(file)],
    ['br', brotliCompressSync(file)],
    ['gzip, br', brotliCompressSync(gzip)],
    ['deflate,gzip', gzipSync(deflateSync(file))],
  ];
  return cases.map(([coding, body]) => Buffer.concat([utf8(`${coding}\n`), body]));
};

export async function fuzz(data: Uint8Array): Promise<void> {
  const { head, body } = headAndBody(data);
  const whole = await outcome(head, [body]);
  assert.equal(await outcome(head, chunksOf(body)), whole);
}

/**
 * The decoded octets, or that there is a fault. If both codings of a body have one, the chunks may decide which one is found,
 * and how much is decoded before it.
 */
async function outcome(contentEncoding: string, chunks: readonly Uint8Array[]): Promise<string> {
  const { signal } = new AbortController();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const { octets } = decoded(asStream(chunks), contentEncoding, { maxOctetsBetween: MAX_OCTETS, signal });
    for await (const piece of octets) {
      pieces.push(piece.slice());
      length += piece.length;
      if (length > MAX_OCTETS) return 'more than the limit';
    }
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    return 'a fault';
  }
  return `octets: ${latin1(Buffer.concat(pieces))}`;
}

async function* asStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}
