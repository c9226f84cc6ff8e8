/**
 * Times several subjects in one process, in a random order for each input, as an application calls them: each runs with a cache
 * and a heap that the others have just used. A race, by contrast, repeats one subject over all inputs.
 */
import { type Random, randomFrom } from '../inputs/random.js';
import type { Result } from './race.js';

export interface InTurn<Input> {
  readonly name: string;
  /** Returns the same number for the same input every time, never a promise. */
  readonly run: (input: Input) => number | Promise<number>;
}

const ORDER_SEED = 12;
const WARM_UP_ROUNDS = 5;
const NS_A_US = 1e3;

/**
 * @param rounds how often each subject runs on each input while it is timed
 * @returns CPU time an input, by the subject's name
 * @throws {TypeError} if a subject returns a promise
 * @throws {Error} if a subject returns different numbers in different rounds
 */
export function alternate<Input>(
  subjects: readonly InTurn<Input>[],
  inputs: readonly Input[],
  rounds: number,
): Map<string, Result> {
  // Reading the clock takes time, too. A subject that does nothing shows how much.
  const all = [...subjects, { name: 'nothing', run: () => 0 }];
  const random = randomFrom(ORDER_SEED);
  const samples = all.map((): number[] => []);
  let expected: readonly number[] | undefined;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const { us, answers } = takeTurns(all, inputs, random);
    expected ??= answers;
    const differs = all.findIndex((_, nth) => answers[nth] !== expected?.[nth]);
    if (differs >= 0)
      throw new Error(`${all[differs].name} returned ${answers[differs]}, before that ${expected[differs]}`);
    if (round < 0) continue;
    const clockUs = us[all.length - 1];
    for (let nth = 0; nth < all.length; nth++)
      samples[nth].push(((us[nth] - clockUs) * NS_A_US) / inputs.length);
  }
  return new Map(subjects.map(({ name }, nth) => [name, { name, nsPerUnit: samples[nth] }]));
}

/** Runs every subject once on every input. Returns the CPU time of each, and the sum of its numbers. */
function takeTurns<Input>(
  subjects: readonly InTurn<Input>[],
  inputs: readonly Input[],
  random: Random,
): { us: Float64Array; answers: number[] } {
  const us = new Float64Array(subjects.length);
  const answers = subjects.map(() => 0);
  const order = subjects.map((_, nth) => nth);
  for (const input of inputs) {
    random.shuffle(order);
    for (const nth of order) {
      const { run } = subjects[nth];
      const start = process.cpuUsage();
      const answer = run(input);
      const { user, system } = process.cpuUsage(start);
      us[nth] += user + system;
      if (answer instanceof Promise) throw new TypeError(`${subjects[nth].name} is asynchronous`);
      answers[nth] += answer;
    }
  }
  return { us, answers };
}
