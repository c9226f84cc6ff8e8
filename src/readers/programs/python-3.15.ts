/**
 * `urllib.robotparser` of Python from 3.15 on, which is written anew after RFC 9309.
 */
import { decodeOctets } from '../decoded-file.js';
import { type LineAxes, readLines, StopsReading } from '../line-reader.js';
import { highestRank } from '../patterns.js';
import { quote, unlessRefused, unquotedOctets, urlsplitWithEmpty } from '../python-urls.js';
import type { Pattern, Reader, ReaderFile, ReaderSelection } from '../reader.js';
import { NOTHING, selected } from '../selections.js';
import { PYTHON_SPACE, trimmed } from '../white-space.js';

const AXES: LineAxes = {
  decoding: 'surrogate',
  lineEnds: 'python',
  space: PYTHON_SPACE,
  fields: {
    'user-agent': 'user-agent',
    allow: 'allow',
    disallow: 'disallow',
    'crawl-delay': 'delay',
    'request-rate': 'delay',
  },
  groupEndsAt: 'no-line',
  endsAgents: 'rules-and-delays',
  groupWithoutRules: 'kept',
  nameOf: (value) => value,
  allows: (allows, value) => allows || value === '',
  patternsOf: (value) => {
    const pattern = patternOf(value);
    return pattern === null ? null : [pattern];
  },
  isDelay(value, field) {
    const numbers = (field === 'crawl-delay' ? [value] : value.split('/')).map((number) =>
      trimmed(number, PYTHON_SPACE),
    );
    const areNumbers = numbers.every((number) => /^\p{Nd}+$/u.test(number));
    const isRead = field === 'crawl-delay' || numbers.length === 2;
    if (isRead && areNumbers && numbers.some(({ length }) => length > MAX_DIGITS)) throw new StopsReading();
    return true;
  },
};

/** The most digits that `int` reads. */
const MAX_DIGITS = 4300;

export const PYTHON_3_15: Reader = {
  read: (octets) => readLines(octets, AXES),
  select(file, agent) {
    const caller = agent.split('/')[0].toLowerCase();
    const entries = entriesOf(file, (name) => name !== '*' && caller.includes(name.toLowerCase()));
    const same = entries.get(agent.toLowerCase());
    if (same !== undefined) return selected(agent === '*' ? 'wildcard' : 'name', same.groups);
    for (const { names, groups } of entries.values()) {
      if (names.length > 0) return selected('name', groups);
    }
    return selected('wildcard', entries.get('*')?.groups ?? NOTHING.chosen);
  },
  target: unlessRefused((url) => {
    const { path, query, fragment } = urlsplitWithEmpty(url);
    const whole = `${path.startsWith('//') ? '//' : ''}${path}${query}${fragment}`;
    const target = byQuery(whole, (text) => normalized(text), /[^=&]+/g) || '/';
    return target === '/robots.txt' ? null : target;
  }),
  decide: (rules, path) =>
    highestRank(rules, path, 'allow', (pattern, matched) => lengthOf(pattern, path, matched)),
};

/** The groups of a name, and the names of the crawler that all of them have, spelled alike. */
interface Entry {
  names: readonly string[];
  readonly groups: ReaderSelection['chosen'][number][];
}

/** The entries of a file by name, in lower case. */
function entriesOf({ groups }: ReaderFile, isOfCrawler: (name: string) => boolean): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [group, { agents }] of groups.entries()) {
    const names = agents.map(({ name }) => name).filter(isOfCrawler);
    const isCommon = new Set(names);
    /** The names that this group leaves of others: of those of most entries, which have the same list, at once. */
    const left = new Map<readonly string[], readonly string[]>();
    for (const [agent, { name }] of agents.entries()) {
      const key = name.toLowerCase();
      const entry = entries.get(key);
      if (entry === undefined) entries.set(key, { names, groups: [{ group, agent }] });
      else if (entry.groups.at(-1)?.group !== group) {
        const common = left.get(entry.names) ?? entry.names.filter((one) => isCommon.has(one));
        left.set(entry.names, common);
        entry.names = common;
        entry.groups.push({ group, agent });
      }
    }
  }
  return entries;
}

/** The pattern of a rule; null if it has a `$` that is not at the end. */
function patternOf(value: string): Pattern | null {
  const short = value.replace(/\*{2,}/g, '*').replace(/\$[$*]+/g, '$');
  const pattern = byQuery(short, (text) => text.replace(/[^*$]+/g, normalized), /[^=&*$]+/g);
  const isAnchored = pattern.endsWith('$');
  const text = pattern.replace(/\$$/, '');
  if (text.includes('$')) return null;
  const rank = text.length;
  if (!text.includes('*')) return { text, kind: isAnchored ? 'whole' : 'prefix', rank };
  return { text, kind: 'wildcards', parts: text.split('*'), isAnchored, rank };
}

/** How much of the path a pattern matches: its last part is taken where it last occurs. */
function lengthOf({ parts, isAnchored }: Pattern, path: string, matched: number): number {
  const last = parts?.at(-1);
  return last === undefined || isAnchored ? matched : path.lastIndexOf(last) + last.length;
}

/** A text in which the path, and each run of characters of the query, is brought into form. */
function byQuery(text: string, ofPath: (path: string) => string, inQuery: RegExp): string {
  const question = text.indexOf('?');
  if (question < 0) return ofPath(text);
  return `${ofPath(text.slice(0, question))}?${text.slice(question + 1).replace(inQuery, normalized)}`;
}

/** A text with its escapes decoded, and all octets escaped that are not always safe. */
function normalized(text: string): string {
  if (!/[^\w.~/-]/.test(text)) return text;
  const octets = unquotedOctets(text, 'octets');
  return quote(decodeOctets(octets, 'surrogate'), '/', 'octets');
}
