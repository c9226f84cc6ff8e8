/**
 * docs/semantics.md §7: the naive reading of usage preferences. Dictionaries are read with one regular expression for the
 * whole grammar of RFC 9651.
 */
import { applicableGroups, callersOf, isWildcard, namesCaller } from './agents.js';
import {
  canonicalPattern,
  canonicalUrl,
  googlePath,
  googlePattern,
  kosterForm,
  pathAndQuery,
} from './canonical.js';
import { type ReferenceGroup, referenceGroups } from './groups.js';
import { lineOctets, referenceLines } from './lines.js';
import { matches, matchesCanonical } from './match.js';
import { foldCase, trim } from './octets.js';
import { type ReferenceRecord, recordOfLine } from './records.js';
import { type ReferenceProfile, referenceVerdict } from './reference.js';

/** By category: `n 3,4` is disallowed by the lines 3 and 4, `y 3` allowed, `?` unknown. */
export interface ReferenceUsage {
  readonly contentUsage: { readonly [category: string]: string };
  readonly contentSignal: { readonly [category: string]: string };
}

const CATEGORIES = ['train-ai', 'ai-use', 'search'];
const SIGNALS = ['search', 'ai-input', 'ai-train'];

/** The preferences of a URL; null if the caller may not fetch it. */
export function referenceUsage(
  body: Uint8Array,
  agents: readonly string[],
  url: string,
  profile: ReferenceProfile,
): ReferenceUsage | null {
  if (!referenceVerdict(body, agents, url, profile).allowed) return null;
  const { own, common } = scopes(body, agents, profile);
  const path = comparedPath(url, profile);
  const usages = longest(own.filter(({ field }) => field === 'content-usage').map(statement), path, profile);
  const signals = (from: readonly ReferenceUsageRecord[], key: string) =>
    longest(
      from
        .filter(({ field }) => field === 'content-signal')
        .map(statement)
        .flatMap((one) => splitSignals(one))
        .filter((one) => one.key === key && /^(yes|no)$/i.test(one.preference)),
      path,
      profile,
    );
  return {
    contentUsage: Object.fromEntries(
      CATEGORIES.map((category) => {
        const said = usages.map(({ line, preference }) => ({
          line,
          value: dictionary(preference)?.get(category),
        }));
        return [category, verdict(said, 'y', 'n')];
      }),
    ),
    contentSignal: Object.fromEntries(
      SIGNALS.map((key) => {
        const holding = signals(own, key);
        const stated = holding.length > 0 ? holding : signals(common, key);
        const said = stated.map(({ line, preference }) => ({ line, value: foldCase(preference) }));
        return [key, verdict(said, 'yes', 'no')];
      }),
    ),
  };
}

function verdict(
  said: readonly { line: number; value: string | undefined }[],
  yes: string,
  no: string,
): string {
  const linesWith = (wanted: string): string =>
    [...new Set(said.filter(({ value }) => value === wanted).map(({ line }) => line))].join();
  if (linesWith(no) !== '') return `n ${linesWith(no)}`;
  return linesWith(yes) === '' ? '?' : `y ${linesWith(yes)}`;
}

interface ReferenceUsageRecord {
  readonly line: number;
  readonly field: string;
  readonly value: string;
}

interface Statement {
  readonly line: number;
  readonly pattern: string;
  readonly preference: string;
}

/** §7.2: the pattern before the first SP or HTAB, if the value begins with `/`. */
function statement({ line, value }: ReferenceUsageRecord): Statement {
  const [, pattern = '', preference = ''] = /^(\/[^ \t]*)?[ \t]*(.*)$/s.exec(value) ?? [];
  return { line, pattern, preference };
}

function splitSignals(one: Statement): (Statement & { key: string })[] {
  return one.preference.split(',').flatMap((part) => {
    const [, written = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const key = foldCase(trim(written));
    return key === '' ? [] : [{ ...one, key, preference: trim(value) }];
  });
}

/** §7.3 and §7.5: whose a record is, by going through the lines. */
function scopes(
  body: Uint8Array,
  agents: readonly string[],
  profile: ReferenceProfile,
): { own: ReferenceUsageRecord[]; common: ReferenceUsageRecord[] } {
  const callers = callersOf(agents);
  const groups = referenceGroups(body, profile);
  const obeyed = applicableGroups(groups, callers, profile) ?? [];
  const byName = obeyed.some((group) =>
    group.userAgents.some((one) => callers.some((caller) => namesCaller(one, caller, profile))),
  );
  const selects = (one: ReferenceRecord): boolean =>
    byName ? callers.some((caller) => namesCaller(one, caller, profile)) : isWildcard(one);
  const own: ReferenceUsageRecord[] = [];
  const common: ReferenceUsageRecord[] = [];
  let open: ReferenceGroup | null = null;
  let isSelected = false;
  let isAfterFileRecord = false;
  for (const line of referenceLines(body).lines) {
    const octets = lineOctets(body, line, profile);
    if (profile === 'koster-1996' && trim(octets) === '') open = null;
    const record = recordOfLine(line.number, octets, profile);
    const field = record === null ? '' : foldCase(record.field);
    if (record === null) continue;
    if (record.directive === 'sitemap' || ['sitemap', 'host', 'clean-param'].includes(field))
      isAfterFileRecord = true;
    const inGroup = groups.find(({ userAgents, rules }) =>
      [...userAgents, ...rules].some((one) => one.line === record.line),
    );
    if (inGroup !== undefined) {
      if (open !== inGroup) isSelected = false;
      open = inGroup;
      isAfterFileRecord = false;
      if (record.directive === 'user-agent' && obeyed.includes(inGroup) && selects(record)) isSelected = true;
    } else if (field === 'content-usage' || field === 'content-signal') {
      if (field === 'content-usage' && profile === 'rfc9309') isAfterFileRecord = false;
      const one = { line: record.line, field, value: record.value };
      const isCommon = field === 'content-signal' && (open === null || isAfterFileRecord);
      if (isCommon) common.push(one);
      else if (open !== null && isSelected) own.push(one);
    }
  }
  return { own, common };
}

/** §7.3: the statements with the longest pattern that matches; those without one if none does. */
function longest<One extends Statement>(
  statements: readonly One[],
  path: string,
  profile: ReferenceProfile,
): One[] {
  const lengths = statements.map(({ pattern }) =>
    pattern === '' ? 0 : matchedLength(pattern, path, profile),
  );
  const most = Math.max(0, ...lengths);
  return statements.filter((_, i) => lengths[i] === most);
}

function matchedLength(written: string, path: string, profile: ReferenceProfile): number {
  switch (profile) {
    case 'rfc9309':
    case 'draft-koster-rep-00': {
      const pattern = canonicalPattern(written);
      return matchesCanonical(pattern, path) ? pattern.length : -1;
    }
    case 'google': {
      const pattern = googlePattern(written);
      return matches(pattern, path) ? pattern.length : -1;
    }
    case 'koster-1996': {
      const pattern = kosterForm(written);
      return path.startsWith(pattern) ? pattern.length : -1;
    }
  }
}

function comparedPath(url: string, profile: ReferenceProfile): string {
  if (profile === 'google') return googlePath(url);
  return profile === 'koster-1996' ? kosterForm(pathAndQuery(url)) : canonicalUrl(pathAndQuery(url));
}

const KEY = '[a-z*][a-z0-9_.*-]*';
const BARE = [
  '-?\\d{1,12}\\.\\d{1,3}(?![\\d.])',
  '-?\\d{1,15}(?![\\d.])',
  '"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"',
  "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*",
  '\\?[01]',
].join('|');
const PARAMETERS = `(?:; *${KEY}(?:=(?:${BARE}))?)*`;
const ITEM = `(?:${BARE})${PARAMETERS}`;
const INNER_LIST = `\\( *(?:${ITEM}(?: +${ITEM})* *)?\\)`;
const MEMBER = `(${KEY})(?:=(${BARE}|${INNER_LIST}))?${PARAMETERS}`;
const NEXT_MEMBER = new RegExp(`${MEMBER}[ \\t]*(,[ \\t]*|$)`, 'y');

/** The values by key, as written; undefined if the text is not a dictionary. Dates, binary and display strings are left out. */
function dictionary(text: string): Map<string, string> | undefined {
  const members = new Map<string, string>();
  const trimmed = text.replace(/^ +/, '');
  let at = 0;
  while (at < trimmed.length) {
    NEXT_MEMBER.lastIndex = at;
    const [whole, key, value = '', end] = NEXT_MEMBER.exec(trimmed) ?? [];
    if (whole === undefined || key === undefined) return undefined;
    at += whole.length;
    if (end !== '' && at === trimmed.length) return undefined;
    members.set(key, value);
  }
  return members;
}
