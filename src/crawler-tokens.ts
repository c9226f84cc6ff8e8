/**
 * How the crawlers of the registry find their groups: their names, the tokens they fall back to, and who ignores `*`.
 * Judging by name needs no more than this. All other facts are in `src/crawlers`, which programs import only if they want them.
 */
import { lowerCaseLetters } from './ascii.js';
import { nearestName } from './nearest-name.js';
import { shown } from './option-checks.js';

/** How a crawler finds its groups: which tokens it looks for, and whether it obeys the groups for `*`. */
export interface CrawlerTokens {
  /**
   * The crawler's product token, then the tokens it falls back to, in order. The crawler obeys the groups of the first
   * token that the file names.
   */
  readonly tokens: readonly string[];
  /** Whether the crawler obeys the groups for `*` if the file names none of its tokens; default true. */
  readonly obeysWildcard?: boolean | undefined;
}

/** The product tokens of the registry, operator by operator. A crawler is known by its product token. */
export const CRAWLER_NAMES = [
  'Googlebot',
  'Googlebot-Image',
  'Googlebot-News',
  'Googlebot-Video',
  'Google-InspectionTool',
  'Google-Extended',
  'Google-CloudVertexBot',
  'GoogleOther',
  'GoogleOther-Image',
  'GoogleOther-Video',
  'Storebot-Google',
  'AdsBot-Google',
  'AdsBot-Google-Mobile',
  'Mediapartners-Google',
  'APIs-Google',
  'FeedFetcher-Google',
  'bingbot',
  'adidxbot',
  'MicrosoftPreview',
  'GPTBot',
  'OAI-SearchBot',
  'OAI-AdsBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-SearchBot',
  'Claude-User',
  'Applebot',
  'Applebot-Extended',
  'meta-externalagent',
  'meta-webindexer',
  'meta-externalads',
  'meta-externalfetcher',
  'facebookexternalhit',
  'Amazonbot',
  'Amzn-SearchBot',
  'Amzn-User',
  'PerplexityBot',
  'Perplexity-User',
  'MistralAI-User',
  'CCBot',
  'Bytespider',
  'TikTokSpider',
  'cohere-training-data-crawler',
  'DeepSeekBot',
  'PanguBot',
  'AI2Bot',
  'Diffbot',
  'YouBot',
  'omgili',
  'Webzio-Extended',
  'ImagesiftBot',
  'Timpibot',
  'DuckDuckBot',
  'DuckAssistBot',
  'YandexBot',
  'YandexImages',
  'YandexVideo',
  'YandexMedia',
  'YandexNews',
  'YandexAdditional',
  'YandexDirect',
  'YandexMetrika',
  'Baiduspider',
  'Baiduspider-image',
  'PetalBot',
  '360Spider',
  'SeznamBot',
  'Yeti',
  'Daum',
  'Qwantbot',
  'MojeekBot',
  'Kagibot',
  'coccocbot-web',
  'Pinterestbot',
  'LinkedInBot',
  'Twitterbot',
  'CriteoBot',
  'AhrefsBot',
  'AhrefsSiteAudit',
  'SemrushBot',
  'SiteAuditBot',
  'MJ12bot',
  'rogerbot',
  'DotBot',
  'DataForSeoBot',
  'BLEXBot',
  'Barkrowler',
  'SISTRIX',
  'SEOkicks',
  'SerpstatBot',
  'archive.org_bot',
  'ia_archiver',
  'Arquivo-web-crawler',
] as const;

/** The product token of a crawler of the registry. */
export type CrawlerName = (typeof CRAWLER_NAMES)[number];

/** A product token of the registry, in any letter case. The type suggests the known ones. */
export type CrawlerNameText = CrawlerName | (string & Record<never, never>);

/** The tokens that a crawler falls back to, where its operator documents some. */
const FALLBACKS: { readonly [name in CrawlerName]?: readonly string[] } = {
  'Googlebot-Image': ['Googlebot'],
  'Googlebot-News': ['Googlebot'],
  'Googlebot-Video': ['Googlebot'],
  'Google-InspectionTool': ['Googlebot'],
  'GoogleOther-Image': ['GoogleOther'],
  'GoogleOther-Video': ['GoogleOther'],
  Applebot: ['Googlebot'],
  YandexBot: ['Yandex'],
  YandexImages: ['Yandex'],
  YandexVideo: ['Yandex'],
  YandexMedia: ['Yandex'],
  YandexNews: ['Yandex'],
  YandexAdditional: ['Yandex'],
  YandexDirect: ['Yandex'],
  YandexMetrika: ['Yandex'],
  'Baiduspider-image': ['Baiduspider'],
};

/** The crawlers whose operators document that they do not obey the groups for `*`. */
const IGNORING_WILDCARD: ReadonlySet<CrawlerName> = new Set<CrawlerName>([
  'AdsBot-Google',
  'AdsBot-Google-Mobile',
  'Mediapartners-Google',
  'APIs-Google',
]);

/** The registered product token that equals a name, ignoring letter case; `undefined` if there is none. */
export function registeredName(name: string): CrawlerName | undefined {
  const lower = lowerCaseLetters(name);
  return CRAWLER_NAMES.find((known) => lowerCaseLetters(known) === lower);
}

/** How a registered crawler finds its groups. */
export function tokensOf(name: CrawlerName): Required<CrawlerTokens> {
  return { tokens: [name, ...(FALLBACKS[name] ?? [])], obeysWildcard: !IGNORING_WILDCARD.has(name) };
}

/**
 * The registered product token of a crawler.
 *
 * @throws {TypeError} if there is none; the message suggests the nearest
 */
export function nameOrThrow(name: string, argument: string): CrawlerName {
  const known = registeredName(name);
  if (known !== undefined) return known;
  const nearest = nearestName(name, CRAWLER_NAMES);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new TypeError(`${argument} is ${shown(name)}, and no crawler of that name is registered${hint}`);
}
