/** Every public function does work in proportion to a file, or within its own limit, whatever the file is. Work is counted, not timed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as compare from '../../src/compare/index.js';
import * as crawlers from '../../src/crawlers/index.js';
import * as core from '../../src/index.js';
import * as linting from '../../src/lint/index.js';
import * as pages from '../../src/page/index.js';
import * as readers from '../../src/readers/index.js';
import { type AskedFile, CALLS, OF_NO_FILE } from './calls.js';
import { BlockCounter } from './counted-blocks.js';
import { KINDS } from './file-kinds.js';

/** A quarter of the parsing limit, and a quarter of that: to count is slow, and the growth is the same. */
const OCTETS = core.PARSING_LIMIT_OCTETS / 4;
const TIMES = 4;

/** Work that grows with the square of a file would grow to 16 times as much. */
const MAX_GROWTH = 7;

/** About what comparisons cost, which have limits of their own. */
const MAX_BLOCKS = 10_000_000;

function fileOf(text: string): AskedFile {
  const octets = new TextEncoder().encode(text);
  return { octets, document: () => core.parseSync(octets) };
}

const SMALL = fileOf('User-agent: *\nDisallow: /*b$\nAllow: /a\n');

let counter: BlockCounter;
beforeAll(async () => {
  // What is made once, such as what is known of each reader, counts for no file.
  for (const call of Object.values(CALLS)) await call(SMALL);
  counter = new BlockCounter();
});
afterAll(() => counter.close());

describe.each(Object.entries(KINDS))('%s', (_, make) => {
  const [few, many] = [OCTETS / TIMES, OCTETS].map((octets) => fileOf(make(octets).slice(0, octets)));

  test.each(Object.entries(CALLS))('%s', async (_, call) => {
    const work = await counter.during(async () => void (await call(many)));
    if (work <= MAX_BLOCKS / TIMES) return;
    const less = await counter.during(async () => void (await call(few)));
    expect(work <= MAX_BLOCKS || work <= MAX_GROWTH * less, `${less} blocks, then ${work}`).toBe(true);
  });
});

test('every exported function is called, or reads no file', () => {
  const exported = [core, compare, crawlers, linting, pages, readers].flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  );
  expect(exported.filter((name) => !(name in CALLS) && !OF_NO_FILE.includes(name))).toEqual([]);
});
