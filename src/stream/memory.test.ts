/** The scanner's memory has what was loaded, with line feeds after it, however large that is. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { LF } from '../ascii.js';
import { isAllowed } from '../is-allowed.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { parse, parseSync } from '../parse.js';
import { keptOctets, lendScanMemory, PADDING_OCTETS, type ScanMemory } from './memory.js';
import * as Row from './row.js';

const PADDING = Array<number>(PADDING_OCTETS).fill(LF);

const scanMemory = lendScanMemory((memory) => memory);

function loadForScan(octets: Uint8Array): void {
  lendScanMemory((memory) => memory.load(octets));
}

function loaded(from: number, to: number): number[] {
  return [...scanMemory.octets.subarray(from, to)];
}

test('line feeds follow what is loaded, over what was there', () => {
  loadForScan(new Uint8Array(40).fill(0x61));
  expect(loaded(0, 40 + PADDING_OCTETS)).toEqual([...Array<number>(40).fill(0x61), ...PADDING]);
  loadForScan(Uint8Array.of(1, 2, 3));
  expect(loaded(0, 3 + PADDING_OCTETS)).toEqual([1, 2, 3, ...PADDING]);
  expect(scanMemory.view.buffer).toBe(scanMemory.octets.buffer);
});

/** How large the memory is within the parsing limit. */
const USUAL_OCTETS = PARSING_LIMIT_OCTETS + PADDING_OCTETS;

test('it is the same for every file within the parsing limit, and another while a larger one is scanned', () => {
  loadForScan(new Uint8Array(0));
  const { octets } = scanMemory;
  const { buffer } = octets;
  loadForScan(new Uint8Array(PARSING_LIMIT_OCTETS).fill(1));
  expect(scanMemory.octets).toBe(octets);
  expect(loaded(PARSING_LIMIT_OCTETS, octets.length)).toEqual(PADDING);

  lendScanMemory((memory) => {
    memory.load(new Uint8Array(PARSING_LIMIT_OCTETS + 1).fill(2));
    expect(memory.octets.length).toBe(USUAL_OCTETS + 1);
    expect(loaded(PARSING_LIMIT_OCTETS, USUAL_OCTETS + 1)).toEqual([2, ...PADDING]);
  });
  expect(scanMemory.octets.buffer).toBe(buffer);
  expect(scanMemory.view.buffer).toBe(scanMemory.octets.buffer);
});

test('a scan that fails gives it back', () => {
  const { buffer } = scanMemory.octets;
  const failure = new Error('the scan fails');
  const scan = (memory: ScanMemory): never => {
    memory.load(new Uint8Array(PARSING_LIMIT_OCTETS + 1));
    throw failure;
  };
  expect(() => lendScanMemory(scan)).toThrow(failure);
  expect(scanMemory.octets.buffer).toBe(buffer);
});

const SLAB_OCTETS = 16_384;
const LARGEST_SHARED_OCTETS = SLAB_OCTETS / 4;

describe('octets that are kept', () => {
  const take = (size: number): ArrayBufferLike => keptOctets(new Uint8Array(size)).buffer;

  /** Takes memory until a slab is new and empty but for `size` octets. Returns it. */
  function newSlab(size: number): ArrayBufferLike {
    const earlier = take(size);
    let slab = earlier;
    while (slab === earlier) slab = take(size);
    return slab;
  }

  test('fill slabs to the last octet', () => {
    const slab = newSlab(LARGEST_SHARED_OCTETS);
    expect(slab.byteLength).toBe(SLAB_OCTETS);
    for (let others = 1; others < 4; others++) expect(take(LARGEST_SHARED_OCTETS)).toBe(slab);
    expect(take(1)).not.toBe(slab);
  });

  test('have memory of their own if they are many', () => {
    const octets = new Uint8Array(LARGEST_SHARED_OCTETS + 1).fill(1);
    const kept = keptOctets(octets);
    expect(kept).toEqual(octets);
    expect(kept.buffer.byteLength).toBe(octets.length);
    expect(kept.buffer).not.toBe(octets.buffer);
  });

  test('are copies, next to one another', () => {
    const given = [Uint8Array.of(1, 2), Uint8Array.of(3), Uint8Array.of(4, 5, 6)];
    const kept = given.map((octets) => keptOctets(octets));
    expect(kept).toEqual(given);
    given[0].fill(0);
    expect(kept[0]).toEqual(Uint8Array.of(1, 2));
  });
});

describe('rows', () => {
  /** Writes rows of which each integer is a given number, as the scanner does. */
  function write(memory: ScanMemory, ...numbers: number[]): void {
    for (const number of numbers) {
      if (memory.rowsEnd === memory.rows.length) memory.growRows();
      memory.rows.fill(number, memory.rowsEnd, memory.rowsEnd + Row.STRIDE);
      memory.rowsEnd += Row.STRIDE;
    }
  }

  function numbersIn(rows: Int32Array): number[] {
    const numbers = Array.from({ length: rows.length / Row.STRIDE }, (_, row) => rows[row * Row.STRIDE]);
    expect([...rows]).toEqual(numbers.flatMap((number) => Array<number>(Row.STRIDE).fill(number)));
    return numbers;
  }

  const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

  test.each([0, 1, 511, 512, 513, 1_024, 1_025, 5_000])(
    'that are kept, %i of them, do not change later',
    (count) => {
      const kept = [1, 2, 3].map((nth) =>
        lendScanMemory((memory) => {
          memory.load(new Uint8Array(0));
          write(memory, ...upTo(count).map((n) => n * nth));
          return memory.keepRows();
        }),
      );
      for (const nth of [1, 2, 3]) expect(numbersIn(kept[nth - 1])).toEqual(upTo(count).map((n) => n * nth));
    },
  );

  test('that are kept are followed by others of the same scan', () => {
    const [first, second] = lendScanMemory((memory) => {
      memory.load(new Uint8Array(0));
      write(memory, 1, 2);
      const kept = memory.keepRows();
      write(memory, 3);
      return [kept, memory.keepRows()];
    });
    expect(numbersIn(first)).toEqual([1, 2]);
    expect(numbersIn(second)).toEqual([3]);
  });

  test('that are too many for a slab are released', () => {
    lendScanMemory((memory) => write(memory, ...upTo(1_000)));
    expect(scanMemory.rows.byteLength).toBe(SLAB_OCTETS);
  });
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
    const { buffer } = scanMemory.octets;
    const allocated = await allocatedBy(run);
    expect(allocated).toBe(times * (LARGE.length + PADDING_OCTETS));
    expect(scanMemory.octets.buffer === buffer).toBe(true);
  });

  /** Whatever the last line is: in most files, a directive. */
  const LAST_LINES = ['', 'allow: /', '# comment', 'x: y', '\n\n'];

  test.each(LAST_LINES)('is given back after nodes of a file that ends with %j', (last) => {
    const { buffer } = scanMemory.octets;
    const file = octetsOf(`${'a: b # c\nuser-agent: *\ndisallow: /abcdefg\n'.repeat(20_000)}${last}`);
    for (const read of ['comments', 'otherRecords', 'groups', 'sitemaps', 'diagnostics', 'host'] as const) {
      void parseSync(file, LARGE_OPTIONS)[read];
      expect(scanMemory.octets.buffer === buffer, read).toBe(true);
    }
    expect([...parseSync(file, LARGE_OPTIONS).groupsUnder('google')].length).toBeGreaterThan(0);
    expect(scanMemory.octets.buffer === buffer).toBe(true);
  });

  test('is not allocated for events and nodes of all lines, which are read a batch at a time', async () => {
    const { buffer } = scanMemory.octets;
    const document = parseSync(LARGE, LARGE_OPTIONS);
    expect(document.lineCount).toBe(320_000);
    expect(await allocatedBy(() => [...document.lines()].length)).toBe(0);
    expect(scanMemory.octets.buffer === buffer).toBe(true);
    expect(await allocatedBy(() => document.comments.length)).toBe(0);
    expect(scanMemory.octets.buffer === buffer).toBe(true);
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
