/**
 * What the registry says about a crawler.
 */
import type { CrawlerName, CrawlerTokens } from '../crawler-tokens.js';

/** Every purpose that a crawler of the registry can have, with its meaning. */
export const CRAWLER_PURPOSES = {
  search: 'It builds the index of a search engine.',
  'train-ai': 'What it collects may be used to train AI models.',
  'ai-input': 'An AI product answers from what it reads, and cites it or not.',
  'user-triggered': 'It fetches a page because a user asked for that page.',
  archive: 'It keeps copies of pages for the public or for research.',
  ads: 'It checks or classifies pages for advertising.',
  seo: 'It collects data for search engine optimization.',
} as const;

/** What a crawler collects pages for. */
export type CrawlerPurpose = keyof typeof CRAWLER_PURPOSES;

/**
 * What the operator documents about robots.txt:
 * - `obeys`: the crawler obeys it; whether also the groups for `*` is in `obeysWildcard`;
 * - `ignores-for-users`: the crawler does not always obey it, because it fetches what users ask for;
 * - `unknown`: no statement could be read.
 */
export type RobotsTxtPractice = 'obeys' | 'ignores-for-users' | 'unknown';

/** Whether the operator documents that the crawler honours `Crawl-delay`. */
export type CrawlDelayPractice = 'honours' | 'ignores' | 'unknown';

/**
 * Where the facts about a crawler were read:
 * - `operator`: on the operator's page;
 * - `third-party`: on another page that reports or quotes the operator's;
 * - `unverified`: no page could be read; only the token, the operator and the purposes are given.
 */
export type ReadFrom = 'operator' | 'third-party' | 'unverified';

/** A crawler of the registry. `document.matcher({ crawler })` accepts it. */
export interface Crawler extends Required<CrawlerTokens> {
  /** The product token, as the operator writes it. It is the first of `tokens`. */
  readonly token: CrawlerName;
  readonly operator: string;
  /** What it collects pages for; at least one purpose. */
  readonly purposes: readonly CrawlerPurpose[];
  readonly robotsTxt: RobotsTxtPractice;
  readonly crawlDelay: CrawlDelayPractice;
  /**
   * Whether it sends requests. `Google-Extended` and `Applebot-Extended` do not: they are tokens that control the use of pages
   * that another crawler of the operator fetches.
   */
  readonly sendsRequests: boolean;
  /** The operator's page about the crawler. */
  readonly page: string;
  readonly readFrom: ReadFrom;
  /** The month in which the page was read or, if `readFrom` is `unverified`, could not be read, such as `2026-11`. */
  readonly dateRead: string;
}
