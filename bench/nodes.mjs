// @ts-check
/** The package's stages on several versions of Node, in turns. */
import { execFileSync } from 'node:child_process';
import { runJob } from './harness/child.mjs';
import { atLeast } from './harness/measurements.mjs';
import { summarize } from './harness/statistics.mjs';
import { STAGE_NAMES } from './subjects/stages.mjs';

/** @typedef {import('./harness/measurements.mjs').Measurement} Measurement */
/** @typedef {import('./harness/statistics.mjs').Summary} Summary */

/** How often every version has its turn, and how often again with jobs that seem to miss the goal. */
const TURNS = 5;
const MORE_TURNS = 10;
const QUICK_TURNS = 2;
const QUICK_MORE_TURNS = 4;
const JOB_LIMIT_MS = 900_000;

/** At least so many times the speed on the first version. */
const GOAL = 0.9;

/**
 * A turn: jobs with the package alone, one stage to a process.
 *
 * @type {[string, object][]}
 */
const JOBS = [
  ...STAGE_NAMES.map(
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
  /** @type {Stage[]} */
  const stages = [];
  // A turn is short: many turns, not long ones, take the machine's moods out.
  const turnPace = { ...pace, rounds: Math.ceil(pace.rounds / 3) };
  for (const [job, parameters] of JOBS) {
    /** @type {Map<string, Stage>} */
    const ofJob = new Map();
    const takeTurns = async (/** @type {number} */ turns) => {
      for (let turn = 0; turn < turns; turn++) {
        for (let i = 0; i < nodes.length; i++) {
          const node = (i + turn) % nodes.length;
          const report = await runJob(job, { ...parameters, pace: turnPace }, JOB_LIMIT_MS, paths[node]);
          addSpeeds(ofJob, report.measurements, node, nodes.length);
        }
      }
    };
    await takeTurns(quick ? QUICK_TURNS : TURNS);
    const seemsMissed = [...ofJob.values()].some(({ speeds }) =>
      nodes.some((_, node) => timesTheFirst(speeds, node).median < GOAL),
    );
    // Of so many stages the slowest is most often just unlucky.
    if (seemsMissed) await takeTurns(quick ? QUICK_MORE_TURNS : MORE_TURNS);
    stages.push(...ofJob.values());
  }
  return report(nodes, stages);
}

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {number[][]} speeds for each version, one a turn
 */

/**
 * @param {Map<string, Stage>} stages
 * @param {Measurement[]} measurements
 * @param {number} node
 * @param {number} nodeCount
 */
function addSpeeds(stages, measurements, node, nodeCount) {
  for (const { input, subject, unit, value } of measurements) {
    if (value === null) continue;
    const name = `${input}: ${subject}`;
    const stage = stages.get(name) ?? { name, speeds: Array.from({ length: nodeCount }, () => []) };
    stages.set(name, stage);
    stage.speeds[node].push(UNITS_OF_TIME.has(unit) ? 1 / value.median : value.median);
  }
}

/**
 * @param {number[][]} speeds
 * @param {number} node
 */
function timesTheFirst(speeds, node) {
  return summarize(speeds[node].map((speed, turn) => speed / speeds[0][turn]));
}

/**
 * @param {string[]} nodes
 * @param {Stage[]} stages
 */
function report(nodes, stages) {
  const [first, ...others] = nodes;
  /** @type {Measurement[]} */
  const measurements = [];
  const goals = others.map((version, nth) => {
    /** @type {Summary | null} */
    let slowest = null;
    let slowestStage = '';
    for (const { name, speeds } of stages) {
      const value = timesTheFirst(speeds, nth + 1);
      measurements.push({
        input: name,
        subject: `Node ${version}`,
        unit: `× the speed on Node ${first}`,
        value,
      });
      if (slowest !== null && value.median >= slowest.median) continue;
      slowest = value;
      slowestStage = name;
    }
    return atLeast(`Node ${version} vs Node ${first}, slowest stage (${slowestStage})`, GOAL, '×', slowest);
  });
  return { layout: /** @type {const} */ ('matrix'), measurements, goals };
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
