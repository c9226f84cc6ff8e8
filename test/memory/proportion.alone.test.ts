/** Twice the lines cost twice the work and twice the memory, not four times: counted, not timed. */
import { describe, expect, test } from 'vitest';
import { builtModule } from './built.js';
import { runScript } from './child.js';

interface Report {
  readonly octets: number;
  readonly steps: { readonly [question: string]: number };
  readonly retained: number;
}

const LINES = 6_000;

/** Doubled lines are a little more than doubled octets, as numbers get longer, and some costs come in steps. */
const MOST_TIMES = 2.3;

/** What any file costs, however small. */
const FIXED_CALLS = 50;

const folder = await builtModule();

describe.each([
  'user-agent lines, then rules',
  'groups',
  'groups of one name',
  'user-agent lines and extensions in turn',
  'rules before any user-agent line',
  'records',
  'comments',
  'lines of one octet',
  'blank lines and rules in turn',
])('%s', (family) => {
  test('cost in proportion', { timeout: 300_000 }, async () => {
    const report = (lines: number): Promise<Report> => runScript('proportion.mjs', [folder, family, lines]);
    const [once, twice] = [await report(LINES), await report(2 * LINES)];
    console.log(
      `${family}: retained ${once.retained | 0}, of twice the lines ${twice.retained | 0}; steps ${JSON.stringify(once.steps)}, ${JSON.stringify(twice.steps)}`,
    );
    expect(twice.octets).toBeLessThan(MOST_TIMES * once.octets);
    expect(twice.retained).toBeLessThan(MOST_TIMES * once.retained);
    const over = Object.keys(once.steps).filter(
      (question) => twice.steps[question] > MOST_TIMES * once.steps[question] + FIXED_CALLS,
    );
    expect(over).toEqual([]);
    // Nothing counted would be in proportion, too.
    expect(once.steps.parse).toBeGreaterThan(LINES);
    expect(once.steps.json).toBeGreaterThan(2 * LINES);
    expect(once.steps.oneQuestion).toBeGreaterThan(LINES / 2);
  });
});
