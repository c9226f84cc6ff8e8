/**
 * What is known about the crawlers of the registry, an entry for each name of `crawler-tokens.ts`. The facts are those that
 * operators publish; `readFrom` says where they were read. docs/crawlers.md is made from this file.
 */
import type { CrawlerName } from '../crawler-tokens.js';
import type { Crawler } from './crawler.js';

/**
 * The facts of an entry. A missing fact is `unknown`, and the entry is `unverified` unless it says where the facts were read. A
 * crawler sends requests unless its entry says otherwise.
 */
type CrawlerFacts = Pick<Crawler, 'operator' | 'purposes' | 'page'> &
  Partial<Pick<Crawler, 'readFrom' | 'robotsTxt' | 'crawlDelay' | 'sendsRequests'>>;

/** The month in which the page of every entry was read, or could not be read. */
export const DATE_READ = '2026-11';

// What the crawlers of one operator, or of one page, share.
const GOOGLE = { operator: 'Google', robotsTxt: 'obeys', crawlDelay: 'ignores' } as const;
const GOOGLE_OVERVIEW = {
  ...GOOGLE,
  page: 'https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers',
  readFrom: 'operator',
} as const;
const GOOGLE_COMMON = {
  ...GOOGLE,
  page: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
  readFrom: 'third-party',
} as const;
const GOOGLE_SPECIAL = {
  ...GOOGLE,
  page: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
  readFrom: 'third-party',
} as const;
const GOOGLE_USERS = {
  ...GOOGLE,
  robotsTxt: 'ignores-for-users',
  page: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
  readFrom: 'operator',
} as const;
const BING = {
  operator: 'Microsoft',
  page: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
} as const;
const OPENAI = {
  operator: 'OpenAI',
  page: 'https://developers.openai.com/api/docs/bots',
  readFrom: 'third-party',
} as const;
const ANTHROPIC = {
  operator: 'Anthropic',
  page: 'https://support.claude.com/en/articles/8896518',
  robotsTxt: 'obeys',
  crawlDelay: 'honours',
  readFrom: 'operator',
} as const;
const APPLE = {
  operator: 'Apple',
  page: 'https://support.apple.com/119829',
  robotsTxt: 'obeys',
  readFrom: 'third-party',
} as const;
const META = {
  operator: 'Meta',
  page: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/',
} as const;
const AMAZON = { operator: 'Amazon', page: 'https://developer.amazon.com/amazonbot' } as const;
const PERPLEXITY = {
  operator: 'Perplexity',
  page: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
} as const;
const WEBZ = { operator: 'Webz.io', page: 'https://webz.io/bot.html' } as const;
const BYTEDANCE = { operator: 'ByteDance', page: 'https://bytespider.bytedance.com' } as const;
const YANDEX = {
  operator: 'Yandex',
  page: 'https://yandex.com/support/webmaster/en/robot-workings/user-agent',
} as const;
const BAIDU = {
  operator: 'Baidu',
  page: 'https://help.baidu.com/question?prod_id=99&class=0&id=3001',
} as const;
const AHREFS = {
  operator: 'Ahrefs',
  page: 'https://ahrefs.com/robot',
  robotsTxt: 'obeys',
  crawlDelay: 'honours',
  readFrom: 'operator',
} as const;
const SEMRUSH = { operator: 'Semrush', page: 'https://www.semrush.com/bot/' } as const;
const MOZ = { operator: 'Moz', page: 'https://moz.com/help/moz-procedures/crawlers' } as const;

/** The facts about each crawler of the registry. */
export const CRAWLER_FACTS: { readonly [name in CrawlerName]: CrawlerFacts } = {
  // Search engines, with all other crawlers of the same operators.
  Googlebot: { ...GOOGLE_OVERVIEW, purposes: ['search'] },
  'Googlebot-Image': { ...GOOGLE_OVERVIEW, purposes: ['search'] },
  'Googlebot-News': { ...GOOGLE_OVERVIEW, purposes: ['search'] },
  'Googlebot-Video': { ...GOOGLE_OVERVIEW, purposes: ['search'] },
  'Google-InspectionTool': { ...GOOGLE_COMMON, purposes: ['search', 'user-triggered'] },
  'Google-Extended': { ...GOOGLE_COMMON, purposes: ['train-ai', 'ai-input'], sendsRequests: false },
  'Google-CloudVertexBot': { ...GOOGLE_COMMON, purposes: ['ai-input'] },
  GoogleOther: { ...GOOGLE_COMMON, purposes: ['search'] },
  'GoogleOther-Image': { ...GOOGLE_COMMON, purposes: ['search'] },
  'GoogleOther-Video': { ...GOOGLE_COMMON, purposes: ['search'] },
  'Storebot-Google': { ...GOOGLE_OVERVIEW, purposes: ['search'] },
  'AdsBot-Google': { ...GOOGLE_OVERVIEW, purposes: ['ads'] },
  'AdsBot-Google-Mobile': { ...GOOGLE_OVERVIEW, purposes: ['ads'] },
  'Mediapartners-Google': { ...GOOGLE_SPECIAL, purposes: ['ads'] },
  'APIs-Google': { ...GOOGLE_SPECIAL, purposes: ['user-triggered'] },
  'FeedFetcher-Google': { ...GOOGLE_USERS, purposes: ['user-triggered'] },
  bingbot: {
    ...BING,
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    readFrom: 'third-party',
  },
  adidxbot: { ...BING, purposes: ['ads'], readFrom: 'operator' },
  MicrosoftPreview: { ...BING, purposes: ['user-triggered'], readFrom: 'third-party' },
  DuckDuckBot: {
    operator: 'DuckDuckGo',
    purposes: ['search'],
    robotsTxt: 'obeys',
    page: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
    readFrom: 'operator',
  },
  DuckAssistBot: {
    operator: 'DuckDuckGo',
    purposes: ['ai-input'],
    robotsTxt: 'obeys',
    page: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    readFrom: 'operator',
  },
  YandexBot: { ...YANDEX, purposes: ['search'], robotsTxt: 'obeys', readFrom: 'operator' },
  YandexImages: { ...YANDEX, purposes: ['search'], robotsTxt: 'obeys', readFrom: 'third-party' },
  YandexVideo: { ...YANDEX, purposes: ['search'], robotsTxt: 'obeys', readFrom: 'third-party' },
  YandexMedia: { ...YANDEX, purposes: ['search'], robotsTxt: 'obeys', readFrom: 'third-party' },
  YandexNews: { ...YANDEX, purposes: ['search'], robotsTxt: 'obeys', readFrom: 'third-party' },
  YandexAdditional: { ...YANDEX, purposes: ['ai-input'] },
  YandexDirect: {
    operator: 'Yandex',
    purposes: ['ads'],
    robotsTxt: 'obeys',
    page: 'https://yandex.com/support/partner2/technologies/robot.html',
    readFrom: 'operator',
  },
  YandexMetrika: { ...YANDEX, purposes: ['ads'] },
  Baiduspider: { ...BAIDU, purposes: ['search'] },
  'Baiduspider-image': { ...BAIDU, purposes: ['search'] },
  PetalBot: {
    operator: 'Huawei',
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    page: 'https://aspiegel.com/petalbot',
    readFrom: 'operator',
  },
  '360Spider': {
    operator: '360 Search',
    purposes: ['search'],
    page: 'https://www.so.com/help/help_3_2.html',
  },
  SeznamBot: {
    operator: 'Seznam.cz',
    purposes: ['search'],
    robotsTxt: 'obeys',
    page: 'https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/',
    readFrom: 'operator',
  },
  Yeti: {
    operator: 'Naver',
    purposes: ['search'],
    page: 'https://searchadvisor.naver.com/guide/seo-basic-robots',
  },
  Daum: { operator: 'Kakao', purposes: ['search'], page: 'https://cs.daum.net/faq/15/4118.html' },
  Qwantbot: { operator: 'Qwant', purposes: ['search'], page: 'https://help.qwant.com/bot/' },
  MojeekBot: {
    operator: 'Mojeek',
    purposes: ['search'],
    robotsTxt: 'obeys',
    crawlDelay: 'ignores',
    page: 'https://www.mojeek.com/bot.html',
    readFrom: 'operator',
  },
  Kagibot: { operator: 'Kagi', purposes: ['search'], page: 'https://kagi.com/bot' },
  'coccocbot-web': {
    operator: 'Cốc Cốc',
    purposes: ['search'],
    page: 'https://help.coccoc.com/searchengine',
  },

  // AI companies, and those that collect pages for them.
  GPTBot: { ...OPENAI, purposes: ['train-ai'], robotsTxt: 'obeys' },
  'OAI-SearchBot': { ...OPENAI, purposes: ['search', 'ai-input'], robotsTxt: 'obeys' },
  'OAI-AdsBot': { ...OPENAI, purposes: ['ads'] },
  'ChatGPT-User': { ...OPENAI, purposes: ['ai-input', 'user-triggered'], robotsTxt: 'ignores-for-users' },
  ClaudeBot: { ...ANTHROPIC, purposes: ['train-ai'] },
  'Claude-SearchBot': { ...ANTHROPIC, purposes: ['search', 'ai-input'] },
  'Claude-User': { ...ANTHROPIC, purposes: ['ai-input', 'user-triggered'] },
  Applebot: { ...APPLE, purposes: ['search', 'train-ai'] },
  'Applebot-Extended': { ...APPLE, purposes: ['train-ai'], sendsRequests: false },
  'meta-externalagent': { ...META, purposes: ['train-ai'], robotsTxt: 'obeys', readFrom: 'operator' },
  'meta-webindexer': { ...META, purposes: ['search', 'ai-input'] },
  'meta-externalads': { ...META, purposes: ['ads'] },
  'meta-externalfetcher': { ...META, purposes: ['ai-input', 'user-triggered'], readFrom: 'third-party' },
  facebookexternalhit: { ...META, purposes: ['user-triggered'], robotsTxt: 'obeys', readFrom: 'operator' },
  Amazonbot: {
    ...AMAZON,
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    crawlDelay: 'ignores',
    readFrom: 'operator',
  },
  'Amzn-SearchBot': { ...AMAZON, purposes: ['search', 'ai-input'] },
  'Amzn-User': { ...AMAZON, purposes: ['ai-input', 'user-triggered'] },
  PerplexityBot: {
    ...PERPLEXITY,
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    readFrom: 'operator',
  },
  'Perplexity-User': { ...PERPLEXITY, purposes: ['ai-input', 'user-triggered'], readFrom: 'third-party' },
  'MistralAI-User': {
    operator: 'Mistral AI',
    purposes: ['ai-input', 'user-triggered'],
    page: 'https://docs.mistral.ai/robots',
  },
  CCBot: {
    operator: 'Common Crawl',
    purposes: ['archive', 'train-ai'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: 'https://commoncrawl.org/ccbot',
    readFrom: 'operator',
  },
  Bytespider: { ...BYTEDANCE, purposes: ['train-ai'] },
  TikTokSpider: { ...BYTEDANCE, purposes: ['ai-input'] },
  'cohere-training-data-crawler': { operator: 'Cohere', purposes: ['train-ai'], page: 'https://cohere.com' },
  DeepSeekBot: { operator: 'DeepSeek', purposes: ['train-ai'], page: 'https://www.deepseek.com' },
  PanguBot: { operator: 'Huawei', purposes: ['train-ai'], page: 'https://www.huaweicloud.com' },
  AI2Bot: { operator: 'Allen Institute for AI', purposes: ['train-ai'], page: 'https://allenai.org/crawler' },
  Diffbot: { operator: 'Diffbot', purposes: ['train-ai', 'ai-input'], page: 'https://www.diffbot.com' },
  YouBot: { operator: 'You.com', purposes: ['search', 'ai-input'], page: 'https://about.you.com/youbot/' },
  omgili: { ...WEBZ, purposes: ['train-ai'] },
  'Webzio-Extended': { ...WEBZ, purposes: ['train-ai'], sendsRequests: false },
  ImagesiftBot: { operator: 'Hive', purposes: ['search'], page: 'https://imagesift.com/about' },
  Timpibot: { operator: 'Timpi', purposes: ['search', 'train-ai'], page: 'https://www.timpi.io' },

  // SEO tools, archives, advertisers and social networks.
  Pinterestbot: {
    operator: 'Pinterest',
    purposes: ['user-triggered', 'search'],
    page: 'https://help.pinterest.com/en/business/article/pinterestbot',
  },
  LinkedInBot: { operator: 'LinkedIn', purposes: ['user-triggered'], page: 'https://www.linkedin.com' },
  Twitterbot: {
    operator: 'X',
    purposes: ['user-triggered'],
    page: 'https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started',
  },
  CriteoBot: { operator: 'Criteo', purposes: ['ads'], page: 'https://www.criteo.com/criteo-crawler/' },
  AhrefsBot: { ...AHREFS, purposes: ['seo', 'search'] },
  AhrefsSiteAudit: { ...AHREFS, purposes: ['seo', 'user-triggered'] },
  SemrushBot: { ...SEMRUSH, purposes: ['seo'], robotsTxt: 'obeys', readFrom: 'operator' },
  SiteAuditBot: { ...SEMRUSH, purposes: ['seo', 'user-triggered'], readFrom: 'third-party' },
  MJ12bot: {
    operator: 'Majestic',
    purposes: ['seo'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: 'https://mj12bot.com/',
    readFrom: 'operator',
  },
  rogerbot: { ...MOZ, purposes: ['seo', 'user-triggered'] },
  DotBot: { ...MOZ, purposes: ['seo'] },
  DataForSeoBot: { operator: 'DataForSEO', purposes: ['seo'], page: 'https://dataforseo.com/dataforseo-bot' },
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
  SISTRIX: { operator: 'SISTRIX', purposes: ['seo'], page: 'https://crawler.sistrix.net/' },
  SEOkicks: { operator: 'SEOkicks', purposes: ['seo'], page: 'https://www.seokicks.de/robot.html' },
  SerpstatBot: { operator: 'Serpstat', purposes: ['seo'], page: 'https://serpstatbot.com/' },
  'archive.org_bot': {
    operator: 'Internet Archive',
    purposes: ['archive'],
    page: 'https://archive.org/details/archive.org_bot',
  },
  ia_archiver: { operator: 'Internet Archive', purposes: ['archive'], page: 'https://archive.org' },
  'Arquivo-web-crawler': {
    operator: 'Arquivo.pt',
    purposes: ['archive'],
    page: 'https://arquivo.pt/faq-crawling',
  },
};
