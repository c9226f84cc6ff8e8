/**
 * The naive reference: a slow, plain reading of docs/semantics.md, the oracle of the property tests. It shares no code
 * with `src`, reads the body again for every question, and follows the page's order: lines (`lines.ts`), records
 * (`records.ts`), groups (`groups.ts`), which of them apply (`agents.ts`), what is compared (`canonical.ts`,
 * `match.ts`), and here which rule decides. Runs in a browser.
 */
import { applicableGroups, callersOf } from './agents.js';
import {
  canonicalPattern,
  canonicalUrl,
  googlePath,
  googlePattern,
  kosterForm,
  pathAndQuery,
} from './canonical.js';
import { referenceGroups } from './groups.js';
import { matches, matchesCanonical } from './match.js';
import { before } from './octets.js';
import type { ReferenceRecord } from './records.js';

export { type ReferenceGroup, referenceGroups } from './groups.js';
export { type ReferenceLine, type ReferenceLines, referenceLines } from './lines.js';
export { type ReferenceDirective, type ReferenceRecord, referenceRecords } from './records.js';

export type ReferenceProfile = 'rfc9309' | 'google' | 'draft-koster-rep-00' | 'koster-1996';

export interface ReferenceVerdict {
  readonly allowed: boolean;
  /** The deciding rule's line; 0 if no rule decided. */
  readonly line: number;
  readonly directive: 'allow' | 'disallow' | null;
  readonly reason: 'robots-txt' | 'no-group' | 'no-rule' | 'rule';
}

/**
 * Whether a crawler of these names may fetch the URL.
 * @throws TypeError for no name or an empty one, and, outside `google`, for a URL that docs/semantics.md §5.1 does not accept.
 */
export function referenceVerdict(
  body: Uint8Array,
  agents: readonly string[],
  url: string,
  profile: ReferenceProfile,
): ReferenceVerdict {
  const callers = callersOf(agents);
  const path = comparedPath(url, profile);

  const knowsRobotsTxt = profile === 'rfc9309' || profile === 'draft-koster-rep-00';
  if (knowsRobotsTxt && before(path, '?') === '/robots.txt') return allowedBecause('robots-txt');

  const groups = applicableGroups(referenceGroups(body, profile), callers, profile);
  if (groups === null) return allowedBecause('no-group');

  const rules = groups.flatMap((group) => group.rules);
  switch (profile) {
    case 'rfc9309':
    case 'draft-koster-rep-00':
      return longestMatch(rules, path);
    case 'google':
      return googleMatch(rules, path);
    case 'koster-1996':
      return firstMatch(rules, path);
  }
}

function allowedBecause(reason: 'robots-txt' | 'no-group' | 'no-rule'): ReferenceVerdict {
  return { allowed: true, line: 0, directive: null, reason };
}

function decidedBy(rule: ReferenceRecord): ReferenceVerdict {
  const directive = rule.directive === 'allow' ? 'allow' : 'disallow';
  return { allowed: directive === 'allow', line: rule.line, directive, reason: 'rule' };
}

/** docs/semantics.md §5: the URL in the form in which it is compared. */
function comparedPath(url: string, profile: ReferenceProfile): string {
  switch (profile) {
    case 'rfc9309':
    case 'draft-koster-rep-00':
      return canonicalUrl(pathAndQuery(url));
    case 'google':
      return googlePath(url);
    case 'koster-1996':
      return kosterForm(pathAndQuery(url));
  }
}

/** docs/semantics.md §5.3 to §5.5. */
function longestMatch(rules: readonly ReferenceRecord[], path: string): ReferenceVerdict {
  const matching = rules
    .filter((rule) => rule.value.startsWith('/') || rule.value.startsWith('*'))
    .map((rule) => ({ rule, pattern: canonicalPattern(rule.value) }))
    .filter(({ pattern }) => matchesCanonical(pattern, path));

  const longest = Math.max(...matching.map(({ pattern }) => pattern.length));
  const candidates = matching.filter(({ pattern }) => pattern.length === longest).map(({ rule }) => rule);
  const deciding = candidates.find((rule) => rule.directive === 'allow') ?? candidates[0];
  return deciding === undefined ? allowedBecause('no-rule') : decidedBy(deciding);
}

/** docs/semantics.md §5.7.3 to §5.7.6. */
function googleMatch(rules: readonly ReferenceRecord[], path: string): ReferenceVerdict {
  const noMatch = { priority: -1, line: 0 };
  let allow = noMatch;
  let disallow = noMatch;
  for (const { directive, line, value } of rules) {
    const priority = googlePriority(directive, googlePattern(value), path);
    if (directive === 'allow' && priority > allow.priority) allow = { priority, line };
    if (directive === 'disallow' && priority > disallow.priority) disallow = { priority, line };
  }
  if (allow.line === 0 && disallow.line === 0) return allowedBecause('no-rule');

  const reported = disallow.priority > allow.priority ? 'disallow' : 'allow';
  const line = reported === 'disallow' ? disallow.line : allow.line;
  // An empty disallow is reported (priority 0) and forbids nothing.
  const allowed = reported === 'allow' || disallow.priority === 0;
  return { allowed, line, directive: reported, reason: 'rule' };
}

/** docs/semantics.md §5.7.3 and §5.7.4: the length of the pattern that matches, or -1. */
function googlePriority(directive: string, pattern: string, path: string): number {
  if (matches(pattern, path)) return pattern.length;
  const lastSegment = pattern.lastIndexOf('/');
  if (directive === 'allow' && lastSegment !== -1 && pattern.startsWith('/index.htm', lastSegment)) {
    const directory = `${pattern.slice(0, lastSegment + 1)}$`;
    if (matches(directory, path)) return directory.length;
  }
  return -1;
}

/** docs/semantics.md §5.8. */
function firstMatch(rules: readonly ReferenceRecord[], path: string): ReferenceVerdict {
  const deciding = rules.find((rule) => rule.value !== '' && path.startsWith(kosterForm(rule.value)));
  return deciding === undefined ? allowedBecause('no-rule') : decidedBy(deciding);
}
