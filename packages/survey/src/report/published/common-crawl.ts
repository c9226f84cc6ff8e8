/**
 * Files as Common Crawl's robots.txt experiments read them. `PUBLISHED` has the sources.
 */
import { lineCause } from './almanac.js';
import {
  ANY_CRAWLER,
  type Answer,
  type AskedCrawler,
  answer,
  type Degree,
  type StudiedFile,
} from './file.js';
import type { Cause } from './studies.js';

/** What the study calls what rules allow. */
const CLASSES = ['disallow-all', 'allow-all', 'allow-part'] as const;

type RuleClass = (typeof CLASSES)[number];

const BY_DEGREE: Readonly<Record<Degree, RuleClass>> = {
  all: 'disallow-all',
  none: 'allow-all',
  some: 'allow-part',
};

interface TheirRule {
  readonly directive: string;
  readonly value: string;
}

/** A record with a name that the study knows: the value ends before a CR and a comment. */
const KNOWN_LINE =
  /^\s*(user-agent|disallow|allow|crawl-delay|sitemap|clean-param|host|noindex)\s*:\s*([^\r#]*)/i;

const HTML_START = /^(?:<html|<!doctype html)\b/i;

/** The rules of each user-agent as it is written; null if the file is not read, because it begins like HTML. */
export function readAsCommonCrawl(octets: Uint8Array): ReadonlyMap<string, readonly TheirRule[]> | null {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, '').split('\n');
  if (HTML_START.test(lines[0] as string)) return null;
  const rules = new Map<string, TheirRule[]>();
  let active = new Set<string>();
  // Once there was a rule, each user-agent line begins a group, also one that follows another.
  let wasRule = false;
  for (const line of lines) {
    const [, name, written = ''] = KNOWN_LINE.exec(line) ?? [];
    const directive = name?.toLowerCase();
    const value = written.trim().replace(/\s+/g, ' ');
    if (directive === 'user-agent') {
      if (wasRule) active = new Set();
      active.add(value);
    } else if (directive === 'allow' || directive === 'disallow') {
      wasRule = true;
      for (const agent of active) {
        const known = rules.get(agent) ?? [];
        known.push({ directive, value });
        rules.set(agent, known);
      }
    }
  }
  return rules;
}

const ALLOWING = ['', '/', '*', '/*'];

/** What rules allow: only one line alone is all or nothing. */
export function classOf(rules: readonly TheirRule[]): RuleClass {
  const [rule] = rules;
  if (rules.length !== 1 || rule === undefined) return 'allow-part';
  const { directive, value } = rule;
  if (directive === 'disallow')
    return value === '/' ? 'disallow-all' : value === '' ? 'allow-all' : 'allow-part';
  return ALLOWING.includes(value) ? 'allow-all' : 'allow-part';
}

/** How a user-agent is written in a file. */
function namesOf(rules: ReadonlyMap<string, unknown>, name: string): string[] {
  return [...rules.keys()].filter((agent) => agent.toLowerCase() === name.toLowerCase());
}

/** The last of the user-agents in their order as text. */
function lastOf(rules: ReadonlyMap<string, unknown>): string | undefined {
  return [...rules.keys()].sort().at(-1);
}

/** The classes of each user-agent in lower case. */
function classesOf(rules: ReadonlyMap<string, readonly TheirRule[]>): Map<string, Set<RuleClass>> {
  const classes = new Map<string, Set<RuleClass>>();
  const add = (agent: string, found: RuleClass) => {
    const known = classes.get(agent.toLowerCase()) ?? new Set();
    classes.set(agent.toLowerCase(), known.add(found));
  };
  for (const [agent, its] of rules) add(agent, classOf(its));
  const last = lastOf(rules);
  // The study means to count `*` here, and counts the last user-agent.
  if (last !== undefined && !rules.has(ANY_CRAWLER)) add(last, 'allow-all');
  return classes;
}

/** What the study and this package say about a file. */
export function commonCrawlAnswers(file: StudiedFile, crawlers: readonly AskedCrawler[]): Answer[] {
  const rules = readAsCommonCrawl(file.octets);
  const classes = classesOf(rules ?? new Map());
  const answers = [
    ...answer(
      'parsed',
      '',
      (rules?.size ?? 0) > 0,
      file.document.groups.some((group) => group.rules.length > 0),
      () => ['class', 0],
    ),
  ];
  for (const crawler of crawlers) {
    const name = crawler.name.toLowerCase();
    const { agentLines, degree } = file.reading(crawler);
    const own = classes.get(name);
    const named = agentLines.length > 0;
    const why = (found: RuleClass) => (): readonly [Cause, number] =>
      causeOf(file, crawler, rules, found, agentLines);
    answers.push(
      ...answer('named', crawler.name, namesOf(rules ?? new Map(), name).length > 0, named, () =>
        causeOf(file, crawler, rules, null, agentLines),
      ),
    );
    const ourClass = degree === null ? null : BY_DEGREE[degree];
    for (const found of CLASSES) {
      answers.push(
        ...answer(found, crawler.name, own?.has(found) ?? false, named && ourClass === found, why(found)),
      );
      const fallback = own === undefined ? classes.get(ANY_CRAWLER)?.has(found) === true : own.has(found);
      answers.push(
        ...answer(`any-${found}`, crawler.name, fallback, ourClass === found, why(found), {
          isFallback: own === undefined,
        }),
      );
    }
  }
  return answers;
}

/** Why the study reads the rules of a crawler otherwise. */
function causeOf(
  file: StudiedFile,
  { name }: AskedCrawler,
  rules: ReadonlyMap<string, readonly TheirRule[]> | null,
  found: RuleClass | null,
  agentLines: readonly number[],
): readonly [Cause, number] {
  const [line = firstLineForAny(file)] = agentLines;
  if (rules === null) return ['html', 1];
  if (/\r(?!\n)/.test(file.text)) return ['line-breaks', 1];
  const spelled = namesOf(rules, name);
  if (found === 'allow-all' && !rules.has(ANY_CRAWLER) && lastOf(rules)?.toLowerCase() === name.toLowerCase())
    return ['last-agent', line];
  if (spelled.length > 1) return ['case-apart', line];
  const { groups } = file.document;
  const own = groups.filter(({ userAgents }) => userAgents.some((agent) => agentLines.includes(agent.line)));
  if (own.some(({ userAgents }) => !agentLines.includes(userAgents.at(-1)?.line ?? 0)))
    return ['several-agents', line];
  if (spelled.length === 0 && agentLines.length > 0) {
    if (own.every((group) => group.rules.length === 0)) return ['no-rule', line];
    const cause = lineCause(file, line);
    return [cause === 'indented' ? 'other' : cause, line];
  }
  if (found === null) return ['other', line];
  const applied = rules.get(spelled[0] ?? ANY_CRAWLER);
  if (applied !== undefined) return ['equal-rules', line];
  return [line === 0 ? 'no-group' : 'no-rule', line];
}

/** The line of the first group for any crawler; 0 if there is none. */
function firstLineForAny({ document }: StudiedFile): number {
  for (const { userAgents } of document.groups)
    for (const { name, line } of userAgents) if (name === ANY_CRAWLER) return line;
  return 0;
}
