/** The benchmarks of the tasks: in turns and alone, against the yardstick and against all peers. */
import { type Context, JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, type Findings, type Measurement } from './harness/measurements.js';
import type { SetName } from './inputs/file-sets.js';
import type { TaskResult } from './jobs/tasks.js';
import { YARDSTICK } from './subjects/index.js';
import { TASK_NAMES, TASKS, type TaskName } from './subjects/tasks.js';

/** The least ratios to the yardstick, in turns, on all files. */
const GOALS: Readonly<Partial<Record<TaskName, number>>> = {
  events: 6,
  verdict: 11,
  document: 7,
  sitemaps: 11,
  matcher: 9.5,
  explained: 9.5,
  crawlers: 8,
  'crawlers-explained': 10,
  groups: 5.5,
};

/** The least rounds in which a slow peer's ratio is clear. */
const ROUNDS_WITH_ALL_PEERS = 5;

/** How tasks are measured. */
export type Mode = 'in turns' | 'alone';

/** Every task on one set of files: in turns, and alone in a process. */
export async function tasksOn(set: SetName, { options: { pace } }: Context): Promise<Findings> {
  const inTurns = await runJob('tasks-in-turns', { set, pace }, JOB_LIMIT_MS);
  const measurements: Measurement[] = [];
  for (const task of TASK_NAMES) {
    const alone = await runJob('task-alone', { task, set, peers: [YARDSTICK.name], pace }, JOB_LIMIT_MS);
    measurements.push(...columns(task, 'in turns', inTurns[task]), ...columns(task, 'alone', alone));
  }
  const goals = TASK_NAMES.flatMap((task) => {
    const times = GOALS[task];
    if (set !== 'all' || times === undefined) return [];
    return [
      atLeast(`all files: ${TASKS[task].label}`, times, '×', inTurns[task].peers[YARDSTICK.name].times),
    ];
  });
  return { layout: 'matrix', measurements, goals };
}

/** What a task costs, what the yardstick costs, and the ratio. */
function columns(task: TaskName, mode: Mode, { us, peers }: TaskResult): Measurement[] {
  const input = TASKS[task].label;
  const yardstick = peers[YARDSTICK.name];
  return [
    { input, subject: `${mode}, µs a file`, unit: 'µs', value: us },
    { input, subject: `${YARDSTICK.name}, ${mode}`, unit: 'µs', value: yardstick.us },
    { input, subject: timesColumn(mode), unit: '×', value: yardstick.times },
  ];
}

/** The name of the column with the ratios to the yardstick. */
export function timesColumn(mode: Mode): string {
  return `× ${YARDSTICK.name}, ${mode}`;
}

/** Every task alone in a process with all peers that can do it. */
export async function tasksOfAllPeers({ options, peers }: Context): Promise<Findings> {
  const pace = { ...options.pace, rounds: ROUNDS_WITH_ALL_PEERS };
  const measurements: Measurement[] = [];
  for (const task of TASK_NAMES) {
    const { us, peers: rivals } = await runJob('task-alone', { task, set: 'all', peers, pace }, JOB_LIMIT_MS);
    const input = TASKS[task].label;
    measurements.push({ input, subject: 'µs a file', unit: 'µs', value: us });
    for (const [name, { times }] of Object.entries(rivals)) {
      measurements.push({ input, subject: `× ${name}`, unit: '×', value: times });
    }
  }
  return { layout: 'matrix', measurements, goals: [] };
}
