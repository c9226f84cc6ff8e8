/** Arbitrary answers of servers, right and wrong, and what each of them has to mean. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { FILE } from './fetching.js';

/** What a server writes, piece by piece, and how it leaves. */
export interface RawAnswer {
  readonly pieces: readonly Buffer[];
  readonly ending: 'end' | 'reset';
  /** The outcomes allowed; undefined if the change to the response allows any outcome. */
  readonly expected: Expected | undefined;
}

export type Expected = 'file' | 'unavailable' | 'unreachable';

const ENCODERS = {
  none: (octets: Buffer) => octets,
  gzip: (octets: Buffer) => gzipSync(octets),
  deflate: (octets: Buffer) => deflateSync(octets),
  br: (octets: Buffer) => brotliCompressSync(octets),
} as const;

type Coding = keyof typeof ENCODERS;

const coding = fc.constantFrom<Coding>('none', 'gzip', 'deflate', 'br');

/** A body under at most three codings, and the header lines that name them. */
const encodedBody = fc.array(coding, { maxLength: 3 }).map((codings) => {
  const applied = codings.filter((name) => name !== 'none');
  const body = applied.reduce((octets, name) => ENCODERS[name](octets), Buffer.from(FILE));
  return {
    body,
    lines: applied.map((name) => `Content-Encoding: ${name}`),
    isDecodable: applied.length <= 2,
  };
});

const interim = fc.array(
  fc.constantFrom('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  { maxLength: 3 },
);

const status = fc.constantFrom(
  ...[200, 200, 200, 200, 206, 299, 400, 401, 404, 410, 429, 451, 500, 503, 599, 600, 999],
);

const oddLines = fc.array(
  fc.constantFrom(
    'X-Odd: \x01',
    'Vary: *',
    'Retry-After: soon',
    'Set-Cookie: a=b',
    'Age: -5',
    'Cache-Control: max-age=99999999999',
    'ETag: "\u00e9"',
    `X-Long: ${'x'.repeat(3000)}`,
  ),
  { maxLength: 3 },
);

type Framing = 'length' | 'chunks' | 'close';

function framed(body: Buffer, framing: Framing, chunkOctets: number): { line: string[]; octets: Buffer } {
  if (framing === 'close') return { line: [], octets: body };
  if (framing === 'length') return { line: [`Content-Length: ${body.length}`], octets: body };
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkOctets) {
    const chunk = body.subarray(at, at + chunkOctets);
    chunks.push(Buffer.from(`${chunk.length.toString(16)};a=b\r\n`), chunk, Buffer.from('\r\n'));
  }
  return {
    line: ['Transfer-Encoding: chunked'],
    octets: Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]),
  };
}

/** A well-formed response, and what it means under `rfc9309`. */
const response = fc
  .record({
    interim,
    status,
    encoded: encodedBody,
    oddLines,
    framing: fc.constantFrom<Framing>('length', 'chunks', 'close'),
    chunkOctets: fc.integer({ min: 1, max: 40 }),
  })
  .map((parts) => {
    const { line, octets } = framed(parts.encoded.body, parts.framing, parts.chunkOctets);
    const lines = [...line, ...parts.encoded.lines, ...parts.oddLines.filter((odd) => !odd.includes('\x01'))];
    const head = `${parts.interim.join('')}HTTP/1.1 ${parts.status} Text\r\n${lines.join('\r\n')}\r\n\r\n`;
    return {
      head: Buffer.from(head.replace('\r\n\r\n\r\n', '\r\n\r\n'), 'latin1'),
      body: octets,
      expected: meaningOf(parts.status, parts.encoded.isDecodable),
      framing: parts.framing,
      isEncoded: parts.encoded.lines.length > 0,
    };
  });

function meaningOf(code: number, isDecodable: boolean): Expected {
  if (code >= 200 && code < 300) return isDecodable ? 'file' : 'unreachable';
  return code >= 400 && code < 500 ? 'unavailable' : 'unreachable';
}

/** How a well-formed response is changed before it is sent. */
const damage = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'none' } as const) },
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    octet: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    octets: fc.uint8Array({ minLength: 1, maxLength: 50 }),
  }),
  fc.record({ kind: fc.constant('garbage' as const), octets: fc.uint8Array({ maxLength: 300 }) }),
);

export const rawAnswer: fc.Arbitrary<RawAnswer> = fc
  .record({
    response,
    damage,
    ending: fc.constantFrom<RawAnswer['ending']>('end', 'end', 'end', 'reset'),
    pieces: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ response: { head, body, expected, framing, isEncoded }, damage: harm, ending, pieces }) => {
    const whole = Buffer.concat([head, body]);
    const at = 'at' in harm ? Math.floor(harm.at * whole.length) : 0;
    let octets: Buffer = whole;
    let meaning: Expected | undefined = ending === 'reset' ? undefined : expected;
    switch (harm.kind) {
      case 'cut':
        octets = whole.subarray(0, at);
        // If only the end of the connection ends a body, HTTP cannot detect that it is cut off.
        meaning =
          expected !== 'file' || framing !== 'close' || isEncoded || at < head.length ? meaning : undefined;
        if (expected === 'file' && meaning !== undefined) meaning = 'unreachable';
        else if (at < head.length && ending === 'end') meaning = 'unreachable';
        break;
      case 'flip':
        octets = Buffer.from(whole);
        octets[at] ^= harm.octet;
        meaning = undefined;
        break;
      case 'insert':
        octets = Buffer.concat([whole.subarray(0, at), harm.octets, whole.subarray(at)]);
        meaning = undefined;
        break;
      case 'garbage':
        octets = Buffer.from(harm.octets);
        meaning = undefined;
        break;
    }
    return { pieces: split(octets, pieces), ending, expected: meaning };
  });

function split(octets: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(octets.length / count));
  const pieces: Buffer[] = [];
  for (let at = 0; at < octets.length; at += size) pieces.push(octets.subarray(at, at + size));
  return pieces;
}
