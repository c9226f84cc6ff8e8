/** The examples of docs/migrating.md that need no other package print what they promise. */
import { expect, test } from 'vitest';
import { MIGRATING_EXAMPLES, peerOf, runMigratingExample } from './support/migrating.js';

const OWN = MIGRATING_EXAMPLES.filter((code) => peerOf(code) === undefined);

test('the page has examples', () => {
  expect(OWN.length).toBe(3);
});

test.each(OWN.map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  await runMigratingExample(code);
});
