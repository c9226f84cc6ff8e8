/**
 * Groups whose crawlers may fetch what the rules for `*` close to all others.
 */
import type { Group, Rule } from '../../ast/nodes.js';
import { findCrawler } from '../../crawlers/registry.js';
import type { Matcher } from '../../match/matcher.js';
import { resolveProfile } from '../../profiles.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { PATH_ORIGIN } from '../../urls.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable, warning } from '../rule.js';
import { type GroupSelection, isEverything, rulesOfSelection, WILDCARD } from '../selections.js';
import { RULES_FACTOR, type WorkBudget } from '../work-budget.js';

export const LOST_RULES = {
  'group-loses-wildcard-rules': warning({
    title: 'The group does not repeat the rules for "*", so the crawlers that it names do not obey those.',
    why: 'A crawler obeys the groups that name it, or those for "*", never both. Paths that are closed to all other crawlers are open to this one. Groups that only allow are not reported, because they are meant as exceptions. A group with rules is also an exception to "Disallow: /".',
    fix: 'Repeat the rules for "*" in the group, unless they are not meant for the crawler.',
    example: 'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow: /foo/\n',
    better:
      'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow: /private/\nDisallow: /foo/\n',
    sources: ['RFC 9309 §2.2.1', 'Google\'s page, "Order of precedence for user agents"'],
  }),
  'group-loses-wildcard-usage': warning({
    title:
      'The group does not repeat the Content-Usage or Content-Signal for "*", so it is not stated to the crawlers that the group names.',
    why: 'A crawler reads the groups that name it, or those for "*", never both. Groups that disallow everything are not reported. This is reported once for each file.',
    fix: 'Repeat the line in the group, unless it is not meant for the crawler.',
    example: 'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: FooBot\nAllow: /\n',
    better:
      'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: FooBot\nContent-Signal: ai-train=no\nAllow: /\n',
    sources: ['RFC 9309 §2.2.1', 'docs/usage.md'],
  }),
  'group-loses-wildcard-delay': info({
    title: 'The group does not repeat the Crawl-delay for "*", so the crawlers that it names keep none.',
    why: 'A crawler reads the groups that name it, or those for "*", never both. Crawlers of Google, which read no Crawl-delay, and groups that disallow everything are not reported. This is reported once for each file.',
    fix: 'Repeat the line in the group, unless the crawler may be faster.',
    example: 'User-agent: *\nCrawl-delay: 5\nAllow: /\n\nUser-agent: FooBot\nAllow: /\n',
    better: 'User-agent: *\nCrawl-delay: 5\nAllow: /\n\nUser-agent: FooBot\nCrawl-delay: 5\nAllow: /\n',
    sources: ['RFC 9309 §2.2.1', 'docs/semantics.md §3.4'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof LOST_RULES>;

/** Reports the groups whose crawlers do not read what the groups for `*` state besides rules. */
export function checkLostRecords(file: LintedFile, report: Report): void {
  const [forAll, ...others] = file.selections('rfc9309');
  if (forAll?.callers[0] !== WILDCARD) return;
  for (const [id, names] of LOST_RECORDS) {
    if (!report.wants(id)) continue;
    const stated = names.filter((name) => hasRecord(forAll, name));
    const losing = others.filter((one) => stated.some((name) => !hasRecord(one, name)) && isOpen(one));
    const callers = losing
      .filter((one) => !isSharedWith(forAll, one))
      .flatMap(({ shown, groups }) => shown.map((caller) => ({ caller, groups })))
      .filter(({ caller }) => id !== 'group-loses-wildcard-delay' || !readsNoDelay(caller));
    const [first] = callers;
    if (first === undefined) continue;
    const [{ userAgents }] = first.groups as readonly [Group];
    const agent = userAgents.find(({ name }) => name.startsWith(first.caller)) ?? userAgents[0];
    const who = excerptOf(callers.map(({ caller }) => caller));
    const isOne = callers.length === 1;
    const message = (): string =>
      `${who} ${isOne ? 'reads its' : 'read their'} own group, and not the ${stated.map((name) => FIELD_NAMES[name]).join(' and ')} of the groups for "*". ${LOST_RULES[id].fix}`;
    report.add(id, agent.line, agent.value, message);
  }
}

const FIELD_NAMES = {
  'content-usage': 'Content-Usage',
  'content-signal': 'Content-Signal',
  'crawl-delay': 'Crawl-delay',
} as const;

/** The records of a group that its rules find lost. */
const LOST_RECORDS = [
  ['group-loses-wildcard-usage', ['content-usage', 'content-signal']],
  ['group-loses-wildcard-delay', ['crawl-delay']],
] as const;

function hasRecord({ groups }: GroupSelection, name: string): boolean {
  return groups.some(({ extensions }) => extensions.some((record) => record.name === name));
}

/** Whether the crawlers of a selection may fetch anything, as far as its rules show at once. */
function isOpen(selection: GroupSelection): boolean {
  return !rulesOfSelection(selection).some(
    ({ directive, pattern }) => directive === 'disallow' && isEverything(pattern),
  );
}

/** Whether a crawler is known to read no Crawl-delay. */
function readsNoDelay(caller: string): boolean {
  if (/^(?:\w+-)?google/i.test(caller)) return true;
  const profile = findCrawler(caller)?.profile;
  return profile !== undefined && !resolveProfile(profile).access.obeysCrawlDelay;
}

/** How many rules for `*` are looked at for each crawler. */
const MAX_LOST_RULES = 50;
/** How many of them a message names. */
const NAMED_RULES = 3;

/** Reports the groups of crawlers that do not obey the rules for `*`, and were probably meant to. */
export function checkLostRules(file: LintedFile, report: Report): void {
  if (!report.wants('group-loses-wildcard-rules')) return;
  const [forAll, ...others] = file.selections('rfc9309');
  if (forAll?.callers[0] !== WILDCARD) return;
  const closed = rulesOfSelection(forAll).filter(closes).slice(0, MAX_LOST_RULES);
  const all =
    closed.length > 0 && file.budget.take(file.weightOf(forAll.groups) * RULES_FACTOR)
      ? file.matcher(WILDCARD)
      : null;
  if (all === null) return;
  for (const selection of others) {
    if (selection.shown.length === 0) continue;
    if (!file.budget.take(file.weightOf(selection.groups) * RULES_FACTOR)) return;
    const missing = missingIn(selection, closed);
    if (missing.length === 0 || isSharedWith(forAll, selection)) continue;
    const one = file.matcher(selection.shown[0]);
    if (one === null) return;
    const lost = missing.filter(({ pattern }) => opens(file.budget, all, one, pattern));
    if (lost.length > 0) reportLost(selection, lost, report);
  }
}

/**
 * The rules for `*` that groups do not repeat. Groups that only allow are meant as exceptions, and miss none. Groups with rules are meant
 * as exceptions to the rule that closes everything.
 */
function missingIn(selection: GroupSelection, closed: readonly Rule[]): readonly Rule[] {
  const own = rulesOfSelection(selection);
  const closing = own.filter(closes);
  if (own.length > 0 && closing.length === 0) return [];
  const patterns = new Set(closing.map(({ pattern }) => pattern));
  return closed.filter(({ pattern }) => !patterns.has(pattern) && !(own.length > 0 && isEverything(pattern)));
}

/** Whether a rule closes something: a disallow rule with a pattern that can match. */
function closes({ directive, pattern }: Rule): boolean {
  return directive === 'disallow' && /^[/*]/.test(pattern);
}

/** Whether a crawler obeys a group for `*`, because the same group names it. */
function isSharedWith(forAll: GroupSelection, { groups }: GroupSelection): boolean {
  return forAll.groups.every((group) => groups.includes(group));
}

/** Whether a path that a pattern matches is closed to all crawlers and open to one. */
function opens(budget: WorkBudget, all: Matcher, one: Matcher, pattern: string): boolean {
  const path = pattern.replace(/\$$/, '').replaceAll('*', 'x');
  const url = PATH_ORIGIN + (path.startsWith('/') ? path : `/${path}`);
  return budget.check(all, url)?.allowed === false && budget.check(one, url)?.allowed === true;
}

function reportLost({ shown: callers, groups }: GroupSelection, lost: readonly Rule[], report: Report): void {
  const [{ userAgents }] = groups as readonly [Group];
  const agent = userAgents.find(({ name }) => name.startsWith(callers[0])) ?? userAgents[0];
  const named = lost.slice(0, NAMED_RULES).map(({ pattern, line }) => `${quoteText(pattern)} (line ${line})`);
  const more = lost.length > NAMED_RULES ? ` and ${lost.length - NAMED_RULES} more` : '';
  const message = (): string =>
    `${excerptOf(callers)} ${callers.length === 1 ? 'obeys its' : 'obey their'} own group and not the rules for "*", and so may fetch what those disallow: ${named.join(', ')}${more}. Repeat the rules in the group, unless that is meant.`;
  report.add('group-loses-wildcard-rules', agent.line, agent.value, message);
}

/** The first of several names, and how many more there are. */
function excerptOf(callers: readonly string[]): string {
  const more = callers.length - NAMED_CALLERS;
  const named = callers.slice(0, NAMED_CALLERS).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** How many crawlers a message names. */
const NAMED_CALLERS = 3;
