/** The names of the registry, and what judging needs to know about the crawlers. `npm run docs` writes this file from crawlers.json. */
// biome-ignore-all format: as many crawlers as fit have a line.
import type { ProfileName } from './profiles.js';

/** The version of the registry: a date. */
export const REGISTRY_VERSION = '2026-11-25';

/** The product tokens of the registry. */
export const NAMES = [
  'Googlebot', 'Googlebot-Image', 'Googlebot-News', 'Googlebot-Video', 'Google-InspectionTool', 'Google-Extended', 'Google-CloudVertexBot',
  'GoogleOther', 'GoogleOther-Image', 'GoogleOther-Video', 'Storebot-Google', 'AdsBot-Google', 'AdsBot-Google-Mobile',
  'Mediapartners-Google', 'APIs-Google', 'FeedFetcher-Google', 'bingbot', 'adidxbot', 'MicrosoftPreview', 'GPTBot', 'OAI-SearchBot',
  'OAI-AdsBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-SearchBot', 'Claude-User', 'Applebot', 'Applebot-Extended', 'meta-externalagent',
  'meta-webindexer', 'meta-externalads', 'meta-externalfetcher', 'facebookexternalhit', 'Amazonbot', 'Amzn-SearchBot', 'Amzn-User',
  'PerplexityBot', 'Perplexity-User', 'MistralAI-User', 'CCBot', 'Bytespider', 'TikTokSpider', 'cohere-training-data-crawler',
  'DeepSeekBot', 'PanguBot', 'AI2Bot', 'Diffbot', 'YouBot', 'omgili', 'Webzio-Extended', 'ImagesiftBot', 'Timpibot', 'DuckDuckBot',
  'DuckAssistBot', 'YandexBot', 'YandexImages', 'YandexVideo', 'YandexMedia', 'YandexNews', 'YandexAdditional', 'YandexDirect',
  'YandexMetrika', 'Baiduspider', 'Baiduspider-image', 'PetalBot', '360Spider', 'SeznamBot', 'Yeti', 'Daum', 'Qwantbot', 'MojeekBot',
  'Kagibot', 'coccocbot-web', 'Pinterestbot', 'LinkedInBot', 'Twitterbot', 'CriteoBot', 'AhrefsBot', 'AhrefsSiteAudit', 'SemrushBot',
  'SiteAuditBot', 'MJ12bot', 'rogerbot', 'DotBot', 'DataForSeoBot', 'BLEXBot', 'Barkrowler', 'SISTRIX', 'SEOkicks', 'SerpstatBot',
  'archive.org_bot', 'ia_archiver', 'Arquivo-web-crawler', 'AddSearchBot', 'AgentTimes', 'AI2Bot-DeepResearchEval', 'Ai2Bot-Dolma',
  'aiHitBot', 'AIWebIndex', 'amazon-kendra', 'amazon-QBusiness', 'AmazonBuyForMe', 'Andibot', 'Anomura', 'anthropic-ai', 'ApifyBot',
  'ApifyWebsiteContentCrawler', 'Aranet-SearchBot', 'atlassian-bot', 'Awario', 'AzureAI-SearchBot', 'bedrockbot', 'bigsur.ai', 'Bravebot',
  'Brightbot', 'BuddyBot', 'Channel3Bot', 'ChatGLM-Spider', 'ChatGPT Agent', 'Claude-Code', 'Claude-Web', 'Cloudflare-AutoRAG',
  'CloudVertexBot', 'Code', 'cohere-ai', 'Cotoyogi', 'CragCrawler', 'Crawl4AI', 'Crawlspace', 'Cursor', 'Datenbank Crawler', 'Devin',
  'Diffbot-User', 'Echobot Bot', 'EchoboxBot', 'ExaBot', 'ExaSearchBot', 'FacebookBot', 'Factset_spyderbot', 'FirecrawlAgent',
  'FriendlyCrawler', 'GeistHaus-PageFetcher', 'Gemini-Deep-Research', 'Google-Agent', 'Google-Firebase', 'Google-Gemini-CLI',
  'Google-NotebookLM', 'GoogleAgent-Mariner', 'GoogleAgent-URLContext', 'HenkBot', 'iAskBot', 'iaskspider', 'ICC-Crawler', 'imageSpider',
  'img2dataset', 'ISSCyberRiskCrawler', 'kagi-fetcher', 'Kangaroo Bot', 'Kimi-User', 'KlaviyoAIBot', 'KunatoCrawler',
  'laion-huggingface-processor', 'LAIONDownloader', 'LCC', 'Lightpanda', 'LinerBot', 'Linguee Bot', 'LinkupBot', 'Manus-User',
  'MistralAI-Index', 'MistralAI-Training', 'Mozilla-Tabstack', 'MyCentralAIScraperBot', 'NagetBot', 'netEstate Imprint Crawler', 'newsai',
  'NotebookLM', 'NovaAct', 'omgilibot', 'OpenAI', 'opencode', 'Operator', 'Panscient', 'panscient.com', 'PhindBot', 'Poggio-Citations',
  'Poseidon Research Crawler', 'QualifiedBot', 'Querit-SearchBot', 'QueritBot', 'QuillBot', 'quillbot.com', 'Reflectionbot',
  'SBIntuitionsBot', 'Scrapy', 'SemrushBot-OCOB', 'SemrushBot-SWA', 'Shap-User', 'ShapBot', 'Sidetrade indexer bot', 'Spider', 'TavilyBot',
  'Terra Cotta', 'TerraCotta', 'Thinkbot', 'TongyiBot', 'Trae', 'TwinAgent', 'UseAI', 'VelenPublicWebCrawler', 'WARDBot', 'wpbot',
  'WRTNBot', 'YaK', 'YandexAdditionalBot', 'YiyanBot', 'ZanistaBot',
] as const;

/** The tokens that crawlers fall back to. */
export const FALLBACKS: { readonly [name: string]: readonly string[] } = {
  'Googlebot-Image': ['Googlebot'], 'Googlebot-News': ['Googlebot'], 'Googlebot-Video': ['Googlebot'],
  'Google-InspectionTool': ['Googlebot'], 'GoogleOther-Image': ['GoogleOther'], 'GoogleOther-Video': ['GoogleOther'],
  'Applebot': ['Googlebot'], 'ImagesiftBot': ['Googlebot'], 'YandexBot': ['Yandex'], 'YandexImages': ['Yandex'], 'YandexVideo': ['Yandex'],
  'YandexMedia': ['Yandex'], 'YandexNews': ['Yandex'], 'YandexAdditional': ['Yandex'], 'YandexDirect': ['Yandex'],
  'YandexMetrika': ['Yandex'], 'Baiduspider-image': ['Baiduspider'], 'Kagibot': ['Googlebot'], 'YandexAdditionalBot': ['Yandex'],
};

/** The crawlers that do not obey the groups for `*`. */
export const NO_WILDCARD: readonly string[] = [
  'AdsBot-Google', 'AdsBot-Google-Mobile', 'Mediapartners-Google', 'APIs-Google',
];

/** The crawlers whose reading is documented, with the name of the profile. */
export const READINGS: { readonly [name: string]: ProfileName } = {
  'Googlebot': 'google', 'Googlebot-Image': 'google', 'Googlebot-News': 'google', 'Googlebot-Video': 'google',
  'Google-InspectionTool': 'google', 'Google-Extended': 'google', 'Google-CloudVertexBot': 'google', 'GoogleOther': 'google',
  'GoogleOther-Image': 'google', 'GoogleOther-Video': 'google', 'Storebot-Google': 'google', 'AdsBot-Google': 'google',
  'AdsBot-Google-Mobile': 'google', 'Mediapartners-Google': 'google', 'APIs-Google': 'google', 'FeedFetcher-Google': 'google',
  'Google-Agent': 'google', 'Google-NotebookLM': 'google',
};
