/**
 * What differs between two documents, or two profiles, for each crawler that they name: decided for all URLs of a site at once.
 */
import { lowerCaseLetters } from '../ascii.js';
import { type CallerDifferences, type ComparedCaller, differencesByCaller } from '../compare/by-caller.js';
import type { Difference } from '../compare/differences.js';
import { READINGS } from '../crawler-names.js';
import { anArray, aWholeNumber, checkOptions, isObject, misshapen, optionTable } from '../option-checks.js';
import { type AnyProfile, PROFILES, type Profile, type ProfileName, resolveProfile } from '../profiles.js';
import { aDocument, type RobotsDocument } from '../robots-document.js';
import { callersNamed, crawlerNamed } from './caller.js';
import { callerNamesIn } from './line-names.js';

/** A document, and how it is read. */
export interface JudgedDocument {
  /** The document. */
  readonly document: RobotsDocument;
  /** The profile to judge by, or its name; by default each registered crawler is judged by its own, and any other by `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
}

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

function checkJudged(judged: unknown, name: string): void {
  if (!isObject(judged)) throw misshapen(judged, name, 'an object with document and profile');
  aDocument(judged.document, `${name}.document`);
}

/** The differences of `all` for whose pairs of deciding lines `found` has none. */
function withoutPairsOf(found: CallerDifferences, all: CallerDifferences): Difference[] {
  const pairs = new Set([...found.opens, ...found.closes].map(pairOf));
  return [...all.opens, ...all.closes].filter((difference) => !pairs.has(pairOf(difference)));
}

function pairOf({ before, after }: Difference): string {
  return `${before.line} ${after.line}`;
}

/** The crawlers to compare for. */
export interface CrawlersToCompare {
  /** The names to compare for, `*` first. */
  readonly names: readonly string[];
  /** How many more the documents name. Comparing these, too, would take too long. */
  readonly leftOut: number;
}

/** How many lines may be read to find the groups of all crawlers, so that a hostile file does not take long. */
const MAX_LINES = 3_000_000;

/**
 * The names of {@link crawlersNamedIn}, but no more than can be compared quickly.
 *
 * @throws {TypeError} if an argument has no document, or there is no such profile
 */
export function crawlersToCompare(before: JudgedDocument, after: JudgedDocument): CrawlersToCompare {
  checkJudged(before, 'before');
  checkJudged(after, 'after');
  const named = crawlersNamedIn([before, after]);
  const lines = before.document.lineCount + after.document.lineCount;
  const most = Math.max(1, Math.floor(MAX_LINES / (1 + lines)));
  return { names: named.slice(0, most), leftOut: Math.max(0, named.length - most) };
}

/**
 * The crawlers that documents name, after `*`: every name that one of their profiles reads in a user-agent line, because a name that
 * one profile reads without its version may be another name for the other. What only begins a word or a registered name, such as the `MJ`
 * of `MJ12bot`, is left out unless a crawler of that name is registered. Names that differ only in the case of ASCII letters count as
 * one, in their first spelling.
 *
 * @throws {TypeError} if it is no list of objects with a document, or there is no such profile
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { crawlersNamedIn } from 'robotstream/crawlers';
 *
 * console.log(crawlersNamedIn([{ document: parseSync('User-agent: GPTBot\nDisallow: /') }])); // → [ '*', 'GPTBot' ]
 * ```
 */
export function crawlersNamedIn(documents: readonly JudgedDocument[]): readonly string[] {
  anArray(documents, 'documents');
  for (const [i, judged] of documents.entries()) checkJudged(judged, `documents[${i}]`);
  const matches = new Set(documents.map(({ profile }) => resolveProfile(profile).groups.agentMatch));
  const names = new Map([['*', '*']]);
  for (const { document, profile } of documents) {
    for (const name of namesUnder(document, profile, matches)) {
      const key = lowerCaseLetters(name);
      if (!names.has(key)) names.set(key, name);
    }
    // A profile that is not the default reads lines as user-agent lines that the default does not.
    for (const own of profile === undefined ? OWN_PROFILES : []) {
      for (const name of namesUnder(document, own, [PROFILES[own].groups.agentMatch])) {
        const key = lowerCaseLetters(name);
        if (crawlerNamed(name)?.profile === own && !names.has(key)) names.set(key, name);
      }
    }
  }
  return [...names.values()];
}

/** The documented profiles of registered crawlers. */
const OWN_PROFILES: ReadonlySet<ProfileName> = new Set(Object.values(READINGS));

/** What a word has, but a product token may not have (RFC 9309 §2.2.1), so that a reader ends the name before it. */
const IN_WORD = /^[\d.!\u0080-\uffff]/;

/**
 * The names of a line without those that no crawler sends: `MJ12bot` also names `MJ`, `scoop.it` also `scoop`, and `Echobot Bot`, which is
 * registered, also `Echobot`. Registered names stay, and so does the longest.
 *
 * @param text the line's value
 * @param names its names
 */
function withoutPhantoms(text: string, names: readonly string[]): readonly string[] {
  const longest = Math.max(...names.map(({ length }) => length));
  const registered = names.filter((name) => crawlerNamed(name) !== undefined);
  const isCut = (name: string): boolean =>
    IN_WORD.test(text.slice(name.length)) ||
    registered.some((one) => one.length > name.length && one.startsWith(name));
  return names.filter((name) => name.length === longest || registered.includes(name) || !isCut(name));
}

/** The names in user-agent lines, as a profile finds these lines, in each of the ways to read a name. */
function namesUnder(
  document: RobotsDocument,
  profile: AnyProfile | undefined,
  matches: Iterable<Profile['groups']['agentMatch']>,
): string[] {
  const lines = document.groupsUnder(profile).flatMap(({ userAgents }) => userAgents);
  const usable = lines.filter((line) => line.usable);
  return usable.flatMap(({ value }) =>
    withoutPhantoms(
      value.text,
      [...matches].flatMap((match) => callerNamesIn(value.octets, match)),
    ),
  );
}
