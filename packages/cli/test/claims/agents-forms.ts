/** What `agents` prints about a file. */
import { parseSync } from 'robotstream';
import { reachOf } from 'robotstream/compare';
import {
  CRAWLER_MARKS,
  type CrawlerPurpose,
  callerNamed,
  findCrawler,
  PURPOSE_WORDS,
} from 'robotstream/crawlers';
import { referenceUsage } from '../../../../test/reference/usage.js';
import { UNREAD_DELAY } from '../../src/crawler-notes.js';
import { CUT, cutFault } from './check-forms.js';
import { type Forms, firstFault, type Said } from './forms.js';
import { isWildcard, NaiveCrawler, type NaiveFile } from './naive-crawler.js';

export interface AgentsScope {
  readonly file: NaiveFile;
  /** All crawlers of the report. */
  readonly agents: readonly string[];
  /** The headings of the table that is read, with the column where each begins. */
  columns: readonly (readonly [heading: string, start: number])[];
  /** The crawlers that have a row. */
  readonly rows: string[];
}

type Extent = 'everything' | 'something' | 'nothing' | 'unknown';

/** How much of the site a crawler may fetch, by the engine; its witnesses are put to the reference. */
function extentOf(agent: string, { file }: AgentsScope): Extent | string {
  const [matcher] = parseSync(file.octets).matchers([callerNamed(agent)]);
  if (matcher === undefined) return 'no matcher';
  const { extent, allowedPath, disallowedPath } = reachOf(matcher);
  const crawler = new NaiveCrawler(agent);
  const wrong = [
    [allowedPath, true],
    [disallowedPath, false],
  ].find(([path, allowed]) => typeof path === 'string' && crawler.verdict(file, path).allowed !== allowed);
  return wrong === undefined ? extent : `${wrong[0]} is no witness`;
}

/** The extents of crawlers that obey the same groups are the same, and found once. */
const extents = new WeakMap<AgentsScope, Map<string, string>>();

function extent(agent: string, scope: AgentsScope): string {
  const crawler = new NaiveCrawler(agent);
  const { groups } = crawler.selection(scope.file);
  const key = `${crawler.profile} ${groups.map(({ userAgents }) => userAgents[0]?.line)}`;
  const known = extents.get(scope) ?? new Map<string, string>();
  extents.set(scope, known);
  const found = known.get(key) ?? extentOf(agent, scope);
  known.set(key, found);
  return found;
}

/** How many of some crawlers have an extent. */
function withExtent(agents: readonly string[], wanted: Extent, scope: AgentsScope): readonly string[] {
  return agents.filter((agent) => extent(agent, scope) === wanted);
}

/** The group that a crawler obeys, as the table names it. */
function groupText(agent: string, { file }: AgentsScope): string {
  const crawler = new NaiveCrawler(agent);
  const { selectedBy, token, groups } = crawler.selection(file);
  if (selectedBy === 'nothing') return 'no group';
  const isSelecting = (line: (typeof groups)[0]['userAgents'][0]): boolean =>
    token === null ? isWildcard(line) : crawler.isNamedAs(token, line);
  const line = groups[0]?.userAgents.find(isSelecting)?.line;
  if (selectedBy === 'wildcard') return `* line ${line}`;
  const own = findCrawler(agent)?.token ?? agent;
  return token?.toLowerCase() === own.toLowerCase() ? `line ${line}` : `${token} line ${line}`;
}

/** The cells of a row, by its table's headings. */
function cellsOf(row: string, { columns }: AgentsScope): Said {
  return Object.fromEntries(
    columns.map(([heading, start], i) => [heading, row.slice(start, columns[i + 1]?.[1]).trim()]),
  );
}

const SIGNS = Object.values(CRAWLER_MARKS)
  .map(({ sign }) => sign)
  .join('');

export const AGENTS_FORMS: Forms<AgentsScope> = {
  question: {
    lines: new RegExp(`\\S+, (?:(?<one>under \\S+)|each crawler as it reads it: (?<several>.*?))${CUT}\\n`),
    check: ({ one, several, cut }, { agents, file }) => {
      const profiles = new Set(agents.map((agent) => new NaiveCrawler(agent).profile));
      const said = one === undefined ? several?.split(', ') : [one.replace('under ', '')];
      return firstFault(
        [...profiles].sort().join() !== said?.sort().join() && `they are ${[...profiles]}`,
        cutFault(cut, file),
      );
    },
  },
  summary: {
    lines: /(?<count>\d+) crawlers?: (?<parts>(?:\w+ \d+(?:, )?)+)\n/,
    check: ({ count, parts = '' }, scope) => {
      const wrong = parts.split(', ').find((part) => {
        const [word, number] = part.split(' ');
        return withExtent(scope.agents, word as Extent, scope).length !== Number(number);
      });
      return firstFault(
        Number(count) !== scope.agents.length && `there are ${scope.agents.length}`,
        wrong !== undefined && `not ${wrong}`,
      );
    },
  },
  'by purpose': {
    lines: /\nwho may .*\n/,
    check: (_, scope) => {
      scope.columns = [];
      return null;
    },
  },
  purpose: {
    lines: new RegExp(
      `(?<does>${Object.values(PURPOSE_WORDS)
        .map(({ does }) => does)
        .join('|')}) +(?<all>\\d+) +(?<some>\\d+) +(?<none>\\d+)(?: +(?<refused>.*))?\\n`,
    ),
    check: ({ does = '', all, some, none, refused = '' }, scope) => {
      const having = agentsFor(does, scope);
      const counted = (['everything', 'something', 'nothing'] as const).map(
        (wanted) => withExtent(having, wanted, scope).length,
      );
      const named = withExtent(having, 'nothing', scope).map((agent) => findCrawler(agent)?.token ?? agent);
      return firstFault(
        counted.join() !== [all, some, none].join() && `they are ${counted}`,
        named.sort().join() !==
          refused
            .split(', ')
            .filter((name) => name !== '')
            .sort()
            .join() && `${named} are refused`,
      );
    },
  },
  'asked not to': {
    lines: /(?<count>\d+) crawlers? that may fetch \/ (?:is|are) asked not to (?<does>.*)\n/,
    check: ({ count, does = '' }, scope) => {
      const asked = agentsFor(does, scope).filter(
        (agent) => extent(agent, scope) !== 'nothing' && isAskedNot(agent, does, scope),
      );
      return asked.length === Number(count) ? null : `${asked} are asked`;
    },
  },
  headings: {
    lines: /\n(?<row>crawler {2,}.*)\n/,
    check: ({ row = '' }, scope) => {
      scope.columns = Array.from(row.matchAll(/\S+/g), ({ 0: heading, index }) => [heading, index] as const);
      return null;
    },
  },
  row: {
    lines:
      /(?<row>\S.* {2}(?:(?:\S+ )?line \d+|no group) +(?:yes|no) {2,}(?:everything|something|nothing|unknown).*)\n/,
    check: ({ row = '' }, scope) => {
      const cells = cellsOf(row, scope);
      const name = (cells.crawler ?? '').replace(new RegExp(`[${SIGNS}]+$`), '');
      const marks = (cells.crawler ?? '').slice(name.length);
      scope.rows.push(name);
      const crawler = findCrawler(name);
      const { allowed } = new NaiveCrawler(name).verdict(scope.file, '/');
      return firstFault(
        !scope.agents.some((agent) => (findCrawler(agent)?.token ?? agent) === name) &&
          'it was not asked about',
        marks !== (crawler?.marks ?? []).map((mark) => CRAWLER_MARKS[mark].sign).join('') && 'other marks',
        (crawler?.operator ?? '') !== cells.operator && `its operator is ${crawler?.operator}`,
        groupText(name, scope) !== cells.obeys && `it obeys ${groupText(name, scope)}`,
        allowed !== (cells['/'] === 'yes') && `/ is ${allowed ? 'allowed' : 'disallowed'}`,
        extent(name, scope) !== cells.site && `it may fetch ${extent(name, scope)}`,
        delayFault(name, cells.delay ?? '', scope),
      );
    },
  },
  'crawlers without a row': {
    lines: /\n?(?<count>\d+) other crawlers? obey (?<group>.*): (?<site>\w+)\n/,
    check: ({ count, group = '', site = '' }, scope) => {
      const others = scope.agents.filter(
        (agent) =>
          !scope.rows.includes(findCrawler(agent)?.token ?? agent) &&
          groupText(agent, scope) === group &&
          extent(agent, scope) === site,
      );
      return others.length === Number(count) ? null : `${others.length} do`;
    },
  },
  'how to list them': { lines: /--set all lists them\n/, noClaim: 'It is about an option.' },
  'headings of usage': {
    lines: /\ngroup +what \/ may be used for\n/,
    noClaim: 'The rows below it are checked.',
  },
  usage: {
    lines:
      /(?<group>no group|(?:\* )?line \d+)(?:, (?<name>\S+))? {2,}(?<usage>nothing is stated|not applicable, because \/ may not be fetched|Content-.*)\n/,
    check: ({ group = '', name, usage = '' }, scope) => {
      const obeying = scope.agents.filter(
        (agent) =>
          groupText(agent, scope).replace(/^\S+ line/, (text) => (text[0] === '*' ? text : 'line')) === group,
      );
      const whom = name === undefined ? obeying[0] : obeying.find((agent) => agent === name);
      if (whom === undefined) return 'no crawler obeys it';
      const stated = usageText(whom, scope);
      return stated === usage ? null : `for ${whom}, it is ${stated}`;
    },
  },
  legend: {
    lines: new RegExp(`\\n?(?<sign>[${SIGNS}${UNREAD_DELAY.sign}]) (?<meaning>.*)\\n`),
    check: ({ sign, meaning }) => {
      const marks = [...Object.values(CRAWLER_MARKS), UNREAD_DELAY];
      return marks.find((mark) => mark.sign === sign)?.meaning === meaning ? null : 'it means something else';
    },
  },
};

function purposeOf(does: string): CrawlerPurpose {
  const [purpose] = Object.entries(PURPOSE_WORDS).find(([, words]) => words.does === does) ?? [];
  return purpose as CrawlerPurpose;
}

function agentsFor(does: string, { agents }: AgentsScope): readonly string[] {
  return agents.filter((agent) => findCrawler(agent)?.purposes.includes(purposeOf(does)));
}

/** The names of purposes in the vocabularies. */
const CATEGORIES: { readonly [purpose: string]: { readonly usage: string; readonly signal: string } } = {
  'train-ai': { usage: 'train-ai', signal: 'ai-train' },
  search: { usage: 'search', signal: 'search' },
  'ai-input': { usage: 'ai-use', signal: 'ai-input' },
};

function isAskedNot(agent: string, does: string, scope: AgentsScope): boolean {
  const categories = CATEGORIES[purposeOf(does)];
  const usage = usageOf(agent, scope);
  if (categories === undefined || usage === null) return false;
  const said = [usage.contentUsage[categories.usage], usage.contentSignal[categories.signal]];
  return said.some((one) => one?.startsWith('n'));
}

/** The preferences for the home page, by the reference. */
function usageOf(agent: string, { file }: AgentsScope) {
  const crawler = new NaiveCrawler(agent);
  const { selectedBy, token } = crawler.selection(file);
  // What is stated outside of groups is for every crawler. A crawler that does not obey `*` obeys no group then.
  if (selectedBy === 'nothing' && !crawler.obeysWildcard)
    return referenceUsage(withoutWildcards(file.octets), ['OtherCrawlerOfNoFile'], '/', crawler.profile);
  return referenceUsage(file.octets, [token ?? 'OtherCrawlerOfNoFile'], '/', crawler.profile);
}

/** The file with other names, as long, in place of `*` in user-agent lines. */
function withoutWildcards(octets: Uint8Array): Uint8Array {
  const text = Buffer.from(octets).toString('latin1');
  const renamed = text.replace(/^([^#\r\n:]*user[- ]?agent[ \t]*[: \t][ \t]*)\*/gim, '$1x');
  return Buffer.from(renamed, 'latin1');
}

function usageText(agent: string, scope: AgentsScope): string {
  const usage = usageOf(agent, scope);
  if (usage === null) return 'not applicable, because / may not be fetched';
  const parts = (
    [
      ['Content-Usage', usage.contentUsage],
      ['Content-Signal', usage.contentSignal],
    ] as const
  ).flatMap(([field, categories]) => {
    const stated = Object.entries(categories).filter(([, said]) => said !== '?');
    const text = stated.map(([category, said]) => `${category} ${said.startsWith('y') ? 'yes' : 'no'}`);
    return text.length === 0 ? [] : [`${field}: ${text.join(', ')}`];
  });
  return parts.join('; ') || 'nothing is stated';
}

function delayFault(agent: string, cell: string, { file }: AgentsScope): string | null {
  const { profile } = new NaiveCrawler(agent);
  const delay = parseSync(file.octets).crawlDelay(callerNamed(agent), { profile });
  const practice = findCrawler(agent)?.crawlDelay;
  const expected =
    delay === undefined
      ? ''
      : practice === 'ignores'
        ? 'ignored'
        : `${delay} s${practice === 'unknown' ? UNREAD_DELAY.sign : ''}`;
  return cell === expected ? null : `its delay is ${expected}`;
}
