/**
 * `Robotstxt` of Heritrix 3, the crawler of the Internet Archive.
 */
import { DecodedFile } from '../decoded-file.js';
import { heritrixUrl } from '../heritrix-urls.js';
import { atColon, type FieldMeaning, recordOf } from '../line-reader.js';
import { linesOf } from '../lines.js';
import { greedy, matchedLength, prefixPattern, starDollarPattern } from '../patterns.js';
import {
  type Agent,
  agentOf,
  type Pattern,
  type Reader,
  type ReaderFile,
  type ReaderGroup,
  type ReaderRule,
  type ReaderSelection,
  ruleOf,
} from '../reader.js';
import { NOTHING } from '../selections.js';
import { tagsOf } from '../tags.js';
import { JAVA_SPACE, textOf } from '../white-space.js';

export const HERITRIX_3: Reader = {
  read(octets) {
    const file = decode(octets);
    return { file, groups: groupsOf(file.text) };
  },
  select(file, agent) {
    const named = namedFirst(file, agent);
    return named === undefined ? groupNamed(file, '*', 'wildcard') : groupNamed(file, named, 'name');
  },
  target(url) {
    const parts = heritrixUrl(url);
    if (parts === null) return undefined;
    return parts.path === '/robots.txt' ? null : parts.pathAndQuery;
  },
  decide(rules, target) {
    const disallow = longestOf(rules, target, false);
    const allow = longestOf(rules, target, true);
    return disallow.length > allow.length ? disallow.rule : allow.rule;
  },
};

const MAX_CHARACTERS = 500 * 1024;

/** The start of a file, without tags. A file that is too long loses its last line, even if all of it is there. */
function decode(octets: Uint8Array): DecodedFile {
  const whole = new DecodedFile(octets, 'replacement-java');
  const { text } = whole;
  if (text.length < MAX_CHARACTERS) return whole.without(tagsOf(text, 'cr-lf'));
  let end = MAX_CHARACTERS;
  while (end > 0 && isLineEnd(text[end - 1])) end--;
  while (end > 0 && !isLineEnd(text[end - 1])) end--;
  const start = whole.without([{ start: end, end: text.length }]);
  return start.without(tagsOf(start.text, 'cr-lf'));
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

const MEANINGS = new Map<string, FieldMeaning>([
  ['user-agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['crawl-delay', 'delay'],
]);

interface OpenGroup extends ReaderGroup {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
  hasRules: boolean;
}

/** The groups of a text. A name that has a group with rules adds the rules below it to that one. */
function groupsOf(text: string): ReaderGroup[] {
  const groups: OpenGroup[] = [];
  const byName = new Map<string, OpenGroup>();
  let group: OpenGroup | undefined;
  for (const line of linesOf(text, 'cr-lf')) {
    const record = recordOf(text, line, { space: JAVA_SPACE, separate });
    if (record === null) continue;
    const meaning = MEANINGS.get(textOf(text, record.field).toLowerCase());
    const value = textOf(text, record.value);
    if (meaning === 'user-agent') {
      const name = value.toLowerCase();
      const known = byName.get(name);
      if (known?.hasRules) group = known;
      else if (group === undefined || group.hasRules) {
        group = { agents: [], rules: [], delays: [], hasRules: false };
        groups.push(group);
      }
      byName.set(name, group);
      group.agents.push(agentOf(record, name));
    } else if (group === undefined || meaning === undefined) continue;
    else if (meaning === 'delay') group.hasRules ||= isDelay(value);
    else {
      const allows = meaning === 'allow';
      const patterns = allows || value !== '' ? patternsOf(value) : [];
      group.hasRules = true;
      group.rules.push(ruleOf(record, meaning, allows, patterns));
    }
  }
  return groups;
}

/** A field is followed by a colon, without white space. */
function separate(text: string, line: { start: number; end: number }) {
  const record = atColon(text, line);
  if (record === null || JAVA_SPACE.has(text.charCodeAt(record.field.end - 1))) return null;
  return /[\x85\u2028\u2029]/.test(textOf(text, line)) ? null : record;
}

/** What a delay begins with is a number. */
function isDelay(value: string): boolean {
  const [start] = /^[\d.]*/.exec(value) as RegExpExecArray;
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(start);
}

/** A star at the end goes, but only one. */
function patternsOf(value: string): Pattern[] {
  const path = value.endsWith('*') ? value.slice(0, -1) : value;
  return [path.endsWith('$') || path.includes('*') ? greedy(starDollarPattern(path)) : prefixPattern(path)];
}

/** The name of the first user-agent line whose name the crawler's contains. */
function namedFirst({ groups }: ReaderFile, crawler: string): string | undefined {
  const named = groups
    .flatMap(({ agents }) => agents)
    .filter(({ name }) => name !== '*' && crawler.includes(name));
  return named.reduce<Agent | undefined>(
    (first, agent) => (first === undefined || agent.field.start < first.field.start ? agent : first),
    undefined,
  )?.name;
}

/** The group of the last user-agent line with a name. */
function groupNamed({ groups }: ReaderFile, name: string, by: 'name' | 'wildcard'): ReaderSelection {
  const chosen = groups.flatMap(({ agents }, group) =>
    agents.flatMap((one, agent) => (one.name === name ? [{ group, agent, start: one.field.start }] : [])),
  );
  const [first] = chosen;
  if (first === undefined) return NOTHING;
  const { group, agent } = chosen.reduce((last, one) => (one.start > last.start ? one : last), first);
  return { by, chosen: [{ group, agent }] };
}

/**
 * The rule that allows, or does not, with the longest pattern that matches, and its length. Of the patterns without special characters,
 * only the one that comes last before the path in the order of characters is tried.
 */
function longestOf(
  rules: readonly ReaderRule[],
  path: string,
  allows: boolean,
): { rule: number; length: number } {
  let longest = { rule: -1, length: 0 };
  let floor = { rule: -1, text: '' };
  for (const [rule, { allows: allowsToo, patterns }] of rules.entries()) {
    const [pattern] = patterns;
    if (allowsToo !== allows || pattern === undefined) continue;
    const { text, kind, rank } = pattern;
    if (kind === 'prefix') {
      if (text > floor.text && text <= path) floor = { rule, text };
    } else if (rank > longest.length && matchedLength(pattern, path) >= 0) longest = { rule, length: rank };
  }
  const { rule, text } = floor;
  return text.length > longest.length && path.startsWith(text) ? { rule, length: text.length } : longest;
}
