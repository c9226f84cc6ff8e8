/**
 * Files as the Web Almanac reads them: the custom metric robots_txt.js, and the queries on its results. `PUBLISHED` has the sources.
 */
import { type Answer, type AskedCrawler, answer, type StudiedFile } from './file.js';
import type { Cause } from './studies.js';

/** What the metric finds in a file. */
export interface AlmanacReading {
  /** How many lines have each name. */
  readonly byType: ReadonlyMap<string, number>;
  /** The same for the lines after each user-agent line, by its value. */
  readonly byAgent: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const LINE_ENDS = /[\n\r\u2028\u2029]/g;
const SPACE = /\s/;
const NAME = /^[a-z0-9_-]+$/;
const SEPARATOR = /[\u2028\u2029]/;

/** Lines whose name is not the name of a record. */
const OTHER = 'other';

export function readAsAlmanac(text: string): AlmanacReading {
  const byType = new Map<string, number>();
  const byAgent = new Map<string, Map<string, number>>();
  let agents: string[] = [];
  let last = '';
  for (const line of withoutComments(text)
    .trim()
    .toLowerCase()
    .split(/[\r\n]+/)) {
    if (line === '') continue;
    const [type, value] = recordOf(line);
    byType.set(type, (byType.get(type) ?? 0) + 1);
    if (type === 'user-agent') {
      if (!byAgent.has(value)) byAgent.set(value, new Map());
      agents = last === type ? [...agents, value] : [value];
    } else if (type !== 'sitemap') {
      for (const name of agents) {
        const counts = byAgent.get(name) as Map<string, number>;
        counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
    last = type;
  }
  return { byType, byAgent };
}

/** The name of a line and its value. A value has no separator of Unicode in it. */
function recordOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).trimEnd();
  const value = line.slice(colon + 1).trimStart();
  return NAME.test(name) && !SEPARATOR.test(value) ? [name, value.trim()] : [OTHER, line];
}

/**
 * The text without comments, which begin with a # at the start of a line or after white space. The white space goes, too, with the line ends in it. In
 * linear time, which a regular expression would not need for long white space.
 */
function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at)) {
    let start = at;
    while (start > from && SPACE.test(text[start - 1] as string)) start--;
    if (start === at && at > 0 && at !== from) {
      at++;
      continue;
    }
    kept += text.slice(from, start);
    LINE_ENDS.lastIndex = at;
    from = LINE_ENDS.exec(text)?.index ?? text.length;
    at = from;
  }
  return kept + text.slice(from);
}

const DIRECTIVES = ['user-agent', 'allow', 'disallow', 'crawl-delay', 'noindex', 'sitemap'];
const COUNTED_AS_RULES = ['allow', 'disallow', 'crawl-delay', 'noindex', OTHER];

const KIB = 1024;

/** The ranges of sizes, each by its upper bound in KiB. */
const SIZES: readonly (readonly [number, string])[] = [
  [0, '0'],
  [100, 'up to 100'],
  [200, 'up to 200'],
  [300, 'up to 300'],
  [400, 'up to 400'],
  [500, 'up to 500'],
  [Number.POSITIVE_INFINITY, 'above 500'],
];

function sizeOf(length: number): string {
  return (SIZES.find(([most]) => length / KIB <= most) as readonly [number, string])[1];
}

/** What the study and this package say about a file. */
export function almanacAnswers(file: StudiedFile, crawlers: readonly AskedCrawler[]): Answer[] {
  const { byType, byAgent } = readAsAlmanac(file.text);
  const { document } = file;
  const groups = document.groups;
  const theirSize = sizeOf(file.text.length);
  const ourSize = sizeOf(file.octets.length);
  const characters = (): readonly [Cause, number] => ['characters', 0];
  const answers = [
    ...answer(
      'file',
      '',
      DIRECTIVES.some((name) => byType.has(name)),
      groups.length > 0 || document.sitemaps.length > 0,
      () => [
        groups.length > 0 ? lineCause(file, groups[0]?.userAgents[0]?.line ?? 0) : 'other',
        groups[0]?.userAgents[0]?.line ?? 0,
      ],
    ),
    ...answer('size', '', true, theirSize === ourSize, characters, { detail: theirSize }),
    ...(theirSize === ourSize ? [] : answer('size', '', false, true, characters, { detail: ourSize })),
  ];
  for (const crawler of crawlers) {
    const { agentLines } = file.reading(crawler);
    const counts = byAgent.get(crawler.name.toLowerCase());
    const [line = 0] = agentLines;
    const named = agentLines.length > 0;
    const whyNamed = (): readonly [Cause, number] => [named ? lineCause(file, line) : 'other', line];
    answers.push(...answer('named', crawler.name, counts !== undefined, named, whyNamed));
    const theirs = counts !== undefined && COUNTED_AS_RULES.some((name) => (counts.get(name) ?? 0) > 0);
    const withRules = groups.find(
      ({ rules, userAgents }) =>
        rules.length > 0 && userAgents.some((agent) => agentLines.includes(agent.line)),
    );
    const why = (): readonly [Cause, number] => {
      if (theirs) return [named ? 'no-rule' : 'other', line];
      if (counts === undefined) return whyNamed();
      const rule = withRules?.rules[0]?.line ?? 0;
      const cause = lineCause(file, rule);
      return [cause === 'other' || cause === 'more-text' ? 'rules-apart' : cause, rule];
    };
    for (const question of ['named-with-rules', 'named-with-rules-200'])
      answers.push(...answer(question, crawler.name, theirs, withRules !== undefined, why));
  }
  return answers;
}

/** Why a line that this package reads is not read, or not as it is meant. */
export function lineCause(file: StudiedFile, number: number): Cause {
  const line = file.line(number);
  if (/^\s/.test(line)) return 'indented';
  if (!/^(?:user-agent|allow|disallow)\s*:/i.test(line)) return 'spelling';
  return /^user-agent/i.test(line) ? 'more-text' : 'other';
}
