/**
 * `pageUsage`: what a crawler may do with a page, from everything that is stated about it: robots.txt, the headers `Content-Usage` and
 * `X-Robots-Tag`, and meta elements.
 */
import { isArray, isObject, misshapen } from '../option-checks.js';
import type { ContentSignal } from '../usage/content-signal.js';
import { type ContentUsage, combineContentUsage, contentUsageOfHeader } from '../usage/content-usage.js';
import { type CategoryPreference, UNKNOWN, type UsagePreference } from '../usage/preference.js';
import type { ApplicableUsage, Usage } from '../usage/usage.js';
import { PURPOSE_CATEGORIES } from '../usage/vocabularies.js';
import type { PageDirective } from './directive.js';
import type { MergedDirectives } from './merge.js';
import type { PageDirectives } from './page-reader.js';

/** The directives that disallow each use. `none` says `noindex`, too, and `max-snippet: 0` says `nosnippet`. */
const DISALLOWED_BY = {
  'train-ai': ['noai'],
  'train-ai-images': ['noai', 'noimageai'],
  'ai-input': ['nosnippet'],
  search: ['noindex'],
  'image-search': ['noimageindex'],
  snippet: ['nosnippet'],
  archive: ['noarchive', 'nocache'],
  translation: ['notranslate'],
} as const satisfies Readonly<Record<string, readonly (keyof MergedDirectives)[]>>;

/** A use of a page, such as `train-ai` or `snippet`: docs/page.md. */
export type ContentUse = keyof typeof DISALLOWED_BY;

/** The uses of a page. */
export const CONTENT_USES = Object.keys(DISALLOWED_BY) as readonly ContentUse[];

/** The categories of usage preferences that are about a use, in each vocabulary. Images are part of the content. */
const PREFERENCES = { ...PURPOSE_CATEGORIES, 'train-ai-images': PURPOSE_CATEGORIES['train-ai'] } as const;

/** A statement that decides about a use. */
export interface UseReason {
  readonly source: 'robots.txt' | 'header' | 'meta';
  /** Its line in robots.txt, from 1; null if it is not in robots.txt. */
  readonly line: number | null;
  /**
   * What it says: `Content-Usage: train-ai=n`, `Content-Signal: ai-train=no`, `X-Robots-Tag: noai`, `robots: noai` for a meta element. For a URL that the
   * crawler may not fetch: `Disallow: /private`.
   */
  readonly statement: string;
}

/** Whether a crawler may put a page to a use, and the statements that decide. */
export interface PageUse {
  /** `unknown` if nothing valid is stated. It is neither yes nor no. */
  readonly preference: UsagePreference;
  /** Empty if the preference is `unknown`. */
  readonly reasons: readonly UseReason[];
}

/** What a crawler may do with a page, use by use. */
export type PageUsage = { readonly [use in ContentUse]: PageUse };

/**
 * Says what a crawler may do with a page, use by use, with the statements that decide. Where several places state something about a use, one that
 * disallows it decides. Where the crawler may not fetch the page, every use is disallowed. Which statements are about which use: docs/page.md.
 *
 * @param usage what `document.usage` returns for the crawler and the page's URL; null or undefined if the site has no robots.txt. The header
 *   `Content-Usage` need not be given to `document.usage`
 * @param page what `pageDirectives` gives for the same crawler and page
 * @throws {TypeError} if `usage` or `page` is not what these functions give
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { pageDirectives, pageUsage } from 'robotstream/page';
 *
 * const document = parseSync('User-agent: *\nContent-Usage: train-ai=y');
 * const page = await pageDirectives({ agents: 'FooBot', headers: { 'x-robots-tag': 'noai' } });
 * const uses = pageUsage(document.usage('FooBot', 'https://example.com/'), page);
 * console.log(uses['train-ai'].preference); // → disallowed
 * ```
 */
export function pageUsage(usage: Usage | null | undefined, page: PageDirectives): PageUsage {
  const isMissing = usage === undefined || usage === null;
  if (!isMissing && (!isObject(usage) || typeof usage.applies !== 'boolean' || !isObject(usage.access))) {
    throw misshapen(usage, 'usage', 'what document.usage() returns');
  }
  if (!isObject(page) || !isArray(page.directives) || !isArray(page.contentUsage)) {
    throw misshapen(page, 'page', 'what pageDirectives() gives');
  }
  const answer = usage?.applies === false ? () => noUse(usage.access) : useBy(usage, page);
  return Object.fromEntries(CONTENT_USES.map((use) => [use, answer(use)])) as PageUsage;
}

/** No use of a URL that the crawler may not fetch. */
function noUse({ rule, reason }: Usage['access']): PageUse {
  const statement = rule === null ? reason : `Disallow: ${rule.pattern}`;
  return {
    preference: 'disallowed',
    reasons: [{ source: 'robots.txt', line: rule?.line ?? null, statement }],
  };
}

/** @param usage null or undefined if there is no robots.txt */
function useBy(
  usage: ApplicableUsage | null | undefined,
  page: PageDirectives,
): (use: ContentUse) => PageUse {
  const vocabulary = usage?.contentUsage.vocabulary;
  const ofHeader = contentUsageOfHeader(page.contentUsage, { vocabulary });
  const contentUsage = usage ? combineContentUsage(usage.contentUsage, ofHeader) : ofHeader;
  return (use) => {
    const about = preferencesAbout(use, contentUsage, usage?.contentSignal);
    const against = directivesAgainst(use, page);
    const ofPreferences = (preference: UsagePreference): UseReason[] =>
      about.filter((one) => one.preference === preference).flatMap(reasonsOf);
    const disallowing = [...ofPreferences('disallowed'), ...against];
    if (disallowing.length > 0) return { preference: 'disallowed', reasons: disallowing };
    const allowing = ofPreferences('allowed');
    return { preference: allowing.length > 0 ? 'allowed' : 'unknown', reasons: allowing };
  };
}

/** A preference about a use, and how the statements that decide about it are written. */
interface WrittenPreference extends CategoryPreference {
  readonly field: 'Content-Usage' | 'Content-Signal';
  /** Such as `train-ai=n`. */
  readonly written: string;
}

/** What the usage preferences say about a use, each in its own vocabulary. */
function preferencesAbout(
  use: ContentUse,
  usage: ContentUsage,
  signal: ContentSignal | undefined,
): WrittenPreference[] {
  if (!isPreferred(use)) return [];
  const of = PREFERENCES[use];
  const ofUsage = usage.categories[of.contentUsage] ?? UNKNOWN;
  const ofSignal = signal?.categories[of.contentSignal] ?? UNKNOWN;
  const [y, yes] = [ofUsage, ofSignal].map(({ preference }) => preference === 'allowed');
  return [
    { ...ofUsage, field: 'Content-Usage', written: `${of.contentUsage}=${y ? 'y' : 'n'}` },
    { ...ofSignal, field: 'Content-Signal', written: `${of.contentSignal}=${yes ? 'yes' : 'no'}` },
  ];
}

function isPreferred(use: ContentUse): use is keyof typeof PREFERENCES {
  return Object.hasOwn(PREFERENCES, use);
}

function reasonsOf({ field, written, lines, inHeader }: WrittenPreference): UseReason[] {
  const statement = `${field}: ${written}`;
  const inFile = lines.map((line) => ({ source: 'robots.txt', line, statement }) as const);
  return inHeader ? [...inFile, { source: 'header', line: null, statement }] : inFile;
}

/** The directives of the page that disallow a use. */
function directivesAgainst(use: ContentUse, page: PageDirectives): UseReason[] {
  const members: readonly string[] = DISALLOWED_BY[use];
  const isAgainst = ({ name, value, reading }: PageDirective): boolean => {
    if (reading !== 'known') return false;
    if (name === 'max-snippet') return members.includes('nosnippet') && Number(value) === 0;
    return members.includes(name) || (name === 'none' && members.includes('noindex'));
  };
  return page.directives.filter(isAgainst).map(({ name, value, agent, source }) => {
    const text = value === null ? name : `${name}: ${value}`;
    const addressed = agent === null ? text : `${agent}: ${text}`;
    const statement =
      source === 'header' ? `X-Robots-Tag: ${addressed}` : agent === null ? `robots: ${text}` : addressed;
    return { source, line: null, statement };
  });
}
