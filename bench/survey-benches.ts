/** The benchmark of surveys: one input on one core, as rows, and into Parquet for many crawlers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, atMost, type Findings, type Measurement } from './harness/measurements.js';
import { single } from './harness/statistics.js';
import { warcArchive } from './inputs/warc-archive.js';
import type { StoredArchive } from './jobs/survey-crawlers.js';

/** For how many crawlers an archive is surveyed into Parquet. The goals are for {@link GOAL_CRAWLERS}. */
const CRAWLERS = [1, 10, 35, 128];
const GOAL_CRAWLERS = 35;

/** The least speed, as a share of that of only decompressing, and the most memory. */
const CRAWLERS_SHARE = 0.16;
const CRAWLERS_MIB = 250;

export async function surveys({ options: { pace } }: Context): Promise<Findings> {
  const oneCore = await runJob('survey', { pace }, JOB_LIMIT_MS);
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-bench-'));
  try {
    const { octets, ...archive } = warcArchive();
    const input = join(folder, 'input.warc.gz');
    writeFileSync(input, octets);
    const parquet = await manyCrawlers(pace, { ...archive, input });
    return {
      measurements: [...oneCore.measurements, ...parquet.measurements],
      goals: [...oneCore.goals, ...parquet.goals],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each number of crawlers in a process of its own, for its memory. */
async function manyCrawlers(pace: Context['options']['pace'], archive: StoredArchive): Promise<Findings> {
  const measurements: Measurement[] = [];
  const goals: Findings['goals'][number][] = [];
  for (const crawlers of CRAWLERS) {
    const found = await runJob('survey-crawlers', { pace, crawlers, archive }, JOB_LIMIT_MS);
    measurements.push(...found.measurements);
    if (crawlers !== GOAL_CRAWLERS) continue;
    const stage = `survey of ${crawlers} crawlers into Parquet`;
    goals.push(
      atLeast(`${stage} vs createGunzip alone`, CRAWLERS_SHARE, '×', found.times),
      atMost(`${stage}: memory`, CRAWLERS_MIB, 'MiB', single(found.peakMiB)),
    );
  }
  return { measurements, goals };
}
