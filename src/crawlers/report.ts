/**
 * What each of several crawlers may do under a file: which groups it obeys, how much it may fetch, and for what
 * purpose.
 */
import { parseCrawlDelay } from '../ast/values.js';
import { MATCHER_STEPS_PER_STEP } from '../compare/budget.js';
import { type Reach, reachOf } from '../compare/reach.js';
import { firstValue } from '../match/caller-rules.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import type { SelectedBy } from '../match/select/select.js';
import { Verdict } from '../match/verdict.js';
import { aWholeNumber, checkedElsewhere, checkOptions, isArray, optionTable } from '../option-checks.js';
import { type AnyProfile, type Profile, resolveProfile } from '../profiles.js';
import { aDocument, type RobotsDocument, usageUnder } from '../robots-document.js';
import { urlText } from '../urls.js';
import { type Usage, UsageQuestion } from '../usage/usage.js';
import { DEFAULT_VOCABULARY } from '../usage/vocabularies.js';
import { callersNamed, crawlerNamed } from './caller.js';
import type { Crawler } from './crawler.js';

/** What one crawler may do under a file. */
export interface CrawlerAccess {
  /** The crawler's product token as it was given. */
  readonly name: string;
  /** What the registry says about the crawler; null if it is not registered. */
  readonly crawler: Crawler | null;
  /** The name of the profile by which it is judged. */
  readonly profile: string;
  /** Why its groups apply: they name the crawler, they are for `*`, or none applies. */
  readonly selectedBy: SelectedBy;
  /** The token by which groups name the crawler, which may be one that it falls back to; null unless they name it. */
  readonly agent: string | null;
  /** The first user-agent line that makes it obey a group; 0 if none does. */
  readonly groupLine: number;
  /** Whether it may fetch `/`. */
  readonly mayFetchRoot: boolean;
  /** The line that decides about `/`; 0 if no rule does. */
  readonly rootLine: number;
  /** How much of the site it may fetch, as `reachOf` of `robotstream/compare` decides. */
  readonly extent: Reach['extent'];
  /**
   * Seconds between two requests that the file asks of it, by the first well-formed `Crawl-delay` of its groups; null if there is none.
   * Whether it obeys them is in `crawler.crawlDelay`.
   */
  readonly crawlDelay: number | null;
  /** The usage preferences for the URL of the report, by default `/`. */
  readonly usage: Usage;
}

/** Options for `crawlerReport`. */
export interface CrawlerReportOptions {
  /** The profile to judge by, or its name; by default each registered crawler is judged by its own, and any other by `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
  /**
   * What the report may cost for all crawlers together, in steps of a comparison. Verdicts and usage preferences have bounds of their own
   * and are always given; the steps that they leave are for `extent`, which is `unknown` if they are too few. Default: 200,000.
   */
  readonly maxSteps?: number | undefined;
  /** The URL or path whose usage preferences are reported. Default: `/`. */
  readonly url?: string | URL | undefined;
}

const REPORT_OPTIONS = optionTable<CrawlerReportOptions>({
  profile: checkedElsewhere,
  maxSteps: aWholeNumber(1, Infinity, 'steps'),
  url: checkedElsewhere,
});

const DEFAULT_STEPS = 200_000;

const ROOT = '/';

/** The most names in one report. Each name costs a search through all user-agent lines of the file. */
const MAX_NAMES = 1000;

/**
 * Reports what crawlers may do under a file. A registered crawler is judged by its own tokens and fallbacks, any other name as
 * a plain product token.
 *
 * @param names at most 1,000 product tokens, or `*` for any crawler that no group names
 * @throws {TypeError} if one is not a product token, there is no such profile, or the profile does not accept `url`
 * @throws {RangeError} if there are more than 1,000 names
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { crawlerReport } from 'robotstream/crawlers';
 *
 * const document = parseSync('User-agent: GPTBot\nDisallow: /');
 * for (const { name, extent } of crawlerReport(document, ['GPTBot', 'MyBot'])) console.log(name, extent);
 * // → GPTBot nothing
 * // → MyBot everything
 * ```
 */
export function crawlerReport(
  document: RobotsDocument,
  names: readonly string[],
  options: CrawlerReportOptions = {},
): CrawlerAccess[] {
  checkOptions('crawlerReport', options, REPORT_OPTIONS);
  aDocument(document, 'document');
  if (isArray(names) && names.length > MAX_NAMES) {
    throw new RangeError(`names has ${names.length} elements; at most ${MAX_NAMES} are expected`);
  }
  const profile = options.profile === undefined ? undefined : resolveProfile(options.profile);
  const matchers = document.matchers(callersNamed(names), { profile });
  const { maxSteps = DEFAULT_STEPS, url = ROOT } = options;
  const reading = { vocabulary: DEFAULT_VOCABULARY, ofHeader: undefined };
  const text = urlText(url);
  const profiles = new Set(matchers.map((matcher) => matcher.profile));
  const questions = new Map(
    Array.from(profiles, (one) => [one, new UsageQuestion(usageUnder(document, one), text, reading)]),
  );
  const findings = findingsOf(matchers, questions, maxSteps);
  return names.map((name, i) => {
    const { usage, ...found } = findings[i];
    const access = Verdict.shownBy(rulesOf(matchers[i]), usage.access);
    const crawler = crawlerNamed(name) ?? null;
    return { name, crawler, agent: access.agent, ...found, usage: { ...usage, access } };
  });
}

/** The facts that all crawlers share which the same user-agent lines select. */
type Findings = Omit<CrawlerAccess, 'name' | 'crawler' | 'agent'>;

/** The facts for each matcher. Most crawlers obey the same groups, and share them; all share the steps. */
function findingsOf(
  matchers: readonly Matcher[],
  questions: ReadonlyMap<Profile, UsageQuestion>,
  maxSteps: number,
): Findings[] {
  const keys = matchers.map(
    (matcher) => `${matcher.profile.name} ${rulesOf(matcher).selection.agentRows.join()}`,
  );
  const matcherOf = new Map(keys.map((key, i) => [key, matchers[i]]));
  let steps = 0;
  const answers = Array.from(matcherOf.values(), (matcher) => {
    const usage = (questions.get(matcher.profile) as UsageQuestion).of(matcher);
    steps += rulesOf(matcher).compiled.steps;
    const access = matcher.check(ROOT);
    steps += rulesOf(matcher).compiled.steps;
    return { usage, access };
  });
  for (const question of questions.values()) steps += question.steps;
  const left = maxSteps - steps / MATCHER_STEPS_PER_STEP;
  const ofEach = { maxSteps: Math.max(1, Math.floor(left / matcherOf.size)) };
  const findings = Array.from(matcherOf, ([key, matcher], i): [string, Findings] => {
    const { usage, access } = answers[i];
    const rules = rulesOf(matcher);
    return [
      key,
      {
        profile: matcher.profile.name,
        selectedBy: access.selectedBy,
        groupLine: rules.firstLine,
        mayFetchRoot: access.allowed,
        rootLine: access.rule?.line ?? 0,
        extent: reachOf(matcher, ofEach).extent,
        crawlDelay: firstValue(rules.extensions('crawl-delay'), parseCrawlDelay) ?? null,
        usage,
      },
    ];
  });
  const found = new Map(findings);
  return keys.map((key) => found.get(key) as Findings);
}
