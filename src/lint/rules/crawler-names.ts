/**
 * Rules about misspelled and retired names of crawlers, and about files that refuse one AI crawler of an operator but not the others.
 */
import { lowerCaseLetters } from '../../ascii.js';
import type { UserAgentLine } from '../../ast/nodes.js';
import type { Crawler } from '../../crawlers/crawler.js';
import { callerNamesIn } from '../../crawlers/line-names.js';
import { nameHint } from '../../crawlers/name-hints.js';
import { crawlersOf, findCrawler, hasOneOperator } from '../../crawlers/registry.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable, warning } from '../rule.js';
import { isEverything } from '../selections.js';

export const CRAWLER_NAME_RULES = {
  'misspelled-crawler': warning({
    title: 'No crawler with this name is known, but one with nearly the same name is.',
    why: 'The intended crawler does not find the group. It obeys the rules for "*", or none.',
    fix: 'Write the product token as its operator does.',
    example: 'User-agent: Gogglebot\nDisallow: /private/\n',
    better: 'User-agent: Googlebot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'docs/crawlers.md'],
  }),
  'retired-crawler': info({
    title: 'The operator of the crawler no longer uses this name.',
    why: 'No crawler obeys the group today. The crawlers that the operator uses now have other names.',
    fix: 'Name the crawlers that the operator uses now, or remove the name.',
    example: 'User-agent: anthropic-ai\nDisallow: /private/\n',
    better: 'User-agent: ClaudeBot\nDisallow: /private/\n',
    sources: ['docs/crawlers.md'],
  }),
  'incomplete-operator': info({
    title: 'The file refuses an AI crawler, but not the other AI crawlers of the same operator.',
    why: 'Operators use a crawler for each purpose. If you refuse GPTBot, you refuse training, but not the answers for which OAI-SearchBot reads pages.',
    fix: 'If the others should be refused as well, add a user-agent line for each.',
    example: 'User-agent: GPTBot\nDisallow: /\n',
    better: 'User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /\n',
    sources: ['docs/crawlers.md'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof CRAWLER_NAME_RULES>;

export function checkCrawlerNames(file: LintedFile, report: Report): void {
  const agents = file.document.groups.flatMap(({ userAgents }) => userAgents).filter(({ usable }) => usable);
  const namesOf = (agent: UserAgentLine): readonly string[] =>
    callerNamesIn(agent.value.octets, 'prefix-or-whole');
  const named = new Set(agents.flatMap(namesOf).map(lowerCaseLetters));
  for (const agent of agents) checkName(agent, namesOf(agent), named, report);
  if (report.wants('incomplete-operator')) checkOperators(file, agents, report);
}

/** @param named all names in the file: if the right spelling is there, too, the other one was written on purpose */
function checkName(
  { line, value }: UserAgentLine,
  names: readonly string[],
  named: ReadonlySet<string>,
  report: Report,
): void {
  const registered = names.flatMap((name) => findCrawler(name) ?? []);
  const retired = registered.find(({ isRetired }) => isRetired);
  if (registered.length > 0) {
    if (retired === undefined || registered.some(({ isRetired }) => !isRetired)) return;
    report.add('retired-crawler', line, value, () => nameHint(retired.token)?.sentence ?? '');
    return;
  }
  const hint = nameHint(names.at(-1) ?? '');
  if (hint?.kind !== 'misspelled' || hint.meant.some((name) => named.has(lowerCaseLetters(name)))) return;
  report.add('misspelled-crawler', line, value, () => hint.sentence);
}

/** The purposes of AI. */
const AI_PURPOSES = ['train-ai', 'ai-input'] as const;

/** The AI crawlers of each operator that are in use and fetch on their own, not because a user asks. */
const AI_CRAWLERS: ReadonlyMap<string, readonly Crawler[]> = byOperator();

function byOperator(): Map<string, Crawler[]> {
  const found = new Map<string, Crawler[]>();
  for (const crawler of crawlersOf('ai')) {
    const { operator, isRetired, sendsRequests, readFrom, purposes } = crawler;
    if (purposes.includes('user-triggered')) continue;
    if (isRetired || !sendsRequests || !hasOneOperator(crawler) || readFrom === 'unverified') continue;
    found.set(operator, [...(found.get(operator) ?? []), crawler]);
  }
  return found;
}

/** Reports operators whose AI crawlers are partly refused by name while others may fetch `/`. */
function checkOperators(file: LintedFile, agents: readonly UserAgentLine[], report: Report): void {
  const refusals = new Map<string, { readonly agent: UserAgentLine; readonly crawler: Crawler }>();
  for (const agent of agents) {
    const crawler = findCrawler(agent.name);
    // A file that refuses a search engine may mean search. Only a crawler for nothing but AI shows that AI is meant.
    if (crawler === undefined || !isForAiAlone(crawler) || refusals.has(crawler.operator)) continue;
    if (AI_CRAWLERS.get(crawler.operator)?.includes(crawler) && isClosed(file, agent))
      refusals.set(crawler.operator, { agent, crawler });
  }
  const refused: string[] = [];
  const left: string[] = [];
  let first: UserAgentLine | undefined;
  for (const [operator, { agent, crawler }] of refusals) {
    const open = AI_CRAWLERS.get(operator)?.filter(({ token }) => isOpen(file, token)) ?? [];
    if (open.length === 0 || isOpen(file, crawler.token)) continue;
    first ??= agent;
    refused.push(crawler.token);
    left.push(...open.map(({ token }) => token));
  }
  if (first === undefined) return;
  const message = (): string =>
    `The file refuses ${refused.join(', ')}, and ${left.join(', ')} of the same ${refused.length === 1 ? 'operator' : 'operators'} may fetch "/". ${CRAWLER_NAME_RULES['incomplete-operator'].fix}`;
  report.add('incomplete-operator', first.line, first.value, message);
}

function isForAiAlone({ purposes }: Crawler): boolean {
  return purposes.every((purpose) => (AI_PURPOSES as readonly string[]).includes(purpose));
}

/** Whether the group of a line disallows everything by a rule of its own. */
function isClosed(file: LintedFile, { line }: UserAgentLine): boolean {
  const group = file.document.groupAt(line);
  return (
    group?.rules.some(({ directive, pattern }) => directive === 'disallow' && isEverything(pattern)) === true
  );
}

/** Whether a crawler may fetch `/`; not if the budget is used up. */
function isOpen(file: LintedFile, token: string): boolean {
  const matcher = file.matcher(token);
  const verdict = matcher === null ? null : file.budget.check(matcher, '/');
  return verdict?.allowed === true;
}
