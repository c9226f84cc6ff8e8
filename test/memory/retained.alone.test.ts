/** What a document retains is in proportion to its octets, whatever they are and however it was read. */
import { describe, expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../src/limits.js';
import { byEffort } from '../support/effort.js';
import { describeWith } from '../support/needs.js';
import { utf8 } from '../support/octets.js';
import { loadCorpus, SHARED_NEED } from '../support/shared.js';
import { filled, hostileBodies } from './bodies.js';
import { manyLines, NAMES_OF_MANY } from './many-lines.js';
import { overlappingGroups } from './overlapping-groups.js';
import { FIXED_OCTETS, MOST_TIMES, useRetainedBy } from './retained-by.js';

/** A few bodies whose lines are the shortest of their kind, and one without lines. */
const FEW_BODIES = ['the shortest rules', 'groups', 'one long line'];

const retainedBy = useRetainedBy();

test('the control: a copy of the octets retains the octets', async () => {
  const [result] = await retainedBy('octets', [['zeros', new Uint8Array(PARSING_LIMIT_OCTETS)]]);
  expect(result?.retained).toBeGreaterThan(0.9 * PARSING_LIMIT_OCTETS);
  expect(result?.retained).toBeLessThan(1.1 * PARSING_LIMIT_OCTETS);
});

describe.each(['parseSync', 'parse'])('by %s', (way) => {
  test('hostile bodies', async () => {
    const bodies = [...hostileBodies()].filter(([name]) =>
      byEffort({ quick: FEW_BODIES.includes(name), full: true }),
    );
    const times = (await retainedBy(way, bodies)).map(
      ({ name, size, retained }) => [name, retained / size] as const,
    );
    console.log(`${way}: ${times.map(([name, count]) => `${name} ${count.toFixed(2)}`).join(', ')}`);
    expect(times.filter(([, count]) => count > MOST_TIMES)).toEqual([]);
    // Less than the octets themselves: then something else was measured.
    expect(times.filter(([, count]) => count < 0.9)).toEqual([]);
  });
});

test('a document retains no more after many crawlers than after one, although each obeys the same large group', async () => {
  const bodies: [string, Uint8Array][] = [['overlapping groups', utf8(overlappingGroups(4_000))]];
  const amount = { documents: 4, octets: 0 };
  const [one] = await retainedBy('one crawler too', bodies, amount);
  const [many] = await retainedBy('many crawlers too', bodies, amount);
  console.log(`after one crawler: ${one.retained | 0} octets, after 20: ${many.retained | 0}`);
  expect(many.retained).toBeLessThan(1.2 * one.retained);
});

describe('twice the lines retain at most twice as much, nodes included', () => {
  /** Doubled lines are a little more than doubled octets, as their numbers get longer, and arrays grow in steps. */
  const MOST_TIMES_OF_HALF = 2.3;
  const LINES = 2_000;

  /** Far less than what would be wrong: something kept for each line of each line is megabytes. */
  const NOISE_OCTETS = 65_536;

  test.each(byEffort({ quick: NAMES_OF_MANY.slice(0, 3), full: NAMES_OF_MANY }))('%s', async (name) => {
    const bodies = [LINES, 2 * LINES].map((lines): [string, Uint8Array] => [name, manyLines(name, lines)]);
    const [once, twice] = (await retainedBy('nodes too', bodies, { documents: 8, octets: 0 })).map(
      ({ retained }) => retained,
    );
    console.log(`${name}: ${once | 0} octets, of twice the lines ${twice | 0}`);
    expect(twice).toBeLessThan(MOST_TIMES_OF_HALF * once + NOISE_OCTETS);
  });
});

describeWith(SHARED_NEED, 'real files', () => {
  test.each(['parseSync', 'parse'])('some of them, and all of them as one, by %s', async (way) => {
    const corpus = loadCorpus();
    const some = [...corpus].filter((_, i) => i % 40 === 0);
    const joined = filled(Buffer.concat([...corpus.values()]));
    const results = await retainedBy(way, [...some, ['all of them', joined]]);
    expect(results.filter(({ size, retained }) => retained > MOST_TIMES * size + FIXED_OCTETS)).toEqual([]);
  });
});
