// @ts-check
/** The benchmarks by name, each made of jobs. docs/benchmarks.md explains the goals. */
import { OverLimit, runJob } from './harness/child.mjs';
import { atLeast } from './harness/measurements.mjs';
import { summarize } from './harness/statistics.mjs';
import { compareNodes } from './nodes.mjs';
import { STAGE_NAMES } from './subjects/stages.mjs';

/** @typedef {import('./harness/measurements.mjs').Measurement} Measurement */
/** @typedef {import('./harness/measurements.mjs').Goal} Goal */
/** @typedef {import('./harness/measurements.mjs').Report} Report */

/**
 * @typedef {object} Context
 * @property {import('./options.mjs').Options} options
 * @property {string[]} peers who is compared with, those left out that could not be
 * @property {string[]} families of hostile files
 * @property {string[]} kept what is weighed for memory
 */

/** No job of ours takes nearly so long. */
export const JOB_LIMIT_MS = 900_000;

/** The goals are ratios to this peer, with one stage alone in the process: more garbage would make it look slow. */
const YARDSTICK = 'robots-parser';

/** Line events without strings may be read as three things; the goal is held against each. */
const GOALS = /** @type {const} */ ([
  { stage: 'octets → rows (tape)', label: 'octets → line events, no strings made: the tape', times: 14 },
  {
    stage: 'octets → line batches',
    label: 'octets → line events, no strings made: as LineBatchParser returns them',
    times: 14,
  },
  {
    stage: 'octets → line events',
    label: 'octets → line events, no strings made: as LineParser returns them',
    times: 14,
  },
  { stage: 'octets → verdict', label: 'octets → verdict for one agent and URL', times: 10 },
  { stage: 'octets → document', label: 'octets → full document', times: 7 },
]);
const SMALL_FILES_TIMES = 8;
const VERDICT = 'octets → verdict';

/**
 * Hot sites, by the share of sites where no more rules apply. One site's rules can be to one library's taste; so there are nine,
 * each measured alone, and the goal is set for the median of their ratios.
 */
const HOT_SITE_SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** Where all peers are measured, too. */
const SITE_FOR_EVERYBODY = 0.5;
const WARM_TIMES = 12;

const OCTETS_A_KIB = 1024;
const OCTETS_A_MIB = 1024 * 1024;

/**
 * @type {Record<string, { title: string, run: (context: Context) => Promise<Omit<Report, 'title'>> }>}
 */
export const BENCHES = {
  octets: {
    title: 'From octets on: all files',
    async run(context) {
      const { measurements, times } = await fromOctetsOn('all', 'MB/s', context);
      return {
        measurements,
        goals: GOALS.map(({ stage, label, times: goal }) => atLeast(label, goal, '×', times[stage])),
      };
    },
  },
  small: {
    title: 'From octets on: small files',
    async run(context) {
      const { measurements, times } = await fromOctetsOn('small', 'files/s', context);
      const stage = 'small files (≤ 2 KiB) a second, octets → verdict';
      return { measurements, goals: [atLeast(stage, SMALL_FILES_TIMES, '×', times[VERDICT])] };
    },
  },
  huge: {
    title: 'From octets on: a file of 500 KiB',
    async run(context) {
      const { measurements } = await fromOctetsOn('huge', 'MB/s', context);
      return { measurements, goals: [] };
    },
  },
  warm: {
    title: 'Verdicts a second, once warm',
    run: warm,
  },
  rules: {
    title: 'ns a verdict by number of rules, once warm',
    async run({ options: { pace } }) {
      const reports = [];
      for (const kind of ['literal', 'wildcard']) {
        reports.push(await runJob('rule-count', { kind, peers: [YARDSTICK], pace }, JOB_LIMIT_MS));
      }
      return {
        measurements: reports.flatMap(({ measurements }) => measurements),
        goals: reports.flatMap(({ goals }) => goals),
      };
    },
  },
  compile: {
    title: 'Compiling many rules',
    run: ({ options: { pace } }) => runJob('compile', { pace }, JOB_LIMIT_MS),
  },
  worst: {
    title: 'The worst verdict: hostile files of 500 KiB, URLs of 8 KiB',
    run: ({ options: { pace } }) => runJob('worst', { pace }, JOB_LIMIT_MS),
  },
  hostile: {
    title: 'Hostile files of 500 KiB, octets → verdict for a URL of 8 KiB',
    run: hostile,
  },
  transform: {
    title: 'Events through streams',
    run: ({ options: { pace } }) => runJob('transform', { pace }, JOB_LIMIT_MS),
  },
  drip: {
    title: 'Drip-fed: 64 KiB in small chunks',
    async run({ options: { pace }, peers }) {
      const hasParser = peers.includes('robots-txt-parse + guard');
      const { measurements } = await runJob('drip', { peers: hasParser, pace }, JOB_LIMIT_MS);
      return { layout: 'matrix', measurements, goals: [] };
    },
  },
  memory: {
    title: 'Memory',
    run: memory,
  },
  nodes: {
    title: 'Node versions',
    run: ({ options }) => compareNodes(options),
  },
};

/**
 * Every stage with the yardstick alone in a process, then the verdict with all peers in one.
 *
 * @param {string} set
 * @param {string} unit
 * @param {Context} context
 */
async function fromOctetsOn(set, unit, { options: { pace }, peers }) {
  /** @type {Measurement[]} */
  const measurements = [];
  /** @type {Record<string, import('./harness/statistics.mjs').Summary>} */
  const times = {};
  for (const stage of STAGE_NAMES) {
    const job = { set, unit, stages: [stage], peers: [YARDSTICK], pace };
    const report = await runJob('octets', job, JOB_LIMIT_MS);
    const [ours, yardstick] = /** @type {Measurement[]} */ (report.measurements);
    measurements.push(ours, { ...yardstick, subject: `${yardstick.subject} beside it` });
    times[stage] = report.times[stage];
  }
  const job = { set, unit, stages: [VERDICT], peers, pace };
  const everybody = await runJob('octets', job, JOB_LIMIT_MS);
  measurements.push(...namedEverybody(everybody.measurements));
  return { measurements, times };
}

/**
 * Each site with the yardstick alone in a process, then one with all peers.
 *
 * @param {Context} context
 */
async function warm({ options: { pace }, peers }) {
  /** @type {Measurement[]} */
  const measurements = [];
  /** @type {number[]} */
  const ratios = [];
  for (const share of HOT_SITE_SHARES) {
    const report = await runJob('warm', { share, peers: [YARDSTICK], pace }, JOB_LIMIT_MS);
    for (const measurement of /** @type {Measurement[]} */ (report.measurements)) {
      const { input: site, subject } = measurement;
      measurements.push({ ...measurement, input: 'each site alone', subject: `${site}: ${subject}` });
    }
    ratios.push(report.times.median);
  }
  const everybody = await runJob('warm', { share: SITE_FOR_EVERYBODY, peers, pace }, JOB_LIMIT_MS);
  measurements.push(...namedEverybody(everybody.measurements));
  const stage = `warm isAllowed(full URL string), one hot site (the median of ${ratios.length} sites)`;
  return { measurements, goals: [atLeast(stage, WARM_TIMES, '×', summarize(ratios))] };
}

/** @param {Measurement[]} measurements */
function namedEverybody(measurements) {
  return measurements.map((measurement) => ({ ...measurement, input: `everybody, ${measurement.input}` }));
}

/**
 * Each peer on each file, each in a process of its own that is killed at the limit.
 *
 * @param {Context} context
 */
async function hostile({ options: { hostileLimitMs }, families, peers }) {
  /** @type {Measurement[]} */
  const measurements = [];
  for (const family of families) {
    for (const peer of ['robotstream', ...peers]) {
      const place = { input: family, subject: peer, unit: 'ms' };
      try {
        const { ms, allowed } = await runJob('hostile', { peer, family }, hostileLimitMs);
        const answer = allowed === null ? 'throws' : allowed ? 'allowed' : 'disallowed';
        measurements.push({ ...place, value: summarize(ms), note: answer });
      } catch (error) {
        if (!(error instanceof OverLimit)) throw error;
        measurements.push({ ...place, value: null, note: error.message });
      }
    }
  }
  return { layout: /** @type {const} */ ('matrix'), measurements, goals: [] };
}

/**
 * Memory is measured once: there is no spread to show.
 *
 * @param {Context} context
 */
async function memory({ kept }) {
  /** @type {Measurement[]} */
  const measurements = [];
  for (const [set, label] of [
    ['all', 'all files'],
    ['huge', '500 KiB'],
  ]) {
    for (const name of kept) {
      const { perOctet, perFile } = await runJob('memory', { name, set }, JOB_LIMIT_MS);
      const peak = await runJob('memory-peak', { name, set }, JOB_LIMIT_MS);
      const input = `${label}: ${name}`;
      measurements.push(
        { input, subject: 'kept an octet of file', unit: 'octets', value: once(perOctet) },
        { input, subject: 'kept a file, KiB', unit: 'KiB', value: once(perFile / OCTETS_A_KIB) },
        {
          input,
          subject: 'peak above start, MiB',
          unit: 'MiB',
          value: peak === null ? null : once(peak / OCTETS_A_MIB),
        },
      );
    }
  }
  return { layout: /** @type {const} */ ('matrix'), measurements, goals: [] };
}

/** @param {number} value */
function once(value) {
  return { median: value, low: value, high: value };
}
