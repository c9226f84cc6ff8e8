/** docs/crawlers.md repeats the registry, and its examples run. To write the tables again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCrawlerTables } from '../../scripts/crawler-tables.mjs';
import { CRAWLER_PURPOSES, CRAWLERS } from '../../src/crawlers/index.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/crawlers.md';
const page = readFileSync(PAGE, 'utf8');

test('the tables are those of the registry', () => {
  expect(page).toBe(withCrawlerTables(page, { CRAWLERS, CRAWLER_PURPOSES }));
  for (const { token } of CRAWLERS) expect(page).toContain(`[\`${token}\`](`);
});

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))(
  'example %i prints what it promises',
  async (_, code) => {
    await runExample(code);
  },
);
