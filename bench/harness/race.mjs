// @ts-check
/**
 * Times several subjects in one process, in turns, so that whatever disturbs the machine disturbs them alike. What is
 * compared is compared round by round.
 */
import { performance } from 'node:perf_hooks';
import { collectYoungGarbage } from './collect-garbage.mjs';
import { summarize } from './statistics.mjs';

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
      runner.result.nsPerUnit[round] = await timeUndisturbed(runner);
    }
  }
  return new Map(runners.map(({ result }) => [result.name, result]));
}

/** @typedef {{ subject: Subject, passMs: number, passes: number, answer: unknown, result: Result }} Runner */

/** Of so many tries the least disturbed counts, if none is undisturbed. */
const TRIES = 4;
/** What a try may have had to wait for a processor, as a share of its time, and still be undisturbed. */
const DISTURBANCE = 0.03;

/**
 * ns a unit. On a machine with neighbours a process that is ready may have to wait for a processor; then its clock runs on
 * while its processor time does not, and it tries again.
 *
 * @param {Runner} runner
 */
async function timeUndisturbed({ subject, passes, answer: expected }) {
  let least = Infinity;
  let ns = 0;
  for (let tries = 0; tries < TRIES && least > DISTURBANCE; tries++) {
    collectYoungGarbage();
    const cpuStart = process.cpuUsage();
    const start = performance.now();
    let answer;
    for (let i = 0; i < passes; i++) {
      answer = subject.run();
      if (answer instanceof Promise) answer = await answer;
    }
    const elapsedMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpuStart);
    if (answer !== expected) throw new Error(`${subject.name} returned ${answer}, before ${expected}`);
    const waited = 1 - (user + system) / 1e3 / elapsedMs;
    if (waited < least) {
      least = waited;
      ns = (elapsedMs * 1e6) / (passes * subject.perRun);
    }
  }
  return ns;
}

/**
 * @param {Subject} subject
 * @param {Pace} pace
 * @returns {Promise<Runner>}
 */
async function warmUp(subject, { roundMs, warmUpMs }) {
  const start = performance.now();
  let passMs = 0;
  let answer;
  do {
    const passStart = performance.now();
    answer = await subject.run();
    passMs = performance.now() - passStart;
  } while (performance.now() - start < warmUpMs);
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
