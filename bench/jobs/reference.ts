/**
 * Tasks against the reference C++ matcher, which runs in its own process: the two take turns, pass by pass, and each measures its own
 * CPU time.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { atLeast, type Findings, type Goal, type Measurement } from '../harness/measurements.js';
import { type Pace, type Result, timesAsFast } from '../harness/race.js';
import { summarize } from '../harness/statistics.js';
import { filesNamed } from '../inputs/file-sets.js';
import { oneQuestionEach, type Question } from '../inputs/questions.js';
import { randomFrom } from '../inputs/random.js';
import { passOver } from '../subjects/passes.js';
import { TASKS, type TaskName } from '../subjects/tasks.js';

/** The tasks of the reference, which has no documents. */
type ReferenceTask = 'tokenize' | 'verdicts';

interface Comparison {
  readonly task: TaskName;
  readonly with: ReferenceTask;
  /** How many times as fast as the reference, on all files. */
  readonly goal: number;
}

const COMPARISONS: readonly Comparison[] = [
  { task: 'rows', with: 'tokenize', goal: 2.7 },
  { task: 'verdict', with: 'verdicts', goal: 2.5 },
  { task: 'document', with: 'tokenize', goal: 2.1 },
  { task: 'matcher', with: 'verdicts', goal: 2 },
];

const REFERENCE = 'google/robotstxt';
const NS_A_US = 1e3;

/** @param options `driver`: the path of the program that `bench/reference/driver.cc` is compiled to */
export async function reference({ driver, pace }: { driver: string; pace: Pace }): Promise<Findings> {
  const measurements: Measurement[] = [];
  const goals: Goal[] = [];
  for (const set of ['all', 'small'] as const) {
    const { files } = filesNamed(set);
    const results = await takeTurns(driver, oneQuestionEach(files), pace);
    for (const { task, with: use, goal } of COMPARISONS) {
      const { label } = TASKS[task];
      const [ours, theirs] = [results[task], results[use]];
      const times = timesAsFast(ours, theirs);
      measurements.push(
        {
          input: `${set}: ${label}`,
          subject: 'µs a file',
          unit: 'µs',
          value: summarize(ours.nsPerUnit.map(us)),
        },
        {
          input: `${set}: ${label}`,
          subject: REFERENCE,
          unit: 'µs',
          value: summarize(theirs.nsPerUnit.map(us)),
        },
        { input: `${set}: ${label}`, subject: `× ${REFERENCE}`, unit: '×', value: times },
      );
      if (set === 'all') goals.push(atLeast(`all files: ${label}, against ${REFERENCE}`, goal, '×', times));
    }
  }
  return { layout: 'matrix', measurements, goals };
}

function us(ns: number): number {
  return ns / NS_A_US;
}

/** Every task of both, in turns. */
async function takeTurns(
  path: string,
  questions: readonly Question[],
  { rounds }: Pace,
): Promise<Record<TaskName | ReferenceTask, Result>> {
  const driver = new Driver(path, questions);
  try {
    const ours = COMPARISONS.map(({ task }) => ({
      name: task,
      pass: timed(passOver(questions, TASKS[task].run)),
    }));
    const theirs = [...new Set(COMPARISONS.map(({ with: use }) => use))].map((use) => ({
      name: use,
      pass: () => driver.timePass(use),
    }));
    const subjects = [...ours, ...theirs].map(({ name, pass }) => ({
      pass,
      result: { name, nsPerUnit: [] as number[] },
    }));
    const random = randomFrom(ORDER_SEED);
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
      // Garbage is collected every few rounds. In a fixed order, the same task would pay for it each time.
      random.shuffle(subjects);
      for (const { pass, result } of subjects) {
        const ns = await pass();
        if (round >= 0) result.nsPerUnit.push(ns / questions.length);
      }
    }
    return Object.fromEntries(subjects.map(({ result }) => [result.name, result])) as Record<
      TaskName | ReferenceTask,
      Result
    >;
  } finally {
    await driver.close();
  }
}

const WARM_UP_ROUNDS = 20;
const ORDER_SEED = 12;

/** A pass that returns its CPU time in nanoseconds. */
function timed(pass: () => unknown): () => number {
  return () => {
    const start = process.cpuUsage();
    pass();
    const { user, system } = process.cpuUsage(start);
    return (user + system) * NS_A_US;
  };
}

/** The process of the reference. */
class Driver {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'robotstream-bench-'));

  constructor(path: string, questions: readonly Question[]) {
    const file = join(this.#folder, 'questions');
    writeFileSync(file, framed(questions));
    this.#child = spawn(path, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** CPU time in nanoseconds. */
  async timePass(task: ReferenceTask): Promise<number> {
    this.#child.stdin.write(`${task} 1\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the driver of the reference ended');
    return Number(value.split(' ')[0]);
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    rmSync(this.#folder, { recursive: true });
  }
}

/** Each robots.txt and URL with its length before it. */
function framed(questions: readonly Question[]): Buffer {
  return Buffer.concat(
    questions.flatMap(({ octets, url }) => [...piece(octets), ...piece(Buffer.from(url))]),
  );
}

function piece(octets: Uint8Array): [Buffer, Uint8Array] {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(octets.length);
  return [length, octets];
}
