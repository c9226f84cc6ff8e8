/** Work in slices, by turns of the event loop. */
import { expect, test } from 'vitest';
import { TurnBudget } from '../../src/pacing/turn-budget.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a turn has its budget, and one work may exceed it', async () => {
  const budget = new TurnBudget(10);
  expect([budget.trySpend(9), budget.trySpend(100), budget.trySpend(1)]).toEqual([true, true, false]);
  await nextTurn();
  expect(budget.trySpend(1)).toBe(true);
});

test('work that waits begins in the order of its calls, as much in a turn as the budget allows', async () => {
  const budget = new TurnBudget(2);
  const begun: number[] = [];
  const all = Array.from({ length: 7 }, (_, i) => budget.wait(1).then(() => begun.push(i)));
  for (const expected of [2, 4, 6]) {
    await Promise.resolve();
    await Promise.resolve();
    expect(begun.length).toBe(expected);
    // Those that wait go first.
    expect(budget.trySpend(1)).toBe(false);
    await nextTurn();
  }
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
