/** Inputs in Zstandard. Needs a Node that has it (22.15 and later); dictionaries need 22.19 or 24.6. */
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { FrameScan } from '../../decoding/src/zstd.js';
import { captures, faultsOf, type ShortItem, urlsOf } from './support/read.js';
import { capture, record } from './support/warc-writer.js';

interface ZstdWriter {
  readonly zstdCompressSync?: (
    octets: Uint8Array,
    options?: { readonly params?: Readonly<Record<number, number>>; readonly dictionary?: Uint8Array },
  ) => Buffer;
}

const { zstdCompressSync } = zlib as ZstdWriter;
/** The parameter `ZSTD_c_checksumFlag` of Zstandard. */
const CHECKSUM_FLAG = 201;

/** One record, or all of them, as a frame. */
function frame(octets: Uint8Array, { checksum = true, dictionary }: FrameOptions = {}): Buffer {
  const params = { [CHECKSUM_FLAG]: checksum ? 1 : 0 };
  return (zstdCompressSync as NonNullable<typeof zstdCompressSync>)(octets, {
    params,
    ...(dictionary && { dictionary }),
  });
}

interface FrameOptions {
  readonly checksum?: boolean;
  readonly dictionary?: Uint8Array;
}

const SKIPPABLE_MAGIC = 0x184d2a50;
const DICTIONARY_MAGIC = 0x184d2a5d;

function skippable(magic: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(magic, 0);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

const RULES = 'User-agent: *\nDisallow: /a\n';
const RECORDS = [
  record({ type: 'warcinfo', url: '', content: 'software: test\r\n' }),
  capture('a.example', RULES),
  record({ type: 'metadata', content: 'fetchTimeMs: 1\r\n' }),
  capture('b.example', `${RULES}# b`),
  capture('c.example', RULES.repeat(20)),
];

/** What a capture is, whatever its place in the file. */
const contents = (items: readonly ShortItem[]) => items.map((item) => ({ ...item, offset: 0 }));

/** A text that hardly compresses, the same in every run. */
function noise(octets: number): Buffer {
  let state = 1;
  return Buffer.alloc(octets).map(() => {
    state = (state * 48_271) % 0x7fffffff;
    return 33 + (state % 90);
  }) as Buffer;
}

const zstd = { isMet: zstdCompressSync !== undefined, what: 'a Node with Zstandard, such as Node 24' };

describeWith(zstd, 'Zstandard', () => {
  const all = captures(Buffer.concat(RECORDS)).then(contents);

  test.each<[string, (octets: Uint8Array, i: number) => Uint8Array[]]>([
    ['without checksums', (octets) => [frame(octets, { checksum: false })]],
    [
      'skippable frames between',
      (octets, i) => [skippable(SKIPPABLE_MAGIC + i, Buffer.alloc(i * 7, 0x28)), frame(octets)],
    ],
  ])('%s', async (_, write) => {
    const file = Buffer.concat(RECORDS.flatMap(write));
    for (const size of [1, 100, file.length])
      expect(contents(await captures(file, { size }))).toEqual(await all);
    expect(faultsOf(await captures(file.subarray(0, -1)))).toEqual(['member-cut-off']);
  });

  test('octets that are not a frame are a fault, and the next frame is found', async () => {
    // The magic number of a frame is among them.
    const junk = Buffer.from('28b52ffd28b52ffd00ffff', 'hex');
    const [first, ...others] = RECORDS.map((octets) => frame(octets)) as [Buffer, ...Buffer[]];
    const items = await captures(Buffer.concat([first, junk, ...others]));
    expect(new Set(faultsOf(items))).toEqual(new Set(['member-damaged']));
    expect(urlsOf(items)).toHaveLength(3);
  });

  test('a skippable frame whose length is wrong hides no frame that follows', async () => {
    const wrong = skippable(SKIPPABLE_MAGIC, Buffer.alloc(4));
    wrong.writeUInt32LE(0x7fffffff, 4);
    const items = await captures(Buffer.concat([wrong, ...RECORDS.map((octets) => frame(octets))]));
    expect(faultsOf(items)).toEqual(['member-damaged']);
    expect(urlsOf(items)).toHaveLength(3);
  });

  test('long frames are decompressed as streams: long octets, and long content', async () => {
    const long = Buffer.concat([
      capture('a.example', RULES),
      record({ url: 'https://a.example/film', content: noise(3_000_000) }),
      record({ url: 'https://a.example/zeros', content: Buffer.alloc(40_000_000) }),
      capture('b.example', RULES),
    ]);
    const file = Buffer.concat([frame(long), frame(capture('c.example', RULES))]);
    expect(file.length).toBeGreaterThan(2_000_000);
    for (const size of [65_536, file.length]) {
      const items = await captures(file, { size });
      expect(urlsOf(items)).toEqual(['a', 'b', 'c'].map((host) => `https://${host}.example/robots.txt`));
      expect(faultsOf(items)).toEqual([]);
    }
    const damaged = await captures(Buffer.from(file).fill(0xaa, 1_500_000, 1_500_100), { size: 65_536 });
    expect(urlsOf(damaged)).toEqual(['https://a.example/robots.txt', 'https://c.example/robots.txt']);
    expect(faultsOf(damaged)).toContain('member-damaged');
    const cut = await captures(file.subarray(0, 2_000_000), { size: 65_536 });
    expect(urlsOf(cut)).toEqual(['https://a.example/robots.txt']);
    expect(faultsOf(cut)).toContain('member-cut-off');
  });

  // A Node without dictionaries ignores the option.
  const dictionary = Buffer.from(`${capture('z.example', RULES)}`.repeat(3));
  const readsDictionaries =
    frame(RECORDS[1] as Buffer, { dictionary }).length < frame(RECORDS[1] as Buffer).length;

  const dictionaries = {
    isMet: readsDictionaries,
    what: 'a Node with dictionaries of Zstandard, such as Node 24',
  };

  describeWith(dictionaries, 'with a dictionary', () => {
    const frames = () => RECORDS.map((octets) => frame(octets, { dictionary }));

    test.each([
      ['as it is', () => skippable(DICTIONARY_MAGIC, dictionary)],
      ['compressed', () => skippable(DICTIONARY_MAGIC, frame(dictionary))],
    ])('%s', async (_, first) => {
      const file = Buffer.concat([first(), ...frames()]);
      for (const size of [1, 100, file.length])
        expect(contents(await captures(file, { size }))).toEqual(await all);
    });

    test('without the dictionary each frame is a fault', async () => {
      expect(urlsOf(await captures(Buffer.concat(frames()), { name: 'a.warc.zst' }))).toEqual([]);
    });
  });
});

describe('the scan of a frame', () => {
  const MAGIC = '28b52ffd';

  test.each<[string, string, string, number]>([
    ['a raw block', `${MAGIC}2001 090000 41`, 'ended', 10],
    ['an RLE block, whose size is that of its content', `${MAGIC}2008 430000 41`, 'ended', 10],
    ['two blocks and a checksum', `${MAGIC}2402 080000 41 090000 42 00000000`, 'ended', 18],
    ['a window descriptor and a dictionary id', `${MAGIC}0300 01020304 010000`, 'ended', 13],
    ['a block of the reserved type', `${MAGIC}2001 070000`, 'malformed', 9],
    ['a block of more than 128 KiB', `${MAGIC}2001 ffffff`, 'malformed', 9],
    ['a descriptor with the reserved bit', `${MAGIC}28`, 'malformed', 5],
    ['a frame without its last block', `${MAGIC}2001 080000 41`, 'unfinished', 10],
  ])('%s', (_, hex, state, length) => {
    const octets = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const whole = new FrameScan();
    expect([
      whole.push(Buffer.concat([octets, Buffer.of(9, 9)].slice(0, state === 'ended' ? 2 : 1))),
    ]).toEqual([length]);
    expect(whole.state).toBe(state);
    const drip = new FrameScan();
    let pushed = 0;
    for (const octet of octets) pushed += drip.push(Uint8Array.of(octet));
    expect([pushed, drip.state]).toEqual([length, state]);
  });
});
