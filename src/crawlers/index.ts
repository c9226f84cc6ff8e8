/**
 * The entry point `robotstream/crawlers`: what is known about the crawlers that publish a product token.
 */
export {
  CRAWLER_PURPOSES,
  type CrawlDelayPractice,
  type Crawler,
  type CrawlerFact,
  type CrawlerPurpose,
  type ReadFrom,
  type RobotsTxtPractice,
} from './crawler.js';
export {
  type CrawlerDifferences,
  type CrawlerDifferencesOptions,
  crawlerDifferences,
} from './differences.js';
export { CRAWLER_MARKS, type CrawlerMark } from './marks.js';
export { crawlersNamedIn, type JudgedDocument } from './named-in.js';
export {
  accessByPurpose,
  PURPOSE_WORDS,
  type PurposeAccess,
  type PurposeWords,
} from './purposes.js';
export { CRAWLER_SETS, CRAWLERS, type CrawlerSet, crawler, crawlersOf, findCrawler } from './registry.js';
export { type CrawlerAccess, type CrawlerReportOptions, crawlerReport } from './report.js';
