/** Writes WARC files as archives have them, and as they should not be. */
import { createHash } from 'node:crypto';
import * as zlib from 'node:zlib';

export interface RecordParts {
  readonly version?: string;
  readonly type?: string;
  readonly url?: string;
  readonly id?: string;
  readonly date?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly content: string | Uint8Array;
  /** What Content-Length says; the length of the content by default, and the field is left out for null. */
  readonly contentLength?: string | number | null;
  /** What follows the content. */
  readonly end?: string;
}

/** One record, not compressed. */
export function record({
  version = 'WARC/1.0',
  type = 'response',
  url = 'https://example.com/robots.txt',
  id = '<urn:uuid:00000000-0000-0000-0000-000000000000>',
  date = '2026-11-01T00:00:00Z',
  fields = {},
  content,
  contentLength = Buffer.byteLength(content),
  end = '\r\n\r\n',
}: RecordParts): Buffer {
  const named: [string, string | number | null][] = [
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', date],
    ['WARC-Target-URI', url],
    ...Object.entries(fields),
    ['Content-Length', contentLength],
  ];
  const header = named
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${version}\r\n${header.join('')}\r\n`),
    Buffer.from(content),
    Buffer.from(end),
  ]);
}

/** An HTTP response. */
export function response(
  body: string | Uint8Array,
  {
    status = '200 OK',
    headers = { 'Content-Type': 'text/plain' },
  }: { status?: string; headers?: Readonly<Record<string, string>> } = {},
): Buffer {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${fields.join('')}\r\n`), Buffer.from(body)]);
}

/** A record of a response with its payload digest, as crawlers write it. */
export function capture(host: string, body: string | Uint8Array, parts: Partial<RecordParts> = {}): Buffer {
  return record({
    url: `https://${host}/robots.txt`,
    id: `<urn:uuid:${host}>`,
    content: response(body),
    ...parts,
    fields: {
      'Content-Type': 'application/http; msgtype=response',
      'WARC-Payload-Digest': sha1(body),
      ...parts.fields,
    },
  });
}

/** A digest as WARC writes it. */
export function sha1(octets: string | Uint8Array): string {
  const bits = [...createHash('sha1').update(octets).digest()]
    .map((octet) => octet.toString(2).padStart(8, '0'))
    .join('');
  const digits = bits.match(/.{5}/g) ?? [];
  return `sha1:${digits.map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(digit, 2)]).join('')}`;
}

/** Compresses each record as a member of its own. */
export function members(records: readonly Uint8Array[]): Buffer {
  return Buffer.concat(records.map((octets) => zlib.gzipSync(octets)));
}

/** From Node 22.15 on. */
const { zstdCompressSync } = zlib as { zstdCompressSync?: (octets: Uint8Array) => Buffer };

/** The ways to write records as a file. Of one member all is lost after damage. */
export const FORMS: readonly (readonly [name: string, write: (records: readonly Buffer[]) => Buffer])[] = [
  ['plain', (records) => Buffer.concat(records)],
  ['a member for each record', members],
  ['one member', (records) => zlib.gzipSync(Buffer.concat(records))],
  ...(zstdCompressSync === undefined
    ? []
    : ([
        [
          'a frame of Zstandard for each record',
          (records) => Buffer.concat(records.map((one) => zstdCompressSync(one))),
        ],
        ['one frame of Zstandard', (records) => zstdCompressSync(Buffer.concat(records))],
      ] satisfies [string, (records: readonly Buffer[]) => Buffer][])),
];
