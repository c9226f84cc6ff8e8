/**
 * The parser of LinkChecker 10, which goes back to an old one of Python's.
 */
import type { DecodedFile } from '../decoded-file.js';
import { type LineAxes, readLines } from '../line-reader.js';
import { linesOf } from '../lines.js';
import { firstMatch, prefixPattern } from '../patterns.js';
import { quote, unlessRefused, unquote, urlparse } from '../python-urls.js';
import type { Part, Reader, ReaderFile, ReaderSelection } from '../reader.js';
import { NOTHING } from '../selections.js';
import { PYTHON_SPACE, trimmed } from '../white-space.js';

/** How many octets Requests decodes at a time. */
const SLICE_OCTETS = 512;

const AXES: LineAxes = {
  decoding: 'replacement',
  lineEnds: 'python',
  linesOf: linesInSlices,
  space: PYTHON_SPACE,
  fields: { 'user-agent': 'user-agent', allow: 'allow', disallow: 'disallow', 'crawl-delay': 'delay' },
  groupEndsAt: 'blank-line',
  endsAgents: 'rules-and-delays',
  groupWithoutRules: 'kept-at-end',
  nameOf: (value) => unquote(value).toLowerCase(),
  allows: (allows, value) => allows || value === '',
  patternsOf: (value) => [prefixPattern(quote(unquote(value)))],
  isDelay: (value) => isInteger(trimmed(unquote(value), PYTHON_SPACE)),
};

export const LINKCHECKER_10: Reader = {
  read: (octets) => readLines(octets, AXES),
  select(file, agent) {
    const caller = agent.toLowerCase();
    const entries = file.groups.map((_, group) => entryFor(file, group, caller));
    const forAll = entries.filter((entry) => entry?.by === 'wildcard');
    return (
      entries.find((entry) => entry !== null && (entry.by === 'name' || isInTurn(file, entry))) ??
      forAll.at(-1) ??
      NOTHING
    );
  },
  target: unlessRefused((url) => quote(urlparse(unquote(url)).path) || '/'),
  decide: firstMatch,
};

/** The most digits that Python's `int` reads. */
const MAX_DIGITS = 4300;

/** Whether Python's `int` takes a text for a number. */
function isInteger(text: string): boolean {
  return /^[+-]?\p{Nd}+(?:_\p{Nd}+)*$/u.test(text) && text.replace(/[+_-]/g, '').length <= MAX_DIGITS;
}

/** A group with the line by which it is for a caller; null if it is not. A group with `*` names nobody, unless the file ends with it. */
function entryFor(file: ReaderFile, group: number, caller: string): ReaderSelection | null {
  const { agents } = file.groups[group];
  const isForAll = agents.some(({ name }) => name === '*');
  const isLast = isOpenAtEnd(file, group);
  const agent = agents.findIndex(
    ({ name }) => name === '*' || ((!isForAll || isLast) && caller.includes(name)),
  );
  if (agent < 0) return null;
  return { by: agents[agent].name === '*' ? 'wildcard' : 'name', chosen: [{ group, agent }] };
}

/** Whether a group for `*` has its turn where it is, and not after all others: so has one with which the file ends. */
function isInTurn(file: ReaderFile, { chosen: [first] }: ReaderSelection): boolean {
  return isOpenAtEnd(file, (first as { group: number }).group);
}

function isOpenAtEnd({ groups, endsInGroup }: ReaderFile, group: number): boolean {
  return endsInGroup === true && group === groups.length - 1;
}

/** Lines are found in one slice after the other: between two slices, CR and LF are two ends, with an empty line between them. */
function* linesInSlices(file: DecodedFile): Generator<Part> {
  for (const line of linesOf(file.text, 'python')) {
    yield line;
    const lineFeed = line.end + 1;
    const isPair = file.text.startsWith('\r\n', line.end);
    if (isPair && file.octetAt(lineFeed) % SLICE_OCTETS === 0) yield { start: lineFeed, end: lineFeed };
  }
}
