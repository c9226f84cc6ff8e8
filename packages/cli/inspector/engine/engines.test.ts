import { expect, test } from 'vitest';
import { Engines } from './engines.js';
import type { QuestionKind } from './protocol.js';

test('verdicts never wait for a comparison: each has a worker, and those after the first start when they are needed', () => {
  let started = 0;
  const engines = new Engines(() => {
    started++;
    return { postMessage() {}, onmessage: null };
  });
  const quick = new Set(
    (['verdicts', 'explanation', 'line', 'summary'] as const).map((kind) => engines.of(kind)),
  );
  expect([quick.size, started]).toEqual([1, 1]);
  const kinds: readonly QuestionKind[] = [
    'findings',
    'readings',
    'comparison',
    'crawlers',
    'usage',
    'export',
  ];
  const slow = new Set(kinds.map((kind) => engines.of(kind)));
  expect([slow.size, started]).toEqual([1, 2]);
  expect([...slow].some((engine) => quick.has(engine))).toBe(false);
  const readers = engines.of('readers');
  expect([slow.has(readers), quick.has(readers), started]).toEqual([false, false, 3]);
});

test('if the profile is that of a reader, only workers that have the readers answer, and verdicts do not wait there either', () => {
  const started: string[] = [];
  const engines = new Engines((worker) => {
    started.push(worker);
    return { postMessage() {}, onmessage: null };
  });
  const [quick, slow] = [engines.of('verdicts', true), engines.of('comparison', true)];
  expect(quick).not.toBe(slow);
  expect([engines.of('line', true), engines.of('readings', true)]).toEqual([quick, slow]);
  expect(engines.of('readers')).toBe(slow);
  expect(started).toEqual(['quick', 'readers', 'readers']);
});
