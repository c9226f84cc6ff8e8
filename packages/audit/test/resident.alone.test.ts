/** An audit takes at most 200 MiB of resident memory, however many lines, names and paths a log has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, program } from '../../../test/support/program.js';
import type { Report, Request } from './support/resident.js';

const OCTETS_A_MIB = 2 ** 20;
const LINES = 1_000_000;
const MOST_RESIDENT_MIB = 200;
/** What the collector may leave uncollected for longer, once the process is warm. */
const MOST_GROWTH_MIB = 40;

/** Otherwise the collector leaves as much uncollected as it likes, which depends on the machine and on chance. */
const COLLECTOR = ['--max-old-space-size=96', '--max-semi-space-size=2'];

let auditing: Program;
beforeAll(async () => {
  auditing = await program(new URL('./support/resident.ts', import.meta.url));
});
afterAll(() => auditing.remove());

test('a name and a path in each line', async () => {
  const request: Request = { lines: LINES };
  const child = auditing.start(request, { node: [process.execPath, ...COLLECTOR] });
  const report = await child.next<Report>();
  expect(await child.ended).toBe(0);
  const [early, most] = [report.earlyOctets / OCTETS_A_MIB, report.mostOctets / OCTETS_A_MIB];
  console.log(`${report.lines} lines: ${most.toFixed(0)} MiB resident, ${early.toFixed(0)} at a quarter`);
  expect(report.lines).toBe(LINES);
  expect(most).toBeLessThan(MOST_RESIDENT_MIB);
  expect(most - early).toBeLessThan(MOST_GROWTH_MIB);
});
