/** The tables of docs/crawlers.md, made from the registry. */
import { table, withParts } from './command-page.mjs';

/**
 * The page with its tables written again.
 *
 * @param {string} page
 * @param {{ CRAWLERS: readonly import('../src/crawlers/index.js').Crawler[], CRAWLER_PURPOSES: Readonly<Record<string, string>> }} registry
 */
export function withCrawlerTables(page, { CRAWLERS, CRAWLER_PURPOSES }) {
  const purposes = Object.entries(CRAWLER_PURPOSES).map(([name, meaning]) => [`\`${name}\``, meaning]);
  const crawlers = CRAWLERS.map((crawler) => [
    `[\`${crawler.token}\`](${crawler.page})`,
    crawler.operator,
    crawler.purposes.join(', ') + unreadSign(crawler, 'purposes'),
    robotsTxt(crawler),
    crawler.crawlDelay === 'unknown' ? '' : crawler.crawlDelay,
    crawler.readFrom,
  ]);
  return withParts(page, {
    purposes: table(['purpose', 'meaning'], purposes),
    crawlers: table(
      ['product token', 'operator', 'purposes', 'robots.txt', 'Crawl-delay', 'source'],
      crawlers,
    ),
  });
}

/**
 * @param {import('../src/crawlers/index.js').Crawler} crawler
 * @param {import('../src/crawlers/index.js').CrawlerFact} fact
 */
function unreadSign({ unread }, fact) {
  return unread.includes(fact) ? ' ?' : '';
}

/** @param {import('../src/crawlers/index.js').Crawler} crawler */
function robotsTxt(crawler) {
  const { tokens, obeysWildcard, robotsTxt, sendsRequests, isRetired } = crawler;
  const [, ...fallbacks] = tokens;
  return [
    isRetired ? 'retired' : '',
    robotsTxt === 'unknown' ? '' : robotsTxt,
    fallbacks.length === 0 ? '' : `falls back to ${fallbacks.join(', ')}${unreadSign(crawler, 'fallbacks')}`,
    obeysWildcard ? '' : 'ignores `*`',
    sendsRequests ? '' : 'sends no requests',
  ]
    .filter((part) => part !== '')
    .join('; ');
}
