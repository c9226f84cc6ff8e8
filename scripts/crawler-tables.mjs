/** The table of docs/crawlers.md, made from the registry. */
import { table, withParts } from './command-page.mjs';

/**
 * The page with its table written again.
 *
 * @param {string} page
 * @param {{ CRAWLERS: readonly import('../src/crawlers/index.js').Crawler[], CRAWLER_PURPOSES: Readonly<Record<string, string>> }} registry
 */
export function withCrawlerTables(page, { CRAWLERS, CRAWLER_PURPOSES }) {
  const rows = Object.entries(CRAWLER_PURPOSES).map(([purpose, meaning]) => [
    `\`${purpose}\``,
    meaning,
    String(CRAWLERS.filter(({ purposes }) => purposes.includes(purpose)).length),
  ]);
  return withParts(page, { purposes: table(['purpose', 'meaning', 'crawlers'], rows) });
}
