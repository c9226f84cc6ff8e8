/**
 * The npm package robots-parser 3, which Crawlee uses.
 */
import { atColon, type LineAxes, readLines } from '../line-reader.js';
import { highestRank, starDollarPattern } from '../patterns.js';
import type { GroupRecord, Part, Reader } from '../reader.js';
import { allGroups } from '../selections.js';
import { SCRIPT_SPACE } from '../white-space.js';

const AXES: LineAxes = {
  decoding: 'replacement',
  lineEnds: 'cr-lf',
  space: SCRIPT_SPACE,
  fields: { 'user-agent': 'user-agent', allow: 'allow', disallow: 'disallow', 'crawl-delay': 'delay' },
  separate,
  groupEndsAt: 'no-line',
  endsAgents: 'records',
  groupWithoutRules: 'dropped',
  nameOf: (value) => (value === '' ? null : nameOf(value)),
  patternsOf: (value) => (value === '' ? null : [starDollarPattern(encoded(value))]),
};

export const ROBOTS_PARSER_3: Reader = {
  read: (octets) => readLines(octets, AXES),
  select: (file, agent) => allGroups(file, nameOf(agent || '*'), (name, caller) => name === caller),
  target(url) {
    try {
      const { pathname, search } = new URL(url);
      return upperCaseEscapes(pathname + search);
    } catch {
      return undefined;
    }
  },
  decide: (rules, target) => highestRank(rules, target, 'allow'),
};

/** A line that begins with a colon is none. */
function separate(text: string, line: Part): GroupRecord | null {
  return text[line.start] === ':' ? null : atColon(text, line);
}

function nameOf(value: string): string {
  return value.toLowerCase().split('/')[0].trim();
}

function encoded(pattern: string): string {
  return upperCaseEscapes(encodeURI(pattern).replaceAll('%25', '%'));
}

function upperCaseEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
}
