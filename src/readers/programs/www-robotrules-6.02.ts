/**
 * WWW::RobotRules 6.02 of Perl's LWP.
 */
import { latin1 } from '../../octets.js';
import { DecodedFile } from '../decoded-file.js';
import { linesOf } from '../lines.js';
import { firstMatch, prefixPattern } from '../patterns.js';
import { originOf, PERL_SPACE, pathQueryOf, perlUri, resolved } from '../perl-urls.js';
import {
  type Agent,
  agentOf,
  type GroupRecord,
  type Part,
  type Reader,
  type ReaderRule,
  ruleOf,
} from '../reader.js';
import { allGroups, groupsWith, selected } from '../selections.js';
import { textOf, trimmedPart } from '../white-space.js';

export const WWW_ROBOTRULES_6_02: Reader = {
  read(octets) {
    const file = decoded(octets);
    return { file, groups: groupsOf(file.text) };
  },
  select(file, agent) {
    const [word = ''] =
      agent.match(/[^\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/) ?? [];
    const name = word.split('/')[0];
    // Perl takes "0" for no name.
    const me = name === '0' ? '' : lowerCase(name);
    const [named] = groupsWith(file, (line) => line !== '*' && me.includes(line));
    return named === undefined ? allGroups(file, agent, () => false) : selected('name', [named]);
  },
  target: (url) => pathQueryOf(perlUri(url)),
  decide(rules, path, url) {
    const origin = originOf(perlUri(url));
    const isOfSite = ({ patterns }: ReaderRule) =>
      patterns.every((one) => one.origin === undefined || origin?.endsWith(one.origin));
    const index = firstMatch(rules.filter(isOfSite), path);
    return index < 0 ? index : rules.indexOf(rules.filter(isOfSite)[index]);
  },
};

/** Perl's `lc`, which takes each character by itself. */
function lowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

/** A file as HTTP::Message decodes plain text of an unknown charset. A byte order mark stays. */
function decoded(octets: Uint8Array): DecodedFile {
  if (octets[0] === 0xff && octets[1] === 0xfe) return new DecodedFile(octets, 'utf-16le');
  if (octets[0] === 0xfe && octets[1] === 0xff) return new DecodedFile(octets, 'utf-16be');
  const hasMark = octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf;
  return new DecodedFile(octets, hasMark || looksLikeUtf8(octets) ? 'replacement-perl' : 'latin-1');
}

/** Whether octets are UTF-8 in Perl's wide sense, which has halves of surrogate pairs and numbers beyond Unicode. */
function looksLikeUtf8(octets: Uint8Array): boolean {
  const sequences =
    /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf7][\x80-\xbf]{3}|\xf8[\x88-\xbf][\x80-\xbf]{3}|[\xf9-\xfb][\x80-\xbf]{4}|\xfc[\x84-\xbf][\x80-\xbf]{4}|\xfd[\x80-\xbf]{5}/g;
  return !/[\x80-\xff]/.test(latin1(octets).replace(sequences, ''));
}

/** A block of lines. A blank line ends it, and so does a user-agent line after a rule. */
interface Block {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
  readonly delays: [];
}

function groupsOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block = { agents: [], rules: [], delays: [] };
  let hasRules = false;
  let hasSeenAgent = false;
  const begin = (): void => {
    if (open.agents.length > 0) blocks.push(open);
    open = { agents: [], rules: [], delays: [] };
    hasRules = false;
  };
  for (const line of linesOf(text, 'cr-lf')) {
    const hash = text.slice(line.start, line.end).indexOf('#');
    const content = trimmedPart(
      text,
      { start: line.start, end: hash < 0 ? line.end : line.start + hash },
      PERL_SPACE,
    );
    if (content.start === content.end) {
      // A line that has a comment alone separates nothing.
      if (hash < 0) begin();
      continue;
    }
    const record = recordOf(text, content);
    if (record === null) continue;
    const value = textOf(text, record.value);
    if (/^u/i.test(textOf(text, record.field))) {
      if (hasRules) begin();
      hasSeenAgent = true;
      open.agents.push(agentOf(record, lowerCase(value)));
      continue;
    }
    // A rule before any user-agent line is one for all.
    const nowhere = { start: record.field.start, end: record.field.start };
    if (!hasSeenAgent && open.agents.length === 0)
      open.agents.push({ field: nowhere, value: nowhere, name: '*' });
    hasRules = true;
    const rule = ruleWith(record, value);
    if (rule !== null) open.rules.push(rule);
  }
  begin();
  return blocks;
}

/** A user-agent line or a disallow rule; all else is ignored, allow rules too. */
function recordOf(text: string, { start, end }: Part): GroupRecord | null {
  const [whole, field] =
    /^(user-agent|disallow)[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*:/iu.exec(
      text.slice(start, end),
    ) ?? [];
  if (whole === undefined || field === undefined) return null;
  const value = trimmedPart(text, { start: start + whole.length, end }, PERL_SPACE);
  return { field: { start, end: start + field.length }, value };
}

function ruleWith(record: GroupRecord, value: string): ReaderRule | null {
  if (value === '') return ruleOf(record, 'disallow', true, [prefixPattern('')]);
  const { pathQuery, origin } = resolved(perlUri(value));
  if (origin === null) return null;
  const pattern = { ...prefixPattern(pathQuery || '/'), origin };
  return ruleOf(record, 'disallow', false, [pattern]);
}
