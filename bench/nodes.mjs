// @ts-check
/** The package's stages on several versions of Node, in turns. */
import { execFileSync } from 'node:child_process';
import { runJob } from './harness/child.mjs';
import { atLeast } from './harness/measurements.mjs';
import { summarize } from './harness/statistics.mjs';

/** @typedef {import('./harness/measurements.mjs').Measurement} Measurement */
/** @typedef {import('./harness/statistics.mjs').Summary} Summary */

/** How often every version has its turn. */
const TURNS = 5;
const QUICK_TURNS = 2;
const JOB_LIMIT_MS = 900_000;

/** At least so many times the speed on the first version. */
const GOAL = 0.9;

const STAGES = [
  'octets → rows (tape)',
  'octets → line batches',
  'octets → line events',
  'octets → verdict',
  'octets → document',
  'octets → document → matcher → verdict',
  'octets → document, all nodes',
];

/**
 * A turn: jobs with the package alone, one stage to a process.
 *
 * @type {[string, object][]}
 */
const JOBS = [
  ...STAGES.map(
    (stage) =>
      /** @type {[string, object]} */ (['octets', { set: 'all', unit: 'MB/s', stages: [stage], peers: [] }]),
  ),
  ['octets', { set: 'small', unit: 'files/s', stages: ['octets → verdict'], peers: [] }],
  ['octets', { set: 'huge', unit: 'MB/s', stages: ['octets → verdict'], peers: [] }],
  ['warm', { share: 0.5, peers: [] }],
  ['warm', { share: 0.9, peers: [] }],
  ['rule-count', { kind: 'literal', peers: [] }],
  ['rule-count', { kind: 'wildcard', peers: [] }],
  ['compile', {}],
  ['transform', {}],
  ['drip', { peers: false }],
];

/** Units in which less is better. */
const UNITS_OF_TIME = new Set(['ns', 'ms']);

/** @param {import('./options.mjs').Options} options */
export async function compareNodes({ nodes, pace, quick }) {
  if (nodes.length < 2) {
    return {
      measurements: [],
      goals: [atLeast('Node 24 and 26 vs Node 20, slowest stage (--nodes 20,24,26)', GOAL, '×', null)],
    };
  }
  const paths = nodes.map(executableOf);
  /** @type {Map<string, { measurement: Measurement, speeds: number[][] }>} */
  const stages = new Map();
  // A turn is short: many turns, not long ones, take the machine's moods out.
  const turnPace = { ...pace, rounds: Math.ceil(pace.rounds / 3) };
  for (let turn = 0; turn < (quick ? QUICK_TURNS : TURNS); turn++) {
    for (const [job, parameters] of JOBS) {
      for (let i = 0; i < nodes.length; i++) {
        const node = (i + turn) % nodes.length;
        const report = await runJob(job, { ...parameters, pace: turnPace }, JOB_LIMIT_MS, paths[node]);
        for (const measurement of /** @type {Measurement[]} */ (report.measurements)) {
          if (measurement.value === null) continue;
          const key = `${measurement.input}: ${measurement.subject}`;
          const { speeds } = setDefault(stages, key, { measurement, speeds: nodes.map(() => []) });
          const { median } = measurement.value;
          speeds[node][turn] = UNITS_OF_TIME.has(measurement.unit) ? 1 / median : median;
        }
      }
    }
  }
  return report(nodes, stages);
}

/**
 * @param {string[]} nodes
 * @param {Map<string, { measurement: Measurement, speeds: number[][] }>} stages
 */
function report(nodes, stages) {
  const [first, ...others] = nodes;
  /** @type {Measurement[]} */
  const measurements = [];
  const goals = others.map((version, nth) => {
    /** @type {Summary | null} */
    let slowest = null;
    let slowestStage = '';
    for (const [input, { speeds }] of stages) {
      const times = summarize(speeds[nth + 1].map((speed, turn) => speed / speeds[0][turn]));
      measurements.push({
        input,
        subject: `Node ${version}`,
        unit: `× the speed on Node ${first}`,
        value: times,
      });
      if (slowest !== null && times.median >= slowest.median) continue;
      slowest = times;
      slowestStage = input;
    }
    return atLeast(`Node ${version} vs Node ${first}, slowest stage (${slowestStage})`, GOAL, '×', slowest);
  });
  return { layout: /** @type {const} */ ('matrix'), measurements, goals };
}

/**
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {V} value
 * @returns {V}
 */
function setDefault(map, key, value) {
  const known = map.get(key);
  if (known !== undefined) return known;
  map.set(key, value);
  return value;
}

/**
 * Where the newest Node of a major version is, fetched if need be.
 *
 * @param {string} version
 */
function executableOf(version) {
  if (process.version.startsWith(`v${version}.`)) return process.execPath;
  const args = ['-y', `node@${version}`, '-p', 'process.execPath'];
  return execFileSync('npx', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
