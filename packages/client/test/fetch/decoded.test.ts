/** Content codings, without a connection: each way in which a body is whole, cut off or malformed. */
import { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { type Decoder, decode, OctetReader } from '../../../decoding/src/decode.js';
import { decoded } from '../../src/fetch/content-codings.js';

const TEXT = 'User-agent: *\nDisallow: /private\n';
const OCTETS = Buffer.from(TEXT);
const GZIP = gzipSync(OCTETS);

/** A body in chunks. */
async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

/** What a body decodes to, or the code of the error after it. */
async function read(
  body: AsyncIterable<Uint8Array>,
  coding: string | readonly string[] | undefined,
  maxOctetsBetween = 1000,
): Promise<string> {
  const signal = new AbortController().signal;
  let text = '';
  try {
    for await (const chunk of decoded(body, coding, { maxOctetsBetween, signal }).octets)
      text += Buffer.from(chunk).toString('latin1');
  } catch (error) {
    return `${text}!${(error as { code: string }).code}`;
  }
  return text;
}

/** A gzip member with these flags and the header fields that they announce (RFC 1952 §2.3.1). */
function withHeader(flags: number, ...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), ...parts, GZIP.subarray(10)]);
}

const NAME = Buffer.from('robots.txt\0');
const COMMENT = Buffer.from('a comment\0');
const EXTRA = Buffer.from([3, 0, 0, 1, 2]);
const LONG_EXTRA = Buffer.concat([Buffer.from([1, 1]), Buffer.alloc(257, 7)]);
const CRC = Buffer.from([1, 2]);
const ALL = withHeader(0x1e, EXTRA, NAME, COMMENT, CRC);

describe('gzip', () => {
  test.each<[string, Buffer]>([
    ['no optional part', withHeader(0)],
    ['text in it, as it says', withHeader(0x01)],
    ['a CRC of its header', withHeader(0x02, CRC)],
    ['an extra field', withHeader(0x04, EXTRA)],
    ['a long extra field', withHeader(0x04, LONG_EXTRA)],
    ['a name', withHeader(0x08, NAME)],
    ['a comment', withHeader(0x10, COMMENT)],
    ['all of it', ALL],
  ])('with %s, octet by octet', async (_, body) => {
    const octets = Array.from(body, (octet) => Buffer.of(octet));
    expect(await read(chunksOf(...octets), 'gzip')).toBe(TEXT);
  });

  test.each([0x20, 0x40, 0x80])('with a reserved flag is malformed: %i', async (flag) => {
    expect(await read(chunksOf(withHeader(flag)), 'gzip')).toBe('!bad-encoding');
  });

  test.each<[string, number]>([
    ['magic octet', 0],
    ['second magic octet', 1],
    ['compression method', 2],
    ['data', 10],
    ['CRC', GZIP.length - 8],
    ['size', GZIP.length - 4],
  ])('whose %s is wrong is malformed', async (_, at) => {
    const body = Buffer.from(GZIP);
    body[at] ^= 0xff;
    expect(await read(chunksOf(body), 'gzip')).toMatch(/!bad-encoding$/);
  });

  test('has members, and what follows them is ignored', async () => {
    for (const after of ['', 'garbage', '\0', '\x1f', '\x1f\x8b\x07']) {
      const body = Buffer.concat([GZIP, GZIP, Buffer.from(after, 'latin1')]);
      const isCut = after === '\x1f';
      expect(await read(chunksOf(body), 'gzip')).toBe(TEXT + TEXT + (isCut ? '!body-cut-off' : ''));
    }
  });

  test('has 100 members at most', async () => {
    const body = (members: number) => chunksOf(...Array.from({ length: members }, () => gzipSync('')));
    expect(await read(body(100), 'gzip')).toBe('');
    expect(await read(body(101), 'gzip')).toBe('!bad-encoding');
  });
});

describe('deflate', () => {
  test('has the format of zlib, or none', async () => {
    expect(await read(chunksOf(deflateSync(OCTETS)), 'deflate')).toBe(TEXT);
    expect(await read(chunksOf(deflateRawSync(OCTETS)), 'deflate')).toBe(TEXT);
    for (const level of [1, 6, 9])
      expect(await read(chunksOf(deflateSync(OCTETS, { level })), 'deflate')).toBe(TEXT);
  });

  test('alone, in a stored block whose first octet differs from that of zlib in one bit', async () => {
    // The last block, stored, and a padding bit that is set (RFC 1951 §3.2.4); then the length and its complement.
    const header = Buffer.from([0x09, OCTETS.length, 0, ~OCTETS.length & 0xff, 0xff]);
    expect(await read(chunksOf(Buffer.concat([header, OCTETS])), 'deflate')).toBe(TEXT);
  });

  test.each<[string, string, Buffer]>([
    ['deflate', 'zlib', deflateSync(OCTETS)],
    ['br', 'Brotli', brotliCompressSync(OCTETS)],
  ])('%s: %s that is cut off, and that is malformed', async (coding, _, body) => {
    expect(await read(chunksOf(body.subarray(0, -1)), coding)).toMatch(/!body-cut-off$/);
    expect(await read(chunksOf(Buffer.alloc(40, 0xff)), coding)).toBe('!bad-encoding');
  });
});

// Compresses badly, so that the cuts are many.
const lines = Array.from({ length: 40 }, (_, i) => `Disallow: /${((i + 1) ** 5).toString(36)}\n`).join('');
const text = Buffer.from(`User-agent: *\n${lines}`);
const compressZstd = (zlib as { zstdCompressSync?: (octets: Uint8Array, options?: object) => Buffer })
  .zstdCompressSync;
const withChecksum = { params: { 201: 1 } };
const skippable = Buffer.of(0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2);

/** Bodies, each in the parts after which it is whole. */
const bodies: [coding: string, name: string, parts: Buffer[]][] = [
  ['gzip', 'a member', [gzipSync(text)]],
  ['gzip', 'a member with all parts of a header', [ALL]],
  ['gzip', 'members', [gzipSync(text), gzipSync(text)]],
  ['deflate', 'zlib', [deflateSync(text)]],
  ['deflate', 'deflate alone', [deflateRawSync(text)]],
  ['br', 'Brotli', [brotliCompressSync(text)]],
  ['gzip, br', 'two codings', [brotliCompressSync(gzipSync(text))]],
  ...(compressZstd === undefined
    ? []
    : ([
        ['zstd', 'a frame', [compressZstd(text)]],
        ['zstd', 'a frame with a checksum', [compressZstd(text, withChecksum)]],
        ['zstd', 'frames', [compressZstd(text), skippable, compressZstd(text, withChecksum)]],
        ['gzip, zstd', 'two codings', [compressZstd(gzipSync(text))]],
      ] satisfies typeof bodies)),
];

test.each(bodies)(
  'a body that is cut %s: %s, anywhere, is cut off, whole or octet by octet',
  async (coding, _, parts) => {
    const body = Buffer.concat(parts);
    const ends = parts.map((_part, i) => Buffer.concat(parts.slice(0, i + 1)).length);
    const wrong: string[] = [];
    for (let at = 1; at <= body.length; at++) {
      const cut = body.subarray(0, at);
      const expected = ends.includes(at) ? '' : '!body-cut-off';
      for (const chunks of [[cut], Array.from(cut, (octet) => Buffer.of(octet))]) {
        const outcome = (await read(chunksOf(...chunks), coding, Infinity)).replace(/^[^!]*/, '');
        if (outcome !== expected) wrong.push(`${at} of ${body.length}, ${chunks.length} chunks: ${outcome}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

describe('codings', () => {
  test('decode an empty body to nothing', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'gzip, br', 'unknown']) {
      expect(await read(chunksOf(), coding)).toBe('');
      expect(await read(chunksOf(new Uint8Array(0)), coding)).toBe('');
    }
  });

  test('may have as many octets between them as the limit, and no more', async () => {
    const body = () => chunksOf(brotliCompressSync(GZIP));
    expect(await read(body(), 'gzip, br', GZIP.length)).toBe(TEXT);
    expect(await read(body(), 'gzip, br', GZIP.length - 1)).toBe('!bad-encoding');
    expect(await read(chunksOf(GZIP), 'gzip', 1)).toBe(TEXT);
  });

  test.each<[string, Uint8Array, string]>([
    ['gzip', Buffer.from('plain'), 'The body is not valid gzip'],
    ['gzip', GZIP.subarray(0, 15), 'The body ends within its gzip data'],
    ['gzip', GZIP.subarray(0, 5), 'The body ends within its gzip data'],
    ['gzip', withHeader(0x20), 'The body is not valid gzip'],
    ['gzip', Buffer.concat([GZIP.subarray(0, -1), Buffer.of(1)]), 'The body is not valid gzip'],
    ['gzip', Buffer.concat([GZIP, Buffer.of(0x1f)]), 'The body ends within its gzip data'],
    ['gzip', withHeader(0x08, NAME).subarray(0, 15), 'The body ends within its gzip data'],
    ['deflate', Buffer.alloc(40, 0xff), 'The body is not valid deflate'],
    ['deflate', deflateSync(OCTETS).subarray(0, -1), 'The body ends within its deflate data'],
    ['br', Buffer.alloc(40, 0xff), 'The body is not valid br'],
    [
      'gzip, br',
      brotliCompressSync(Buffer.alloc(2000)),
      'The body has more than 1000 octets between its two codings',
    ],
    [
      'gzip',
      Buffer.concat(Array.from({ length: 101 }, () => gzipSync(''))),
      'The body has more than 100 members of gzip',
    ],
    ['x', Buffer.of(0), 'Content-Encoding names "x", which is unknown, and the body is not plain text'],
  ])('%s that fails says how', async (coding, body, message) => {
    const options = { maxOctetsBetween: 1000, signal: new AbortController().signal };
    const reading = (async () => {
      for await (const _ of decoded(chunksOf(body), coding, options).octets);
    })();
    const cause = coding === 'deflate' ? { cause: { code: expect.stringMatching(/^Z_/) } } : {};
    await expect(reading).rejects.toMatchObject({ message, ...cause });
  });

  test('are over with the data of the only one: what the body would send after it is not read', async () => {
    async function* body(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.concat([GZIP, Buffer.from('end')]);
      throw new Error('read');
    }
    expect(await read(body(), 'gzip')).toBe(TEXT);
  });

  test('that are unknown are named', () => {
    const options = { maxOctetsBetween: 1, signal: new AbortController().signal };
    expect(decoded(chunksOf(), 'gzip', options).unknownCoding).toBeNull();
    expect(decoded(chunksOf(), 'utf-8', options).unknownCoding).toBe('utf-8');
    expect(decoded(chunksOf(), 'utf-8, gzip', options).unknownCoding).toBe('utf-8');
  });
});

test('under an unknown coding every octet is text but the binary ones of the MIME Sniffing Standard', async () => {
  const binary: number[] = [];
  for (let octet = 0; octet < 256; octet++) {
    const text = await read(chunksOf(Buffer.from('a'), Buffer.from([97, octet, 97])), 'utf-8');
    if (text === 'a!bad-encoding') binary.push(octet);
    else expect(text).toBe(`aa${String.fromCharCode(octet)}a`);
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  expect(binary).toEqual([...range(0x00, 0x08), 0x0b, ...range(0x0e, 0x1a), ...range(0x1c, 0x1f)]);
});

const INNER = Buffer.concat([deflateRawSync(OCTETS), Buffer.from('octets after the data')]);
const CUT_OFF = gzipSync(INNER).subarray(0, -1);
const FUZZED = Buffer.from('0bae4e2dd24db152d0e2a50100', 'hex');

test.each<[string, string, Buffer]>([
  ['gzip', 'deflate, gzip', CUT_OFF],
  ['deflate', 'deflate, deflate', FUZZED],
])(
  'two codings a cut-off outer %s is a fault, however the body is cut into chunks',
  async (_, codings, body) => {
    for (const size of [1, 2, 5, body.length]) {
      const count = Math.ceil(body.length / size);
      const chunks = Array.from({ length: count }, (_, i) => body.subarray(i * size, (i + 1) * size));
      expect(await read(chunksOf(...chunks), codings)).toMatch(/!body-cut-off$/);
    }
  },
);

describe('a reader of octets', () => {
  test('reads chunks without empty ones, and first what it was given back', async () => {
    const reader = new OctetReader(chunksOf(Buffer.from('ab'), new Uint8Array(0), Buffer.from('cd')));
    expect(await reader.next()).toEqual(Buffer.from('ab'));
    reader.unread(Buffer.from('b'));
    reader.unread(new Uint8Array(0));
    reader.unread(Buffer.from('a'));
    expect(Buffer.from(await reader.take(3)).toString()).toBe('abc');
    expect(Buffer.from(await reader.take(3)).toString()).toBe('d');
    expect([await reader.next(), (await reader.take(1)).length]).toEqual([undefined, 0]);
  });

  test('ends the body early, even if the body fails to end', async () => {
    let isClosed = false;
    async function* body(): AsyncGenerator<Uint8Array, void> {
      try {
        yield OCTETS;
        yield OCTETS;
      } finally {
        isClosed = true;
        // biome-ignore lint/correctness/noUnsafeFinally: a source that fails to close
        throw new Error('too late');
      }
    }
    const reader = new OctetReader(body());
    await reader.next();
    reader.close();
    await rest();
    expect(isClosed).toBe(true);
    new OctetReader({
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
    }).close();
  });

  test('decoding that is left early leaves the body early', async () => {
    let isClosed = false;
    async function* body(): AsyncGenerator<Uint8Array, void> {
      try {
        for (;;) yield GZIP;
      } finally {
        isClosed = true;
      }
    }
    const options = { maxOctetsBetween: 1000, signal: new AbortController().signal };
    for await (const chunk of decoded(body(), 'gzip', options).octets) {
      expect(Buffer.from(chunk).toString()).toBe(TEXT);
      break;
    }
    expect(isClosed).toBe(true);
  });

  test('what the body throws is thrown as it is', async () => {
    async function* body(): AsyncGenerator<Uint8Array, void> {
      yield GZIP.subarray(0, 20);
      throw Object.assign(new Error('reset'), { code: 'connection-reset' });
    }
    expect(await read(body(), undefined)).toMatch(/!connection-reset$/);
    expect(await read(body(), 'gzip')).toMatch(/!connection-reset$/);
  });
});

describe('a decoder', () => {
  const forever = new AbortController().signal;

  /** A decoder that fails with an error of a code at the first octet. */
  function failing(code: unknown): Decoder {
    const error = Object.assign(new Error('no'), { code });
    const transform = new Transform({ transform: (_chunk, _encoding, done) => done(error) });
    return Object.assign(transform, { bytesWritten: 0 });
  }

  test.each([
    ['Z_BUF_ERROR', 'body-cut-off'],
    ['Z_DATA_ERROR', 'bad-encoding'],
    ['ERR__ERROR_FORMAT_PADDING_1', 'bad-encoding'],
    ['ERR_BROTLI_COMPRESSION_FAILED', 'bad-encoding'],
    ['ZSTD_error_corruption_detected', 'bad-encoding'],
    ['ECONNRESET', 'ECONNRESET'],
    ['NOT_Z_DATA_ERROR', 'NOT_Z_DATA_ERROR'],
    [5, 5],
    [undefined, undefined],
  ])('that fails with the code %s fails the body with %s', async (code, expected) => {
    const decoder = failing(code);
    const error = await decode(decoder, 'gzip', new OctetReader(chunksOf(OCTETS)), forever)
      .next()
      .catch((reason: unknown) => reason);
    if (code === expected) expect(error).toMatchObject({ message: 'no' });
    else expect(error).toMatchObject({ code: expected, cause: { message: 'no', code } });
    expect(decoder.destroyed).toBe(true);
  });

  test('is destroyed when its reader leaves early, and takes no more of the body', async () => {
    let chunks = 0;
    async function* body(): AsyncGenerator<Uint8Array, void> {
      for (; chunks < 1000; chunks++) yield deflateSync(Buffer.alloc(100_000)).subarray(0, 50);
    }
    const decoder = zlib.createInflate();
    const decoding = decode(decoder, 'deflate', new OctetReader(body()), forever);
    await decoding.next();
    await decoding.return();
    const { destroyed } = decoder;
    const taken = chunks;
    await rest();
    expect([destroyed, chunks]).toEqual([true, taken]);
  });

  test('ends with the signal, even if the body never sends more', async () => {
    async function* body(): AsyncGenerator<Uint8Array, void> {
      yield GZIP.subarray(0, 20);
      await new Promise(() => {});
    }
    const controller = new AbortController();
    const { octets } = decoded(body(), 'gzip', { maxOctetsBetween: 1000, signal: controller.signal });
    const reading = (async () => {
      for await (const _ of octets);
    })();
    await rest();
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
