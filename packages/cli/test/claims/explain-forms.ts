/** What `explain` prints about a file. */
import { parseSync } from 'robotstream';
import { CRAWLER_MARKS, callerNamed, findCrawler } from 'robotstream/crawlers';
import {
  canonicalPattern,
  canonicalUrl,
  googlePath,
  googlePattern,
  kosterForm,
  pathAndQuery,
} from '../../../../test/reference/canonical.js';
import { toOctets } from '../../../../test/reference/octets.js';
import type { ReferenceProfile } from '../../../../test/reference/reference.js';
import { visible } from '../../src/terminal.js';
import { CUT, cutFault, readingFault } from './check-forms.js';
import { type Explanations, isStartOf, patternFault } from './explanations.js';
import { type Forms, firstFault, type Said } from './forms.js';
import { isWildcard, matchesAlone, type NaiveCrawler, type NaiveFile, textOf } from './naive-crawler.js';

export interface ExplainScope {
  readonly file: NaiveFile;
  readonly agent: string;
  /** The profile that the command line names. */
  readonly profile: ReferenceProfile | undefined;
  readonly crawler: NaiveCrawler;
  readonly url: string;
  readonly explanations: Explanations;
  /** How many rules that match have been shown, and all of them. */
  rules: number;
  readonly matching: readonly { readonly line: number }[];
}

/** The rules of a crawler that match a URL, each tried alone. */
export function matchingRules(file: NaiveFile, crawler: NaiveCrawler, url: string) {
  if (crawler.verdict(file, url).reason === 'robots-txt') return [];
  return file.rulesFor(crawler).filter((rule) => matchesAlone(rule, url, crawler.profile));
}

/** A user-agent line of the file; null if there is none. */
function agentLine({ line }: Said, { file, crawler }: ExplainScope) {
  const lines = file.groupsUnder(crawler.profile).flatMap(({ userAgents }) => userAgents);
  return lines.find((one) => one.line === Number(line)) ?? null;
}

/** A row about a user-agent line, which is told by what is said about it. */
function rowOfAgent(said: string, isTrue: (said: Said, scope: ExplainScope) => string | null) {
  return {
    lines: new RegExp(` {2}(?<mark>[> ]) +(?<line>\\d+) {2}(?<name>.*?) *(?: {2}|^)${said}\\n`),
    check: (parts: Said, scope: ExplainScope) => {
      const record = agentLine(parts, scope);
      if (record === null) return `line ${parts.line} is no user-agent line`;
      const { crawler, file } = scope;
      const counts = crawler
        .selection(file)
        .groups.some((group) => group.userAgents.includes(record) && countsFor(scope, record));
      return firstFault(
        !isStartOf(parts.name ?? '', visible(textOf(record))) && `the line has ${textOf(record)}`,
        counts !== (parts.mark === '>') && `it ${counts ? 'counts' : 'does not count'}`,
        isTrue(parts, scope),
      );
    },
  };
}

type Line = NonNullable<ReturnType<typeof agentLine>>;

/** Whether a line selects a group for the crawler: it has the crawler's name, or is for all. */
function countsFor({ crawler, file }: ExplainScope, record: Line): boolean {
  const { selectedBy, token } = crawler.selection(file);
  return selectedBy === 'name' ? crawler.isNamedAs(token ?? '', record) : isWildcard(record);
}

function names(said: Said, scope: ExplainScope, token: string): boolean {
  const record = agentLine(said, scope);
  return record !== null && scope.crawler.isNamedAs(token, record);
}

function starFault(said: Said, scope: ExplainScope): string | null {
  const record = agentLine(said, scope);
  return record !== null && isWildcard(record) ? null : 'the line is not for "*"';
}

const selectedBy = ({ file, crawler }: ExplainScope) => crawler.selection(file).selectedBy;

export const EXPLAIN_FORMS: Forms<ExplainScope> = {
  question: {
    lines: new RegExp(`\\S+ for (?<agent>.*?), (?<reading>under \\S+|as .*? reads it: .*?)${CUT}\\n`),
    check: ({ agent, reading = '', cut }, scope) =>
      firstFault(
        agent !== scope.agent && 'another crawler is asked about',
        readingFault(reading, [scope.agent], scope.profile),
        cutFault(cut, scope.file),
      ),
  },
  answer: {
    lines: /\n(?<word>allowed|disallowed) {2}(?<url>.*)\n {2}(?<because>.*(?:\n {2}.*)*)\n/,
    check: ({ word, url = '', because = '' }, scope) =>
      scope.explanations.fault(because.replaceAll('\n ', ''), {
        ...scope,
        url,
        allowed: word === 'allowed',
      }),
  },
  heading: {
    lines:
      /\n(?:User-agent lines|URL|Rules that match, (?:the longest first|in file order)|The rule in words|Lines that decide)\n/,
    noClaim: 'The rows below it are checked.',
  },
  'no user-agent line': {
    lines: / {2}none\n(?=\nURL)/,
    check: (_, { file, crawler }) =>
      file.groupsUnder(crawler.profile).length === 0 ? null : 'there is a user-agent line',
  },
  'names the crawler': rowOfAgent('names (?<agent>\\S+)', (said, scope) =>
    names(said, scope, said.agent ?? '') ? null : `it does not name ${said.agent}`,
  ),
  fallback: rowOfAgent(
    'names (?<agent>\\S+), but another line names a token that this crawler prefers',
    (said, scope) => {
      const { token } = scope.crawler.selection(scope.file);
      const { tokens } = scope.crawler;
      return firstFault(
        !names(said, scope, said.agent ?? '') && `it does not name ${said.agent}`,
        tokens.indexOf(said.agent ?? '') <= tokens.indexOf(token ?? '') && `${token} is not preferred`,
      );
    },
  ),
  'for all others': rowOfAgent('is for every crawler that no group names', (said, scope) =>
    firstFault(starFault(said, scope), selectedBy(scope) !== 'wildcard' && 'the crawler obeys no "*"'),
  ),
  'not for a named one': rowOfAgent('does not count, because a group names this crawler', (said, scope) =>
    firstFault(starFault(said, scope), selectedBy(scope) !== 'name' && 'no group names the crawler'),
  ),
  'ignores "*"': rowOfAgent('does not count, because this crawler ignores groups for "\\*"', (said, scope) =>
    firstFault(starFault(said, scope), scope.crawler.obeysWildcard && 'it obeys them'),
  ),
  'not the first': rowOfAgent('does not count, because only the first such group does', (said, scope) => {
    const record = agentLine(said, scope);
    const { groups } = scope.crawler.selection(scope.file);
    const first = groups[0]?.userAgents[0]?.line ?? Number.POSITIVE_INFINITY;
    return record !== null && first < record.line ? null : 'no group above it applies';
  }),
  'names another': rowOfAgent('names another crawler(?:: (?<names>.*))?', (said, scope) => {
    const others = said.names?.split(' or ') ?? [];
    const wrong = others.find((name) => isCaller(name) && !names(said, scope, name));
    const own = scope.crawler.tokens.find((token) => names(said, scope, token));
    return firstFault(
      wrong !== undefined && `it does not name ${wrong}`,
      own !== undefined && `it names ${own}`,
    );
  }),
  'names none': rowOfAgent('names no crawler', (said, scope) => {
    const value = agentLine(said, scope)?.value ?? '';
    const named = [value, ...value.split(/[^A-Za-z_-]+/)].find(
      (name) => isCaller(name) && names(said, scope, name),
    );
    return named === undefined ? null : `it names ${named}`;
  }),
  'more user-agent lines': {
    lines: / {4}and [\d,]+ more user-agent lines?\n/,
    noClaim: 'It says that lines are not shown.',
  },
  'several groups': {
    lines: / {2}(?<count>[\d,]+) groups are obeyed together\.\n/,
    check: ({ count }, { file, crawler }) => {
      const { groups } = crawler.selection(file);
      return numberOf(count) === groups.length ? null : `${groups.length} are obeyed`;
    },
  },
  'none is tried': {
    lines: / {2}none is tried: \/robots\.txt itself is always allowed\n/,
    check: (_, { file, crawler, url }) =>
      crawler.verdict(file, url).reason === 'robots-txt' ? null : 'it is not robots.txt',
  },
  'no rule matches': {
    lines: / {2}none(?: of (?<count>[\d,]+) rules?)?\n/,
    check: ({ count }, { file, crawler, matching }) => {
      const rules = file.rulesFor(crawler);
      return firstFault(
        matching.length > 0 && `line ${matching[0]?.line} matches`,
        rules.length !== numberOf(count) && `there are ${rules.length} rules`,
      );
    },
  },
  rule: {
    lines:
      / {2}(?<mark>[> ]) +(?<line>\d+) {2}(?<directive>allow|disallow) {2,}(?<pattern>.*?) *(?: {2})(?<octets>[\d,]+) octets?(?:, compared as (?<compared>.*))?\n/,
    check: ({ mark, line, directive, pattern = '', octets, compared }, scope) => {
      scope.rules++;
      const { file, crawler, url, matching } = scope;
      const record = file.recordAt(Number(line), crawler.profile);
      const decides = crawler.verdict(file, url).line === Number(line);
      if (record === undefined) return 'the line is no rule';
      const forms = comparedForms(record.value, crawler.profile);
      return firstFault(
        record.directive !== directive && `it is ${record.directive}`,
        patternFault(pattern, Number(line), scope),
        !matching.some((one) => one.line === Number(line)) && 'the rule does not match',
        decides !== (mark === '>') && `the rule ${decides ? 'decides' : 'does not decide'}`,
        !forms.some((form) => form.length === numberOf(octets)) && `it has ${forms[0]?.length} octets`,
        compared !== undefined &&
          !forms.some((form) => isStartOf(compared, visible(decoded(form)))) &&
          `it is compared as ${forms}`,
      );
    },
  },
  'more rules': {
    lines: / {4}and (?<count>[\d,]+) more rules?\n/,
    check: ({ count }, { rules, matching }) =>
      rules + numberOf(count) === matching.length ? null : `${matching.length} match`,
  },
  'compared as given': {
    lines: / {2}(?<path>\S.*?) {2}compared as given\n/,
    check: ({ path = '' }, scope) =>
      firstFault(comparedFault(path, scope), !isStartOf(path, scope.url) && 'it is not the given one'),
  },
  change: {
    lines: / {4}.+ → .+ {2}.*\n/,
    noClaim: 'The form that is compared, above it, is checked.',
  },
  'more changes': {
    lines: / {4}and [\d,]+ more changes?\n/,
    noClaim: 'It says that changes are not shown.',
  },
  words: {
    lines:
      / {2}It matches .*\n(?: {2}(?!matches|does).*\n)*(?: {2}matches {8}(?<matching>.*)\n)?(?: {2}does not match (?<near>.*)\n)?/,
    check: ({ matching = '', near = '' }, scope) => {
      // test/property/pattern-words.node.test.ts checks the words themselves.
      const { file, crawler, url } = scope;
      const rule = file.recordAt(crawler.verdict(file, url).line, crawler.profile);
      if (rule === undefined) return 'no rule decides';
      const paths = (text: string) => text.split('  ').filter((path) => path !== '' && !path.endsWith('…'));
      const isMatched = (path: string): boolean => matchesAlone(rule, path, crawler.profile);
      const missed = paths(matching).find((path) => !isMatched(path));
      const caught = paths(near).find(isMatched);
      return firstFault(
        missed !== undefined && `it does not match ${missed}`,
        caught !== undefined && `it matches ${caught}`,
      );
    },
  },
  frame: {
    lines: / +(?<line>\d+) \| .*\n +\| +\^+\n/,
    check: ({ line }, scope) => {
      const { file, crawler, url } = scope;
      const deciding = crawler.verdict(file, url).line;
      const record = agentLine({ line: line ?? '' }, scope);
      const isSelecting = record !== null && countsFor(scope, record);
      return Number(line) === deciding || isSelecting ? null : 'the line decides nothing';
    },
  },
  compared: {
    lines: / {2}(?<path>[/].*)\n/,
    check: ({ path = '' }, scope) => comparedFault(path, scope),
  },
  delay: {
    lines: /\n?(?<token>\S+) ignores Crawl-delay\. The file asks it for (?<delay>\S+) s\.\n/,
    check: ({ token = '', delay }, { file, crawler }) =>
      firstFault(
        findCrawler(token)?.crawlDelay !== 'ignores' && 'it honours the delay',
        parseSync(file.octets).crawlDelay(callerNamed(token), { profile: crawler.profile }) !==
          Number(delay) && 'another delay is asked for',
      ),
  },
  mark: {
    lines: /\n?(?<token>\S+) (?<meaning>.*)\.\n/,
    check: ({ token = '', meaning }, { agent }) => {
      const crawler = findCrawler(token);
      const isMarked = crawler?.marks.some((mark) => CRAWLER_MARKS[mark].meaning === meaning);
      return crawler === findCrawler(agent) && isMarked ? null : 'the registry does not say so';
    },
  },
};

function comparedFault(path: string, { crawler, url }: ExplainScope): string | null {
  const form = decoded(FORMS_OF_URLS[crawler.profile](url));
  return isStartOf(path, visible(form)) ? null : `${form} is compared`;
}

const FORMS_OF_URLS = {
  rfc9309: (url: string) => canonicalUrl(pathAndQuery(url)),
  'draft-koster-rep-00': (url: string) => canonicalUrl(pathAndQuery(url)),
  google: googlePath,
  'koster-1996': (url: string) => kosterForm(pathAndQuery(url)),
};

/** The forms in which a pattern is compared: Google compares that of an index page with its directory, too. */
function comparedForms(value: string, profile: NaiveCrawler['profile']): readonly string[] {
  if (profile === 'koster-1996') return [kosterForm(value)];
  if (profile !== 'google') return [canonicalPattern(value)];
  const pattern = googlePattern(value);
  return [pattern, `${pattern.slice(0, pattern.lastIndexOf('/') + 1)}$`];
}

function decoded(octets: string): string {
  return new TextDecoder().decode(toOctets(octets));
}

function numberOf(text: string | undefined): number {
  return Number((text ?? '0').replaceAll(',', ''));
}

function isCaller(name: string): boolean {
  try {
    parseSync('').matcher({ agents: name });
    return true;
  } catch {
    return false;
  }
}
