/** A survey of many inputs into a folder, in one thread or several, on one core or all. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surveyAll } from '@robotstream/survey';
import { TEN_AGENTS } from '../inputs/questions.js';
import { warcArchive } from '../inputs/warc-archive.js';

/** Enough inputs to make the start of threads, and compiling the code in each, a small share of the time. */
const INPUTS = 320;

export interface JobsResult {
  readonly input: string;
  readonly ms: number;
  /** How many cores the process used on average: the garbage collector and the compiler have their own threads. */
  readonly cores: number;
  /** The size of the records without compression. */
  readonly octets: number;
}

/**
 * Surveys many inputs, in its own process, so that no thread finds compiled code.
 *
 * @param onOneCore whether all threads of the process share one core
 */
export async function surveyJobs({
  jobs,
  onOneCore,
}: {
  jobs: number;
  onOneCore: boolean;
}): Promise<JobsResult> {
  const archive = warcArchive();
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-bench-'));
  try {
    const [first, ...others] = Array.from({ length: INPUTS }, (_, i) => join(folder, `${i}.warc.gz`)) as [
      string,
      ...string[],
    ];
    writeFileSync(first, archive.octets);
    for (const other of others) linkSync(first, other);
    if (onOneCore) useOneCore();
    let done = 0;
    const onEvent = ({ kind }: { readonly kind: string }) => {
      if (kind === 'done') done++;
    };
    // Wall-clock time, because threads do not save CPU time.
    const startMs = performance.now();
    const cpuBefore = process.cpuUsage();
    await surveyAll({
      inputs: [first, ...others],
      folder: join(folder, 'tables'),
      agents: TEN_AGENTS,
      jobs,
      onEvent,
    });
    const ms = performance.now() - startMs;
    const { user, system } = process.cpuUsage(cpuBefore);
    if (done !== INPUTS) throw new Error(`${done} of ${INPUTS} inputs are done`);
    const megaoctets = (INPUTS * archive.octets.length) / OCTETS_A_MB;
    const input = `${INPUTS} inputs of ${archive.captures} captures, ${megaoctets.toFixed(0)} MB in gzip, ten crawlers, into Parquet`;
    return { input, ms, cores: (user + system) / US_A_MS / ms, octets: INPUTS * archive.recordOctets };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OCTETS_A_MB = 1e6;
const US_A_MS = 1e3;

/** Binds every thread of this process to the first core. */
function useOneCore(): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '0', `${process.pid}`]);
}
