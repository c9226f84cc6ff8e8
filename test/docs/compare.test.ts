/** The example of docs/compare.md prints what it promises. */
import { expect, test } from 'vitest';
import { examplesOf, runExample } from '../support/examples.js';

const EXAMPLES = examplesOf('docs/compare.md');

test('the page has an example', () => {
  expect(EXAMPLES).toHaveLength(1);
});

test.each(EXAMPLES)('the example runs', async (code) => {
  await runExample(code);
});
