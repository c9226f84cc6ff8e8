/** What documents of real files retain is in proportion to their octets. */
import { expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { loadCorpus, SHARED_NEED } from '../support/shared.js';
import { filled } from './bodies.js';
import { FIXED_OCTETS, MOST_TIMES, useRetainedBy } from './retained-by.js';

const retainedBy = useRetainedBy();

describeWith(SHARED_NEED, 'real files', () => {
  test.each(['parseSync', 'parse'])('some of them, and all of them as one, by %s', async (way) => {
    const corpus = loadCorpus();
    const some = [...corpus].filter((_, i) => i % 40 === 0);
    const joined = filled(Buffer.concat([...corpus.values()]));
    const results = await retainedBy(way, [...some, ['all of them', joined]]);
    expect(results.filter(({ size, retained }) => retained > MOST_TIMES * size + FIXED_OCTETS)).toEqual([]);
  });
});
