/**
 * GNU Wget2 1.99, which follows links by the rules for `wget2`, whatever it calls itself.
 */
import { lowerCaseLetters } from '../../ascii.js';
import { DecodedFile } from '../decoded-file.js';
import { linesOf } from '../lines.js';
import { firstMatch, prefixPattern } from '../patterns.js';
import {
  agentOf,
  type GroupRecord,
  type Part,
  type Reader,
  type ReaderGroup,
  type ReaderRule,
} from '../reader.js';
import { allGroups } from '../selections.js';
import { octetText, unescapedText, writtenUrl } from '../written-urls.js';

const NAME = 'wget2';

export const WGET2_1_99: Reader = {
  read(octets) {
    const end = octets.indexOf(0);
    const file = new DecodedFile(end < 0 ? octets : octets.subarray(0, end), 'latin-1');
    return { file, groups: groupsOf(file.text) };
  },
  select: (file) => allGroups(file, NAME, (name) => name === NAME),
  target(url) {
    const { path = '', query } = writtenUrl(url) ?? {};
    const [target] = unescapedText(octetText(path.slice(1))).split('\0');
    return target === 'robots.txt' && query === undefined ? null : target;
  },
  decide: firstMatch,
};

/**
 * The group that is obeyed, if there is one: that of the first user-agent line for it, up to the next user-agent line. A disallow rule
 * without a value ends it and drops the others.
 */
function groupsOf(text: string): ReaderGroup[] {
  const rules: ReaderRule[] = [];
  let group: ReaderGroup | undefined;
  for (const line of linesOf(text, 'lf')) {
    const agent = recordOf(text, line, 'user-agent:');
    if (agent !== null && group !== undefined) return [group];
    if (agent !== null) {
      const name = nameIn(text.slice(agent.value.start, agent.value.end));
      if (name !== undefined) group = { agents: [agentOf(agent, name)], rules, delays: [] };
      continue;
    }
    const record = group === undefined ? null : recordOf(text, line, 'disallow:');
    if (record === null || group === undefined) continue;
    const { start } = record.value;
    if (start === line.end || text[start] === '\r') return [{ ...group, rules: [] }];
    const [path] = /^[^\t-\r ]*/.exec(text.slice(start, line.end)) as RegExpExecArray;
    // The first octet is taken for a slash, whatever it is.
    const patterns = path === '' ? [] : [prefixPattern(path.slice(1))];
    const value = { start, end: start + path.length };
    rules.push({ field: record.field, value, directive: 'disallow', allows: false, patterns });
  }
  return group === undefined ? [] : [group];
}

/** A record whose line starts with a field and its colon. Its value begins after spaces and tabs. */
function recordOf(text: string, { start, end }: Part, field: string): GroupRecord | null {
  const colon = start + field.length;
  if (lowerCaseLetters(text.slice(start, Math.min(colon, end))) !== field) return null;
  let first = colon;
  while (first < end && (text[first] === ' ' || text[first] === '\t')) first++;
  return { field: { start, end: colon - 1 }, value: { start: first, end } };
}

/** The name that a value starts with, if it is one of those that are obeyed. */
function nameIn(value: string): string | undefined {
  return value.startsWith('*') ? '*' : lowerCaseLetters(value).startsWith(NAME) ? NAME : undefined;
}
