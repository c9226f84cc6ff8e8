/**
 * What is known about the crawlers of the registry, an entry for each name of `crawler-tokens.ts`. The facts are those that
 * operators publish; `readFrom` says where they were read. docs/crawlers.md is made from these files.
 */
import type { CrawlerName } from '../../crawler-tokens.js';
import type { CrawlerFacts } from '../crawler.js';
import { AI_CRAWLERS } from './ai.js';
import { SEARCH_CRAWLERS } from './search.js';
import { TOOLS_CRAWLERS } from './tools.js';

/** The month in which the page of every entry was read, or could not be read. */
export const DATE_READ = '2026-11';

/** The facts about each crawler of the registry. */
export const CRAWLER_FACTS: { readonly [name in CrawlerName]: CrawlerFacts } = {
  ...SEARCH_CRAWLERS,
  ...AI_CRAWLERS,
  ...TOOLS_CRAWLERS,
};
