/**
 * `SimpleRobotRulesParser` of crawler-commons 1.7, which Apache Nutch and StormCrawler use.
 */
import { DecodedFile } from '../decoded-file.js';
import { javaUrl } from '../java-urls.js';
import { type LineAxes, readText } from '../line-reader.js';
import { javaDouble, javaInteger } from '../numbers.js';
import { greedy, highestRank, starDollarPattern } from '../patterns.js';
import { escapeOf, escapesOf } from '../python-urls.js';
import type { GroupRecord, Part, Pattern, Reader, ReaderGroup } from '../reader.js';
import { allGroups } from '../selections.js';
import { tagsOf } from '../tags.js';
import { JAVA_SPACE } from '../white-space.js';

const AXES: LineAxes = {
  decoding: 'replacement-java',
  lineEnds: 'cr-lf-unicode',
  space: JAVA_SPACE,
  fields: {
    ...meaning('user-agent', ['user-agent', 'useragent', 'useg-agent', 'ser-agent', 'users-agent']),
    ...meaning('user-agent', ['user agent', 'user-agnet', 'user-agents']),
    ...meaning('disallow', ['disallow', 'desallow', 'dissallow', 'dissalow', 'disalow', 'dssalow']),
    ...meaning('disallow', ['dsallow', 'diasllow', 'disallaw', 'diallow', 'disallows', 'disllow']),
    ...meaning('allow', ['allow']),
    ...meaning('delay', ['crawl-delay', 'crawl delay', 'clawl-delay', 'craw-delay', 'crawl-deley']),
  },
  separate,
  groupEndsAt: 'no-line',
  endsAgents: 'rules',
  groupWithoutRules: 'kept',
  nameOf: (value) => value.toLowerCase() || null,
  patternsOf: (value) => (value === '' ? null : patternsOf(comparable(value))),
};

const SPELLINGS = Object.keys(AXES.fields);

export const CRAWLER_COMMONS_1_7: Reader = {
  read(octets) {
    const { file, isPage } = contentOf(octets);
    return isPage ? { file, groups: [], instead: 'allow-all' } : readText(file, AXES);
  },
  select(file, agent) {
    const caller = agent.toLowerCase();
    const selection = allGroups(file, caller, names);
    const isOne = selection.by === 'name' ? (name: string) => names(name, caller) : isForAll;
    const groups = selection.chosen.map(({ group }) => file.groups[group]);
    const delay = groups
      .flatMap((group) => delaysOf(group, isOne))
      .reduce((least, one) => Math.min(least, one), UNSET);
    return delay > MAX_DELAY_MS && delay !== UNSET ? { ...selection, instead: 'disallow-all' } : selection;
  },
  target(url) {
    const { path, query } = javaUrl(url) ?? { path: '/', query: undefined };
    const target = comparable((path || '/') + (query === undefined ? '' : `?${query}`)).replace(
      /[*$]/g,
      (character) => escapeOf(character.charCodeAt(0)),
    );
    return target === '/robots.txt' ? null : target;
  },
  decide: (rules, target) => highestRank(rules, target, 'allow'),
};

type Meaning = LineAxes['fields'][string];

function meaning(meaning: Meaning, spellings: readonly string[]): { [spelling: string]: Meaning } {
  return Object.fromEntries(spellings.map((spelling) => [spelling, meaning]));
}

/** A line is a record if it starts with a field that the program knows, and then has a colon or white space. */
function separate(text: string, { start, end }: Part): GroupRecord | null {
  const line = text.slice(start, end).toLowerCase();
  for (const { length } of SPELLINGS.filter((spelling) => line.startsWith(spelling))) {
    const separator = /^(?:[ \t]*:|[ \t])/.exec(text.slice(start + length, end));
    if (separator === null) continue;
    return {
      field: { start, end: start + length },
      value: { start: start + length + separator[0].length, end },
    };
  }
  return null;
}

/** The text of a file, without a byte order mark and tags, and whether it is a page of HTML in place of a robots.txt. */
function contentOf(octets: Uint8Array): { file: DecodedFile; isPage: boolean } {
  const isUtf16 = [0xfeff, 0xfffe].indexOf((octets[0] << 8) | octets[1]);
  const decoded = new DecodedFile(octets, (['utf-16be', 'utf-16le'] as const)[isUtf16] ?? AXES.decoding);
  const file = decoded.text.startsWith('\ufeff') ? decoded.without([{ start: 0, end: 1 }]) : decoded;
  const { text } = file;
  if (!/<(?:html|head|body)[\t-\r ]*>/i.test(text)) return { file, isPage: false };
  if (!/user-agent:/i.test(text)) return { file, isPage: true };
  return { file: file.without(tagsOf(text, AXES.lineEnds)), isPage: false };
}

function patternsOf(pattern: string): Pattern[] {
  const patterns = [greedy(starDollarPattern(pattern))];
  if (/index\.html?$/.test(pattern)) {
    patterns.push(greedy(starDollarPattern(`${pattern.slice(0, pattern.indexOf('index.htm'))}$`)));
  }
  return patterns;
}

/** A path or a pattern in the form in which they are compared: unescaped where that means the same, and then escaped. */
function comparable(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase();
    })
    .replace(/\p{Cs}/gu, '?')
    .replace(/%(?![0-9A-Fa-f]{2})|[^!$&-;=?-Z\\_a-z~%]/gu, escapesOf);
}

function isForAll(name: string): boolean {
  return name === '*';
}

/** A name that has other characters than a product token counts up to the first of them, too. */
function names(name: string, caller: string): boolean {
  return name === caller || /^[a-z_-]+/i.exec(name)?.[0] === caller;
}

const MAX_DELAY_MS = 300_000;
const UNSET = Infinity;

/** The delays of a group that are one crawler's, in milliseconds: after its name, a first one counts. */
function delaysOf({ agents, delays }: ReaderGroup, isOne: (name: string) => boolean): number[] {
  return delays.flatMap(({ value, agentsBefore }, nth) => {
    const isNamed = agents
      .slice(delays[nth - 1]?.agentsBefore ?? 0, agentsBefore)
      .some(({ name }) => isOne(name));
    const seconds = isNamed ? secondsOf(value) : null;
    return seconds === null ? [] : [Math.min(Math.round(seconds * 1000), Number.MAX_SAFE_INTEGER)];
  });
}

function secondsOf(value: string): number | null {
  return value.includes('.') ? javaDouble(value) : javaInteger(value);
}
