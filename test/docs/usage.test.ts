/** The examples of docs/usage.md print what they promise, and its vocabularies are those of the source. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OTHER_USAGE_RECORDS, RETIRED_LABELS, USAGE_VOCABULARIES } from '../../src/usage/vocabularies.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/usage.md';
const page = readFileSync(PAGE, 'utf8');

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  await runExample(code);
});

test('vocabularies, retired labels and other records are those of the source', () => {
  const rows = Array.from(page.matchAll(/^\| `(vocab-\d+)`[^|]*\| (.+) \|$/gm), ([, name, list]) => [
    name,
    list,
  ]);
  const expected = Object.entries(USAGE_VOCABULARIES).map(([name, categories]) => [
    name,
    categories.map((category) => `\`${category}\``).join(', '),
  ]);
  expect(rows).toEqual(expected);
  expect(page).toContain(Array.from(RETIRED_LABELS, (label) => `\`${label}\``).join(', '));
  for (const name of OTHER_USAGE_RECORDS) expect(page.toLowerCase()).toContain(`\`${name}\``);
});
