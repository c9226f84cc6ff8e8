/**
 * The Go package github.com/temoto/robotstxt 1, as Colly asks it. It reads words and not lines: a line end is a word, too, and a word that
 * is a field has the next one as its value.
 */
import { octetsOf } from '../../octets.js';
import { DecodedFile } from '../decoded-file.js';
import { escapedPath, goLowerCase, goUrl, sortedQuery } from '../go-urls.js';
import type { FieldMeaning } from '../line-reader.js';
import { goFloat } from '../numbers.js';
import { highestRank, prefixPattern, wildcardPattern } from '../patterns.js';
import {
  type Agent,
  agentOf,
  type Part,
  type Pattern,
  type Reader,
  type ReaderFile,
  type ReaderGroup,
  type ReaderRule,
  ruleOf,
} from '../reader.js';
import { groupsWith, selected } from '../selections.js';
import { textOf } from '../white-space.js';

export const TEMOTO_1: Reader = {
  read: (octets) => read(new DecodedFile(octets, 'replacement-each')),
  select(file, agent) {
    const caller = goLowerCase(agent);
    const isForAll = groupsWith(file, (name) => name === '*');
    const names = file.groups.flatMap(({ agents }) => agents.map(({ name }) => name));
    const best = names
      .filter((name) => name !== '*' && caller.startsWith(name))
      .reduce((longest, name) => (name.length > longest.length ? name : longest), '');
    const isNamed = octetsOf(best).length > (isForAll.length > 0 ? 1 : 0);
    if (!isNamed) return selected('wildcard', isForAll);
    return selected(
      'name',
      groupsWith(file, (name) => name === best),
    );
  },
  target(url) {
    const parts = goUrl(url);
    if (parts === null) return undefined;
    const path = escapedPath(parts.path);
    return parts.query === '' ? path : `${path}?${sortedQuery(parts.query)}`;
  },
  decide: (rules, target) => highestRank(rules, target, 'first'),
};

const MEANINGS = new Map<string, FieldMeaning | 'other'>([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['crawl-delay', 'delay'],
  ['crawldelay', 'delay'],
]);

/** Any error, such as a rule before the first user-agent line, and Colly fetches nothing of the site. */
const refused = (file: DecodedFile): ReaderFile => ({ file, groups: [], instead: 'disallow-all' });
const LINE_END = '\n';

interface OpenGroup extends ReaderGroup {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
  hasRules: boolean;
}

function read(file: DecodedFile): ReaderFile {
  const { text } = file;
  const groups: OpenGroup[] = [];
  const words = [...wordsOf(text)];
  for (let at = 0; at + 1 < words.length; at++) {
    const field = wordOf(text, words[at]);
    if (field === LINE_END) continue;
    const meaning = MEANINGS.get(goLowerCase(field));
    const value = wordOf(text, words[at + 1]);
    const record = { field: words[at], value: words[++at] };
    let group = groups.at(-1);
    if (meaning === 'user-agent') {
      if (group === undefined || group.hasRules) {
        group = { agents: [], rules: [], delays: [], hasRules: false };
        groups.push(group);
      }
      group.agents.push(agentOf(record, goLowerCase(value)));
    } else if (meaning !== undefined) {
      if (group === undefined) return refused(file);
      group.hasRules = true;
      if (meaning === 'delay') {
        if (!isDelay(value)) return refused(file);
      } else {
        const allows = meaning === 'allow';
        group.rules.push(ruleOf(record, allows ? 'allow' : 'disallow', allows, patternsOf(value)));
      }
    }
  }
  return { file, groups: groups.filter(({ hasRules }) => hasRules) };
}

/** A word, which is empty in the file if it is a line end. */
function wordOf(text: string, part: Part): string {
  return textOf(text, part) || LINE_END;
}

/** The words of a text. A word ends at white space, and the first of a line also at a colon. A `#` begins a comment only where a word could begin. */
function* wordsOf(text: string): Generator<Part> {
  let isInValue = false;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  const pass = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    at += pattern.exec(text)?.[0].length ?? 0;
  };
  for (;;) {
    pass(/[ \t\v]*/y);
    if (at >= text.length) return;
    const start = at;
    const isComment = text[at] === '#';
    if (isComment) pass(/[^\n\r]*/y);
    pass(/[\n\r]*/y);
    if (isComment && at >= text.length) return;
    if (at > start) {
      isInValue = false;
      yield { start, end: start };
      continue;
    }
    pass(isInValue ? /[^ \t\v\n\r]+/y : /[^ \t\v\n\r][^ \t\v\n\r:]*/y);
    yield { start, end: at };
    if (isInValue || text[at] !== ':') continue;
    isInValue = true;
    at++;
  }
}

function isDelay(value: string): boolean {
  const seconds = goFloat(value);
  return seconds !== null && seconds >= 0;
}

/** A pattern with special characters is looked for anywhere in a path. Its rank is the length of the regular expression that is made from it. */
function patternsOf(value: string): Pattern[] {
  const given = /^[*/]/.test(value) ? value : `/${value}`;
  let end = given.length;
  while (given[end - 1] === '*') end--;
  const path = given.slice(0, end);
  if (path === '') return [];
  if (path === '/') return [prefixPattern('', 1)];
  if (!/[*$]/.test(path)) return [prefixPattern(path, octetsOf(path).length)];
  const [start] = path.split('$');
  if (/[^*$]/.test(path.slice(start.length))) return [];
  const rank = octetsOf(path.replace(/[\\.*+?()|[\]{}^]/g, '\\$&')).length;
  return [wildcardPattern(`*${start}`, start.length < path.length, rank)];
}
