/**
 * GNU Wget 1.21, which follows links by the rules for `wget`, whatever it calls itself.
 */
import { type LineAxes, readLines } from '../line-reader.js';
import { firstMatch, prefixPattern } from '../patterns.js';
import type { Part, Reader } from '../reader.js';
import { selected } from '../selections.js';
import { ASCII_SPACE, type CharacterSet, trimmedPart } from '../white-space.js';
import { octetText, unescapedText, withoutDots, writtenUrl } from '../written-urls.js';

const AXES: LineAxes = {
  decoding: 'latin-1',
  lineEnds: 'lf',
  space: ASCII_SPACE,
  fields: { 'user-agent': 'user-agent', allow: 'allow', disallow: 'disallow' },
  content: contentOf,
  groupEndsAt: 'no-line',
  endsAgents: 'rules',
  groupWithoutRules: 'kept',
  nameOf: (value) => value.toLowerCase(),
  allows: (allows, value) => allows || value === '',
  patternsOf: (value) => [prefixPattern(comparable(value.replace(/^\//, '').split('\0')[0]))],
};

const NAME = 'wget';

export const WGET_1_21: Reader = {
  read: (octets) => readLines(octets, AXES),
  select({ groups }) {
    const all = groups.flatMap(({ agents }, group) => {
      const agent = agents.findIndex(({ name }) => name === NAME || name === '*');
      return agent < 0 ? [] : [{ group, agent, isNamed: agents[agent].name === NAME }];
    });
    const named = all.filter(({ isNamed }) => isNamed);
    return named.length > 0 ? selected('name', named) : selected('wildcard', all);
  },
  target(url) {
    const path = writtenUrl(url)?.path ?? '';
    return comparable(octetText(withoutDots(path)).slice(1));
  },
  decide: firstMatch,
};

/** A comment begins where white space precedes it, or at the start. */
function contentOf(text: string, line: Part, space: CharacterSet): Part {
  const { start, end } = trimmedPart(text, line, space);
  const content = text.slice(start, end);
  const hash = content.startsWith('#') ? 0 : content.search(/[\t-\r ]#/);
  return hash < 0 ? { start, end } : trimmedPart(text, { start, end: start + hash }, space);
}

/** A text with the octets that escapes stand for, but for that of a slash. */
function comparable(octets: string): string {
  return octets.replace(/%(?!2f)[0-9a-f]{2}/gi, unescapedText);
}
