/** A signal costs nothing for each chunk: while a source is read, as much memory is reachable with a signal as without. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { type Program, program } from '../support/program.js';
import type { Report, Request } from './signal.js';

const CHUNKS = 200_000;

/** Far above the noise, which is some 100 KiB in all, and far below one object for each chunk. */
const MOST_OCTETS_A_CHUNK = 10;

const build = useBuild();
let reading: Program;
beforeAll(async () => {
  reading = await program(new URL('./signal.ts', import.meta.url));
});
afterAll(() => reading.remove());

async function heldBy(consumer: string, hasSignal: boolean): Promise<number> {
  const request: Request = {
    entry: join(build.folderOf('robotstream'), 'dist/index.js'),
    consumer,
    chunks: CHUNKS,
    hasSignal,
  };
  const child = reading.start(request);
  const { heldOctets } = await child.next<Report>();
  expect(await child.ended).toBe(0);
  return heldOctets;
}

test.each(['parse', 'lineEvents', 'lineEventBatches'])('%s', async (consumer) => {
  const [control, held] = [await heldBy(consumer, false), await heldBy(consumer, true)];
  console.log(`${consumer}: ${held} octets held, without a signal ${control}`);
  expect(held - control).toBeLessThan(CHUNKS * MOST_OCTETS_A_CHUNK);
});
