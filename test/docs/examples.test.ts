/** The examples of pages print what they promise. Those of the newcomer's path and the README have a test of their own, and so have those of docs/migrating.md with other packages. */
import { describe, expect, test } from 'vitest';
import { examplesOf, runShown } from '../support/examples.js';
import { MIGRATING_EXAMPLES, peerOf, runMigratingExample } from './support/migrating.js';

const PAGES = [
  ...['audit', 'compare', 'crawlers', 'lint', 'page', 'usage', 'who-may'].map((name) => `docs/${name}.md`),
  ...['audit', 'survey'].map((name) => `packages/${name}/README.md`),
];

describe.each(PAGES)('%s', (page) => {
  const examples = examplesOf(page);

  test('has examples', () => {
    expect(examples).not.toEqual([]);
  });

  test.each(examples.map((code, i) => [i + 1, code] as const))('example %i', async (_, code) => {
    await runShown(page, code);
  });
});

test.each(MIGRATING_EXAMPLES.filter((code) => peerOf(code) === undefined))(
  'docs/migrating.md: %j',
  async (code) => {
    await runMigratingExample(code);
  },
);
