/** Captures of well-formed WARC files are those that warcio reads. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { installAside } from '../../../test/support/aside.js';
import { describeWith } from '../../../test/support/needs.js';
import { checkProperty } from '../../../test/support/property.js';
import { RESPONSE_FIELD_NAMES } from '../src/captures/http-message.js';
import { readCaptures } from '../src/captures/read-captures.js';
import { inChunks } from './support/read.js';
import { members, type RecordParts, record, sha1 } from './support/warc-writer.js';

const aside = installAside('warcio');

/** As much of warcio as is used here. */
interface Warcio {
  readonly WARCParser: new (
    source: AsyncIterable<Uint8Array>,
  ) => AsyncIterable<WarcioRecord> & { readonly offset: number };
}

interface WarcioRecord {
  readonly warcType: string;
  readonly warcTargetURI: string;
  readonly warcDate: string;
  readonly httpHeaders: { readonly statusCode: number; readonly headers: Iterable<[string, string]> } | null;
  warcHeader(name: string): string | null;
  readFully(isContent: boolean): Promise<Uint8Array>;
}

const CAPTURE_TYPES = ['response', 'resource', 'revisit', 'conversion'];

/** The fields that a survey reads. */
const known = (fields: Pick<ReadonlyMap<string, string>, 'get'>) =>
  RESPONSE_FIELD_NAMES.map((name) => [name, fields.get(name)]);

/** What a reader says of each capture. A revisit record has no payload of its own. */
async function read(file: Uint8Array): Promise<object[]> {
  const all: object[] = [];
  for await (const batch of readCaptures(inChunks(file, 1000), { name: 'input' }))
    for (const item of batch) {
      if (item.kind === 'fault') throw new Error(item.message);
      const { offset, url, fetchedAt: date, recordId: id, status, headers, payload } = item;
      const isRevisit = id?.split(':')[2] === 'revisit';
      const body = isRevisit ? null : Buffer.from(payload?.octets ?? []).toString('latin1');
      all.push({ offset, url, date, id, status, headers: known(headers), body });
    }
  return all;
}

async function readByWarcio(file: Uint8Array): Promise<object[]> {
  const main = pathToFileURL(join(aside.folder, 'node_modules/warcio/dist/index.js')).href;
  const { WARCParser } = (await import(/* @vite-ignore */ main)) as Warcio;
  const parser = new WARCParser(inChunks(file, 1000));
  const all: object[] = [];
  for await (const one of parser) {
    const { warcType: type, warcTargetURI: url, warcDate: date, httpHeaders } = one;
    const { offset } = parser;
    const content = Buffer.from(await one.readFully(true)).toString('latin1');
    if (!CAPTURE_TYPES.includes(type)) continue;
    const fields = [...(httpHeaders?.headers ?? [])].map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    const [status, body] = [
      httpHeaders && Number(httpHeaders.statusCode),
      type === 'revisit' ? null : content,
    ];
    const id = one.warcHeader('WARC-Record-ID');
    all.push({ offset, url, date, id, status, headers: known(new Map(fields)), body });
  }
  return all;
}

const body = fc.oneof(
  fc.constantFrom('', 'User-agent: *\nDisallow: /a\n', 'User-agent: *\r\nAllow: /\r\n\r\nWARC/1.0\r\n'),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets).toString('latin1')),
);

/** The codings that warcio removes; it leaves Brotli as it is. */
const CODINGS: Readonly<Record<string, (octets: Uint8Array) => Uint8Array>> = {
  '': (octets) => octets,
  gzip: gzipSync,
  deflate: deflateSync,
};

/** A body in chunks of a size (RFC 9112 §7.1). */
function chunked(octets: Uint8Array, size: number): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += size) {
    const chunk = octets.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

const httpMessage = fc
  .record({
    text: body,
    coding: fc.constantFrom(...Object.keys(CODINGS)),
    chunkSize: fc.constantFrom(0, 1, 7, 1000),
    status: fc.constantFrom('200 OK', '404 Not Found', '301 Moved Permanently', '503 '),
    line: fc.constantFrom('HTTP/1.1', 'HTTP/1.0'),
    headers: fc.dictionary(
      fc.oneof(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.constant('Location')),
      fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/),
    ),
  })
  .map(({ text, coding, chunkSize, status, line, headers }) => {
    const octets = (CODINGS[coding] as (octets: Uint8Array) => Uint8Array)(Buffer.from(text));
    const content = chunkSize > 0 ? chunked(octets, chunkSize) : octets;
    const fields = [
      ...Object.entries(headers),
      ...(coding === '' ? [] : [['Content-Encoding', coding]]),
      ...(chunkSize > 0 ? [['Transfer-Encoding', 'chunked']] : []),
      ['Content-Type', 'text/plain; charset=utf-8'],
    ].map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.concat([Buffer.from(`${line} ${status}\r\n${fields.join('')}\r\n`), content]);
  });

const oneRecord: fc.Arbitrary<RecordParts> = fc
  .record({
    version: fc.constantFrom('WARC/1.0', 'WARC/1.1'),
    type: fc.constantFrom('response', 'response', 'response', 'resource', 'revisit', 'conversion', 'request'),
    host: fc.constantFrom('a.example', 'b.example', 'xn--bcher-kva.example:8080'),
    date: fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-01T00:00:00.123456Z'),
    message: httpMessage,
    text: body,
  })
  .map(({ version, type, host, date, message, text }) => ({
    version,
    type,
    date,
    url: `https://${host}/robots.txt`,
    id: `<urn:uuid:${type}:${host}>`,
    fields: { 'WARC-Payload-Digest': sha1(text), 'WARC-IP-Address': '203.0.113.1' },
    content: type === 'resource' || type === 'conversion' ? Buffer.from(text) : message,
  }))
  // A reader may take a resource that begins as a response does for one.
  .filter(
    ({ type, content }) =>
      type === 'response' ||
      !content.toString('latin1').startsWith('HTTP/') ||
      type === 'revisit' ||
      type === 'request',
  );

describeWith(aside, 'captures are those of warcio', () => {
  checkProperty(
    'for any records, compressed one by one or not',
    fc.asyncProperty(
      fc.array(oneRecord, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (parts, isGzip) => {
        const records = parts.map((part) => record(part));
        const file = isGzip ? members(records) : Buffer.concat(records);
        expect(await read(file)).toEqual(await readByWarcio(file));
      },
    ),
    { runsShare: 0.2 },
  );

  test('warcio reads what is compared', async () => {
    const content = 'HTTP/1.1 200 OK\r\nLocation: b\r\n\r\nUser-agent: *';
    const url = 'https://example.com/robots.txt';
    expect(await readByWarcio(members([record({ url, content })]))).toMatchObject([
      { offset: 0, url, date: '2026-11-01T00:00:00Z', status: 200, body: 'User-agent: *' },
    ]);
  });
});
