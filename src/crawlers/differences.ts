/**
 * What differs between two documents, or two profiles, for each crawler that they name: decided for all URLs of a site at once.
 */
import { type CallerDifferences, type ComparedCaller, differencesByCaller } from '../compare/by-caller.js';
import type { Difference } from '../compare/differences.js';
import { aWholeNumber, checkOptions, optionTable } from '../option-checks.js';
import { callersNamed } from './caller.js';
import { checkJudged, crawlersToCompare, type JudgedDocument } from './named-in.js';

/** What differs for crawlers with equal rules and profiles. */
export interface CrawlerDifferences extends CallerDifferences {
  /**
   * Of two profiles, the differences that only percent-encoded spellings of URLs show: nearly every rule has some. They are not
   * among `opens` and `closes`. Empty if the crawlers are judged by one profile in both documents.
   */
  readonly escaped: readonly Difference[];
}

/** Options for `crawlerDifferences`. */
export interface CrawlerDifferencesOptions {
  /** What the comparison may cost for all crawlers together, in steps. Default: 150,000, which take less than half a second. */
  readonly maxSteps?: number | undefined;
}

const OPTIONS = optionTable<CrawlerDifferencesOptions>({ maxSteps: aWholeNumber(2, Infinity, 'steps') });

const DEFAULT_STEPS = 150_000;

/**
 * Finds the URLs on which two documents differ for each of many crawlers. A registered crawler is judged by its own tokens, fallbacks
 * and, if a side names none, its own profile; any other name as a plain product token. Crawlers with equal rules and profiles share an entry.
 *
 * @param before such as the old version of a file
 * @param after such as the new version, or the same document with another profile
 * @param names product tokens, or `*` for any crawler that no group names; by default those that the documents name, as many as can be
 *   compared quickly
 * @throws {TypeError} if a side has no document, a name is not a product token, there is no such profile, or an option is unknown
 * @throws {RangeError} if `maxSteps` is less than 2
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { crawlerDifferences } from 'robotstream/crawlers';
 *
 * const before = { document: parseSync('User-agent: *\nDisallow:') };
 * const after = { document: parseSync('User-agent: GPTBot\nDisallow: /') };
 * for (const { agents, closes } of crawlerDifferences(before, after, ['GPTBot', 'Googlebot'])) {
 *   console.log(agents, closes.length);
 * }
 * // → [ 'GPTBot' ] 1
 * // → [ 'Googlebot' ] 0
 * ```
 */
export function crawlerDifferences(
  before: JudgedDocument,
  after: JudgedDocument,
  names?: readonly string[],
  options: CrawlerDifferencesOptions = {},
): CrawlerDifferences[] {
  checkOptions('crawlerDifferences', options, OPTIONS);
  checkJudged(before, 'before');
  checkJudged(after, 'after');
  const compared = names === undefined ? crawlersToCompare(before, after).names : names;
  const asked = callersNamed(compared);
  const { maxSteps = DEFAULT_STEPS } = options;
  const [ofBefore, ofAfter] = [before, after].map(({ document, profile }) =>
    document.matchers(asked, { profile }),
  );
  const callers = compared.map((agent, i) => ({ agent, before: ofBefore[i], after: ofAfter[i] }));
  const isOfOne = ({ before, after }: ComparedCaller): boolean => before.profile === after.profile;
  const ofOne = callers.filter(isOfOne);
  const ofTwo = callers.filter((caller) => !isOfOne(caller));
  const ofEach = maxSteps / Math.max(1, callers.length);
  return [
    ...differencesByCaller(ofOne, steps(ofEach * ofOne.length)).map((found) => ({ ...found, escaped: [] })),
    ...differencesOfProfiles(ofTwo, ofEach * ofTwo.length),
  ];
}

/** The differences for callers that are judged by two profiles. */
function differencesOfProfiles(callers: readonly ComparedCaller[], maxSteps: number): CrawlerDifferences[] {
  const half = steps(maxSteps / 2);
  const all = differencesByCaller(callers, half);
  return differencesByCaller(callers, { ...half, spellings: 'unescaped' }).map((found, i) => ({
    ...found,
    escaped: withoutPairsOf(found, all[i]),
  }));
}

/** Steps as an option. */
function steps(number: number): { readonly maxSteps: number } {
  return { maxSteps: Math.max(1, Math.floor(number)) };
}

/** The differences of `all` for whose pairs of deciding lines `found` has none. */
function withoutPairsOf(found: CallerDifferences, all: CallerDifferences): Difference[] {
  const pairs = new Set([...found.opens, ...found.closes].map(pairOf));
  return [...all.opens, ...all.closes].filter((difference) => !pairs.has(pairOf(difference)));
}

function pairOf({ before, after }: Difference): string {
  return `${before.line} ${after.line}`;
}
