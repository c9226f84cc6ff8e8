/** docs/semantics.md §4: which group applies. */

import type { ReferenceGroup } from './groups.js';
import { before, foldCase, trim, utf8OctetString } from './octets.js';
import type { ReferenceRecord } from './records.js';
import type { ReferenceProfile } from './reference.js';

/** A name of the caller, case folded. */
export interface Caller {
  /** Trimmed, cut at its first `/`, trimmed again. */
  readonly name: string;
  /** As given, but trimmed. */
  readonly uncut: string;
}

/** §4.1. */
export function callersOf(agents: readonly string[]): Caller[] {
  if (agents.length === 0) throw new TypeError('agents: at least one product token, got none');
  return agents.map((agent) => {
    const uncut = foldCase(trim(utf8OctetString(agent)));
    const name = trim(before(uncut, '/'));
    if (name === '') throw new TypeError(`agents: a product token, got ${JSON.stringify(agent)}`);
    return { name, uncut };
  });
}

/** §4.4: the groups whose rules are combined; null if no group applies. */
export function applicableGroups(
  groups: readonly ReferenceGroup[],
  callers: readonly Caller[],
  profile: ReferenceProfile,
): readonly ReferenceGroup[] | null {
  const naming = groups.filter((group) =>
    group.userAgents.some((line) => callers.some((caller) => namesCaller(line, caller, profile))),
  );
  const wildcard = groups.filter((group) => group.userAgents.some(isWildcard));

  if (naming.length > 0) return profile === 'koster-1996' ? naming.slice(0, 1) : naming;
  if (wildcard.length > 0) {
    const onlyTheFirst = profile === 'koster-1996' || profile === 'draft-koster-rep-00';
    return onlyTheFirst ? wildcard.slice(0, 1) : wildcard;
  }
  return null;
}

/** §4.2: `*`, or `*` followed by white space and anything. */
export function isWildcard(userAgent: ReferenceRecord): boolean {
  return userAgent.usable && /^\*([ \t\v\f]|$)/.test(userAgent.value);
}

/** §4.3. */
export function namesCaller(userAgent: ReferenceRecord, caller: Caller, profile: ReferenceProfile): boolean {
  if (!userAgent.usable || isWildcard(userAgent)) return false;
  const value = foldCase(userAgent.value);
  switch (profile) {
    case 'google':
      return grammarPrefix(value) === caller.name;
    case 'rfc9309':
      return (
        grammarPrefix(value) === caller.name || widerPrefix(value) === caller.name || value === caller.uncut
      );
    case 'draft-koster-rep-00':
      return value === caller.name;
    case 'koster-1996':
      return trim(before(value, '/')) === caller.name;
  }
}

/** The longest prefix of octets that RFC 9309's grammar allows in a product token. */
function grammarPrefix(foldedValue: string): string {
  return /^[a-z_-]*/.exec(foldedValue)?.[0] ?? '';
}

/** The longest prefix of these octets, digits and dots, for names such as MJ12bot. */
function widerPrefix(foldedValue: string): string {
  return /^[a-z0-9._-]*/.exec(foldedValue)?.[0] ?? '';
}

/** §4.1: whether a name is refused, because it is a User-Agent header, or no line can have it. */
export function isRefused(given: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
  return isUserAgentHeader(given) || /[\x00-\x08\n\r\x0e-\x1f]|\p{Surrogate}/u.test(trim(given));
}

/** Whether a name is refused as the value of a User-Agent header: it has a comment, a list, or text after a version. */
export function isUserAgentHeader(given: string): boolean {
  return /[(),;]|\/.*[ \t\v\f\r\n]/s.test(trim(given));
}
