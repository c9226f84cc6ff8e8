/** A survey of an archive into Parquet for so many crawlers, against only decompressing it: speed, memory, and the size of the tables. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surveyAll } from '@robotstream/survey';
import { crawlersOf } from 'robotstream/crawlers';
import { measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race, timesAsFast } from '../harness/race.js';
import type { Archive } from '../inputs/warc-archive.js';
import { CHUNK_OCTETS, GUNZIP, gunzipped } from './survey.js';
import { chunksOf } from './transform.js';

const KIB_A_MIB = 1024;
const A_MILLION = 1e6;

/** An archive in a file, so that the process of a survey has nothing of it in memory but what it reads. */
export interface StoredArchive extends Omit<Archive, 'octets'> {
  readonly input: string;
}

/** Surveys an archive again and again in one thread for the first crawlers of the set `ai`, each judged by its own profile. */
export async function surveyCrawlers({
  pace,
  crawlers,
  archive: { input, captures, recordOctets: perRun },
}: {
  pace: Pace;
  crawlers: number;
  archive: StoredArchive;
}) {
  const chunks = chunksOf(readFileSync(input), CHUNK_OCTETS);
  const agents = crawlersOf('ai')
    .slice(0, crawlers)
    .map(({ tokens }) => ({ crawler: tokens[0] as string }));
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-bench-'));
  try {
    let parts = 0;
    let partOctets = 0;
    const run = async () => {
      const tables = join(folder, `tables-${parts++}`);
      await surveyAll({ inputs: [input], folder: tables, agents });
      const verdicts = join(tables, 'verdicts');
      partOctets = readdirSync(verdicts).reduce((sum, name) => sum + statSync(join(verdicts, name)).size, 0);
      return partOctets;
    };
    const survey = `survey into Parquet, ${crawlers} crawlers`;
    const subjects = [
      { name: GUNZIP, run: () => gunzipped(chunks), perRun },
      { name: survey, run, perRun },
    ];
    const results = await race(subjects, pace);
    const peakMiB = process.resourceUsage().maxRSS / KIB_A_MIB;
    const megaoctets = (partOctets / captures).toFixed(0);
    const note = `${peakMiB.toFixed(0)} MiB resident at most; ${megaoctets} MB of tables for ${A_MILLION.toLocaleString('en')} captures`;
    const measurements = measurementsOf(`${captures} captures, one thread`, 'MB/s', results, GUNZIP);
    return {
      measurements: measurements.map((one) => (one.subject === survey ? { ...one, note } : one)),
      times: timesAsFast(resultOf(results, survey), resultOf(results, GUNZIP)),
      peakMiB,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
