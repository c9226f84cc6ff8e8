/** docs/crawlers.md has the purposes of the registry, and its examples run. To write the table again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCrawlerTables } from '../../scripts/crawler-tables.mjs';
import { CRAWLER_PURPOSES, CRAWLERS } from '../../src/crawlers/index.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/crawlers.md';
const page = readFileSync(PAGE, 'utf8');

test('the table of purposes is that of the registry, whose size the page says', () => {
  expect(page).toBe(withCrawlerTables(page, { CRAWLERS, CRAWLER_PURPOSES }));
  const [, size = ''] = /a registry of over (\d+) crawlers/.exec(page) ?? [];
  expect(CRAWLERS.length).toBeGreaterThan(Number(size));
});

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))(
  'example %i prints what it promises',
  async (_, code) => {
    await runExample(code);
  },
);
