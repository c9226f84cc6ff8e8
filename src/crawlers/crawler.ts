/**
 * What the registry says about a crawler.
 */
import type { CrawlerName, CrawlerTokens } from '../crawler-tokens.js';
import type { ProfileName } from '../profiles.js';
import type { CrawlerMark } from './marks.js';

/** Every purpose that a crawler of the registry can have, with its meaning. */
export const CRAWLER_PURPOSES = {
  search: 'It builds the index of a search engine.',
  'train-ai': 'What it collects may be used to train AI models.',
  'ai-input': 'An AI product answers from what it reads, and cites it or not.',
  'user-triggered': 'It fetches a page because a user asked for that page.',
  archive: 'It keeps copies of pages for the public or for research.',
  ads: 'It checks or classifies pages for advertising.',
  seo: 'It collects data for search engine optimization.',
  other: 'It collects pages for another purpose, or no source says why.',
} as const;

/** What a crawler collects pages for. */
export type CrawlerPurpose = keyof typeof CRAWLER_PURPOSES;

/**
 * What pages say about the crawler and robots.txt:
 * - `obeys`: the crawler obeys it; whether also the groups for `*` is in `obeysWildcard`;
 * - `ignores-for-users`: the crawler does not always obey it, because it fetches what users ask for;
 * - `may-ignore`: the crawler does not always obey it, for another reason;
 * - `unknown`: no statement could be read.
 */
export type RobotsTxtPractice = 'obeys' | 'ignores-for-users' | 'may-ignore' | 'unknown';

/** Whether a page says that the crawler honours `Crawl-delay`. */
export type CrawlDelayPractice = 'honours' | 'ignores' | 'unknown';

/**
 * Where the facts about a crawler were read:
 * - `operator`: on pages of the operator;
 * - `third-party`: at least one of them on another page that reports or quotes what the operator says;
 * - `unverified`: no source could be read.
 */
export type ReadFrom = 'operator' | 'third-party' | 'unverified';

/** What the registry says about a crawler, fact by fact. Each has its own sources in `robotstream/crawlers.json`. */
export const CRAWLER_FACTS = Object.freeze([
  'purposes',
  'robotsTxt',
  'crawlDelay',
  'fallbacks',
  'obeysWildcard',
  'sendsRequests',
  'profile',
  'retired',
] as const);

/** A fact about a crawler. `fallbacks` are the tokens after the first one of `tokens`, and `retired` is `isRetired`. */
export type CrawlerFact = (typeof CRAWLER_FACTS)[number];

/** A crawler of the registry. `document.matcher({ crawler })` accepts it. */
export interface Crawler extends Required<CrawlerTokens> {
  /** The product token, as the operator writes it. It is the first of `tokens`. */
  readonly token: CrawlerName;
  /** Who runs it; `unknown` if no page names anyone. */
  readonly operator: string;
  /** What it collects pages for; at least one purpose. */
  readonly purposes: readonly CrawlerPurpose[];
  /** What is said about the crawler and robots.txt. */
  readonly robotsTxt: RobotsTxtPractice;
  /** Whether the crawler is said to honour `Crawl-delay`. */
  readonly crawlDelay: CrawlDelayPractice;
  /**
   * Whether it sends requests. `Google-Extended` and `Applebot-Extended` do not: they are tokens that control the use of pages
   * that another crawler of the operator fetches.
   */
  readonly sendsRequests: boolean;
  /** The profile by which it reads robots.txt: `rfc9309` if its reading is not documented, and then `unread` has `profile`. */
  readonly profile: ProfileName;
  /** Whether its operator no longer uses it. */
  readonly isRetired: boolean;
  /** The facts without a source that could be read. They are unknown or may be wrong. */
  readonly unread: readonly CrawlerFact[];
  /** What tables and explanations say about it beside the verdict. */
  readonly marks: readonly CrawlerMark[];
  /** Where to read about the crawler: the operator's page, if there is one. */
  readonly page: string;
  /** Where these facts were read. */
  readonly readFrom: ReadFrom;
  /** The day of the oldest of the copies in which the facts were read, such as `2026-11-24`; empty if `readFrom` is `unverified`. */
  readonly dateRead: string;
}
