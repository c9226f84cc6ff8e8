/**
 * Crawlers that may fetch nothing at all.
 */
import type { Rule } from '../../ast/nodes.js';
import { findReach } from '../../compare/reach.js';
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
  'search-engine-disallowed': info({
    title: 'A search engine may fetch nothing.',
    why: 'Its search results cannot show the content of the site. Crawlers that also serve SEO tools are not reported.',
    fix: 'If the site should be found there, disallow only what should not be crawled.',
    example: 'User-agent: Googlebot\nDisallow: /\n',
    better: 'User-agent: Googlebot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.2'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof REACH_RULES>;

export function checkReach(file: LintedFile, report: Report): void {
  if (!report.wants('everything-disallowed') && !report.wants('search-engine-disallowed')) return;
  const selections = file.selections('rfc9309');
  const [first] = selections;
  if (first?.callers[0] === WILDCARD) checkEverything(file, first, selections, report);
  checkSearchEngines(file, selections, report);
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
  if (!report.wants('search-engine-disallowed')) return;
  for (const selection of selections) {
    const engines = selection.callers.filter(isSearchEngine);
    const rule = engines.length === 0 ? null : ruleThatClosesAll(file, selection);
    if (rule === null) continue;
    const message = (): string =>
      `${engines.join(', ')} may fetch nothing, so ${engines.length === 1 ? 'its search engine' : 'their search engines'} cannot show the content of the site. To appear there, disallow only what should not be crawled.`;
    report.add('search-engine-disallowed', rule.line, rule.value, message);
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
