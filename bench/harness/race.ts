/**
 * Times several subjects in one process, in turns, so that other load on the machine slows down all of them equally.
 * Subjects are compared round by round.
 */
import { collectYoungGarbage } from './collect-garbage.js';
import { type Summary, summarize } from './statistics.js';
import { startStopwatch } from './stopwatch.js';

export interface Subject {
  readonly name: string;
  /** Runs one pass. May return a promise. Returns the same value every time. */
  readonly run: () => unknown;
  /** How many units (octets, files, verdicts, events) one pass handles. */
  readonly perRun: number;
}

export interface Pace {
  readonly rounds: number;
  /** The least time that a subject runs in a round, in milliseconds. */
  readonly roundMs: number;
  /** The least time that a subject runs before the first round, in milliseconds. */
  readonly warmUpMs: number;
}

export interface Result {
  readonly name: string;
  /** One sample a round. */
  readonly nsPerUnit: number[];
}

/** A subject after its warm-up. */
interface Runner {
  readonly subject: Subject;
  readonly passMs: number;
  /** How many passes make a round. */
  readonly passes: number;
  /** What every pass must return. */
  readonly answer: unknown;
  readonly result: Result;
}

const NS_A_MS = 1e6;

/** The shortest time that the clock measures well, in milliseconds. */
const LEAST_TIMED_MS = 10;

/** A subject takes part only in the first rounds if one of its passes takes this long. */
const SLOW_PASS_MS = 1000;
const ROUNDS_OF_SLOW = 3;

/**
 * @returns the results by name
 * @throws {Error} if a subject returns different values at different times
 */
export async function race(subjects: readonly Subject[], pace: Pace): Promise<Map<string, Result>> {
  const runners: Runner[] = [];
  for (const subject of subjects) runners.push(await warmUp(subject, pace));

  for (let round = 0; round < pace.rounds; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(turn + round) % runners.length];
      if (runner.passMs > SLOW_PASS_MS && round >= ROUNDS_OF_SLOW) continue;
      runner.result.nsPerUnit[round] = await timePasses(runner);
    }
  }
  return new Map(runners.map(({ result }) => [result.name, result]));
}

/** Runs a subject for one round. Returns nanoseconds a unit. */
async function timePasses({ subject, passes, answer: expected }: Runner): Promise<number> {
  collectYoungGarbage();
  const elapsedMs = startStopwatch();
  let answer: unknown;
  for (let i = 0; i < passes; i++) {
    answer = subject.run();
    if (answer instanceof Promise) answer = await answer;
  }
  const ns = elapsedMs() * NS_A_MS;
  if (answer !== expected) throw new Error(`${subject.name} returned ${answer}, before that ${expected}`);
  return ns / (passes * subject.perRun);
}

async function warmUp(subject: Subject, { roundMs, warmUpMs }: Pace): Promise<Runner> {
  const totalMs = startStopwatch();
  let passMs = 0;
  let answer: unknown;
  let count = 1;
  do {
    const elapsedMs = startStopwatch();
    for (let i = 0; i < count; i++) answer = await subject.run();
    const tookMs = elapsedMs();
    passMs = tookMs / count;
    // One short pass is too short to time.
    if (tookMs < LEAST_TIMED_MS) count *= 2;
  } while (totalMs() < warmUpMs);
  const passes = Math.max(1, Math.ceil(roundMs / passMs));
  return { subject, passMs, passes, answer, result: { name: subject.name, nsPerUnit: [] } };
}

/** How many times as fast `subject` is as `other`, from the rounds that both took part in. */
export function timesAsFast(subject: Result, other: Result): Summary {
  const rounds = Math.min(subject.nsPerUnit.length, other.nsPerUnit.length);
  return summarize(
    Array.from({ length: rounds }, (_, round) => other.nsPerUnit[round] / subject.nsPerUnit[round]),
  );
}
