/**
 * Protego before 0.7, as Scrapy calls it, and the parts that both versions have.
 */
import { BYTE_ORDER_MARK } from '../../ascii.js';
import { DecodedFile, decodeOctets } from '../decoded-file.js';
import { atColon, contentOf } from '../line-reader.js';
import { linesOf } from '../lines.js';
import { highestRank, starDollarPattern } from '../patterns.js';
import {
  PythonValueError,
  quote,
  unlessRefused,
  unquotedOctets,
  urlparse,
  urlunparse,
} from '../python-urls.js';
import {
  type Agent,
  agentOf,
  type GroupRecord,
  type Part,
  type Pattern,
  type Reader,
  type ReaderFile,
  type ReaderRule,
  type ReaderSelection,
  ruleOf,
} from '../reader.js';
import { groupsWith, selected } from '../selections.js';
import { PYTHON_SPACE, textOf, trimmed, trimmedPart } from '../white-space.js';

export const USER_AGENT = ['user-agent', 'useragent', 'user agent'];
export const DISALLOW = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'];
/** The fields that are found without a colon: these, those above, and `allow`. */
export const OTHERS = [
  'sitemap',
  'sitemaps',
  'site-map',
  'crawl-delay',
  'crawl delay',
  'request-rate',
  'request rate',
  'host',
];
const FOUND_WITHOUT_COLON: ReadonlySet<string> = new Set([...USER_AGENT, ...DISALLOW, 'allow', ...OTHERS]);

export const PROTEGO_0_6: Reader = {
  read(octets) {
    const { file, start } = decodedFile(octets);
    try {
      return { file, groups: groupsOf(file.text, start) };
    } catch (error) {
      // Scrapy goes on without a parser, and fetches everything.
      if (error instanceof PythonValueError) return { file, groups: [], instead: 'allow-all' };
      throw error;
    }
  },
  select(file, agent) {
    const robot = trimmed(agent, PYTHON_SPACE).toLowerCase();
    return groupsOfBest(file, (name) =>
      name === '*' ? 1 : robot.includes(name) ? Array.from(name).length : 0,
    );
  },
  target: unlessRefused((url) => {
    const parts = urlparse(url);
    const path = quote(unquoteExcept(parts.path, '/%'), '/%');
    return urlunparse({ ...parts, scheme: '', netloc: '', path }) || '/';
  }),
  decide: (rules, path) => highestRank(rules, path, 'allow'),
};

/** A file's text, and where its first line starts. Scrapy leaves out what is no UTF-8. */
export function decodedFile(octets: Uint8Array): { file: DecodedFile; start: number } {
  // Python removes one byte order mark, if the file begins with it: octets that are no UTF-8 may come before one, too.
  const start = BYTE_ORDER_MARK.every((octet, at) => octets[at] === octet) ? 1 : 0;
  return { file: new DecodedFile(octets, 'nothing'), start };
}

/** The groups of the name with the highest score; of two, the one that comes first. */
export function groupsOfBest(file: ReaderFile, score: (name: string) => number): ReaderSelection {
  let best: string | undefined;
  let highest = 0;
  for (const { name } of file.groups.flatMap(({ agents }) => agents)) {
    const own = score(name);
    if (own > highest) [best, highest] = [name, own];
  }
  return selected(
    best === '*' ? 'wildcard' : 'name',
    groupsWith(file, (name) => name === best),
  );
}

/** A group while it is read. */
export interface OpenGroup {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
  readonly delays: [];
}

function groupsOf(text: string, start: number): OpenGroup[] {
  const groups: OpenGroup[] = [];
  let open = null as OpenGroup | null;
  let agentsEnded = false;
  for (const line of linesOf(text, 'python', start)) {
    const record = recordOf(text, contentOf(text, line, PYTHON_SPACE));
    if (record === null) continue;
    const field = textOf(text, record.field).toLowerCase();
    const value = textOf(text, record.value);
    const isAgent = USER_AGENT.includes(field);
    // A record without a field ends nothing.
    const endsAgents = !isAgent && field !== '';
    if (value === '') {
      agentsEnded = endsAgents;
      continue;
    }
    if (isAgent) {
      if (agentsEnded || open === null) open = null;
      // After a user-agent line without a name, the next one joins a group that has rules.
      if (open === null || open.rules.length > 0) {
        open = { agents: [...(open?.agents ?? [])], rules: [], delays: [] };
        groups.push(open);
      }
      for (const name of namesIn(value)) open.agents.push(agentOf(record, name));
    } else if (open === null) {
      continue;
    } else if (field === 'allow' || DISALLOW.includes(field)) {
      const allows = field === 'allow';
      open.rules.push(ruleOf(record, allows ? 'allow' : 'disallow', allows, patternsOf(value, allows)));
    }
    agentsEnded = endsAgents;
  }
  return groups;
}

/** A record with its field and its value trimmed. */
function recordOf(text: string, content: Part): GroupRecord | null {
  const record = atColon(text, content) ?? atSpace(text, content);
  if (record === null) return null;
  const { field, value } = record;
  return { field: trimmedPart(text, field, PYTHON_SPACE), value: trimmedPart(text, value, PYTHON_SPACE) };
}

/** The longest field that is known, in lower case, would need all words: Protego tries them from the first one on. */
function atSpace(text: string, { start, end }: Part): GroupRecord | null {
  const content = text.slice(start, end);
  for (let space = content.indexOf(' '); space >= 0; space = content.indexOf(' ', space + 1)) {
    if (space > LONGEST_FIELD) return null;
    if (!FOUND_WITHOUT_COLON.has(content.slice(0, space))) continue;
    return { field: { start, end: start + space }, value: { start: start + space + 1, end } };
  }
  return null;
}

const LONGEST_FIELD = Math.max(...Array.from(FOUND_WITHOUT_COLON, (field) => field.length));

/** The names of a user-agent line: its value, and the same without wildcards. */
export function namesIn(value: string): string[] {
  const name = value.toLowerCase();
  const plain = name === '*' ? '' : name.replaceAll('*', '');
  return plain === '' || plain === name ? [name] : [name, plain];
}

/** The patterns of a rule: one more in which `$` is a character, and for an allow rule for `/index.html` those of its directory. */
function patternsOf(value: string, allows: boolean): Pattern[] {
  const literal = value.includes('$') ? patternsOf(value.replaceAll('$', '%24'), allows) : [];
  const pattern = quotedPattern(value);
  if (pattern === '') return literal;
  const isIndex = allows && pattern.endsWith('/index.html');
  const directory = isIndex ? patternsOf(`${pattern.slice(0, -'index.html'.length)}$`, allows) : [];
  return [...literal, starDollarPattern(pattern, Array.from(pattern).length), ...directory];
}

/** A pattern in the form that is compared. */
function quotedPattern(value: string): string {
  let pattern = /^https?:\/\//.test(value) ? `/${value}` : value;
  if (pattern.startsWith('//')) pattern = `//${pattern}`;
  const last = /[?;$]$/.test(pattern) ? pattern.slice(-1) : '';
  const parts = urlparse(last === '' ? pattern : pattern.slice(0, -1));
  const path = quote(unquoteExcept(parts.path, '/*$%'), '/*%=') + last;
  return urlunparse({ ...parts, scheme: '', netloc: '', path });
}

/** A text with its escapes decoded, but those of some characters, which are written in upper case. */
export function unquoteExcept(text: string, kept: string): string {
  if (!text.includes('%')) return text;
  const spelled = text.replace(/%([0-9a-fA-F]{2})/g, (written, hex) =>
    kept.includes(String.fromCharCode(Number.parseInt(hex, 16))) ? `%25${hex.toUpperCase()}` : written,
  );
  return decodeOctets(unquotedOctets(spelled), 'replacement');
}
