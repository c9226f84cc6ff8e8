/**
 * Lines without end in bounded memory: however many have been read, no more is reachable. `ROBOTSTREAM_MEMORY_OCTETS` sets how many
 * octets of each kind are sent:
 *
 *   ROBOTSTREAM_MEMORY_OCTETS=10e9 npx vitest run test/memory/endless-lines.alone.test.ts
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { byEffort } from '../support/effort.js';
import { type Program, program } from '../support/program.js';
import type { Report, Request } from './endless-lines.js';

const MEBIBYTE = 2 ** 20;

/** Half of these are sent between the two measurements. A chunk more or less makes no difference to the growth. */
const OCTETS = Number(process.env.ROBOTSTREAM_MEMORY_OCTETS || byEffort({ quick: 16, full: 128 }) * MEBIBYTE);
if (!(OCTETS >= 16 * MEBIBYTE)) {
  throw new RangeError(`ROBOTSTREAM_MEMORY_OCTETS is ${OCTETS}; at least ${16 * MEBIBYTE} is expected`);
}

/**
 * The noise is some 100 KiB: events that are on their way when the measurements are made. One octet kept of each octet of an
 * endless line, or of each of the shortest lines, makes 4 MiB of the least that is sent.
 */
const BOUND_OCTETS = 2 * MEBIBYTE;

const FAMILIES = [
  ['one-octet lines', 'a\n', 2],
  ['comment lines', '# sixteen long.\n', 16],
  ['an endless line', 'x', OCTETS],
  ['empty lines', '\n', 1],
  ['an endless comment', '#', OCTETS],
] satisfies [string, string, number][];

const build = useBuild();
let reader: Program;
beforeAll(async () => {
  reader = await program(new URL('./endless-lines.ts', import.meta.url));
});
afterAll(() => reader.remove());

async function growthBy(way: string, unit: string): Promise<Report> {
  const request: Request = {
    entry: join(build.folderOf('robotstream'), 'dist/index.js'),
    way,
    unit,
    octets: OCTETS,
  };
  const child = reader.start(request);
  const report = await child.next<Report>();
  expect(await child.ended).toBe(0);
  return report;
}

describe.each(byEffort({ quick: FAMILIES.slice(0, 3), full: FAMILIES }))('%s', (name, unit, octetsALine) => {
  let control: Report;
  beforeAll(async () => {
    control = await growthBy('nothing', unit);
  });

  test.each(['LineParser', 'lineEventBatches', 'LineTransform'])('through %s', async (way) => {
    const { lines, growth } = await growthBy(way, unit);
    console.log(`${name} through ${way}: grew by ${growth} octets, the control by ${control.growth}`);
    expect(lines).toBe(OCTETS / octetsALine);
    expect(growth - control.growth).toBeLessThan(BOUND_OCTETS);
  });
});
