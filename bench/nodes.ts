/** The package's tasks on several versions of Node, in turns. */
import { execFileSync } from 'node:child_process';
import { JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, type Findings, type Measurement } from './harness/measurements.js';
import type { Pace } from './harness/race.js';
import { type Summary, summarize } from './harness/statistics.js';
import type { SetName } from './inputs/file-sets.js';
import type { Options } from './options.js';
import { TASK_NAMES, TASKS, type TaskName } from './subjects/tasks.js';

/** How many turns each version has, and how many more for a job that seems to miss the goal. */
const TURNS = 5;
const MORE_TURNS = 10;
const QUICK_TURNS = 2;
const QUICK_MORE_TURNS = 4;

/** The least speed on another version, as a ratio to the speed on the first. */
const GOAL = 0.9;

interface Turn {
  readonly measurements: readonly Measurement[];
}

/** Runs a job once on one version of Node. */
type Job = (pace: Pace, execPath: string) => Promise<Turn>;

/** Jobs without peers, one task a process. */
const JOBS: readonly Job[] = [
  ...TASK_NAMES.map((task) => taskJob(task, 'all')),
  ...(['verdict', 'matcher', 'nodes'] as const).map((task) => taskJob(task, 'small')),
  taskJob('verdict', 'huge'),
  (pace, node) => runJob('calls', { pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('warm', { share: 0.5, peers: [], pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('warm', { share: 0.9, peers: [], pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('rule-count', { kind: 'literal', peers: [], pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('rule-count', { kind: 'wildcard', peers: [], pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('compile', { pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('transform', { pace }, JOB_LIMIT_MS, node),
  (pace, node) => runJob('drip', { withPeers: false, pace }, JOB_LIMIT_MS, node),
];

function taskJob(task: TaskName, set: SetName): Job {
  return async (pace, node) => {
    const { us } = await runJob('task-alone', { task, set, peers: [], pace }, JOB_LIMIT_MS, node);
    return { measurements: [{ input: set, subject: TASKS[task].label, unit: 'µs', value: us }] };
  };
}

/** One stage on every version. */
interface Stage {
  readonly name: string;
  /** For each version, one speed a turn. */
  readonly speeds: number[][];
}

/** Units in which less is better. */
const UNITS_OF_TIME = new Set(['ns', 'µs', 'ms']);

export async function compareNodes({ nodes, pace, quick }: Options): Promise<Findings> {
  if (nodes.length < 2) {
    const stage = 'Node 24 and 26 vs Node 20, slowest stage (--nodes 20,24,26)';
    return { measurements: [], goals: [atLeast(stage, GOAL, '×', null)] };
  }
  const paths = nodes.map(executableOf);
  const stages: Stage[] = [];
  // Many short turns even out the load of a shared machine better than few long ones.
  const turnPace = { ...pace, rounds: Math.ceil(pace.rounds / 3) };
  for (const job of JOBS) {
    const ofJob = new Map<string, Stage>();
    const takeTurns = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) {
        for (let i = 0; i < nodes.length; i++) {
          const node = (i + turn) % nodes.length;
          addSpeeds(ofJob, await job(turnPace, paths[node]), node, nodes.length);
        }
      }
    };
    await takeTurns(quick ? QUICK_TURNS : TURNS);
    const seemsMissed = [...ofJob.values()].some(({ speeds }) =>
      nodes.some((_, node) => timesTheFirst(speeds, node).median < GOAL),
    );
    // The slowest of many stages is most often just unlucky.
    if (seemsMissed) await takeTurns(quick ? QUICK_MORE_TURNS : MORE_TURNS);
    stages.push(...ofJob.values());
  }
  return findingsOf(nodes, stages);
}

function addSpeeds(stages: Map<string, Stage>, turn: Turn, node: number, nodeCount: number): void {
  for (const { input, subject, unit, value } of turn.measurements) {
    if (value === null) continue;
    const name = `${input}: ${subject}`;
    const stage = stages.get(name) ?? { name, speeds: Array.from({ length: nodeCount }, () => []) };
    stages.set(name, stage);
    stage.speeds[node].push(UNITS_OF_TIME.has(unit) ? 1 / value.median : value.median);
  }
}

function timesTheFirst(speeds: readonly (readonly number[])[], node: number): Summary {
  return summarize(speeds[node].map((speed, turn) => speed / speeds[0][turn]));
}

function findingsOf(nodes: readonly string[], stages: readonly Stage[]): Findings {
  const [first, ...others] = nodes;
  const measurements: Measurement[] = [];
  const goals = others.map((version, nth) => {
    let slowest: Summary | null = null;
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
  return { layout: 'matrix', measurements, goals };
}

/** The path of the newest Node of a major version. Downloads it with npx if another Node runs this. */
function executableOf(version: string): string {
  if (process.version.startsWith(`v${version}.`)) return process.execPath;
  const args = ['-y', `node@${version}`, '-p', 'process.execPath'];
  return execFileSync('npx', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
