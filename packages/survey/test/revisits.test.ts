/** Revisit records of WARC files, and the payloads that they refer to. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Payload } from '../src/captures/capture.js';
import { readCaptures } from '../src/captures/read-captures.js';
import { MAX_PAYLOAD_OCTETS } from '../src/octets/places.js';
import { captures, inChunks } from './support/read.js';
import {
  CHUNKED_BODY,
  CHUNKED_HEADERS,
  capture,
  FORMS,
  members,
  record,
  response,
  sha1,
} from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';

describe('revisit records', () => {
  const payload = { 'WARC-Payload-Digest': sha1(RULES) };
  const first = capture('a.example', RULES, { id: '<urn:uuid:1>', date: '2026-11-01T00:00:00Z' });

  test.each([
    ['by id', { 'WARC-Refers-To': '<urn:uuid:1>' }],
    [
      'by URL and date',
      {
        'WARC-Refers-To-Target-URI': 'https://a.example/robots.txt',
        'WARC-Refers-To-Date': '2026-11-01T00:00:00Z',
      },
    ],
    ['by digest', payload],
  ])('have the payload of the capture that they refer to %s', async (_, fields) => {
    const revisit = record({
      type: 'revisit',
      url: 'https://a.example/robots.txt',
      id: '<urn:uuid:2>',
      fields,
      content: response(''),
    });
    expect((await captures(members([first, revisit])))[1]).toMatchObject({ text: RULES });
  });

  test('refer to a capture that was read after another revisit record, and the last capture of a URL', async () => {
    const again = (id: string, fields: Readonly<Record<string, string>>) =>
      record({ type: 'revisit', url: 'https://a.example/robots.txt', id, fields, content: response('') });
    const ofUrl = (date: string) => ({
      'WARC-Refers-To-Target-URI': 'https://a.example/robots.txt',
      'WARC-Refers-To-Date': date,
    });
    const zipped = { headers: { 'Content-Encoding': 'gzip' } };
    const items = await captures(
      members([
        first,
        again('<urn:uuid:2>', { 'WARC-Refers-To': '<urn:uuid:1>' }),
        record({
          url: 'https://a.example/robots.txt',
          id: '<urn:uuid:3>',
          date: '2026-11-02T00:00:00Z',
          content: response(gzipSync(`${RULES}# later`), zipped),
        }),
        again('<urn:uuid:4>', { 'WARC-Refers-To': '<urn:uuid:3>' }),
        again('<urn:uuid:5>', ofUrl('2026-11-02T00:00:00Z')),
        again('<urn:uuid:6>', ofUrl('2026-11-01T00:00:00Z')),
      ]),
    );
    const later = `${RULES}# later`;
    expect(items.map((item) => ('url' in item ? item.text : item))).toEqual([
      RULES,
      RULES,
      later,
      later,
      later,
      null,
    ]);
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
    const again = record({
      type: 'revisit',
      id: '<urn:uuid:2>',
      fields: { 'WARC-Refers-To': '<urn:uuid:1>' },
      content: response(''),
    });
    const records = [capture('other.example', 'other'), record({ ...parts, id: '<urn:uuid:1>' }), again];
    for (const [form, write] of FORMS) {
      const payloads: Payload[] = [];
      for await (const batch of readCaptures(inChunks(write(records), 100), { name: 'input' })) {
        for (const item of batch) if (item.kind === 'capture' && item.payload) payloads.push(item.payload);
      }
      const [, seen, found] = payloads.map(({ octets, mediaType, isCutOff }) => ({
        text: Buffer.from(octets).toString(),
        mediaType,
        isCutOff,
      }));
      expect(found, form).toEqual(seen);
      expect(seen.mediaType, form).toMatch(/^text/);
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

  test('have no payload if it was not read', async () => {
    const revisit = record({
      type: 'revisit',
      fields: { 'WARC-Refers-To': '<urn:uuid:9>' },
      content: response(''),
    });
    expect((await captures(revisit))[0]).toMatchObject({ text: null });
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
