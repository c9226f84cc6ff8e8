/**
 * How readers depart from RFC 9309, one by one: each departure with the small files that show whether a reader has it, and RFC 9309 with
 * it. Together they say why a reader judges a URL otherwise.
 */
import { lowerCaseLetters } from '../ascii.js';
import type { Explanation } from '../match/explain/explanation.js';
import type { ProfileDefinition } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';
import {
  linesOfDocument,
  withCarriageReturns,
  withLastAgentLines,
  withLines,
  withoutMark,
  withPatterns,
} from './edits.js';
import { sortedQuery } from './go-urls.js';
import { upTo } from './white-space.js';

/** What decides about a URL. */
export interface Decided {
  readonly allowed: boolean;
  /** The line of the rule that decides; 0 if none does. */
  readonly line: number;
}

/** Asks a reader about a small file. Lines are separated by `|`. Without a name, the crawler is one that no group names. */
export type Ask = (file: string, url: string, agent?: string) => Decided;

/** What a sentence may name: the file, and how RFC 9309 judges. */
export interface Case {
  readonly document: RobotsDocument;
  readonly rfc: Explanation;
  /** The number of a line of the document in the file that people see. */
  lineOf(line: number): number;
}

/** One way in which a reader departs from RFC 9309. */
export interface Departure {
  /** Whether a reader departs so. */
  isIn(ask: Ask): boolean;
  /** The axes of RFC 9309 with the departure. */
  readonly axes?: Omit<ProfileDefinition, 'name'>;
  /** The URL as RFC 9309 has to be asked for it with the departure. */
  readonly url?: (url: string) => string;
  /** The file as RFC 9309 has to read it with the departure. */
  readonly edit?: (document: RobotsDocument) => RobotsDocument;
  /** What decides in place of the first of the rules that match; null if that decides. */
  readonly decide?: (rules: Explanation['rules']) => Explanation['rules'][number] | null;
  /** The sentence, without its subject. */
  because(judged: Case): string;
}

const constant = (sentence: string) => () => sentence;

const allows = ({ allowed }: Decided): boolean => allowed;
const forbids = ({ allowed }: Decided): boolean => !allowed;

/** `User-agent: *`, and rules. */
const all = (...rules: string[]): string => ['User-agent: *', ...rules].join('|');

/** The rules that are as long as the longest. */
const longestOf = (rules: Explanation['rules']) => rules.filter(({ octets }) => octets === rules[0].octets);
const byLine = (rules: Explanation['rules']) => [...rules].sort((a, b) => a.rule.line - b.rule.line);

/** A field at the start of a line. */
const FIELD = /^[\t ]*([^\t :#]+)[\t ]*:/;
const GROUP_FIELDS = ['user-agent', 'allow', 'disallow'];
const DELAY_FIELDS = ['crawl-delay', 'request-rate'];

/** A rule that is none, in place of some records: it ends a run of user-agent lines. */
function endingRuns(document: RobotsDocument, isEnd: (field: string) => boolean): RobotsDocument {
  return withLines(document, (line) => {
    const field = FIELD.exec(line)?.[1].toLowerCase();
    return field !== undefined && isEnd(field) ? 'Disallow:' : line;
  });
}

/** The query of a URL, without its fragment. */
function queryOf(url: string): string {
  return upTo('#', url).replace(/^[^?]*\??/, '');
}

/** Whether the longest pattern decides, so that it matters what does between two equally long ones. */
function goesByLength(ask: Ask): boolean {
  return (
    forbids(ask(all('Allow: /a', 'Disallow: /ab'), '/ab')) &&
    allows(ask(all('Disallow: /a', 'Allow: /ab'), '/ab'))
  );
}

/** The departures, those that change most first. */
export const DEPARTURES = {
  star: {
    isIn: (ask) =>
      allows(ask(all('Disallow: /*x'), '/ax')) &&
      forbids(ask(all('Disallow: /*x'), '/*x')) &&
      forbids(ask(all('Disallow: /x'), '/x')),
    edit: (document) => withPatterns(document, (pattern) => pattern.replaceAll('*', '%2A')),
    because: constant('takes `*` literally'),
  },
  dollar: {
    isIn: (ask) => allows(ask(all('Disallow: /a$'), '/a')) && forbids(ask(all('Disallow: /a$'), '/a$')),
    edit: (document) => withPatterns(document, (pattern) => pattern.replace(/\$$/, '%24')),
    because: constant('takes `$` literally'),
  },
  first: {
    isIn: (ask) =>
      forbids(ask(all('Disallow: /a', 'Allow: /ab'), '/ab')) &&
      allows(ask(all('Allow: /a', 'Disallow: /ab'), '/ab')),
    axes: { rules: { precedence: 'first' } },
    because: constant('goes by the first rule that matches'),
  },
  last: {
    isIn: (ask) =>
      allows(ask(all('Disallow: /ab', 'Allow: /a'), '/ab')) &&
      forbids(ask(all('Allow: /ab', 'Disallow: /a'), '/ab')),
    decide: (rules) => byLine(rules).at(-1) ?? null,
    because: constant('goes by the last rule that matches'),
  },
  anyAllow: {
    isIn: (ask) =>
      allows(ask(all('Allow: /a', 'Disallow: /ab'), '/ab')) &&
      allows(ask(all('Disallow: /ab', 'Allow: /a'), '/ab')),
    decide: (rules) => rules.find(({ rule }) => rule.directive === 'allow') ?? null,
    because: constant('allows what any allow rule matches'),
  },
  noAllow: {
    isIn: (ask) =>
      forbids(ask(all('Disallow: /', 'Allow: /a'), '/a')) &&
      forbids(ask(all('Allow: /a', 'Disallow: /'), '/a')),
    edit: (document) =>
      withPatterns(document, (pattern, directive) => (directive === 'allow' ? '' : pattern)),
    because: constant('does not read allow rules'),
  },
  disallowOfEqual: {
    isIn: (ask) =>
      goesByLength(ask) &&
      forbids(ask(all('Allow: /a', 'Disallow: /a'), '/a')) &&
      forbids(ask(all('Disallow: /a', 'Allow: /a'), '/a')),
    decide: (rules) =>
      rules.length === 0
        ? null
        : (longestOf(rules).find(({ rule }) => rule.directive === 'disallow') ?? null),
    because: constant('goes by the disallow rule of two that are equally long'),
  },
  firstOfEqual: {
    isIn: (ask) =>
      goesByLength(ask) &&
      allows(ask(all('Allow: /a', 'Disallow: /a'), '/a')) &&
      forbids(ask(all('Disallow: /a', 'Allow: /a'), '/a')),
    decide: (rules) => (rules.length === 0 ? null : byLine(longestOf(rules))[0]),
    because: constant('goes by the first of two rules that are equally long'),
  },
  lastOfEqual: {
    isIn: (ask) =>
      goesByLength(ask) &&
      forbids(ask(all('Allow: /a', 'Disallow: /a'), '/a')) &&
      allows(ask(all('Disallow: /a', 'Allow: /a'), '/a')),
    decide: (rules) => (rules.length === 0 ? null : (byLine(longestOf(rules)).at(-1) ?? null)),
    because: constant('goes by the last of two rules that are equally long'),
  },
  blankLine: {
    isIn: (ask) =>
      allows(ask(all('Disallow: /x', '', 'Disallow: /y'), '/y')) &&
      allows(ask(all('', 'Disallow: /y'), '/y')) &&
      forbids(ask(all('Disallow: /x', '#', 'Disallow: /y'), '/y')),
    axes: { groups: { blankLineEndsGroup: true } },
    because: (judged) => {
      const line = blankLineOf(judged);
      return line === null ? 'ends a group at a blank line' : `ends the group at the blank line ${line}`;
    },
  },
  delayEndsRun: {
    isIn: (ask) =>
      allows(ask('User-agent: a|Crawl-delay: 5|User-agent: b|Disallow: /', '/', 'a')) &&
      forbids(ask('User-agent: a|User-agent: b|Disallow: /', '/', 'a')),
    edit: (document) => endingRuns(document, (field) => DELAY_FIELDS.includes(field)),
    because: constant('begins a group after a Crawl-delay'),
  },
  recordEndsRun: {
    isIn: (ask) =>
      allows(ask('User-agent: a|Foo: 5|User-agent: b|Disallow: /', '/', 'a')) &&
      forbids(ask('User-agent: a|User-agent: b|Disallow: /', '/', 'a')),
    edit: (document) => endingRuns(document, (field) => !GROUP_FIELDS.includes(field)),
    because: constant('begins a group after any record'),
  },
  carriageReturn: {
    isIn: (ask) =>
      allows(ask('User-agent: *\r|Disallow: /', '/')) && forbids(ask('User-agent: *|Disallow: /', '/')),
    edit: withCarriageReturns,
    because: constant('keeps the carriage return at the end of a line as part of its value'),
  },
  letterCase: {
    isIn: (ask) => forbids(ask(all('Disallow: /a'), '/A')) && forbids(ask(all('Disallow: /A'), '/a')),
    url: lowerCaseLetters,
    edit: (document) => withPatterns(document, (pattern) => lowerCaseLetters(pattern)),
    because: constant('ignores the case of letters in URLs'),
  },
  anywhere: {
    isIn: (ask) => forbids(ask(all('Disallow: /a*c'), '/x/abc')) && allows(ask(all('Disallow: /a'), '/x/a')),
    edit: (document) => withPatterns(document, (pattern) => (/[*$]/.test(pattern) ? `*${pattern}` : pattern)),
    because: constant('looks for a pattern with `*` or `$` anywhere in a URL'),
  },
  emptyHost: {
    isIn: (ask) => forbids(ask(all('Disallow: ///b'), '/b')),
    edit: (document) =>
      withPatterns(document, (pattern) =>
        /^\/\/(?![^/?])/.test(pattern) ? pattern.slice(2) || '/' : pattern,
      ),
    because: constant('drops `//` at the start of a pattern, as if a host followed'),
  },
  formQuery: {
    isIn: (ask) =>
      allows(ask(all('Disallow: /a?b=/'), '/a?b=/')) && forbids(ask(all('Disallow: /a?b='), '/a?b=/')),
    url: (url) => (url.includes('?') ? `${upTo('?', url)}?${sortedQuery(queryOf(url))}` : url),
    because: constant('writes the query of a URL as a form does before it compares'),
  },
  emptyQuery: {
    isIn: (ask) => forbids(ask(all('Disallow: /a?'), '/ab')),
    edit: (document) => withPatterns(document, (pattern) => pattern.replace(/\?$/, '')),
    because: constant('drops a `?` at the end of a pattern'),
  },
  lastAgentLine: {
    isIn: (ask) =>
      allows(ask('User-agent: *|User-agent: b|Disallow: /', '/')) &&
      forbids(ask('User-agent: b|User-agent: *|Disallow: /', '/')),
    edit: withLastAgentLines,
    because: constant('obeys only the last of several user-agent lines'),
  },
  byteOrderMark: {
    isIn: (ask) => allows(ask('\ufeffUser-agent: *|Disallow: /', '/')),
    edit: withoutMark,
    because: constant('does not skip the byte order mark'),
  },
  query: {
    isIn: (ask) => allows(ask(all('Disallow: /a?b'), '/a?b')) && forbids(ask(all('Disallow: /a'), '/a?b')),
    url: (url) => upTo('?', url),
    because: constant('leaves the query out of the URL'),
  },
  firstNamedGroup: {
    isIn: (ask) => {
      const file = 'User-agent: a|Disallow: /x|User-agent: b|Disallow: /z|User-agent: a|Disallow: /y';
      return allows(ask(file, '/y', 'a')) && forbids(ask(file, '/x', 'a'));
    },
    axes: { groups: { namedGroups: 'first' } },
    because: constant('obeys only the first group with its name'),
  },
  firstWildcardGroup: {
    isIn: (ask) => {
      const file = all('Disallow: /x', 'User-agent: b', 'Disallow: /z', 'User-agent: *', 'Disallow: /y');
      return allows(ask(file, '/y')) && forbids(ask(file, '/x'));
    },
    axes: { groups: { wildcardGroups: 'first' } },
    because: constant('obeys only the first group for `*`'),
  },
  asWritten: {
    isIn: (ask) => allows(ask(all('Disallow: /%61'), '/a')) && forbids(ask(all('Disallow: /%61'), '/%61')),
    axes: { rules: { form: 'as-written' } },
    because: constant('compares percent-encoded characters as they are written'),
  },
  decoded: {
    isIn: (ask) => forbids(ask(all('Disallow: /a%3Bb'), '/a;b')),
    axes: { rules: { form: 'decoded' } },
    because: constant('decodes percent-encoded characters before it compares'),
  },
  slashAdded: {
    isIn: (ask) => forbids(ask(all('Disallow: x'), '/x')) && allows(ask(all('Disallow: x'), '/y')),
    edit: (document) =>
      withPatterns(document, (pattern) => (/^[^/*]/.test(pattern) ? `/${pattern}` : pattern)),
    because: constant('reads a pattern without a slash as if it had one'),
  },
  needsColon: {
    isIn: (ask) => allows(ask('User-agent: *|Disallow /x', '/x')),
    axes: { reading: { separator: 'colon' } },
    because: constant('does not read lines without a colon'),
  },
  spelling: {
    isIn: (ask) => allows(ask('User-agent: *|Dissallow: /x', '/x')),
    axes: { reading: { fieldMatch: 'exact' } },
    because: constant('does not accept misspelled fields'),
  },
  emptyPattern: {
    isIn: (ask) => ask(all('Disallow:'), '/a').line === 2,
    axes: { rules: { emptyPattern: 'matches' } },
    because: constant('takes a rule without a value as one that matches everything'),
  },
  index: {
    isIn: (ask) => allows(ask(all('Disallow: /', 'Allow: /index.html'), '/')),
    axes: { rules: { indexHtmlIsDirectory: true } },
    because: constant('takes /index.html for its folder'),
  },
  robotsTxt: {
    isIn: (ask) => forbids(ask(all('Disallow: /'), '/robots.txt')),
    axes: { rules: { robotsTxtAlwaysAllowed: false } },
    because: constant('makes no exception for /robots.txt'),
  },
} satisfies { readonly [id: string]: Departure };

/** The blank line that ends the group of the rule that decides under RFC 9309; null if there is none. */
function blankLineOf({ document, rfc, lineOf }: Case): number | null {
  const { rule } = rfc.verdict;
  if (rule === null) return null;
  const agents = document.groupAt(rule.line)?.userAgents.map(({ line }) => line) ?? [];
  const own = rfc.agentLines.find(({ counts, userAgent: { line } }) => counts && agents.includes(line));
  if (own === undefined) return null;
  const between = linesOfDocument(document).slice(own.userAgent.line, rule.line - 1);
  const blank = between.indexOf('');
  return blank < 0 ? null : lineOf(own.userAgent.line + blank + 1);
}
