/**
 * HTTrack 3.49, which obeys the rules for `httrack`, whatever it calls itself.
 */
import { lowerCaseLetters } from '../../ascii.js';
import { DecodedFile } from '../decoded-file.js';
import { httrackUrl } from '../httrack-urls.js';
import { anywherePattern, firstMatch, prefixPattern } from '../patterns.js';
import {
  type Agent,
  agentOf,
  type GroupRecord,
  type Part,
  type Pattern,
  type Reader,
  type ReaderGroup,
  type ReaderRule,
  ruleOf,
} from '../reader.js';
import { selected } from '../selections.js';
import { ASCII_SPACE, textOf, trimmedPart } from '../white-space.js';

const NAME = 'httrack';
const NAMES = /^(?:win|web)?httrack/;

export const HTTRACK_3_49: Reader = {
  read(octets) {
    const { file, lines } = decode(octets);
    return { file, groups: groupsOf(file.text, lines) };
  },
  select({ groups }) {
    const isNamed = groups.some(({ agents: [{ name }] }) => name === NAME);
    return selected(
      isNamed ? 'name' : 'wildcard',
      groups.map((_, group) => ({ group, agent: 0 })),
    );
  },
  target(url) {
    const target = httrackUrl(url);
    if (target === null) return undefined;
    // The program requests the file itself without asking it.
    return target === '/robots.txt' ? null : lowerCaseLetters(target);
  },
  decide: firstMatch,
};

/** A line takes this many octets. The next one is lost, and what follows it is a line of its own. */
const MAX_LINE_OCTETS = 1022;

/** The text of a file without CR, and its lines, which LF and NUL end. */
function decode(octets: Uint8Array): { file: DecodedFile; lines: Part[] } {
  const whole = new DecodedFile(octets, 'latin-1');
  const { text } = whole;
  const dropped: Part[] = [];
  const lines: Part[] = [];
  const dropCr = (at: number): boolean => {
    if (text[at] !== '\r') return false;
    dropped.push({ start: at, end: at + 1 });
    return true;
  };
  for (let at = 0; at < text.length; at++) {
    const start = at - dropped.length;
    let length = 0;
    while (length < MAX_LINE_OCTETS && at < text.length && text[at] !== '\n' && text[at] !== '\0') {
      if (!dropCr(at++)) length++;
    }
    lines.push({ start, end: start + length });
    dropCr(at);
  }
  return { file: whole.without(dropped), lines };
}

/** The program collects rules in a text of its own. It reads no further if that has so many octets, */
const MAX_READ_OCTETS = 8160;
/** and drops a rule that would not fit. */
const MAX_RULES_OCTETS = 8184;
/** From this size on, it ignores all rules. */
const MAX_OBEYED_OCTETS = 4094;

interface OpenGroup extends ReaderGroup {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
}

/** The groups that are obeyed: those for the program and all for `*` below them, or those for `*` if none is for the program. */
function groupsOf(text: string, lines: readonly Part[]): ReaderGroup[] {
  let groups: OpenGroup[] = [];
  let isRead: 'by-name' | 'for-all' | 'not' = 'not';
  let size = 0;
  let isListOver = false;
  for (const line of lines) {
    if (size >= MAX_READ_OCTETS) break;
    const agent = recordOf(text, line, 'user-agent:');
    const rule = isRead === 'not' ? null : recordOf(text, line, 'disallow:');
    if (agent !== null) {
      const value = lowerCaseLetters(textOf(text, agent.value));
      if (NAMES.test(value)) {
        groups = [{ agents: [agentOf(agent, NAME)], rules: [], delays: [] }];
        isRead = 'by-name';
        size = 0;
        isListOver = false;
      } else if (value.startsWith('*')) {
        groups.push({ agents: [agentOf(agent, '*')], rules: [], delays: [] });
        if (isRead === 'not') isRead = 'for-all';
      } else isRead = 'not';
    } else if (rule !== null) {
      const { start, end } = rule.value;
      const length = end - start;
      if (length === 0 || size + length >= MAX_RULES_OCTETS) continue;
      size += length + 1;
      const patterns = isListOver ? [] : patternsOf(lowerCaseLetters(textOf(text, rule.value)));
      isListOver ||= length % (MAX_RULE_OCTETS + 1) === 0;
      groups.at(-1)?.rules.push(ruleOf(rule, 'disallow', false, patterns));
    }
  }
  return size >= MAX_OBEYED_OCTETS ? [] : groups;
}

/** A record whose line starts with a field and its colon. A comment begins at any `#`. */
function recordOf(text: string, line: Part, field: string): GroupRecord | null {
  const written = textOf(text, line);
  if (!lowerCaseLetters(written.slice(0, field.length)).startsWith(field)) return null;
  const [content] = written.split('#');
  const colon = line.start + field.length;
  const value = trimmedPart(text, { start: colon, end: line.start + content.length }, ASCII_SPACE);
  return { field: { start: line.start, end: colon - 1 }, value };
}

const MAX_RULE_OCTETS = 200;

/**
 * The pieces that a value is compared by: an octet between two is lost. If nothing follows the last lost one, the list of rules is over.
 * A piece that does not begin with a slash is looked for anywhere in a path.
 */
function patternsOf(value: string): Pattern[] {
  const patterns: Pattern[] = [];
  for (let at = 0; at < value.length; at += MAX_RULE_OCTETS + 1) {
    const piece = value.slice(at, at + MAX_RULE_OCTETS);
    patterns.push(piece.startsWith('/') ? prefixPattern(piece) : anywherePattern(piece));
  }
  return patterns;
}
