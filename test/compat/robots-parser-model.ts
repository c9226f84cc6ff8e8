/**
 * What robots-parser 3 answers, written anew with a switch for each row of the table in docs/migrating.md. Without any of them it answers as
 * robots-parser does, and with all of them as robotstream does. So a difference between the two has a row, or the model shows that it has none.
 */
import { isRefused } from '../reference/agents.js';
import { canonicalPattern, canonicalUrl } from '../reference/canonical.js';
import { matches, matchesCanonical } from '../reference/match.js';
import { before, foldCase, trim, utf8OctetString } from '../reference/octets.js';

/** The rows of the table, each by its first cell. Left out: the limits of lines and files, which random files do not meet. */
export const DEPARTURES = {
  spellings: '`Dissallow: /x`, `Disallow /x`',
  robotsTxt: '`/robots.txt` under `Disallow: /`',
  prefixes: '`User-agent: a 2` for the user agent `a`',
  versions: '`User-agent: a+b/1` for the user agents `a+b` and `a+b/2`',
  wildcards: '`User-agent: * x`, `User-agent: */1`',
  letterCase: '`User-agent: É` for the user agent `é`',
  canonicalForm: 'a rule for `/a%62`, a URL with `/ab`, and the like',
  surrogates: 'half of a surrogate pair in a pattern',
  emptyGroups: 'a user-agent line without rules, as the last lines of a file may be',
  otherRecords: '`Sitemap`, `Crawl-delay` or an unknown field between two user-agent lines',
  firstDelay: 'several `Crawl-delay` lines of one group',
  decimalDelay: '`Crawl-delay` without a value, or with `1e1`, `0x10`, `+1`, `-1`, `Infinity` or ten digits',
  whiteSpace: 'a no-break space or U+2028 at the start or end of a field or a value',
  controls: 'a control character in a line',
  headers:
    'a user agent with `(`, `)`, `,`, `;`, a control character or half of a surrogate pair before its first `/`',
  schemes: 'a robots.txt at a URL that is not http, https or ftp',
} as const;

export type Departure = keyof typeof DEPARTURES;
export type Departures = ReadonlySet<Departure>;

/** A question about a file. */
export interface Question {
  readonly file: string;
  readonly robotsUrl: string;
  readonly url: string;
  readonly ua: string | undefined;
}

/** Every answer of the API to a question. */
export interface Answers {
  readonly allowed: boolean | undefined;
  readonly line: number;
  readonly delay: number | undefined;
  readonly sitemaps: readonly string[];
  readonly host: string | null;
}

interface ModelRule {
  readonly line: number;
  readonly isAllow: boolean;
  readonly pattern: string;
}

/** A user-agent line with what applies to it. */
interface ModelAgent {
  readonly value: string;
  readonly usable: boolean;
  /** Whether a rule or a delay follows. */
  hasRecords: boolean;
  readonly rules: ModelRule[];
  readonly delays: string[];
}

interface ModelFile {
  readonly agents: readonly ModelAgent[];
  readonly sitemaps: readonly string[];
  readonly hosts: readonly string[];
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ...['useragent', 'user agent'].map((field) => [field, 'user-agent'] as const),
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (field) => [field, 'disallow'] as const,
  ),
  ['site-map', 'sitemap'],
]);

/** The fields after which a user-agent line begins a new group (RFC 9309 §2.1, draft-ietf-aipref-attach). */
const RULES: ReadonlySet<string> = new Set(['allow', 'disallow', 'content-usage']);

/** The answers of robots-parser with some departures. */
export function modelAnswers(question: Question, departures: Departures): Answers {
  const { robotsUrl, url } = question;
  const octets = (text: string) =>
    departures.has('surrogates') ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
  const [file, ua] = [octets(question.file), question.ua || '*'];
  const { agents, sitemaps, hosts } = readFile(file, departures);
  const obeyed = obeyedAgents(agents, ua, departures);
  const facts = { sitemaps, host: hosts.at(-1)?.toLowerCase() ?? null, delay: delayOf(obeyed, departures) };
  const [site, target] = [robotsUrl, url].map(parsed);
  if (site === null || target === null || !isGoverned(site, target, departures))
    return { ...facts, allowed: undefined, line: -1 };
  const rule =
    departures.has('robotsTxt') && target.pathname === '/robots.txt'
      ? undefined
      : decidingRule(obeyed, target, departures);
  return { ...facts, allowed: rule?.isAllow ?? true, line: rule?.line ?? -1 };
}

/** A URL; a relative one has a host of its own. */
function parsed(url: string): URL | null {
  try {
    return new URL(url, 'http://relative.invalid/');
  } catch {
    return null;
  }
}

function isGoverned(site: URL, target: URL, departures: Departures): boolean {
  if (departures.has('schemes') && !/^(?:https?|ftp):$/.test(target.protocol)) return false;
  return site.protocol === target.protocol && site.host === target.host;
}

function readFile(file: string, departures: Departures): ModelFile {
  const trimmed = departures.has('whiteSpace') ? trim : (text: string) => text.trim();
  const agents: ModelAgent[] = [];
  const sitemaps: string[] = [];
  const hosts: string[] = [];
  let current: ModelAgent[] = [];
  let takesAgents = false;
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  for (const [index, text] of lines.entries()) {
    const content = before(text, '#');
    const record = fieldAndValue(content, trimmed, departures);
    if (record === null) continue;
    const [field, value] = record;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what the row is about.
    const isInvalid = departures.has('controls') && /[\x00-\x08\x0e-\x1f]/.test(content);
    if (isInvalid && field !== 'user-agent') continue;
    if (field === 'user-agent') {
      if (!takesAgents) current = [];
      const agent = { value, usable: !isInvalid && value !== '', hasRecords: false, rules: [], delays: [] };
      current.push(agent);
      agents.push(agent);
    } else if (field === 'allow' || field === 'disallow') {
      for (const agent of current) {
        agent.hasRecords = true;
        if (value !== '') agent.rules.push({ line: index + 1, isAllow: field === 'allow', pattern: value });
      }
    } else if (field === 'crawl-delay') {
      for (const agent of current) {
        agent.hasRecords = true;
        agent.delays.push(value);
      }
    } else if (field === 'sitemap' && value !== '') sitemaps.push(value);
    else if (field === 'host' && value !== '') hosts.push(value);
    if (field === 'user-agent') takesAgents = true;
    else if (RULES.has(field) || !departures.has('otherRecords')) takesAgents = false;
  }
  return { agents, sitemaps, hosts };
}

function fieldAndValue(
  content: string,
  trimmed: (text: string) => string,
  departures: Departures,
): readonly [field: string, value: string] | null {
  const colon = content.indexOf(':');
  const words = trimmed(content).split(/[ \t]+/);
  const isTwoWords = departures.has('spellings') && colon < 0 && words.length === 2;
  if (colon < 0 && !isTwoWords) return null;
  const parts = isTwoWords ? words : [content.slice(0, colon), content.slice(colon + 1)];
  const field = trimmed(parts[0]).toLowerCase();
  const known = departures.has('spellings') ? (FIELDS.get(field) ?? field) : field;
  return field === '' ? null : [known, trimmed(parts[1])];
}

/** The user-agent lines that the user agent obeys. */
function obeyedAgents(agents: readonly ModelAgent[], ua: string, departures: Departures): ModelAgent[] {
  const known = agents.filter(
    ({ usable, hasRecords }) => usable && (hasRecords || departures.has('emptyGroups')),
  );
  const named = known.filter(({ value }) => names(value, ua, departures));
  return named.length > 0 ? named : known.filter(({ value }) => isWildcard(value, departures));
}

function isWildcard(value: string, departures: Departures): boolean {
  return departures.has('wildcards') ? /^\*(?:[ \t\v\f]|$)/.test(value) : nameIn(value, departures) === '*';
}

function nameIn(text: string, departures: Departures): string {
  return (departures.has('whiteSpace') ? trim : (one: string) => one.trim())(
    before(folded(text, departures), '/'),
  );
}

function folded(text: string, departures: Departures): string {
  return departures.has('letterCase') ? foldCase(text) : text.toLowerCase();
}

function names(value: string, ua: string, departures: Departures): boolean {
  if (departures.has('wildcards') && isWildcard(value, departures)) return false;
  const name = nameIn(ua, departures);
  if (departures.has('headers') && isNoToken(name))
    return names(value, '*', new Set([...departures].filter((one) => one !== 'headers')));
  const line = folded(value, departures);
  const prefixes = [/^[a-z_-]*/, /^[a-z0-9._-]*/].map((prefix) => prefix.exec(line)?.[0]);
  if (prefixes.includes(name)) return departures.has('prefixes') || nameIn(value, departures) === name;
  if (!departures.has('versions')) return nameIn(value, departures) === name;
  const given = departures.has('whiteSpace') ? trim(folded(ua, departures)) : folded(ua, departures).trim();
  return line === (isNoToken(given) ? name : given);
}

function isNoToken(given: string): boolean {
  return given === '' || isRefused(given);
}

function delayOf(obeyed: readonly ModelAgent[], departures: Departures): number | undefined {
  const delays = obeyed.flatMap(({ delays }) => delays);
  const numbers = delays
    .filter((value) => !departures.has('decimalDelay') || /^\d{1,9}(?:\.\d*)?$|^\.\d+$/.test(value))
    .map(Number)
    .filter((delay) => !Number.isNaN(delay));
  return departures.has('firstDelay') ? numbers[0] : numbers.at(-1);
}

function decidingRule(
  obeyed: readonly ModelAgent[],
  target: URL,
  departures: Departures,
): ModelRule | undefined {
  const rules = obeyed.flatMap(({ rules }) => rules).sort((a, b) => a.line - b.line);
  const path = target.pathname + target.search;
  let deciding: ModelRule | undefined;
  let longest = -1;
  for (const rule of rules) {
    const length = lengthIfMatching(rule.pattern, path, departures);
    const isBetter = length > longest || (length === longest && rule.isAllow && deciding?.isAllow === false);
    if (length < 0 || !isBetter) continue;
    deciding = rule;
    longest = length;
  }
  return deciding;
}

/** How long a pattern is that matches; -1 if it does not match. */
function lengthIfMatching(pattern: string, path: string, departures: Departures): number {
  if (/\p{Surrogate}/u.test(pattern)) return -1;
  if (departures.has('canonicalForm')) {
    const form = canonicalPattern(utf8OctetString(pattern));
    return /^[/*]/.test(pattern) && matchesCanonical(form, canonicalUrl(utf8OctetString(path)))
      ? form.length
      : -1;
  }
  const form = upperEscapes(encodeURI(pattern).replaceAll('%25', '%'));
  return matches(form, upperEscapes(path)) ? form.length : -1;
}

function upperEscapes(text: string): string {
  return text.replace(/%[0-9a-fA-F]{2}/g, (triplet) => triplet.toUpperCase());
}
