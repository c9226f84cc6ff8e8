/**
 * A small matcher whose every decision is a function by itself, so that `faults.ts` can break one at a time. It answers by
 * docs/semantics.md, as the reference of `test/reference` does. Texts are octet strings.
 */
import { googlePath, pathAndQuery } from '../reference/canonical.js';
import { before, foldCase, utf8OctetString } from '../reference/octets.js';
import type { ReferenceProfile as Profile } from '../reference/reference.js';

/** A user-agent line or a rule; other records are left out, but for Content-Usage under rfc9309. */
export interface RecordLine {
  readonly line: number;
  readonly kind: 'user-agent' | 'allow' | 'disallow' | 'content-usage';
  readonly value: string;
  /** False if the line has a control octet (docs/semantics.md §1.6). */
  readonly usable: boolean;
}

export interface Group {
  readonly agents: RecordLine[];
  readonly rules: RecordLine[];
}

export interface Decision {
  readonly allowed: boolean;
  readonly line: number;
}

/** The caller's name, folded: cut at its first `/`, and as given. */
export interface Name {
  readonly cut: string;
  readonly whole: string;
}

const WHITE_SPACE = ' \t\v\f';
const SPELLINGS: readonly (readonly [RecordLine['kind'] | 'sitemap', readonly string[]])[] = [
  ['user-agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
];
const TRIPLET = /^%[0-9A-Fa-f]{2}$/;

/** Every part, sound. Parts call each other through `this`. */
export const SOUND = {
  // Lines: docs/semantics.md §1.
  parsingLimit: 512_000,
  lineLimit: 16_663,
  keepsCutLine: false,
  /** How many octets of a line end are at a place; 0 if none ends there. */
  lineEnd(text: string, at: number): number {
    const octet = text[at];
    if (octet === '\n') return 1;
    if (octet !== '\r') return 0;
    return text[at + 1] === '\n' ? 2 : 1;
  },
  /** How many octets of a byte order mark are skipped. */
  mark(text: string, profile: Profile): number {
    if (text.startsWith('\xEF\xBB\xBF')) return 3;
    if (profile !== 'google') return 0;
    return text.startsWith('\xEF\xBB') ? 2 : text.startsWith('\xEF') ? 1 : 0;
  },
  /** The first line's number. */
  firstLine: 1,
  lines(file: string, profile: Profile): string[] {
    const text = file.slice(0, this.parsingLimit);
    const isCut = file.length > text.length;
    const lines: string[] = [];
    let start = this.mark(text, profile);
    for (let at = start; at < text.length; ) {
      const length = this.lineEnd(text, at);
      if (length === 0) {
        at++;
        continue;
      }
      lines.push(text.slice(start, at));
      at += length;
      start = at;
    }
    if (start < text.length && (!isCut || this.keepsCutLine)) lines.push(text.slice(start));
    return lines.map((line) => line.slice(0, this.lineLimit));
  },
  isSpace(octet: string): boolean {
    return octet !== '' && WHITE_SPACE.includes(octet);
  },
  trim(text: string): string {
    let start = 0;
    let end = text.length;
    while (start < end && this.isSpace(text.charAt(start))) start++;
    while (end > start && this.isSpace(text.charAt(end - 1))) end--;
    return text.slice(start, end);
  },
  withoutComment(text: string): string {
    return before(text, '#');
  },
  /** What a NUL leaves of the content. */
  untilNul(text: string, profile: Profile): string {
    return profile === 'google' ? before(text, '\0') : text;
  },
  isControl(octet: string): boolean {
    return octet < ' ' && !'\t\v\f'.includes(octet);
  },
  /** Whether a control octet makes the content invalid. */
  rejects(content: string, profile: Profile): boolean {
    return profile !== 'google' && [...content].some((octet) => this.isControl(octet));
  },
  /** Whether a line that is rejected is still a user-agent line, if it is one. */
  keepsRejectedAgents: true,

  // Records: docs/semantics.md §2.
  fold: foldCase,
  hasColon(content: string): boolean {
    return content.includes(':');
  },
  atColon(content: string): [string, string] {
    const colon = content.indexOf(':');
    return [content.slice(0, colon), content.slice(colon + 1)];
  },
  acceptsEmptyField: false,
  words(content: string): string[] {
    return content.split(/[ \t]+/);
  },
  takesTwoWords(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  /** How many words a line without a colon may have. */
  mostWords: 2,
  fieldAndValue(content: string, profile: Profile): [string, string] | null {
    if (this.hasColon(content)) {
      const [field, value] = this.atColon(content).map((part) => this.trim(part));
      return field === '' && !this.acceptsEmptyField ? null : [field, value];
    }
    if (!this.takesTwoWords(profile)) return null;
    const words = this.words(content);
    if (words.length < 2 || words.length > this.mostWords) return null;
    return [this.trim(words[0]), this.trim(words[1])];
  },
  spellings: SPELLINGS,
  acceptsMisspellings(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  /** Whether a field is one of a spelling. */
  isSpelled(field: string, spelling: string, profile: Profile): boolean {
    return profile === 'google' ? field.startsWith(spelling) : field === spelling;
  },
  kind(field: string, profile: Profile): RecordLine['kind'] | null {
    const folded = this.fold(field);
    for (const [kind, spellings] of this.spellings) {
      const known = this.acceptsMisspellings(profile) ? spellings : spellings.slice(0, 1);
      if (known.some((spelling) => this.isSpelled(folded, spelling, profile)))
        return kind === 'sitemap' ? null : kind;
    }
    return this.isContentUsage(folded, profile) ? 'content-usage' : null;
  },
  isContentUsage(field: string, profile: Profile): boolean {
    return profile === 'rfc9309' && field === 'content-usage';
  },
  record(line: number, octets: string, profile: Profile): RecordLine | null {
    const content = this.trim(this.withoutComment(this.untilNul(octets, profile)));
    const parts = this.fieldAndValue(content, profile);
    if (parts === null) return null;
    const kind = this.kind(parts[0], profile);
    if (kind === null) return null;
    const usable = !this.rejects(content, profile);
    if (!usable && (kind !== 'user-agent' || !this.keepsRejectedAgents)) return null;
    return { line, kind, value: parts[1], usable };
  },

  // Groups: docs/semantics.md §3.
  isBlank(line: string): boolean {
    return this.trim(line) === '';
  },
  endsAtBlank(profile: Profile): boolean {
    return profile === 'koster-1996';
  },
  /** Whether a line that is no rule and no user-agent line ends the run of user-agent lines. */
  otherEndsRun(_line: string): boolean {
    return false;
  },
  /** Whether a rule ends the run of user-agent lines. */
  ruleEndsRun(_rule: RecordLine): boolean {
    return true;
  },
  /** Whether a user-agent line begins a group: always after a rule, never in a run. */
  beginsGroup(isInRun: boolean, _agent: RecordLine): boolean {
    return !isInRun;
  },
  /** Where rules above the first user-agent line go. */
  takesOrphans: false,
  groups(file: string, profile: Profile): Group[] {
    const groups: Group[] = [];
    let open: Group | null = null;
    let isInRun = false;
    for (const [index, line] of this.lines(file, profile).entries()) {
      if (this.endsAtBlank(profile) && this.isBlank(line)) {
        open = null;
        isInRun = false;
      }
      const record = this.record(index + this.firstLine, line, profile);
      if (record === null) {
        if (this.otherEndsRun(line)) isInRun = false;
      } else if (record.kind === 'user-agent') {
        if (open === null || this.beginsGroup(isInRun, record)) {
          open = { agents: [], rules: [] };
          groups.push(open);
        }
        open.agents.push(record);
        isInRun = true;
      } else {
        if (record.kind === 'content-usage' || this.ruleEndsRun(record)) isInRun = false;
        if (record.kind === 'content-usage') continue;
        if (open === null && this.takesOrphans) {
          open = { agents: [{ line: 0, kind: 'user-agent', value: '*', usable: true }], rules: [] };
          groups.push(open);
        }
        open?.rules.push(record);
      }
    }
    return groups;
  },

  // Selection: docs/semantics.md §4.
  nameOf(agent: string): Name {
    const whole = this.fold(this.trim(utf8OctetString(agent)));
    return { cut: this.trim(before(whole, '/')), whole };
  },
  isWildcard({ value, usable }: RecordLine): boolean {
    return usable && (value === '*' || (value.startsWith('*') && this.isSpace(value.charAt(1))));
  },
  grammarPrefix(value: string): string {
    return /^[a-z_-]*/.exec(value)?.[0] ?? '';
  },
  widerPrefix(value: string): string {
    return /^[a-z0-9._-]*/.exec(value)?.[0] ?? '';
  },
  names(line: RecordLine, name: Name, profile: Profile): boolean {
    if (!line.usable || this.isWildcard(line)) return false;
    const value = this.fold(line.value);
    switch (profile) {
      case 'google':
        return this.grammarPrefix(value) === name.cut;
      case 'rfc9309':
        return (
          this.grammarPrefix(value) === name.cut ||
          this.widerPrefix(value) === name.cut ||
          value === name.whole
        );
      case 'draft-koster-rep-00':
        return value === name.cut;
      case 'koster-1996':
        return this.trim(before(value, '/')) === name.cut;
    }
  },
  combinesNamed(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  combinesWildcards(profile: Profile): boolean {
    return profile === 'rfc9309' || profile === 'google';
  },
  /** The groups that are obeyed, of those that name the caller and those for `*`. */
  obeyed(naming: readonly Group[], wildcard: readonly Group[], profile: Profile): readonly Group[] {
    if (naming.length > 0) return this.combinesNamed(profile) ? naming : naming.slice(0, 1);
    return this.combinesWildcards(profile) ? wildcard : wildcard.slice(0, 1);
  },
  rulesFor(file: string, agents: readonly string[], profile: Profile): RecordLine[] {
    const groups = this.groups(file, profile);
    const names = agents.map((agent) => this.nameOf(agent));
    const naming = groups.filter((group) =>
      group.agents.some((line) => names.some((name) => this.names(line, name, profile))),
    );
    const wildcard = groups.filter((group) => group.agents.some((line) => this.isWildcard(line)));
    return this.obeyed(naming, wildcard, profile).flatMap(({ rules }) => rules);
  },

  // Forms: docs/semantics.md §5.
  pathAndQuery,
  googlePath,
  isUnreserved(octet: string): boolean {
    return /^[A-Za-z0-9._~-]$/.test(octet);
  },
  isQueryData(octet: string): boolean {
    return ":/?@'".includes(octet);
  },
  isEncoded(octet: string): boolean {
    return octet >= '\x7F' || octet <= ' ' || '"<>\\^`{|}'.includes(octet);
  },
  escape(octet: string): string {
    return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  },
  /** The form of an escape whose octet is not decoded. */
  keptEscape(triplet: string, _isPattern: boolean): string {
    return triplet.toUpperCase();
  },
  strayPercent: '%25',
  starInUrl: '%2A',
  dollarInUrl: '%24',
  /** A `$` within a pattern. */
  innerDollar: '%24',
  decodes(octet: string, isInQuery: boolean, _isPattern: boolean): boolean {
    return this.isUnreserved(octet) || (isInQuery && this.isQueryData(octet));
  },
  canonical(text: string, isPattern: boolean): string {
    let form = '';
    let isInQuery = false;
    for (let at = 0; at < text.length; ) {
      const octet = text.charAt(at);
      const triplet = text.slice(at, at + 3);
      if (TRIPLET.test(triplet)) {
        const decoded = octetOf(triplet);
        form += this.decodes(decoded, isInQuery, isPattern) ? decoded : this.keptEscape(triplet, isPattern);
        at += 3;
        continue;
      }
      if (octet === '%') form += this.strayPercent;
      else if (octet === '*') form += isPattern ? '*' : this.starInUrl;
      else if (octet === '$') {
        const isAnchor = at === text.length - 1;
        form += isPattern ? (isAnchor ? '$' : this.innerDollar) : this.dollarInUrl;
      } else form += this.isEncoded(octet) ? this.escape(octet) : octet;
      if (octet === '?') isInQuery = true;
      at++;
    }
    return form;
  },
  isGoogleEncoded(octet: string): boolean {
    return octet >= '\x80';
  },
  googlePattern(text: string): string {
    let form = '';
    for (let at = 0; at < text.length; ) {
      const triplet = text.slice(at, at + 3);
      const octet = text.charAt(at);
      const isEscape = TRIPLET.test(triplet);
      form += isEscape ? triplet.toUpperCase() : this.isGoogleEncoded(octet) ? this.escape(octet) : octet;
      at += isEscape ? 3 : 1;
    }
    return form;
  },
  isKosterKept(triplet: string): boolean {
    return triplet.toUpperCase() === '%2F';
  },
  kosterForm(text: string): string {
    return text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) =>
      this.isKosterKept(triplet) ? triplet.toUpperCase() : octetOf(triplet),
    );
  },
  /** A URL in the form that is compared. */
  comparedUrl(url: string, profile: Profile): string {
    switch (profile) {
      case 'google':
        return this.googlePath(url);
      case 'koster-1996':
        return this.kosterForm(this.pathAndQuery(url));
      default:
        return this.canonical(this.pathAndQuery(url), false);
    }
  },
  comparedPattern(pattern: string, profile: Profile): string {
    if (profile === 'google') return this.googlePattern(pattern);
    return profile === 'koster-1996' ? this.kosterForm(pattern) : this.canonical(pattern, true);
  },

  // Matching: docs/semantics.md §5.4, §5.7, §5.8.
  isPattern(value: string): boolean {
    return value.startsWith('/') || value.startsWith('*');
  },
  star: '*',
  anchor: '$',
  /** Whether a match may begin and end anywhere but at the first octet. */
  startsAnywhere: false,
  /** The octet that an escape after `*` equals in the query of the URL, besides itself. */
  queryOctet(token: string): string | undefined {
    return QUERY_DATA.get(token);
  },
  /** Whether a place of the path is in its query. */
  isInQuery(path: string, at: number): boolean {
    const mark = path.indexOf('?');
    return mark !== -1 && at > mark;
  },
  /** Where a token of a pattern can end if it begins at a place of the path. */
  ends(token: string, path: string, at: number, profile: Profile): number[] {
    const ends = path.startsWith(token, at) ? [at + token.length] : [];
    const data = profile === 'google' ? undefined : this.queryOctet(token);
    if (data !== undefined && path[at] === data && this.isInQuery(path, at)) ends.push(at + 1);
    return ends;
  },
  /** What `*` leads to from the shortest place on. */
  afterStar(from: number, path: string): number[] {
    const places: number[] = [];
    for (let place = from; place <= path.length; place++) places.push(place);
    return places;
  },
  matches(pattern: string, path: string, profile: Profile): boolean {
    if (profile === 'koster-1996') return path.startsWith(pattern);
    const tokens = (profile === 'google' ? [...pattern] : pattern.match(/%[0-9A-F]{2}|./gs)) ?? [];
    let places = this.startsAnywhere ? this.afterStar(0, path) : [0];
    for (const [index, token] of tokens.entries()) {
      if (token === this.anchor && index === tokens.length - 1) return places.includes(path.length);
      if (token === this.star) places = places.length === 0 ? [] : this.afterStar(Math.min(...places), path);
      else places = [...new Set(places.flatMap((place) => this.ends(token, path, place, profile)))];
    }
    return places.length > 0;
  },

  // Decision: docs/semantics.md §5.5 to §5.8.
  weight(pattern: string): number {
    return pattern.length;
  },
  allowWinsTies: true,
  /** Of equal rules, the later one is reported. */
  reportsLast: false,
  isRobotsTxt(path: string): boolean {
    return before(path, '?') === '/robots.txt';
  },
  knowsRobotsTxt(profile: Profile): boolean {
    return profile === 'rfc9309' || profile === 'draft-koster-rep-00';
  },
  indexName: '/index.htm',
  indexKinds: ['allow'] as readonly string[],
  /** What a rule of index.htm matches besides (docs/semantics.md §5.7.4). */
  directoryOf({ kind }: RecordLine, pattern: string): string | null {
    const slash = pattern.lastIndexOf('/');
    if (!this.indexKinds.includes(kind) || slash === -1) return null;
    return pattern.startsWith(this.indexName, slash) ? `${pattern.slice(0, slash + 1)}$` : null;
  },
  /** The weight with which a rule matches; -1 if it does not. */
  weightOf(rule: RecordLine, path: string, profile: Profile): number {
    const isWhole = profile === 'google' || profile === 'koster-1996';
    if (!isWhole && !this.isPattern(rule.value)) return -1;
    const pattern = this.comparedPattern(rule.value, profile);
    if (this.matches(pattern, path, profile)) return this.weight(pattern);
    const directory = profile === 'google' ? this.directoryOf(rule, pattern) : null;
    return directory !== null && this.matches(directory, path, profile) ? this.weight(directory) : -1;
  },
  takesFirst(profile: Profile): boolean {
    return profile === 'koster-1996';
  },
  isRule(value: string, profile: Profile): boolean {
    return value !== '' || profile === 'google';
  },
  /** The verdict if no rule matches. */
  byDefault: true,
  decide(file: string, agents: readonly string[], url: string, profile: Profile): Decision {
    const path = this.comparedUrl(url, profile);
    if (this.knowsRobotsTxt(profile) && this.isRobotsTxt(path)) return { allowed: true, line: 0 };
    const rules = this.rulesFor(file, agents, profile).filter(({ value }) => this.isRule(value, profile));
    const matching = rules
      .map((rule) => ({ rule, weight: this.weightOf(rule, path, profile) }))
      .filter(({ weight }) => weight >= 0);
    if (matching.length === 0) return { allowed: this.byDefault, line: 0 };
    const best = this.takesFirst(profile) ? matching[0] : this.heaviest(matching);
    return {
      allowed: best.rule.kind === 'allow' || (best.weight === 0 && profile === 'google'),
      line: best.rule.line,
    };
  },
  heaviest(matching: readonly { rule: RecordLine; weight: number }[]) {
    const most = Math.max(...matching.map(({ weight }) => weight));
    const heaviest = matching.filter(({ weight }) => weight === most);
    const preferred = heaviest.filter(({ rule }) => (rule.kind === 'allow') === this.allowWinsTies);
    const candidates = preferred.length > 0 ? preferred : heaviest;
    return candidates[this.reportsLast ? candidates.length - 1 : 0];
  },
};

export type Parts = typeof SOUND;

/** The escapes that equal their octet in the query of a URL. */
const QUERY_DATA: ReadonlyMap<string, string> = new Map([
  ['%3A', ':'],
  ['%2F', '/'],
  ['%3F', '?'],
  ['%40', '@'],
  ['%27', "'"],
]);

function octetOf(triplet: string): string {
  return String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
}
