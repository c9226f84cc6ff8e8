import { expect, test } from 'vitest';
import type { CrawlerRow } from '../engine/crawler-table.js';
import { sortedRows } from './sort-crawlers.js';

const row = (crawler: string, operator: string | null, purposes: CrawlerRow['purposes'], allowed: boolean) =>
  ({ crawler, operator, purposes, allowed }) as CrawlerRow;

const ROWS = [
  row('b', 'Zed', ['search'], true),
  row('A', 'acme', ['ads'], false),
  row('c', 'Acme', ['search', 'ai-input'], true),
  row('*', null, [], false),
];

test.each([
  ['crawler', ['*', 'A', 'b', 'c']],
  ['operator', ['A', 'c', 'b', '*']],
  ['purpose', ['A', 'b', 'c', '*']],
  ['verdict', ['A', '*', 'b', 'c']],
] as const)('by %s', (sortedBy, order) => {
  const names = (descending: boolean) =>
    sortedRows(ROWS, { sortedBy, descending }).map(({ crawler }) => crawler);
  expect(names(false)).toEqual(order);
  const keys = { crawler: 4, operator: 3, purpose: 4, verdict: 2 };
  // Rows that are equal stay in the order of the registry, so only a column without equal rows turns around.
  if (keys[sortedBy] === ROWS.length) expect(names(true)).toEqual([...order].reverse());
  expect(names(true)).not.toEqual(order);
});
