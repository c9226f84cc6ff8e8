/**
 * The worker judges hostile files about as quickly as ordinary ones of the same size, which take it some 20 ms: a verdict never takes
 * the 500 ms after which a page seems frozen. Compared is processor time, so neither a slow nor a busy machine matters.
 */
import { expect, test } from 'vitest';
import { Engine } from '../../inspector/engine/engine.js';
import { QUICK_ANSWERS } from '../../inspector/engine/quick-answers.js';
import { INITIAL_STATE } from '../../inspector/state/state.js';
import { HOSTILE_FILES, ORDINARY_FILE } from './support/hostile-files.js';

/** How many times as long a hostile file may take. Those below take up to 8 times as long. */
const MAX_RATIO = 40;

/** The least time of so many is what the work takes. */
const RUNS = 3;

const LONG_URL = `/${'a'.repeat(2000)}`;

/** The processor time that the first question takes, in microseconds. */
function judgingTime(file: string): number {
  const octets = new TextEncoder().encode(file);
  const { crawlers, profile } = INITIAL_STATE;
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    const engine = new Engine(QUICK_ANSWERS);
    engine.setFile('file', octets);
    const answer = engine.answer('verdicts', { urls: `/\n${LONG_URL}`, crawlers, profile });
    let step = answer.next();
    while (!step.done) step = answer.next();
    const { user, system } = process.cpuUsage(before);
    expect(step.value.rowsDone).toBe(2);
    return user + system;
  });
  return Math.min(...times);
}

test.for(HOSTILE_FILES)('%s', async ([, file], { annotate }) => {
  const hostile = judgingTime(file);
  const ordinary = judgingTime(ORDINARY_FILE);
  await annotate(`${(hostile / 1000).toFixed(1)} ms; an ordinary file: ${(ordinary / 1000).toFixed(1)} ms`);
  expect(hostile / ordinary).toBeLessThan(MAX_RATIO);
});
