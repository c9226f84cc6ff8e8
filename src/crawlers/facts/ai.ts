/**
 * The crawlers of AI companies and of those that collect pages for them.
 */
import type { CrawlerName } from '../../crawler-tokens.js';
import type { CrawlerFacts } from '../crawler.js';

const OPENAI = 'https://developers.openai.com/api/docs/bots';
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518';
const APPLE = 'https://support.apple.com/119829';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const PERPLEXITY = 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers';
const WEBZ = 'https://webz.io/bot.html';

export const AI_CRAWLERS = {
  GPTBot: {
    operator: 'OpenAI',
    purposes: ['train-ai'],
    robotsTxt: 'obeys',
    page: OPENAI,
    readFrom: 'third-party',
  },
  'OAI-SearchBot': {
    operator: 'OpenAI',
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    page: OPENAI,
    readFrom: 'third-party',
  },
  'OAI-AdsBot': { operator: 'OpenAI', purposes: ['ads'], page: OPENAI, readFrom: 'third-party' },
  'ChatGPT-User': {
    operator: 'OpenAI',
    purposes: ['ai-input', 'user-triggered'],
    robotsTxt: 'ignores-for-users',
    page: OPENAI,
    readFrom: 'third-party',
  },
  ClaudeBot: {
    operator: 'Anthropic',
    purposes: ['train-ai'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: ANTHROPIC,
    readFrom: 'operator',
  },
  'Claude-SearchBot': {
    operator: 'Anthropic',
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: ANTHROPIC,
    readFrom: 'operator',
  },
  'Claude-User': {
    operator: 'Anthropic',
    purposes: ['ai-input', 'user-triggered'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: ANTHROPIC,
    readFrom: 'operator',
  },
  Applebot: {
    operator: 'Apple',
    purposes: ['search', 'train-ai'],
    robotsTxt: 'obeys',
    page: APPLE,
    readFrom: 'third-party',
  },
  'Applebot-Extended': {
    operator: 'Apple',
    purposes: ['train-ai'],
    robotsTxt: 'obeys',
    sendsRequests: false,
    page: APPLE,
    readFrom: 'third-party',
  },
  'meta-externalagent': {
    operator: 'Meta',
    purposes: ['train-ai'],
    robotsTxt: 'obeys',
    page: META,
    readFrom: 'operator',
  },
  'meta-webindexer': {
    operator: 'Meta',
    purposes: ['search', 'ai-input'],
    page: META,
    readFrom: 'unverified',
  },
  'meta-externalads': { operator: 'Meta', purposes: ['ads'], page: META, readFrom: 'unverified' },
  'meta-externalfetcher': {
    operator: 'Meta',
    purposes: ['ai-input', 'user-triggered'],
    page: META,
    readFrom: 'third-party',
  },
  facebookexternalhit: {
    operator: 'Meta',
    purposes: ['user-triggered'],
    robotsTxt: 'obeys',
    page: META,
    readFrom: 'operator',
  },
  Amazonbot: {
    operator: 'Amazon',
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    crawlDelay: 'ignores',
    page: AMAZON,
    readFrom: 'operator',
  },
  'Amzn-SearchBot': {
    operator: 'Amazon',
    purposes: ['search', 'ai-input'],
    page: AMAZON,
    readFrom: 'unverified',
  },
  'Amzn-User': {
    operator: 'Amazon',
    purposes: ['ai-input', 'user-triggered'],
    page: AMAZON,
    readFrom: 'unverified',
  },
  PerplexityBot: {
    operator: 'Perplexity',
    purposes: ['search', 'ai-input'],
    robotsTxt: 'obeys',
    page: PERPLEXITY,
    readFrom: 'operator',
  },
  'Perplexity-User': {
    operator: 'Perplexity',
    purposes: ['ai-input', 'user-triggered'],
    page: PERPLEXITY,
    readFrom: 'third-party',
  },
  'MistralAI-User': {
    operator: 'Mistral AI',
    purposes: ['ai-input', 'user-triggered'],
    page: 'https://docs.mistral.ai/robots',
    readFrom: 'unverified',
  },
  CCBot: {
    operator: 'Common Crawl',
    purposes: ['archive', 'train-ai'],
    robotsTxt: 'obeys',
    crawlDelay: 'honours',
    page: 'https://commoncrawl.org/ccbot',
    readFrom: 'operator',
  },
  Bytespider: {
    operator: 'ByteDance',
    purposes: ['train-ai'],
    page: 'https://bytespider.bytedance.com',
    readFrom: 'unverified',
  },
  TikTokSpider: {
    operator: 'ByteDance',
    purposes: ['ai-input'],
    page: 'https://bytespider.bytedance.com',
    readFrom: 'unverified',
  },
  'cohere-training-data-crawler': {
    operator: 'Cohere',
    purposes: ['train-ai'],
    page: 'https://cohere.com',
    readFrom: 'unverified',
  },
  DeepSeekBot: {
    operator: 'DeepSeek',
    purposes: ['train-ai'],
    page: 'https://www.deepseek.com',
    readFrom: 'unverified',
  },
  PanguBot: {
    operator: 'Huawei',
    purposes: ['train-ai'],
    page: 'https://www.huaweicloud.com',
    readFrom: 'unverified',
  },
  AI2Bot: {
    operator: 'Allen Institute for AI',
    purposes: ['train-ai'],
    page: 'https://allenai.org/crawler',
    readFrom: 'unverified',
  },
  Diffbot: {
    operator: 'Diffbot',
    purposes: ['train-ai', 'ai-input'],
    page: 'https://www.diffbot.com',
    readFrom: 'unverified',
  },
  YouBot: {
    operator: 'You.com',
    purposes: ['search', 'ai-input'],
    page: 'https://about.you.com/youbot/',
    readFrom: 'unverified',
  },
  omgili: { operator: 'Webz.io', purposes: ['train-ai'], page: WEBZ, readFrom: 'unverified' },
  'Webzio-Extended': {
    operator: 'Webz.io',
    purposes: ['train-ai'],
    sendsRequests: false,
    page: WEBZ,
    readFrom: 'unverified',
  },
  ImagesiftBot: {
    operator: 'Hive',
    purposes: ['search'],
    page: 'https://imagesift.com/about',
    readFrom: 'unverified',
  },
  Timpibot: {
    operator: 'Timpi',
    purposes: ['search', 'train-ai'],
    page: 'https://www.timpi.io',
    readFrom: 'unverified',
  },
} as const satisfies { readonly [name in CrawlerName]?: CrawlerFacts };
