/** What is kept of captures of sites that are not surveyed does not hold the archive's own octets, of which a capture may be a small part. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, program } from '../../../test/support/program.js';
import type { Report } from './support/kept-others.js';

let keeping: Program;
beforeAll(async () => {
  keeping = await program(new URL('./support/kept-others.ts', import.meta.url));
});
afterAll(() => keeping.remove());

test('no payload of the archive is reachable', async () => {
  const child = keeping.start(null);
  expect(await child.next<Report>()).toEqual({ alive: 0, captures: 100 });
  expect(await child.ended).toBe(0);
});
