/**
 * Ruby's webrobots 0.1, which reads robots.txt by a grammar: a file that does not fit it has no groups.
 */

import { SLASH } from '../../ascii.js';
import { DecodedFile } from '../decoded-file.js';
import { highestRank } from '../patterns.js';
import type { Agent, GroupRecord, Part, Pattern, Reader, ReaderGroup, ReaderRule } from '../reader.js';
import { firstGroup } from '../selections.js';
import { textOf, upTo } from '../white-space.js';

export const WEBROBOTS_0_1: Reader = {
  read(octets) {
    const file = new DecodedFile(octets, 'latin-1');
    try {
      return { file, groups: groupsOf(file.text) };
    } catch (error) {
      if (error instanceof DoesNotFit) return { file, groups: [], instead: 'allow-all' };
      throw error;
    }
  },
  select: (file, agent) => firstGroup(file, folded(agent), (name, asked) => asked.includes(name)),
  target(url) {
    const pathAndQuery = upTo('#', url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''));
    const target = pathAndQuery.startsWith('/') ? pathAndQuery : `/${pathAndQuery}`;
    return target === '/robots.txt' ? null : unescapedUrl(target);
  },
  decide: (rules, path) => highestRank(rules, path, 'allow'),
};

/** The file does not fit the grammar. */
class DoesNotFit extends Error {}

/** A text as Ruby's regular expressions compare it if letter case does not matter. */
function folded(text: string): string {
  return text.replace(/[ßẞ]/g, 'ss').replaceAll('ſ', 's').toLowerCase();
}

/** The kinds of lines: an empty one; a comment or a sitemap; a user-agent line; a rule or any other record. */
type Line = { readonly kind: 'empty' } | { readonly kind: 'comment' } | RecordLine;

interface RecordLine extends GroupRecord {
  readonly kind: 'agent' | 'record';
  /** Its field in lower case. */
  readonly name: string;
}

interface OpenGroup extends ReaderGroup {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
}

/**
 * Where the grammar is: before the first block of lines; between two blocks, which empty lines separate; after a comment that begins a
 * block; among user-agent lines; among the records below them; among records without user-agent lines, which mean nothing.
 */
type State = 'start' | 'gap' | 'comments' | 'agents' | 'records' | 'orphans';

function groupsOf(text: string): ReaderGroup[] {
  const groups: OpenGroup[] = [];
  let state: State = 'start';
  for (const line of linesOf(text)) {
    if (line.kind === 'empty') state = state === 'start' ? 'start' : 'gap';
    else if (line.kind === 'comment') state = state === 'start' || state === 'gap' ? 'comments' : state;
    else if (line.kind === 'agent') {
      if (state === 'records' || state === 'orphans') throw new DoesNotFit();
      if (state !== 'agents') groups.push({ agents: [], rules: [], delays: [] });
      groups
        .at(-1)
        ?.agents.push({ field: line.field, value: line.value, name: folded(textOf(text, line.value)) });
      state = 'agents';
    } else {
      if (state === 'start' || state === 'comments') throw new DoesNotFit();
      state = state === 'gap' || state === 'orphans' ? 'orphans' : 'records';
      const rule = state === 'records' ? ruleOf(text, line) : null;
      if (rule !== null) groups.at(-1)?.rules.push(rule);
    }
  }
  return groups;
}

const LINE_END = /[ \t]*(?:\r?\n|$)/y;
const SPACE = /[ \t]+/y;
const FIELD = /[^\0-\x1f\x7f()<>@,;:\\"/[\]?={}]+/y;

/** The lines, each read whole before the next. */
function* linesOf(text: string): Generator<Line> {
  let at = 0;
  const matches = (token: RegExp): boolean => {
    token.lastIndex = at;
    if (!token.test(text)) return false;
    at = token.lastIndex;
    return true;
  };
  const lineEnd = (start: number): number => {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
  };
  const comment = (): boolean => {
    if (text[at] !== '#') return false;
    at = lineEnd(at);
    matches(LINE_END);
    return true;
  };
  while (at < text.length) {
    if (matches(LINE_END)) {
      yield { kind: 'empty' };
      continue;
    }
    const hasSpace = matches(SPACE);
    if (comment()) {
      yield { kind: 'comment' };
      continue;
    }
    const fieldStart = at;
    if (hasSpace || !matches(FIELD) || text[at] !== ':') throw new DoesNotFit();
    const field = { start: fieldStart, end: at };
    at++;
    const value = valueAt();
    const name = textOf(text, field).toLowerCase();
    if (name === 'sitemap') yield { kind: 'comment' };
    else yield { kind: name === 'user-agent' ? 'agent' : 'record', field, value, name };
  }

  /** The value after a colon, up to the end of the line. */
  function valueAt(): Part {
    // Nothing but white space is a value only if a line end follows: the end of the file alone does not count as one.
    const colonEnd = at;
    if (matches(LINE_END)) {
      if (at === colonEnd) throw new DoesNotFit();
      return { start: colonEnd, end: colonEnd };
    }
    matches(SPACE);
    const start = at;
    if (text[at] === '#') {
      // The value counts twice if a line end follows the comment.
      at = lineEnd(at);
      if (at < text.length) throw new DoesNotFit();
      return { start, end: start };
    }
    if (text[at] === ':') throw new DoesNotFit();
    const hash = text.slice(start, lineEnd(start)).indexOf('#');
    let end = hash < 0 ? lineEnd(start) : start + hash;
    while (end > start && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
    at = end;
    if (!matches(LINE_END)) {
      matches(SPACE);
      comment();
    }
    return { start, end };
  }
}

function ruleOf(text: string, { field, value, name }: RecordLine): ReaderRule | null {
  if (name !== 'allow' && name !== 'disallow') return null;
  const written = textOf(text, value);
  // A rule without a value matches nothing.
  if (written === '') return null;
  return {
    field,
    value,
    directive: name,
    allows: name === 'allow',
    patterns: spellingsOf(written).map(patternOf),
  };
}

/** An escaped slash in a pattern matches both spellings of it. Above so many, all of a pattern are spelled alike. */
const MAX_SPELLED_SLASHES = 4;

/** The patterns for a value in which each escaped slash has one spelling. */
function spellingsOf(value: string): readonly string[] {
  const [first = '', ...others] = value.split(/%2f/i);
  if (others.length > MAX_SPELLED_SLASHES)
    return ['%2F', '%2f'].map((slash) => [first, ...others].join(slash));
  return others.reduce<readonly string[]>(
    (spellings, part) => spellings.flatMap((before) => [`${before}%2F${part}`, `${before}%2f${part}`]),
    [first],
  );
}

/** A pattern, which ends at its first `$`. Of two that match, the one with more octets decides. */
function patternOf(value: string): Pattern {
  const dollar = value.indexOf('$');
  const upToEnd = dollar < 0 ? value : value.slice(0, dollar);
  const parts = upToEnd.split('*').map(unescapedUrl);
  const isAnchored = dollar >= 0;
  const text = parts.join('*');
  if (parts.length === 1) return { text, kind: isAnchored ? 'whole' : 'prefix', rank: value.length };
  return { text, kind: 'wildcards', parts, isAnchored, rank: value.length };
}

/** A text in which each escape is a character, but that of a slash. */
function unescapedUrl(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (written, hex) => {
    const octet = Number.parseInt(hex, 16);
    return octet === SLASH ? written : String.fromCharCode(octet);
  });
}
