/**
 * The crawlers of SEO tools, archives, advertisers and social networks.
 */
import type { CrawlerName } from '../../crawler-tokens.js';
import type { CrawlerFacts } from '../crawler.js';

const AHREFS = 'https://ahrefs.com/robot';
const SEMRUSH = 'https://www.semrush.com/bot/';
const MOZ = 'https://moz.com/help/moz-procedures/crawlers';

export const TOOLS_CRAWLERS = {
  Pinterestbot: {
    operator: 'Pinterest',
    purposes: ['user-triggered', 'search'],
    page: 'https://help.pinterest.com/en/business/article/pinterestbot',
    readFrom: 'unverified',
  },
  LinkedInBot: {
    operator: 'LinkedIn',
    purposes: ['user-triggered'],
    page: 'https://www.linkedin.com',
    readFrom: 'unverified',
  },
  Twitterbot: {
    operator: 'X',
    purposes: ['user-triggered'],
    page: 'https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started',
    readFrom: 'unverified',
  },
  CriteoBot: {
    operator: 'Criteo',
    purposes: ['ads'],
    page: 'https://www.criteo.com/criteo-crawler/',
    readFrom: 'unverified',
  },
  AhrefsBot: {
    operator: 'Ahrefs',
    purposes: ['seo', 'search'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: AHREFS,
    readFrom: 'operator',
  },
  AhrefsSiteAudit: {
    operator: 'Ahrefs',
    purposes: ['seo', 'user-triggered'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: AHREFS,
    readFrom: 'operator',
  },
  SemrushBot: {
    operator: 'Semrush',
    purposes: ['seo'],
    robotsTxt: 'obeys',
    page: SEMRUSH,
    readFrom: 'operator',
  },
  SiteAuditBot: {
    operator: 'Semrush',
    purposes: ['seo', 'user-triggered'],
    page: SEMRUSH,
    readFrom: 'third-party',
  },
  MJ12bot: {
    operator: 'Majestic',
    purposes: ['seo'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: 'https://mj12bot.com/',
    readFrom: 'operator',
  },
  rogerbot: { operator: 'Moz', purposes: ['seo', 'user-triggered'], page: MOZ, readFrom: 'unverified' },
  DotBot: { operator: 'Moz', purposes: ['seo'], page: MOZ, readFrom: 'unverified' },
  DataForSeoBot: {
    operator: 'DataForSEO',
    purposes: ['seo'],
    page: 'https://dataforseo.com/dataforseo-bot',
    readFrom: 'unverified',
  },
  BLEXBot: {
    operator: 'SE Ranking',
    purposes: ['seo'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: 'https://help.seranking.com/en/blex-crawler',
    readFrom: 'operator',
  },
  Barkrowler: {
    operator: 'Babbar',
    purposes: ['seo'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: 'https://www.babbar.tech/crawler',
    readFrom: 'operator',
  },
  SISTRIX: {
    operator: 'SISTRIX',
    purposes: ['seo'],
    page: 'https://crawler.sistrix.net/',
    readFrom: 'unverified',
  },
  SEOkicks: {
    operator: 'SEOkicks',
    purposes: ['seo'],
    page: 'https://www.seokicks.de/robot.html',
    readFrom: 'unverified',
  },
  SerpstatBot: {
    operator: 'Serpstat',
    purposes: ['seo'],
    page: 'https://serpstatbot.com/',
    readFrom: 'unverified',
  },
  'archive.org_bot': {
    operator: 'Internet Archive',
    purposes: ['archive'],
    page: 'https://archive.org/details/archive.org_bot',
    readFrom: 'unverified',
  },
  ia_archiver: {
    operator: 'Internet Archive',
    purposes: ['archive'],
    page: 'https://archive.org',
    readFrom: 'unverified',
  },
  'Arquivo-web-crawler': {
    operator: 'Arquivo.pt',
    purposes: ['archive'],
    page: 'https://arquivo.pt/faq-crawling',
    readFrom: 'unverified',
  },
} as const satisfies { readonly [name in CrawlerName]?: CrawlerFacts };
