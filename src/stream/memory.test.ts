/** The scanner's memory has what was loaded, with line feeds after it, however large that is. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { isAllowed, parse, parseSync } from '../parse.js';
import { type LoadForScan, lendScanMemory, PADDING_OCTETS, scanMemory } from './memory.js';

const PADDING = Array<number>(PADDING_OCTETS).fill(LF);

function loadForScan(octets: Uint8Array, at?: number): void {
  lendScanMemory((load) => load(octets, at));
}

function loaded(from: number, to: number): number[] {
  return [...scanMemory.octets.subarray(from, to)];
}

test('line feeds follow what is loaded, over what was there', () => {
  loadForScan(new Uint8Array(40).fill(0x61));
  expect(loaded(0, 40 + PADDING_OCTETS)).toEqual([...Array<number>(40).fill(0x61), ...PADDING]);
  loadForScan(Uint8Array.of(1, 2, 3));
  expect(loaded(0, 3 + PADDING_OCTETS)).toEqual([1, 2, 3, ...PADDING]);
  loadForScan(Uint8Array.of(4, 5), 3);
  expect(loaded(3, 5 + PADDING_OCTETS)).toEqual([4, 5, ...PADDING]);
  expect(scanMemory.view.buffer).toBe(scanMemory.octets.buffer);
});

test('it is the same for every file within the parsing limit, and another while a larger one is scanned', () => {
  loadForScan(new Uint8Array(0));
  const { octets, view } = scanMemory;
  loadForScan(new Uint8Array(PARSING_LIMIT_OCTETS).fill(1));
  expect(scanMemory.octets).toBe(octets);
  expect(loaded(PARSING_LIMIT_OCTETS, octets.length)).toEqual(PADDING);

  for (const at of [0, 1, 6]) {
    lendScanMemory((load) => {
      load(new Uint8Array(PARSING_LIMIT_OCTETS).fill(2), at);
      const end = PARSING_LIMIT_OCTETS + at;
      expect(scanMemory.octets.length).toBe(end + PADDING_OCTETS);
      expect(loaded(end - 1, end + PADDING_OCTETS)).toEqual([2, ...PADDING]);
    });
    expect(scanMemory).toEqual({ octets, view });
    expect(scanMemory.octets).toBe(octets);
  }
});

test('a scan that fails gives it back', () => {
  const { octets } = scanMemory;
  const failure = new Error('the scan fails');
  const scan = (load: LoadForScan): never => {
    load(new Uint8Array(PARSING_LIMIT_OCTETS + 1));
    throw failure;
  };
  expect(() => lendScanMemory(scan)).toThrow(failure);
  expect(scanMemory.octets).toBe(octets);
});

/** A file of 4 MB, eight times the parsing limit. */
const LARGE = octetsOf('user-agent: *\ndisallow: /abcdefg\n# comment\nx: y\n'.repeat(80_000));
const LARGE_OPTIONS = { maxOctets: Infinity };

/** How many octets of memory `run` allocates in typed arrays' buffers. */
async function allocatedBy(run: () => unknown): Promise<number> {
  let allocated = 0;
  const { ArrayBuffer: Original } = globalThis;
  globalThis.ArrayBuffer = new Proxy(Original, {
    construct(target, [length]) {
      allocated += length;
      return new target(length);
    },
  });
  try {
    await run();
  } finally {
    globalThis.ArrayBuffer = Original;
  }
  return allocated;
}

function* chunksOf(octets: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}

describe('of a file past the parsing limit, the memory', () => {
  test.each([
    ['is allocated once to read its lines', 1, () => parseSync(LARGE, LARGE_OPTIONS).lineCount],
    ['is allocated once for a question', 1, () => isAllowed(LARGE, '/', { agents: 'a', ...LARGE_OPTIONS })],
    ['is not allocated for chunks', 0, () => parse(chunksOf(LARGE, 65_536), LARGE_OPTIONS)],
  ])('%s', async (_, times, run) => {
    const { octets } = scanMemory;
    const allocated = await allocatedBy(run);
    expect(allocated).toBe(times * (LARGE.length + PADDING_OCTETS));
    expect(scanMemory.octets).toBe(octets);
  });

  /** Whatever the last line is: in most files, a directive. */
  const LAST_LINES = ['', 'allow: /', '# comment', 'x: y', '\n\n'];

  test.each(LAST_LINES)('is given back after nodes of a file that ends with %j', (last) => {
    const { octets } = scanMemory;
    const file = octetsOf(`${'a: b # c\nuser-agent: *\ndisallow: /abcdefg\n'.repeat(20_000)}${last}`);
    for (const read of ['comments', 'otherRecords', 'groups', 'sitemaps', 'diagnostics', 'host'] as const) {
      void parseSync(file, LARGE_OPTIONS)[read];
      expect(scanMemory.octets, read).toBe(octets);
    }
    expect([...parseSync(file, LARGE_OPTIONS).groupsUnder('google')].length).toBeGreaterThan(0);
    expect(scanMemory.octets).toBe(octets);
  });

  test('is not allocated for events and nodes of all lines, which are read a batch at a time', async () => {
    const { octets } = scanMemory;
    const document = parseSync(LARGE, LARGE_OPTIONS);
    expect(document.lineCount).toBe(320_000);
    expect(await allocatedBy(() => [...document.lines()].length)).toBe(0);
    expect(scanMemory.octets).toBe(octets);
    expect(await allocatedBy(() => document.comments.length)).toBe(0);
    expect(scanMemory.octets).toBe(octets);
  });
});

test.each([1_448, 20_000, 600_000])(
  'a file past the parsing limit in chunks of %i octets is read as it is whole',
  async (size) => {
    const part = octetsOf(
      `\xEF\xBBuser-agent: *\r\n\xEF\xBBdisallow: /a\n${'x'.repeat(17_000)}\r\nallow: /b # c\rx: y\n\n`,
    );
    const octets = new Uint8Array(part.length * 70);
    for (let at = 0; at < octets.length; at += part.length) octets.set(part, at);
    const whole = parseSync(octets, LARGE_OPTIONS);
    const read = await parse(chunksOf(octets, size), LARGE_OPTIONS);
    expect(read.toJSON()).toEqual(whole.toJSON());
    expect(read.lineCount).toBe(70 * 6);
  },
);
