/** The benchmark of surveys: one input on one core, as rows and into Parquet for many crawlers, and many inputs in one thread and two. */
import { spawnSync } from 'node:child_process';
import { type Context, JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, atMost, type Findings, type Measurement, measurementsOf } from './harness/measurements.js';
import { type Result, timesAsFast } from './harness/race.js';
import { single, summarize } from './harness/statistics.js';

const ROUNDS = 3;
const NS_A_MS = 1e6;

/** How many times as fast as one job two jobs on two cores must be. */
const TWO_JOBS_TIMES = 1.7;

/** The same goal, as a share of what two threads that only decompress do in times of one: at most 2. */
const TWO_JOBS_SHARE = TWO_JOBS_TIMES / 2;

/** For how many crawlers an archive is surveyed into Parquet. The goals are for {@link GOAL_CRAWLERS}. */
const CRAWLERS = [1, 10, 35, 128];
const GOAL_CRAWLERS = 35;

/** The least speed, as a share of that of only decompressing, and the most memory. */
const CRAWLERS_SHARE = 0.45;
const CRAWLERS_MIB = 250;

const ONE_JOB = '--jobs 1';
const TWO_JOBS = '--jobs 2';
const ONE_CORE = '--jobs 1, bound to one core';
const ONE_THREAD = 'gunzipSync, one thread';
const TWO_THREADS = 'gunzipSync, two threads';

export async function surveys({ options: { pace } }: Context): Promise<Findings> {
  const oneCore = await runJob('survey', { pace }, JOB_LIMIT_MS);
  const parquet = await manyCrawlers(pace);
  const many = await manyInputs();
  return {
    measurements: [...oneCore.measurements, ...parquet.measurements, ...many.measurements],
    goals: [...oneCore.goals, ...parquet.goals, ...many.goals],
  };
}

/** Each number of crawlers in a process of its own, for its memory. */
async function manyCrawlers(pace: Context['options']['pace']): Promise<Findings> {
  const measurements: Measurement[] = [];
  const goals: Findings['goals'][number][] = [];
  for (const crawlers of CRAWLERS) {
    const found = await runJob('survey-crawlers', { pace, crawlers }, JOB_LIMIT_MS);
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

/**
 * Each subject in turns, in its own process. One job uses more than one core, since the garbage collector and the
 * compiler have their own threads. So two jobs on two cores are also compared with one job on one core.
 */
async function manyInputs(): Promise<Findings> {
  const samples = new Map<string, number[]>();
  const cores = new Map<string, number[]>();
  let label = '';
  const add = (to: Map<string, number[]>, subject: string, value: number) => {
    to.set(subject, [...(to.get(subject) ?? []), value]);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { subject, jobs, onOneCore } of subjects()) {
      const result = await runJob('survey-jobs', { jobs, onOneCore }, JOB_LIMIT_MS);
      add(samples, subject, (result.ms * NS_A_MS) / result.octets);
      add(cores, subject, result.cores);
      label = result.input;
    }
    for (const [subject, threads] of [
      [ONE_THREAD, 1],
      [TWO_THREADS, 2],
    ] as const) {
      const { ms, octets } = await runJob('gunzip-threads', { threads }, JOB_LIMIT_MS);
      add(samples, subject, (ms * NS_A_MS) / octets);
    }
  }
  const results = new Map([...samples].map(([name, nsPerUnit]) => [name, { name, nsPerUnit }]));
  return {
    measurements: measurementsOf(label, 'MB/s', results, ONE_JOB).map((measurement) =>
      withCores(measurement, cores.get(measurement.subject)),
    ),
    goals: goalsOf(results),
  };
}

function subjects() {
  const all = [
    { subject: ONE_CORE, jobs: 1, onOneCore: true },
    { subject: ONE_JOB, jobs: 1, onOneCore: false },
    { subject: TWO_JOBS, jobs: 2, onOneCore: false },
  ];
  const canBind = spawnSync('taskset', ['--version']).status === 0;
  return all.filter(({ onOneCore }) => canBind || !onOneCore);
}

function withCores(measurement: Measurement, cores: readonly number[] | undefined): Measurement {
  if (cores === undefined) return measurement;
  return { ...measurement, note: `${summarize(cores).median.toFixed(2)} cores used` };
}

function goalsOf(results: ReadonlyMap<string, Result>): Findings['goals'] {
  const times = (subject: string, other: string) => {
    const [one, two] = [results.get(subject), results.get(other)];
    return one === undefined || two === undefined ? null : timesAsFast(one, two);
  };
  const ofOneCore = times(TWO_JOBS, ONE_CORE);
  const ceiling = times(TWO_THREADS, ONE_THREAD)?.median ?? 2;
  const share = ofOneCore && {
    median: ofOneCore.median / ceiling,
    low: ofOneCore.low / ceiling,
    high: ofOneCore.high / ceiling,
  };
  return [
    atLeast(`survey ${TWO_JOBS} vs ${ONE_JOB}`, TWO_JOBS_TIMES, '×', times(TWO_JOBS, ONE_JOB)),
    atLeast(`survey ${TWO_JOBS} vs ${ONE_CORE}`, TWO_JOBS_TIMES, '×', ofOneCore),
    atLeast('the same, as a share of two gunzip threads vs one', TWO_JOBS_SHARE, '×', share),
  ];
}
