/** The examples of docs/page.md print what they promise. */
import { expect, test } from 'vitest';
import { examplesOf, runExample } from '../support/examples.js';

const EXAMPLES = examplesOf('docs/page.md');

test('the page has three examples', () => {
  expect(EXAMPLES).toHaveLength(3);
});

test.each(EXAMPLES)('the example runs', async (code) => {
  await runExample(code);
});
