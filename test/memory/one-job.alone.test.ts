/** Files that a job has judged and dropped are not held until the job ends: a job may read millions. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { program } from '../support/program.js';
import type { Report, Request } from './one-job.js';

const FEW = 1;
const MANY = 1_300;

/** What all automata share, and noise. Each file that is held takes 33,000 octets, which would be twice as much. */
const SHARED_OCTETS = 22_000_000;

const build = useBuild();

test('a job holds no more after many files than what all automata share', async () => {
  const job = await program(new URL('./one-job.ts', import.meta.url));
  const entry = join(build.folderOf('robotstream'), 'dist/index.js');
  const child = job.start({ entry, counts: [FEW, MANY] } satisfies Request);
  const [afterFew, afterMany] = (await child.next<Report>()).octets;
  expect(await child.ended).toBe(0);
  job.remove();
  console.log(`after ${FEW} files ${afterFew} octets, after ${MANY} ${afterMany}`);
  expect(afterMany - afterFew).toBeLessThan(SHARED_OCTETS);
});
