/** Tasks over a set of files, alone or in turns, against what users of the peers do. */
import { alternate } from '../harness/alternate.js';
import { resultOf, UNITS } from '../harness/measurements.js';
import { type Pace, type Result, race, timesAsFast } from '../harness/race.js';
import { type Summary, summarize } from '../harness/statistics.js';
import { filesNamed, type SetName } from '../inputs/file-sets.js';
import { oneQuestionEach } from '../inputs/questions.js';
import { peerNamed, YARDSTICK } from '../subjects/index.js';
import { passOver } from '../subjects/passes.js';
import { type PeerUse, peerRun, takesPart } from '../subjects/peer-uses.js';
import { TASK_NAMES, TASKS, type TaskName } from '../subjects/tasks.js';

/** What one task costs. */
export interface TaskResult {
  /** Microseconds a file. */
  readonly us: Summary;
  /** The peers that can do the task, by name. */
  readonly peers: Readonly<Record<string, Comparison>>;
}

export interface Comparison {
  /** Microseconds a file. */
  readonly us: Summary;
  /** How many times as fast as the peer this package is. */
  readonly times: Summary;
}

export interface AloneOptions {
  readonly task: TaskName;
  readonly set: SetName;
  readonly peers: readonly string[];
  readonly pace: Pace;
}

/** One task, with the same task for each peer that can do it, and nothing else in the process. */
export async function taskAlone({ task, set, peers, pace }: AloneOptions): Promise<TaskResult> {
  const { run, instead } = TASKS[task];
  const questions = oneQuestionEach(filesNamed(set).files);
  const perRun = questions.length;
  const rivals = peers.map(peerNamed).filter((peer) => takesPart(peer, instead));
  const results = await race(
    [
      { name: task, run: passOver(questions, run), perRun },
      ...rivals.map((peer) => ({
        name: peer.name,
        run: passOver(questions, peerRun(peer, instead)),
        perRun,
      })),
    ],
    pace,
  );
  const ours = resultOf(results, task);
  return {
    us: usOf(ours),
    peers: Object.fromEntries(rivals.map(({ name }) => [name, compare(ours, resultOf(results, name))])),
  };
}

export interface InTurnsOptions {
  readonly set: SetName;
  readonly pace: Pace;
}

/** All tasks in one process, in turns for each file, with every use of the yardstick. */
export function tasksInTurns({ set, pace }: InTurnsOptions): Record<TaskName, TaskResult> {
  const uses = [...new Set(TASK_NAMES.map((task): PeerUse => TASKS[task].instead))];
  const results = alternate(
    [
      ...TASK_NAMES.map((task) => ({ name: task, run: TASKS[task].run })),
      ...uses.map((use) => ({ name: nameOf(use), run: peerRun(YARDSTICK, use) })),
    ],
    oneQuestionEach(filesNamed(set).files),
    pace.rounds,
  );
  const entries = TASK_NAMES.map((task): [TaskName, TaskResult] => {
    const ours = resultOf(results, task);
    const yardstick = resultOf(results, nameOf(TASKS[task].instead));
    return [task, { us: usOf(ours), peers: { [YARDSTICK.name]: compare(ours, yardstick) } }];
  });
  return Object.fromEntries(entries) as Record<TaskName, TaskResult>;
}

/** The name of a use of the yardstick, which no task has. */
function nameOf(use: PeerUse): string {
  return `${YARDSTICK.name}: ${use}`;
}

function usOf({ nsPerUnit }: Result): Summary {
  return summarize(nsPerUnit.map(UNITS.µs));
}

function compare(ours: Result, peer: Result): Comparison {
  return { us: usOf(peer), times: timesAsFast(ours, peer) };
}
