/** What WARC records have: HTTP messages with their codings and status lines, and revisit records with the payloads that they refer to. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Payload } from '../src/captures/capture.js';
import { readCaptures } from '../src/captures/read-captures.js';
import { MAX_PAYLOAD_OCTETS } from '../src/octets/places.js';
import { captures, inChunks } from './support/read.js';
import { capture, FORMS, members, record, response, sha1 } from './support/warc-writer.js';

/** A body in the chunked transfer coding, and the headers of its response. */
const CHUNKED_BODY = '5\r\nUser-\r\n6;x=y\r\nagent:\r\n0\r\n\r\n';
const CHUNKED_HEADERS = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'text/plain' };

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

describe('HTTP messages', () => {
  const bodyOf = async (body: string | Uint8Array, headers: Readonly<Record<string, string>>) => {
    const [item] = await captures(record({ content: response(body, { headers }) }));
    return item;
  };
  test.each<[string, string | Uint8Array, Readonly<Record<string, string>>, string]>([
    ['chunked', CHUNKED_BODY, CHUNKED_HEADERS, 'User-agent:'],
    ['chunked in the header, and no longer in the body', RULES, CHUNKED_HEADERS, RULES],
    [
      'chunked, removed by the crawler',
      CHUNKED_BODY,
      { 'X-Crawl-Transfer-Encoding': 'chunked' },
      CHUNKED_BODY,
    ],
    ['gzip', gzipSync(RULES), { 'Content-Encoding': 'gzip' }, RULES],
    ['deflate', deflateSync(RULES), { 'Content-Encoding': 'deflate' }, RULES],
    ['Brotli', brotliCompressSync(RULES), { 'Content-Encoding': 'br' }, RULES],
    ['gzip in the header, and no longer in the body', RULES, { 'Content-Encoding': 'gzip' }, RULES],
    ['an unknown coding', RULES, { 'Content-Encoding': 'pigeon' }, RULES],
  ])('%s', async (_, body, headers, text) => {
    expect(await bodyOf(body, headers)).toMatchObject({ text });
  });

  test('a body with an endless number of octets between its codings is not decoded to its end', async () => {
    const EMPTY_BLOCK = Buffer.of(0, 0, 0, 0xff, 0xff);
    const between = (blocks: number) =>
      Buffer.concat([...Array<Buffer>(blocks).fill(EMPTY_BLOCK), deflateRawSync(RULES)]);
    const headers = { 'Content-Encoding': 'deflate, br' };
    expect(await bodyOf(brotliCompressSync(between(1000)), headers)).toMatchObject({ text: RULES });
    const endless = brotliCompressSync(between(4_000_000), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    expect(await bodyOf(endless, headers)).toMatchObject({ text: endless.toString() });
  });

  const [CONTINUE, EARLY] = ['HTTP/1.1 100\r\n\r\n', 'HTTP/1.1 103 Early\r\nLink: x\r\n\r\n'];
  test.each<[string, string, number, string]>([
    ['HTTP/2', 'HTTP/2 404\r\n\r\n', 404, ''],
    ['HTTP in lower case', 'http/1.1 200\r\n\r\n', 200, ''],
    ['interim responses', `${EARLY}${CONTINUE}${response(RULES)}`, 200, RULES],
    ['16 interim responses', `${CONTINUE.repeat(16)}${response(RULES)}`, 200, RULES],
    ['17 interim responses', `${CONTINUE.repeat(17)}${response(RULES)}`, 100, response(RULES).toString()],
    ['an interim response without a final one', EARLY, 103, ''],
    [
      '101, after which another protocol follows',
      `HTTP/1.1 101 Up\r\n\r\n${response('')}`,
      101,
      response('').toString(),
    ],
  ])('%s', async (_, content, status, text) => {
    expect(await captures(record({ content }))).toMatchObject([{ status, text }]);
  });

  const type = { 'Content-Type': 'application/http; msgtype=response' };
  test.each<[string, string, number | null]>([
    ['nothing', '', null],
    ['no status line', 'HTTP 200 OK\r\n\r\nDisallow: /', null],
    ['octets of TLS', '\x15\x03\x01\x00\x02\x02F', null],
    ['a header that does not end', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain', 200],
  ])('a record of HTTP with %s has no payload', async (_, content, status) => {
    expect(await captures(record({ content, fields: type }))).toMatchObject([{ status, text: null }]);
  });
});

describe('revisit records', () => {
  const payload = { 'WARC-Payload-Digest': sha1(RULES) };
  const first = capture('a.example', RULES, { id: '<urn:uuid:1>', date: '2026-11-01T00:00:00Z' });

  test.each([
    ['by id', { 'WARC-Refers-To': '<urn:uuid:1>' }],
    [
      'by URL and date',
      { 'WARC-Refers-To-Target-URI': URL_A, 'WARC-Refers-To-Date': '2026-11-01T00:00:00Z' },
    ],
    ['by digest', payload],
  ])('have the payload of the capture that they refer to %s', async (_, fields) => {
    const revisit = record({
      type: 'revisit',
      url: URL_A,
      id: '<urn:uuid:2>',
      fields,
      content: response(''),
    });
    expect((await captures(members([first, revisit])))[1]).toMatchObject({ text: RULES });
    // Not that of another capture of the URL, nor of one that was not read.
    const other = capture('a.example', 'other', { id: '<urn:uuid:3>', date: '2026-11-02T00:00:00Z' });
    for (const records of [
      [other, revisit],
      [revisit, first],
    ])
      expect(
        (await captures(members(records))).find((item) => 'url' in item && item.digest !== 'valid'),
      ).toMatchObject({ text: null });
  });

  test.each<[string, Parameters<typeof record>[0]]>([
    ['a response', { content: response(RULES) }],
    ['a response without a body', { content: response('') }],
    ['a chunked response', { content: response(CHUNKED_BODY, { headers: CHUNKED_HEADERS }) }],
    ['a response that is cut off', { content: response(RULES), fields: { 'WARC-Truncated': 'length' } }],
    ['a record that is not HTTP', { type: 'resource', content: RULES, fields: { 'Content-Type': 'text/x' } }],
    [
      'a media type that the archive found',
      { content: response(RULES), fields: { 'WARC-Identified-Payload-Type': 'text/x-robots' } },
    ],
  ])('have the whole payload of %s', async (_, parts) => {
    const fields = { 'WARC-Refers-To': '<urn:uuid:1>' };
    const again = record({ type: 'revisit', id: '<urn:uuid:2>', fields, content: response('') });
    const records = [capture('other.example', 'other'), record({ ...parts, id: '<urn:uuid:1>' }), again];
    for (const [form, write] of FORMS) {
      const payloads: (Payload | null)[] = [];
      for await (const batch of readCaptures(inChunks(write(records), 100), { name: 'input' }))
        for (const item of batch) if (item.kind === 'capture') payloads.push(item.payload);
      const [, seen, found] = payloads;
      expect({ ...found, octets: Buffer.from(found?.octets ?? []) }, form).toEqual({
        ...seen,
        octets: Buffer.from(seen?.octets ?? []),
      });
      expect(seen?.mediaType, form).toMatch(/^text/);
    }
  });

  test('without a response of their own repeat that of the capture, but not that of another URL', async () => {
    const down = { id: '<urn:uuid:1>', date: '2026-11-01T00:00:00Z', fields: payload };
    const again = (fields: Readonly<Record<string, string>>, content: string | Buffer = '') =>
      record({ type: 'revisit', id: '<urn:uuid:2>', fields, content });
    const items = await captures(
      members([
        record({ ...down, content: response(RULES, { status: '503 Down' }) }),
        again({ 'WARC-Refers-To': '<urn:uuid:1>' }),
        again({
          'WARC-Refers-To-Target-URI': '<https://example.com/robots.txt>',
          'WARC-Refers-To-Date': '2026-11-01T00:00:00Z',
        }),
        again(payload),
        again({ 'WARC-Refers-To': 'urn:uuid:1' }, response('', { status: '304 Not Modified' })),
      ]),
    );
    expect(items.map((item) => 'url' in item && [item.status, item.text])).toEqual([
      [503, RULES],
      [503, RULES],
      [503, RULES],
      [null, RULES],
      [304, RULES],
    ]);
  });
});

describe('payloads that take far more memory than the archive', () => {
  const COUNT = 12;
  const host = (nth: number) => `https://${nth}.example/robots.txt`;
  const zipped = { headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' } };
  const content = response(gzipSync(Buffer.alloc(MAX_PAYLOAD_OCTETS - 1, '\n')), zipped);
  const records = Array.from({ length: COUNT }, (_, nth) =>
    record({ url: host(nth), id: `<urn:uuid:${nth}>`, content }),
  );

  test('are yielded a few at a time', async () => {
    const sizes: number[] = [];
    for await (const batch of readCaptures(inChunks(members(records)), { name: 'input' })) {
      const captured = batch.flatMap((item) =>
        item.kind === 'capture' ? [item.payload?.octets.length ?? 0] : [],
      );
      sizes.push(captured.reduce((sum, size) => sum + size, 0));
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * MAX_PAYLOAD_OCTETS);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(COUNT * (MAX_PAYLOAD_OCTETS - 1));
  });

  test('are forgotten, the oldest first, though they come from one block', async () => {
    const revisits = [0, 1, COUNT - 1].map((nth) =>
      record({
        type: 'revisit',
        url: `${host(nth)}?again`,
        id: `<urn:uuid:again-${nth}>`,
        fields: { 'WARC-Refers-To': `<urn:uuid:${nth}>` },
        content: response(''),
      }),
    );
    const items = await captures(members([...records, ...revisits]));
    const found = items.slice(COUNT).map((item) => 'url' in item && item.text?.length);
    expect(found).toEqual([undefined, undefined, MAX_PAYLOAD_OCTETS - 1]);
  });
});
