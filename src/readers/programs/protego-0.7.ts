/**
 * Protego from 0.7 on, as Scrapy calls it.
 */
import { atColon, contentOf } from '../line-reader.js';
import { linesOf } from '../lines.js';
import { highestRank, starDollarPattern } from '../patterns.js';
import { quote, unlessRefused, urlsplitWithEmpty } from '../python-urls.js';
import { agentOf, type GroupRecord, type Part, type Pattern, type Reader, ruleOf } from '../reader.js';
import { PYTHON_SPACE, textOf, trimmed, trimmedPart } from '../white-space.js';
import {
  DISALLOW,
  decodedFile,
  groupsOfBest,
  namesIn,
  type OpenGroup,
  OTHERS,
  USER_AGENT,
  unquoteExcept,
} from './protego-0.6.js';

/** Fields of the whole file, which end no user-agent lines. */
const SITE_WIDE: ReadonlySet<string> = new Set(['sitemap', 'sitemaps', 'site-map', 'host']);
const FIELDS: ReadonlySet<string> = new Set([
  ...USER_AGENT,
  ...DISALLOW,
  ...OTHERS,
  'allow',
  'visit-time',
  'visit time',
]);
const MOST_WORDS = 2;
/** A text that ends with a character of names. No name begins after it. */
const NAME_CHARACTER = /[\p{L}\p{N}_-]$/u;
/** A URL that is not taken apart: also one that Python would refuse. */
const PLAIN_URL = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(\/(?!\/)[a-z0-9_.~/=-]*)$/i;

export const PROTEGO_0_7: Reader = {
  read(octets) {
    const { file, start } = decodedFile(octets);
    return { file, groups: groupsOf(file.text, start) };
  },
  select(file, agent) {
    const robot = trimmed(agent, PYTHON_SPACE).toLowerCase();
    return groupsOfBest(file, (name) =>
      name === '*' ? 1 : hasName(robot, name) ? Array.from(name).length : 0,
    );
  },
  target: unlessRefused((url) => {
    const path = comparedPath(url);
    return path === '/robots.txt' ? null : path;
  }),
  decide: (rules, path) => highestRank(rules, path, 'allow'),
};

/** Whether a name is somewhere in the crawler's, but not after a character of a name. */
function hasName(robot: string, name: string): boolean {
  for (let at = robot.indexOf(name); at >= 0; at = robot.indexOf(name, at + 1)) {
    if (!NAME_CHARACTER.test(robot.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

function comparedPath(url: string): string {
  const plain = PLAIN_URL.exec(url);
  if (plain !== null) return plain[1];
  const { path, query } = urlsplitWithEmpty(url);
  const compared = quote(unquoteExcept(path + query, '/%'), '/%=');
  return compared.startsWith('/') ? compared : `/${compared}`;
}

function groupsOf(text: string, start: number): OpenGroup[] {
  const groups: OpenGroup[] = [];
  let open = null as OpenGroup | null;
  let agentsEnded = false;
  for (const line of linesOf(text, 'python', start)) {
    const directive = directiveOf(text, contentOf(text, line, PYTHON_SPACE));
    if (directive === null) continue;
    const { field, value, record } = directive;
    const isAgent = USER_AGENT.includes(field);
    if (isAgent && agentsEnded) open = null;
    if (!SITE_WIDE.has(field)) agentsEnded = !isAgent;
    if (value === '') continue;
    if (isAgent) {
      if (open === null) {
        open = { agents: [], rules: [], delays: [] };
        groups.push(open);
      }
      for (const name of namesIn(value)) open.agents.push(agentOf(record, name));
    } else if (open !== null && (field === 'allow' || DISALLOW.includes(field))) {
      const allows = field === 'allow';
      open.rules.push(ruleOf(record, allows ? 'allow' : 'disallow', allows, patternsOf(value, allows)));
    }
  }
  return groups;
}

/** A line as a field and its value. */
interface Directive {
  /** In lower case, with one space between two words. */
  readonly field: string;
  /** Without a colon, its words with one space between them. */
  readonly value: string;
  readonly record: GroupRecord;
}

/** A field that is not known is one if white space or nothing follows its colon; else, the first words may be a known field. */
function directiveOf(text: string, content: Part): Directive | null {
  const cut = atColon(text, content);
  if (cut === null) return atWords(text, content);
  const record = {
    field: trimmedPart(text, cut.field, PYTHON_SPACE),
    value: trimmedPart(text, cut.value, PYTHON_SPACE),
  };
  const directive = {
    field: textOf(text, record.field).toLowerCase(),
    value: textOf(text, record.value),
    record,
  };
  const isField =
    FIELDS.has(directive.field) ||
    cut.value.start === cut.value.end ||
    PYTHON_SPACE.has(text.charCodeAt(cut.value.start));
  return isField ? directive : (atWords(text, content) ?? directive);
}

function atWords(text: string, content: Part): Directive | null {
  const words = wordsIn(text, content);
  for (let count = 1; count <= MOST_WORDS && count <= words.length; count++) {
    const field = joined(text, words.slice(0, count)).toLowerCase();
    if (!FIELDS.has(field)) continue;
    const record = {
      field: { start: content.start, end: words[count - 1].end },
      value: { start: words[count]?.start ?? content.end, end: content.end },
    };
    return { field, value: joined(text, words.slice(count)), record };
  }
  return null;
}

function joined(text: string, words: readonly Part[]): string {
  return words.map((word) => textOf(text, word)).join(' ');
}

/** The words of a part, between white space. */
function wordsIn(text: string, { start, end }: Part): Part[] {
  const words: Part[] = [];
  for (let at = start; at < end; at++) {
    if (PYTHON_SPACE.has(text.charCodeAt(at))) continue;
    const first = at;
    while (at < end && !PYTHON_SPACE.has(text.charCodeAt(at))) at++;
    words.push({ start: first, end: at });
  }
  return words;
}

/** The patterns of a rule: one more in which `$` is a character, and for an allow rule for `/index.html` that of its directory. */
function patternsOf(value: string, allows: boolean): Pattern[] {
  const literal = value.includes('$') ? patternsOf(value.replaceAll('$', '%24'), allows) : [];
  const pattern = comparedPattern(value);
  const patterns = [...literal, starDollarPattern(pattern)];
  if (allows && pattern.endsWith('/index.html')) {
    patterns.push(starDollarPattern(`${pattern.slice(0, -'index.html'.length)}$`));
  }
  return patterns;
}

function comparedPattern(value: string): string {
  const written = /^https?:\/\//.test(value) ? `/${value}` : value;
  const anchor = written.endsWith('$') ? '$' : '';
  return quote(unquoteExcept(written.slice(0, written.length - anchor.length), '/%*'), '/%*=') + anchor;
}
