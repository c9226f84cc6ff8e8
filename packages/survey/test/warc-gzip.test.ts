/** WARC files in gzip: members, their headers and checksums. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { captures, faultsOf, urlsOf } from './support/read.js';
import { capture, members, record } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';

describe('gzip', () => {
  test('a false start of a member within compressed data is no boundary', async () => {
    const stored = gzipSync(
      capture(
        'a.example',
        Buffer.concat([Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), Buffer.from(RULES)]),
      ),
      { level: 0 },
    );
    const items = await captures(Buffer.concat([stored, gzipSync(capture('b.example', RULES))]));
    expect(urlsOf(items)).toEqual(['https://a.example/robots.txt', 'https://b.example/robots.txt']);
    expect(faultsOf(items)).toEqual([]);
  });

  test('headers with a name, a comment and extra fields are read', async () => {
    const member = gzipSync(capture('a.example', RULES));
    const header = Buffer.from(member.subarray(0, 10));
    header[3] = 0x04 | 0x08 | 0x10;
    const named = Buffer.concat([
      header,
      Buffer.of(2, 0, 9, 9),
      Buffer.from('name\0comment\0'),
      member.subarray(10),
    ]);
    expect(urlsOf(await captures(Buffer.concat([named, named])))).toHaveLength(2);
  });

  test('zero octets after the last member are not a fault, other octets are one', async () => {
    const file = members([capture('a.example', RULES)]);
    for (const zeros of [1, 700, 600_000])
      expect(faultsOf(await captures(Buffer.concat([file, Buffer.alloc(zeros)]), { size: 50_000 }))).toEqual(
        [],
      );
    expect(faultsOf(await captures(Buffer.concat([file, Buffer.from('trailer')])))).toEqual(['not-gzip']);
  });

  test('many zero octets between members are a fault, and the next member is found', async () => {
    const [first, second] = ['a', 'b'].map((host) => gzipSync(capture(`${host}.example`, RULES))) as [
      Buffer,
      Buffer,
    ];
    const file = Buffer.concat([first, Buffer.alloc(600_000), second]);
    for (const size of [50_000, file.length]) {
      expect(await captures(file, { size })).toMatchObject([
        { url: 'https://a.example/robots.txt' },
        { fault: 'not-gzip', offset: first.length },
        { url: 'https://b.example/robots.txt', offset: first.length + 600_000 },
      ]);
    }
  });

  test('a member larger than what is read at a time is read as a stream', async () => {
    const noise = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * 2_654_435_761) >>> 24));
    const file = members([
      record({ url: 'https://a.example/x', content: noise }),
      capture('a.example', RULES),
    ]);
    expect(urlsOf(await captures(file, { size: 10_000 }))).toEqual(['https://a.example/robots.txt']);
  });

  test('a wrong checksum is a fault, and the record is discarded', async () => {
    const first = gzipSync(capture('a.example', RULES));
    first.writeUInt32LE(1, first.length - 8);
    const items = await captures(Buffer.concat([first, gzipSync(capture('b.example', RULES))]));
    expect(faultsOf(items)).toEqual(['member-damaged']);
    expect(urlsOf(items)).toEqual(['https://b.example/robots.txt']);
  });
});
