/** The order of the rows in the table of crawlers. */
import type { CrawlerRow } from '../engine/crawler-table.js';
import type { CrawlerColumn, CrawlerOverview } from '../state/state.js';

/** What a row is sorted by. Rows that are equal stay in the order of the registry. */
const KEYS: { readonly [column in CrawlerColumn]: (row: CrawlerRow) => string } = {
  crawler: ({ crawler }) => crawler.toLowerCase(),
  // Crawlers without an operator come last.
  operator: ({ operator }) => operator?.toLowerCase() ?? '\uffff',
  purpose: ({ purposes }) => purposes.join() || '\uffff',
  verdict: ({ allowed }) => (allowed ? '1' : '0'),
};

/** The rows, sorted as the person has chosen. */
export function sortedRows(
  rows: readonly CrawlerRow[],
  { sortedBy, descending }: Pick<CrawlerOverview, 'sortedBy' | 'descending'>,
): readonly CrawlerRow[] {
  const key = KEYS[sortedBy];
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one === other ? 0 : one < other ? -sign : sign;
  });
}
