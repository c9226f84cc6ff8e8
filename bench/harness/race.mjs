// @ts-check
/**
 * Times several subjects in one process, in turns, so that whatever disturbs the machine disturbs them alike. What is
 * compared is compared round by round.
 */
import { collectYoungGarbage } from './collect-garbage.mjs';
import { summarize } from './statistics.mjs';
import { startStopwatch } from './stopwatch.mjs';

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {() => unknown} run one pass; may return a promise; what it returns is the same every time
 * @property {number} perRun how many units (octets, files, verdicts, events) a pass handles
 */

/**
 * @typedef {object} Pace
 * @property {number} rounds
 * @property {number} roundMs how long a subject runs in a round, at least
 * @property {number} warmUpMs how long it runs before the first round, at least
 */

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {number[]} nsPerUnit a sample a round
 */

const NS_A_MS = 1e6;

/** A subject whose pass takes this long takes part in the first rounds only. */
const SLOW_PASS_MS = 1000;
const ROUNDS_OF_SLOW = 3;

/**
 * @param {readonly Subject[]} subjects
 * @param {Pace} pace
 * @returns {Promise<Map<string, Result>>} by name
 * @throws {Error} if a subject returns different things at different times
 */
export async function race(subjects, pace) {
  const runners = [];
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

/** @typedef {{ subject: Subject, passMs: number, passes: number, answer: unknown, result: Result }} Runner */

/**
 * ns a unit.
 *
 * @param {Runner} runner
 */
async function timePasses({ subject, passes, answer: expected }) {
  collectYoungGarbage();
  const elapsedMs = startStopwatch();
  let answer;
  for (let i = 0; i < passes; i++) {
    answer = subject.run();
    if (answer instanceof Promise) answer = await answer;
  }
  const ns = elapsedMs() * NS_A_MS;
  if (answer !== expected) throw new Error(`${subject.name} returned ${answer}, before ${expected}`);
  return ns / (passes * subject.perRun);
}

/**
 * @param {Subject} subject
 * @param {Pace} pace
 * @returns {Promise<Runner>}
 */
async function warmUp(subject, { roundMs, warmUpMs }) {
  const totalMs = startStopwatch();
  let passMs = 0;
  let answer;
  do {
    const elapsedMs = startStopwatch();
    answer = await subject.run();
    passMs = elapsedMs();
  } while (totalMs() < warmUpMs);
  const passes = Math.max(1, Math.ceil(roundMs / passMs));
  /** @type {Result} */
  const result = { name: subject.name, nsPerUnit: [] };
  return { subject, passMs, passes, answer, result };
}

/**
 * How many times as fast `subject` is as `other`, from the rounds that both took part in.
 *
 * @param {Result} subject
 * @param {Result} other
 */
export function timesAsFast(subject, other) {
  const rounds = Math.min(subject.nsPerUnit.length, other.nsPerUnit.length);
  return summarize(
    Array.from({ length: rounds }, (_, round) => other.nsPerUnit[round] / subject.nsPerUnit[round]),
  );
}
