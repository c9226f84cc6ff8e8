/**
 * Crawlers by purpose: who may train, who may search, who may answer?
 */
import { aString, didYouMean, isArray, isObject, misshapen, shown } from '../option-checks.js';
import { PURPOSE_CATEGORIES } from '../usage/vocabularies.js';
import type { CrawlerPurpose } from './crawler.js';
import type { CrawlerAccess } from './report.js';

/** A purpose in words. */
export interface PurposeWords {
  /** Its short name, such as `train`, which commands also accept. */
  readonly name: string;
  /** What a crawler with that purpose does, as words that can follow “may”, such as `train AI models`. */
  readonly does: string;
}

/** Every purpose in words, in the order in which people ask: training, search and answers first. */
export const PURPOSE_WORDS: { readonly [purpose in CrawlerPurpose]: PurposeWords } = Object.freeze({
  'train-ai': { name: 'train', does: 'train AI models' },
  search: { name: 'search', does: 'index for search' },
  'ai-input': { name: 'answer', does: 'answer with AI' },
  'user-triggered': { name: 'user', does: 'fetch pages that users ask for' },
  archive: { name: 'archive', does: 'archive' },
  ads: { name: 'ads', does: 'check pages for advertising' },
  seo: { name: 'seo', does: 'collect data for SEO' },
  other: { name: 'other', does: 'fetch for another purpose' },
});

/** The purposes in the order of {@link PURPOSE_WORDS}. */
const PURPOSES = Object.keys(PURPOSE_WORDS) as readonly CrawlerPurpose[];

/**
 * Finds the purpose with a name.
 *
 * @param name the purpose itself, such as `train-ai`, or its short name, such as `train`
 * @throws {TypeError} if there is no such purpose; the message lists the names
 */
export function purposeNamed(name: string): CrawlerPurpose {
  aString(name, 'name');
  const found = PURPOSES.find((purpose) => purpose === name || PURPOSE_WORDS[purpose].name === name);
  if (found !== undefined) return found;
  const names = PURPOSES.map((purpose) => PURPOSE_WORDS[purpose].name);
  const hint = didYouMean(name, [...names, ...PURPOSES]);
  throw new TypeError(`name is ${shown(name)}; the purposes are ${names.join(', ')}${hint}`);
}

/** The crawlers with one purpose, sorted by what they may fetch. Each entry is taken from the report. */
export interface PurposeAccess {
  /** The purpose that all of these crawlers have. */
  readonly purpose: CrawlerPurpose;
  /** Those that may fetch every page. */
  readonly everything: readonly CrawlerAccess[];
  /** Those that may fetch some pages. */
  readonly something: readonly CrawlerAccess[];
  /** Those that may fetch no page. */
  readonly nothing: readonly CrawlerAccess[];
  /** Those for which the report is undecided, because deciding would take too long. */
  readonly unknown: readonly CrawlerAccess[];
  /** Those that may fetch the URL of the report, by default `/`, but are asked by a usage preference not to use it for this purpose. */
  readonly askedNot: readonly CrawlerAccess[];
}

/**
 * Sorts a report of crawlers by purpose. A crawler with several purposes is in each of them; one that is not registered is in none.
 *
 * @param accesses what `crawlerReport` returns
 * @returns an entry for each purpose that one of the crawlers has: training, search and answers first
 * @throws {TypeError} if `accesses` is not a list
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { accessByPurpose, crawlerReport } from 'robotstream/crawlers';
 *
 * const report = crawlerReport(parseSync('User-agent: GPTBot\nDisallow: /'), ['GPTBot', 'Googlebot']);
 * for (const { purpose, nothing } of accessByPurpose(report)) {
 *   if (nothing.length > 0) console.log(purpose, nothing[0].name); // → train-ai GPTBot
 * }
 * ```
 */
export function accessByPurpose(accesses: readonly CrawlerAccess[]): PurposeAccess[] {
  if (!isArray(accesses) || !accesses.every((access) => isObject(access) && isObject(access.usage))) {
    throw misshapen(accesses, 'accesses', 'what crawlerReport() gives');
  }
  return PURPOSES.flatMap((purpose) => {
    const having = accesses.filter(({ crawler }) => crawler?.purposes.includes(purpose));
    const withExtent = (wanted: CrawlerAccess['extent']): readonly CrawlerAccess[] =>
      having.filter(({ extent }) => extent === wanted);
    if (having.length === 0) return [];
    return {
      purpose,
      everything: withExtent('everything'),
      something: withExtent('something'),
      nothing: withExtent('nothing'),
      unknown: withExtent('unknown'),
      askedNot: having.filter((access) => isAskedNot(access, purpose)),
    };
  });
}

function isAskedNot({ usage }: CrawlerAccess, purpose: CrawlerPurpose): boolean {
  if (!usage.applies || !Object.hasOwn(PURPOSE_CATEGORIES, purpose)) return false;
  const { contentUsage, contentSignal } = PURPOSE_CATEGORIES[purpose as keyof typeof PURPOSE_CATEGORIES];
  const stated = [usage.contentUsage.categories[contentUsage], usage.contentSignal.categories[contentSignal]];
  return stated.some((category) => category?.preference === 'disallowed');
}
