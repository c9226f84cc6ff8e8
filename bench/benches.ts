/** The benchmarks by name, each made of jobs. docs/internals/benchmarks.md explains the goals. */
import { type Bench, type Context, JOB_LIMIT_MS } from './context.js';
import { OverLimit, runJob } from './harness/child.js';
import { atLeast, type Findings, type Goal, type Measurement } from './harness/measurements.js';
import { single, summarize } from './harness/statistics.js';
import { FAMILY_NAMES } from './inputs/hostile-files.js';
import { loads } from './load-benches.js';
import { compareNodes } from './nodes.js';
import { YARDSTICK } from './subjects/index.js';
import { KEPT } from './subjects/kept.js';
import { robotsTxtGuard } from './subjects/robots-txt-guard.js';
import { robotstream } from './subjects/robotstream.js';
import { surveys } from './survey-benches.js';
import { tasksOfAllPeers, tasksOn } from './task-benches.js';

/**
 * The sites of the warm benchmark, by the share of sites that have no more rules. One site's rules may suit one library, so
 * there are nine sites, each measured alone. The goal applies to the median of their ratios.
 */
const HOT_SITE_SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** The site where all peers are measured as well. */
const SITE_FOR_ALL_PEERS = 0.5;
const WARM_TIMES = 12;

const OCTETS_A_KIB = 1024;
const OCTETS_A_MIB = 1024 * 1024;

export const BENCHES = {
  all: { title: 'Tasks: all files', run: (context) => tasksOn('all', context) },
  small: { title: 'Tasks: files of at most 2 KiB', run: (context) => tasksOn('small', context) },
  huge: { title: 'Tasks: one file of 500 KiB', run: (context) => tasksOn('huge', context) },
  peers: { title: 'Tasks: all files, all peers', run: tasksOfAllPeers },
  reference: { title: 'Tasks: against the reference C++ matcher', run: reference },
  calls: {
    title: 'What the asynchronous calls add',
    run: ({ options: { pace } }) => runJob('calls', { pace }, JOB_LIMIT_MS),
  },
  batch: {
    title: 'Answers a second from check --batch, ten crawlers of each file',
    run: ({ options: { pace } }) => runJob('batch', { pace }, JOB_LIMIT_MS),
  },
  warm: { title: 'Verdicts a second, once warm', run: warm },
  rules: { title: 'ns a verdict by number of rules, once warm', run: rules },
  compile: {
    title: 'Compiling many rules',
    run: ({ options: { pace } }) => runJob('compile', { pace }, JOB_LIMIT_MS),
  },
  worst: {
    title: 'The slowest verdict: hostile files of 500 KiB, URLs of 8 KiB',
    run: ({ options: { pace } }) => runJob('worst', { pace }, JOB_LIMIT_MS),
  },
  hostile: { title: 'Hostile files of 500 KiB, octets → verdict for a URL of 8 KiB', run: hostile },
  transform: {
    title: 'Events through streams',
    run: ({ options: { pace } }) => runJob('transform', { pace }, JOB_LIMIT_MS),
  },
  fetch: { title: 'Fetching a robots.txt', run: () => runJob('fetch', {}, JOB_LIMIT_MS) },
  load: { title: 'Loads of a client', run: loads },
  drip: {
    title: 'Small chunks: 64 KiB in chunks of several sizes',
    run: ({ options: { pace }, peers }) =>
      runJob('drip', { withPeers: peers.includes(robotsTxtGuard.name), pace }, JOB_LIMIT_MS),
  },
  survey: { title: 'Surveys of an archive', run: surveys },
  audit: {
    title: 'Audits of an access log',
    run: ({ options: { pace } }) => runJob('audit', { pace }, JOB_LIMIT_MS),
  },
  memory: { title: 'Memory', run: memory },
  nodes: { title: 'Node versions', run: ({ options }) => compareNodes(options) },
} satisfies Record<string, Bench>;

export type BenchName = keyof typeof BENCHES;

export function isBenchName(name: string): name is BenchName {
  return Object.hasOwn(BENCHES, name);
}

/** Each site in its own process with the yardstick, then one site with all peers. */
async function warm({ options: { pace }, peers }: Context): Promise<Findings> {
  const measurements: Measurement[] = [];
  const ratios: number[] = [];
  for (const share of HOT_SITE_SHARES) {
    const report = await runJob('warm', { share, peers: [YARDSTICK.name], pace }, JOB_LIMIT_MS);
    for (const measurement of report.measurements) {
      const { input: site, subject } = measurement;
      measurements.push({ ...measurement, input: 'each site alone', subject: `${site}: ${subject}` });
    }
    if (report.times !== null) ratios.push(report.times.median);
  }
  const all = await runJob('warm', { share: SITE_FOR_ALL_PEERS, peers, pace }, JOB_LIMIT_MS);
  measurements.push(...all.measurements.map((one) => ({ ...one, input: `all peers, ${one.input}` })));
  const stage = `warm isAllowed(full URL string), one site (the median of ${ratios.length} sites)`;
  return { measurements, goals: [atLeast(stage, WARM_TIMES, '×', summarize(ratios))] };
}

/** Needs a program that is compiled from `bench/reference/driver.cc`. */
async function reference({ options: { driver, pace } }: Context): Promise<Findings> {
  if (driver !== undefined) return runJob('reference', { driver, pace }, JOB_LIMIT_MS);
  const stage = 'tasks against the reference C++ matcher (--reference DRIVER)';
  return { measurements: [], goals: [atLeast(stage, 1, '×', null)] };
}

async function rules({ options: { pace } }: Context): Promise<Findings> {
  const measurements: Measurement[] = [];
  const goals: Goal[] = [];
  for (const kind of ['literal', 'wildcard'] as const) {
    const report = await runJob('rule-count', { kind, peers: [YARDSTICK.name], pace }, JOB_LIMIT_MS);
    measurements.push(...report.measurements);
    goals.push(...report.goals);
  }
  return { measurements, goals };
}

/** Each library on each file, each in its own process, which is killed at the limit. */
async function hostile({ options: { hostileLimitMs }, peers }: Context): Promise<Findings> {
  const measurements: Measurement[] = [];
  for (const family of FAMILY_NAMES) {
    for (const subject of [robotstream.name, ...peers]) {
      const place = { input: family, subject, unit: 'ms' };
      try {
        const { ms, allowed } = await runJob('hostile', { subject, family }, hostileLimitMs);
        const answer = allowed === null ? 'throws' : allowed ? 'allowed' : 'disallowed';
        measurements.push({ ...place, value: summarize(ms), note: answer });
      } catch (error) {
        if (!(error instanceof OverLimit)) throw error;
        measurements.push({ ...place, value: null, note: error.message });
      }
    }
  }
  return { layout: 'matrix', measurements, goals: [] };
}

/** Memory is measured once, so it has no spread. */
async function memory(): Promise<Findings> {
  const measurements: Measurement[] = [];
  for (const [set, label] of [
    ['all', 'all files'],
    ['huge', '500 KiB'],
  ] as const) {
    for (const name of Object.keys(KEPT)) {
      const { perOctet, perFile } = await runJob('memory', { name, set }, JOB_LIMIT_MS);
      const peak = await runJob('memory-peak', { name, set }, JOB_LIMIT_MS);
      const input = `${label}: ${name}`;
      measurements.push(
        { input, subject: 'kept an octet of file', unit: 'octets', value: single(perOctet) },
        { input, subject: 'kept a file, KiB', unit: 'KiB', value: single(perFile / OCTETS_A_KIB) },
        {
          input,
          subject: 'peak above start, MiB',
          unit: 'MiB',
          value: peak === null ? null : single(peak / OCTETS_A_MIB),
        },
      );
    }
  }
  return { layout: 'matrix', measurements, goals: [] };
}
