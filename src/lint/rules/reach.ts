/**
 * Crawlers that may fetch nothing at all.
 */
import type { Rule } from '../../ast/nodes.js';
import { findReach } from '../../compare/reach.js';
import { restrictionOf } from '../../compare/restriction.js';
import { findCrawler } from '../../crawlers/registry.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable, warning } from '../rule.js';
import { type GroupSelection, isEverything, WILDCARD } from '../selections.js';
import { RULES_FACTOR } from '../work-budget.js';

export const REACH_RULES = {
  'everything-disallowed': warning({
    title: 'Crawlers without a group of their own may fetch nothing.',
    why: 'That is right for a staging site. On a public site it keeps the content out of search results.',
    fix: 'If the site is public, disallow only what should not be crawled.',
    example: 'User-agent: *\nDisallow: /\n',
    sources: ['RFC 9309 §2.2.2'],
  }),
  'nearly-everything-disallowed': warning({
    title: 'Crawlers may fetch only the paths that the rules name.',
    why: 'A page that no rule names is closed, the home page perhaps among them. That is right for a site that opens a few paths on purpose.',
    fix: 'If the site is public, disallow only what should not be crawled.',
    example: 'User-agent: *\nDisallow: /\nAllow: /ads.txt\n',
    sources: ['RFC 9309 §2.2.2', 'docs/compare.md'],
  }),
  'search-engine-disallowed': warning({
    title: 'Googlebot or bingbot may fetch nothing.',
    why: 'The search results of Google or Bing cannot show the content of the site.',
    fix: 'If the site should be found there, disallow only what should not be crawled.',
    example: 'User-agent: Googlebot\nDisallow: /\n',
    better: 'User-agent: Googlebot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.2'],
  }),
  'small-search-engine-disallowed': info({
    title: 'A search engine other than Google and Bing may fetch nothing.',
    why: 'Its search results cannot show the content of the site. Crawlers that also serve SEO tools are not reported.',
    fix: 'If the site should be found there, disallow only what should not be crawled.',
    example: 'User-agent: DuckDuckBot\nDisallow: /\n',
    better: 'User-agent: DuckDuckBot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.2'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof REACH_RULES>;

export function checkReach(file: LintedFile, report: Report): void {
  const selections = file.selections('rfc9309');
  const [first] = selections;
  if (first?.callers[0] === WILDCARD) checkEverything(file, first, selections, report);
  checkSearchEngines(file, selections, report);
  checkNearlyAll(file, selections, report);
}

/** Reports that all crawlers without a group of their own may fetch nothing. */
function checkEverything(
  file: LintedFile,
  selection: GroupSelection,
  selections: readonly GroupSelection[],
  report: Report,
): void {
  if (!report.wants('everything-disallowed')) return;
  const rule = ruleThatClosesAll(file, selection);
  if (rule === null) return;
  const isSearchNamed = selections.some(({ callers }) => callers.some(isSearchEngine));
  const message = (): string =>
    `Crawlers without a group of their own may fetch nothing${isSearchNamed ? '' : ', search engines included'}. If the site is public, disallow only what should not be crawled.`;
  report.add('everything-disallowed', rule.line, rule.value, message);
}

/** Reports that the crawler of a search engine may fetch nothing. */
function checkSearchEngines(file: LintedFile, selections: readonly GroupSelection[], report: Report): void {
  if (!report.wants('search-engine-disallowed') && !report.wants('small-search-engine-disallowed')) return;
  for (const selection of selections) {
    const engines = selection.callers.filter(isSearchEngine);
    const rule = engines.length === 0 ? null : ruleThatClosesAll(file, selection);
    if (rule === null) continue;
    const large = engines.filter(isLargeEngine);
    const small = engines.filter((caller) => !isLargeEngine(caller));
    for (const [id, names] of [
      ['search-engine-disallowed', large],
      ['small-search-engine-disallowed', small],
    ] as const) {
      if (names.length > 0) report.add(id, rule.line, rule.value, () => cannotShow(names));
    }
  }
}

function cannotShow(engines: readonly string[]): string {
  return `${engines.join(', ')} may fetch nothing, so ${engines.length === 1 ? 'its search engine' : 'their search engines'} cannot show the content of the site. To appear there, disallow only what should not be crawled.`;
}

/** Whether a crawler is the one of Google's or Bing's search. */
function isLargeEngine(caller: string): boolean {
  return /^(?:googlebot|bingbot)$/i.test(caller);
}

/** A path that hardly any rule names, to see whether it is worth asking how much is refused. */
const UNKNOWN_PATH = '/zqxj/zqxj/zqxj';

/** Reports that all crawlers without a group of their own, or a large search engine, may fetch only what rules name. */
function checkNearlyAll(file: LintedFile, selections: readonly GroupSelection[], report: Report): void {
  if (!report.wants('nearly-everything-disallowed')) return;
  for (const selection of selections) {
    const { callers, groups } = selection;
    const named = callers.filter((caller) => caller === WILDCARD || isLargeEngine(caller));
    if (named.length === 0 || !file.budget.take(file.weightOf(groups) * RULES_FACTOR)) continue;
    const matcher = file.matcher(named[0]);
    const verdict = matcher === null ? null : file.budget.check(matcher, UNKNOWN_PATH);
    if (matcher === null || verdict === null || verdict.allowed || verdict.rule === null) continue;
    if (restrictionOf(matcher) !== 'most') continue;
    const { line, value } = verdict.rule;
    const who =
      named[0] === WILDCARD ? 'Crawlers without a group of their own may' : `${named.join(', ')} may`;
    const message = (): string =>
      `${who} fetch only the paths that the rules name. ${REACH_RULES['nearly-everything-disallowed'].fix}`;
    report.add('nearly-everything-disallowed', line, value, message);
  }
}

/** Whether a crawler is that of a search engine, and not of an SEO tool, too: sites often mean to close those out. */
function isSearchEngine(caller: string): boolean {
  const purposes = findCrawler(caller)?.purposes;
  return purposes?.includes('search') === true && !purposes.includes('seo');
}

/** The rule that decides about `/`, if the crawlers of a selection may fetch nothing at all. */
function ruleThatClosesAll(file: LintedFile, { callers, groups }: GroupSelection): Rule | null {
  const weight = file.weightOf(groups);
  if (!file.budget.take(weight * RULES_FACTOR)) return null;
  const matcher = file.matcher(callers[0]);
  const verdict = matcher === null ? null : file.budget.check(matcher, '/');
  if (matcher === null || verdict === null || verdict.allowed || verdict.rule === null) return null;
  const closesAll = isEverything(verdict.rule.pattern);
  if (closesAll && groups.every(({ rules }) => !rules.some(opens))) {
    return verdict.rule;
  }
  const { extent } = file.budget.compare((steps) => findReach(matcher, steps));
  if (extent === 'unknown') file.budget.giveUp();
  return extent === 'nothing' ? verdict.rule : null;
}

/** Whether a rule may open something: an allow rule with a pattern that can match. */
function opens({ directive, pattern }: Rule): boolean {
  return directive === 'allow' && /^[/*]/.test(pattern);
}
