/** Items one by one, against a generator function that loops over the batches. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneByOne } from '../../src/survey/one-by-one.js';
import { checkProperty } from '../support/property.js';

async function* looped(batches: AsyncGenerator<readonly number[], void>): AsyncGenerator<number, void> {
  for await (const batch of batches) for (const item of batch) yield item;
}

/** Batches that log how far they are read, and may fail at their end. */
async function* logged(
  sizes: readonly number[],
  fails: boolean,
  log: string[],
): AsyncGenerator<readonly number[], void> {
  try {
    for (const [nth, size] of sizes.entries()) {
      log.push(`batch ${nth}`);
      yield Array.from({ length: size }, (_, item) => nth * 100 + item);
    }
    if (fails) throw new Error('the input cannot be read');
  } finally {
    log.push('closed');
  }
}

const call = fc.constantFrom('next', 'next', 'next', 'return', 'throw');

/** What the calls give, and what the batches log. */
async function outcomeOf(
  items: AsyncGenerator<number, void>,
  rounds: readonly (readonly string[])[],
  log: string[],
): Promise<unknown> {
  const answers: unknown[] = [];
  for (const calls of rounds) {
    // The calls of a round do not wait for each other.
    const promises = calls.map(async (one, nth) => {
      if (one === 'next') return items.next();
      return one === 'return' ? items.return() : items.throw(new Error(`thrown by call ${nth}`));
    });
    answers.push(await Promise.allSettled(promises));
  }
  return { answers, log };
}

checkProperty(
  'calls in any order, awaited or not, have the answers of a generator',
  fc.asyncProperty(
    fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
    fc.boolean(),
    fc.array(fc.array(call, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
    async (sizes, fails, rounds) => {
      const [log, expectedLog]: [string[], string[]] = [[], []];
      const items = oneByOne(logged(sizes, fails, log));
      const expected = looped(logged(sizes, fails, expectedLog));
      expect(await outcomeOf(items, rounds, log)).toEqual(await outcomeOf(expected, rounds, expectedLog));
    },
  ),
  { runsShare: 0.2 },
);

test('it has the methods of every generator', () => {
  const items = oneByOne(logged([], false, []));
  const prototypes = (of: object): object[] => {
    const above = Object.getPrototypeOf(of) as object | null;
    return above === null ? [] : [above, ...prototypes(above)];
  };
  const [, , ...ofEveryIterator] = prototypes(looped(logged([], false, [])));
  expect(prototypes(items)).toEqual(expect.arrayContaining(ofEveryIterator));
  expect(items[Symbol.asyncIterator]()).toBe(items);
});

test('no batch is read before an item of it is asked for', async () => {
  const log: string[] = [];
  const items = oneByOne(logged([1, 1], false, log));
  expect(log).toEqual([]);
  await items.next();
  expect(log).toEqual(['batch 0']);
});
