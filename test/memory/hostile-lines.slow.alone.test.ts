/**
 * Lines without end in bounded memory. 128 MiB of each family unless `ROBOTSTREAM_MEMORY_OCTETS` says another number:
 *
 *   ROBOTSTREAM_MEMORY_OCTETS=10e9 npx vitest run test/memory/hostile-lines.test.ts
 *
 * which takes some 800 s of processor time, divided by the processors there are.
 */
import { expect, test } from 'vitest';
import { builtModule } from './built.js';
import { runScript } from './child.js';

const MEBIBYTE = 2 ** 20;

/** One-octet lines that are sent first: by then the heap has found its size; growth is counted from there. */
const WARM_UP_OCTETS = 64 * MEBIBYTE;

const octets = Number(process.env.ROBOTSTREAM_MEMORY_OCTETS || 128 * MEBIBYTE);
if (!(octets >= 2 * WARM_UP_OCTETS))
  throw new RangeError(`ROBOTSTREAM_MEMORY_OCTETS is ${octets}; at least ${2 * WARM_UP_OCTETS} is expected`);

/** One-octet lines take longest, about 60 ns each where the machine has nothing else to do; ten times that is too long. */
const TIMEOUT_MS = 60_000 + (octets / 2) * 600e-6;

interface Report {
  readonly sent: number;
  readonly lines: number;
  readonly cpuSeconds: number;
  readonly resident: { readonly start: number; readonly warm: number; readonly most: number };
  readonly retained: { readonly warm: number; readonly end: number };
}

const WAYS = ['LineTransform', 'LineParser', 'lineEventBatches'];

/** Octets a line, where lines end; what takes longest first, as the cases run side by side. */
const FAMILIES = {
  'one-octet lines': 2,
  'comment lines': 16,
  'an endless line': Infinity,
  'an endless comment': Infinity,
};

const CASES = Object.entries(FAMILIES).flatMap(([family, octetsALine]) =>
  WAYS.map((way) => ({ way, family, octetsALine })),
);

const folder = await builtModule();

test.each(CASES)(
  '$family through $way',
  { timeout: TIMEOUT_MS, concurrent: true },
  async ({ way, family, octetsALine }) => {
    const args = [folder, way, family, octets, WARM_UP_OCTETS];
    const report = await runScript<Report>('hostile-lines.mjs', args);
    const { sent, lines, cpuSeconds, resident, retained } = report;
    const residentGrowth = resident.most - resident.warm;
    const retainedGrowth = retained.end - retained.warm;
    console.log(
      `${way}, ${family}: ${(sent / 1e9).toFixed(2)} GB, ${lines} lines, ${cpuSeconds.toFixed(1)} s of CPU; resident ` +
        `${mebibytes(resident.start)} at first, ${mebibytes(resident.warm)} warm, growth from there ` +
        `${mebibytes(residentGrowth)}; retained growth ${mebibytes(retainedGrowth)}`,
    );
    expect(sent).toBeGreaterThanOrEqual(octets);
    expect(lines).toBe(WARM_UP_OCTETS / 2 + Math.max(1, Math.ceil((sent - WARM_UP_OCTETS) / octetsALine)));
    expect(residentGrowth).toBeLessThan(16 * MEBIBYTE);
    // What is in use, garbage aside: the chunk under way and its events, of them more or fewer.
    expect(retainedGrowth).toBeLessThan(4 * MEBIBYTE);
  },
);

function mebibytes(count: number): string {
  return `${(count / MEBIBYTE).toFixed(1)} MiB`;
}
