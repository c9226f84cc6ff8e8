/** The harness of the benchmarks: summaries, and turns; and the README and the picture, which show the newest record. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alternate } from '../../bench/harness/alternate.js';
import { timesAsFast } from '../../bench/harness/race.js';
import { summarize } from '../../bench/harness/statistics.js';
import { newestRecord } from '../../bench/plot/newest-record.js';
import { taskRatios } from '../../bench/plot/ratios.js';
import { readmePart, recordNote, withPart } from '../../bench/plot/readme-part.js';
import { plotSvg } from '../../bench/plot/svg.js';
import { skipWithout } from '../support/needs.js';

describe('summarize', () => {
  test('median and quartiles do not depend on the order', () => {
    expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
    expect(summarize([1, 2, 3, 4])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
    expect(summarize([7])).toEqual({ median: 7, low: 7, high: 7 });
  });
});

describe('timesAsFast', () => {
  test('compares round by round, and only rounds in which both took part', () => {
    const subject = { name: 'subject', nsPerUnit: [1, 2, 4] };
    const other = { name: 'other', nsPerUnit: [10, 20] };
    expect(timesAsFast(subject, other)).toEqual({ median: 10, low: 10, high: 10 });
  });
});

describe('alternate', () => {
  test('runs each subject on each input in each round, and gives a sample a round', () => {
    const calls: Record<string, number[]> = { one: [], two: [] };
    const subject = (name: string) => ({
      name,
      run: (input: number) => {
        calls[name].push(input);
        return input;
      },
    });
    const results = alternate([subject('one'), subject('two')], [1, 2, 3], 4);
    expect([...results.keys()]).toEqual(['one', 'two']);
    expect(results.get('one')?.nsPerUnit).toHaveLength(4);
    // 5 rounds to warm up, 4 that are timed.
    expect(calls.one).toEqual(Array.from({ length: 9 }, () => [1, 2, 3]).flat());
    expect(calls.two).toEqual(calls.one);
  });

  test('refuses a subject whose answers change', () => {
    let answer = 0;
    expect(() => alternate([{ name: 'fickle', run: () => answer++ }], [1], 1)).toThrow(
      'fickle returned 1, before that 0',
    );
  });

  test('refuses a promise', () => {
    expect(() => alternate([{ name: 'late', run: async () => 1 }], [1], 1)).toThrow('late is asynchronous');
  });
});

test('the README and the picture show the newest record', (context) => {
  const { results } = newestRecord('bench/results');
  const isMet = results.reports.some(({ name }) => name === 'all');
  skipWithout({ isMet, what: 'a record of all tasks: npm run bench -- --record' }, context);
  const tasks = taskRatios(results);
  const readme = readFileSync('README.md', 'utf8');
  expect(withPart(readme, readmePart(tasks, results))).toBe(readme);
  expect(readFileSync('docs/benchmarks.svg', 'utf8')).toBe(plotSvg(tasks, recordNote(results)));
});
