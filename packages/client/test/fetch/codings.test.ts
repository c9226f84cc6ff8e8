/** Content codings: RFC 9110 §8.4, docs/semantics.md §6. */
import * as zlib from 'node:zlib';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { emptyGzip } from './support/bombs.js';
import { FILE, get, getFrom, inWords, mayFetch } from './support/fetching.js';
import { always, flood, head, Peer } from './support/peer.js';
import { until } from './support/sockets.js';
import { zlibStreams } from './support/zlib-streams.js';

const OCTETS = Buffer.from(FILE);

/** Zstandard, if this Node has it. */
const zstdCompressSync = (zlib as { zstdCompressSync?: (octets: Uint8Array) => Buffer }).zstdCompressSync;

/** A frame of Zstandard without data of the file (RFC 8878 §3.1.2). */
const SKIPPABLE_FRAME = Buffer.of(0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2);

describe('a content coding is decoded', () => {
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(OCTETS)],
    ['x-gzip', gzipSync(OCTETS)],
    ['GZip', gzipSync(OCTETS)],
    ['deflate', deflateSync(OCTETS)],
    ['deflate', deflateRawSync(OCTETS)],
    ['br', brotliCompressSync(OCTETS)],
    ['identity', OCTETS],
    ['', OCTETS],
    ['identity, gzip', gzipSync(OCTETS)],
    ['gzip, br', brotliCompressSync(gzipSync(OCTETS))],
    ['gzip, identity, gzip', gzipSync(gzipSync(OCTETS))],
    ...((zstdCompressSync === undefined
      ? []
      : [
          ['zstd', zstdCompressSync(OCTETS)],
          [
            'zstd',
            Buffer.concat(
              [OCTETS.subarray(0, 10), OCTETS.subarray(10)].map((part) => zstdCompressSync(part)),
            ),
          ],
          ['zstd', Buffer.concat([SKIPPABLE_FRAME, zstdCompressSync(OCTETS), SKIPPABLE_FRAME])],
          ['zstd', Buffer.concat([zstdCompressSync(OCTETS), Buffer.from('(not a frame')])],
        ]) as [string, Buffer][]),
  ])('%j', async (coding, body) => {
    const peer = await Peer.start(always(200, body, { 'Content-Encoding': coding }));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(mayFetch(result, '/private')).toBe(false);
    expect(result).toMatchObject({ octets: FILE.length, encodedOctets: body.length });
    expect(result.headers['content-encoding']).toBe(coding);
  });

  test.each(['gzip', 'deflate', 'br', 'utf-8'])('%s of nothing is nothing', async (coding) => {
    const peer = await Peer.start(always(200, '', { 'Content-Encoding': coding }));
    expect((await getFrom(peer)).outcome).toBe('success');
    const none = await Peer.start(always(204, '', { 'Content-Encoding': coding }));
    expect((await getFrom(none)).outcome).toBe('success');
  });

  test('and counted decoded against the parsing limit', async () => {
    const file = Buffer.alloc(PARSING_LIMIT_OCTETS + 1, '#');
    const peer = await Peer.start(always(200, gzipSync(file), { 'Content-Encoding': 'gzip' }));
    const result = await getFrom(peer);
    expect(result.octets).toBe(PARSING_LIMIT_OCTETS);
    expect(result.outcome === 'success' && result.document.truncated).toBe(true);
  });
});

describe('a body that is not encoded as its header says is unreachable', () => {
  const aMember = gzipSync(OCTETS);

  test.each([
    ['gzip', 'that is text', OCTETS, 'bad-encoding'],
    ['gzip, gzip, gzip', 'in three codings', gzipSync(gzipSync(aMember)), 'bad-encoding'],
    ['gzip', 'cut off', aMember.subarray(0, -9), 'body-cut-off'],
    ['gzip, br', 'cut off within', brotliCompressSync(aMember.subarray(0, -9)), 'body-cut-off'],
  ] as readonly [string, string, Buffer, string][])('%s %s', async (coding, _, body, fault) => {
    const peer = await Peer.start(always(200, body, { 'Content-Encoding': coding }));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    expect(mayFetch(result, '/')).toBe(false);
  });

  test.runIf(zstdCompressSync)('Zstandard of more than a hundred frames', async () => {
    const frames = Buffer.concat(Array(101).fill(zstdCompressSync?.(Buffer.of(0x23))));
    const result = await getFrom(await Peer.start(always(200, frames, { 'Content-Encoding': 'zstd' })));
    expect(inWords(result)).toBe('unreachable, disallow-all (bad-encoding)');
  });

  test('unless the answer is not a file', async () => {
    const peer = await Peer.start(always(404, 'x', { 'Content-Encoding': 'compress' }));
    expect(inWords(await getFrom(peer))).toBe('unavailable, allow-all');
  });
});

describe('a coding that does not exist', () => {
  test.each([
    ['utf-8', OCTETS],
    ['compress', OCTETS],
    ['iso-8859-1', Buffer.from(`${FILE}# \xe9\n`, 'latin1')],
    ['utf-8, gzip', gzipSync(OCTETS)],
    ['a, b', OCTETS],
  ])('%j over plain text is ignored, with a fault', async (coding, body) => {
    const peer = await Peer.start(always(200, body, { 'Content-Encoding': coding }));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules (bad-encoding)');
    expect(result.cause?.message).toMatch(/unknown; the body is plain text/);
    expect(mayFetch(result, '/private')).toBe(false);
  });

  test.each([
    ['compress', Buffer.from([0x1f, 0x9d, 0x90, 0x23, 0xc4])],
    ['gzip, utf-8', gzipSync(OCTETS)],
    ['gzip, aes128gcm', gzipSync(OCTETS)],
    ['utf-16', Buffer.from(FILE, 'utf16le')],
    ['none', Buffer.concat([Buffer.alloc(200_000, '#'), Buffer.from([0])])],
  ])('%j over anything else is unreachable', async (coding, body) => {
    const peer = await Peer.start(always(200, body, { 'Content-Encoding': coding }));
    expect(inWords(await getFrom(peer))).toBe('unreachable, disallow-all (bad-encoding)');
  });
});

describe('decoders', () => {
  test('cannot be kept busy by a small body in two codings', async () => {
    const empty = gzipSync('');
    const body = gzipSync(Buffer.alloc(500_000 * empty.length, empty), { level: 9 });
    expect(body.length).toBeLessThan(30_000);
    const streams = zlibStreams();
    const peer = await Peer.start(always(200, body, { 'Content-Encoding': 'gzip, gzip' }));
    expect(inWords(await getFrom(peer))).toBe('unreachable, disallow-all (bad-encoding)');
    expect([...streams].every(({ destroyed }) => destroyed)).toBe(true);
  });

  test.each(['gzip', 'gzip, deflate', 'deflate, br'])(
    'of %s give up what decodes to nothing in between',
    async (coding) => {
      const empty = deflateRawSync(Buffer.alloc(0), { level: 0 });
      // Octets of deflate that decode to nothing: empty stored blocks (RFC 1951 §3.2.4).
      const blocks = Buffer.alloc(4_000_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
      const member = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), blocks, empty]);
      const bodies: Record<string, Buffer> = {
        gzip: member,
        'gzip, deflate': deflateSync(member),
        'deflate, br': brotliCompressSync(Buffer.concat([blocks, empty]), {
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
        }),
      };
      const peer = await Peer.start(always(200, bodies[coding], { 'Content-Encoding': coding }));
      expect(inWords(await getFrom(peer))).toBe('unreachable, disallow-all (bad-encoding)');
    },
  );

  /** Sends data that decodes to nothing for as long as the client reads. */
  async function endless(coding: string): Promise<Peer> {
    const { first, next } = emptyGzip();
    return Peer.start((socket) => {
      socket.write(head(200, { 'Content-Encoding': coding }));
      socket.write(first);
      flood(socket, () => next);
    });
  }

  test('end by the time limit of the whole fetch, while they have something to decode', async () => {
    const clock = new ManualClock();
    const streams = zlibStreams();
    const peer = await endless('gzip');
    // Whatever a decoder waits for when the time has passed, the limit of the body is not reached first.
    const timeouts = { bodyMs: 2 * DEFAULT_TIMEOUTS.totalMs };
    const fetched = get(peer.robotsUrl, { clock, maxOctets: Infinity, timeouts });
    await until(() => [...streams].some(({ bytesWritten }) => bytesWritten > 1_000_000));
    clock.elapse(DEFAULT_TIMEOUTS.totalMs);
    const result = await fetched;
    expect(inWords(result)).toBe('unreachable, disallow-all (total-timeout)');
    expect(result.timings.totalMs).toBe(DEFAULT_TIMEOUTS.totalMs);
    expect([...streams].every(({ destroyed }) => destroyed)).toBe(true);
    await peer.closed();
  });

  test.each(['gzip', 'deflate, gzip', 'gzip, br'])(
    'of %s end by the time limit of the body, while they wait',
    async (coding) => {
      const [whole, part] = {
        gzip: [gzipSync(OCTETS), 25],
        'deflate, gzip': [gzipSync(deflateSync(OCTETS)), 25],
        'gzip, br': [brotliCompressSync(gzipSync(OCTETS)), 25],
      }[coding] as [Buffer, number];
      const clock = new ManualClock();
      const streams = zlibStreams();
      const peer = await Peer.start((socket) => {
        socket.write(head(200, { 'Content-Encoding': coding }));
        socket.write(whole.subarray(0, part));
      });
      const fetched = get(peer.robotsUrl, { clock });
      const { bodyMs } = DEFAULT_TIMEOUTS;
      await until(
        () => [...streams].some(({ bytesWritten }) => bytesWritten > 0) && clock.hasTimerIn(bodyMs),
      );
      clock.elapse(bodyMs);
      expect(inWords(await fetched)).toBe('unreachable, disallow-all (body-timeout)');
      expect([...streams].every(({ destroyed }) => destroyed)).toBe(true);
      expect(clock.pending).toBe(0);
      await peer.closed();
    },
  );

  test('end when the caller aborts', async () => {
    const controller = new AbortController();
    const streams = zlibStreams();
    const peer = await endless('gzip');
    const fetched = get(peer.robotsUrl, { maxOctets: Infinity, signal: controller.signal });
    const rejected = expect(fetched).rejects.toThrow('enough');
    await until(() => [...streams].some(({ bytesWritten }) => bytesWritten > 1_000_000));
    controller.abort(new Error('enough'));
    await rejected;
    expect([...streams].every(({ destroyed }) => destroyed)).toBe(true);
    await peer.closed();
  });
});
