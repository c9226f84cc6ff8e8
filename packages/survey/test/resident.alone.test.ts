/**
 * A survey of one input needs at most 64 MiB for objects, and takes at most 200 MiB of resident memory, however large the input
 * is. `ROBOTSTREAM_SURVEY_GIB` sets the size of the archive in GiB, such as 10; the default is a quarter.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, program } from '../../../test/support/program.js';
import type { Report, Request } from './support/resident.js';

const OCTETS_A_MIB = 2 ** 20;
const GIB = Number(process.env.ROBOTSTREAM_SURVEY_GIB || 0.25);
const MOST_RESIDENT_MIB = 200;
/** What the collector may leave uncollected for longer, once the process is warm. */
const MOST_GROWTH_MIB = 40;

/** Otherwise the collector leaves as much uncollected as it likes, which depends on the machine and on chance. */
const COLLECTOR = ['--max-old-space-size=64', '--max-semi-space-size=2'];

let surveying: Program;
beforeAll(async () => {
  surveying = await program(new URL('./support/resident.ts', import.meta.url));
});
afterAll(() => surveying.remove());

test.each([
  ['not compressed', false],
  ['a member of gzip for each record', true],
] as const)('%s', async (name, isGzip) => {
  // The size of a compressed archive is that of its members: about a tenth of what they have.
  const octets = (GIB * 1024 * OCTETS_A_MIB) / (isGzip ? 10 : 1);
  const request: Request = { octets, isGzip };
  const child = surveying.start(request, { node: [process.execPath, ...COLLECTOR] });
  const report = await child.next<Report>();
  expect(await child.ended).toBe(0);
  const [early, most] = [report.earlyOctets / OCTETS_A_MIB, report.mostOctets / OCTETS_A_MIB];
  const size = (report.octets / OCTETS_A_MIB).toFixed(0);
  console.log(
    `${name}: ${size} MiB, ${report.captures} captures: ${most.toFixed(0)} MiB resident, ${early.toFixed(0)} at a quarter`,
  );
  expect(report.octets).toBeGreaterThanOrEqual(octets);
  expect(most).toBeLessThan(MOST_RESIDENT_MIB);
  expect(most - early).toBeLessThan(MOST_GROWTH_MIB);
});
