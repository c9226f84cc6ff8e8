/** docs/semantics.md §2: from lines to records. */

import { holdsControlOctet, lineOctets, referenceLines, withoutComment } from './lines.js';
import { foldCase, trim } from './octets.js';
import type { ReferenceProfile } from './reference.js';

export type ReferenceDirective = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'content-usage' | 'other';

export interface ReferenceRecord {
  /** The line's number. */
  readonly line: number;
  readonly directive: ReferenceDirective;
  /** Trimmed, in its original case, as an octet string. */
  readonly field: string;
  /** Trimmed, otherwise unchanged, as an octet string. */
  readonly value: string;
  /** False for a user-agent line with a control octet in its content: it counts as one, but names no caller (§1.6). */
  readonly usable: boolean;
}

/** §2.3: the spellings, in the order in which `google` tries them. */
const SPELLINGS: readonly (readonly [ReferenceDirective, readonly string[]])[] = [
  ['user-agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
];

/** Every record of the body, in the order of its lines. */
export function referenceRecords(body: Uint8Array, profile: ReferenceProfile): ReferenceRecord[] {
  return referenceLines(body)
    .lines.map((line) => recordOfLine(line.number, lineOctets(body, line, profile), profile))
    .filter((record) => record !== null);
}

/** §1.5, §1.6 and §2 for one line; null if it is not a record. */
export function recordOfLine(
  line: number,
  octets: string,
  profile: ReferenceProfile,
): ReferenceRecord | null {
  const content = trim(withoutComment(octets, profile));
  const parts = fieldAndValue(content, profile);
  if (parts === null) return null;
  const [field, value] = parts;
  const directive = directiveOf(field, profile);
  const usable = profile === 'google' || !holdsControlOctet(content);
  if (!usable && directive !== 'user-agent') return null;
  return { line, directive, field, value, usable };
}

/** §2.1 and §2.2, of trimmed content. */
function fieldAndValue(content: string, profile: ReferenceProfile): [string, string] | null {
  const colon = content.indexOf(':');
  if (colon !== -1) {
    const field = trim(content.slice(0, colon));
    return field === '' ? null : [field, trim(content.slice(colon + 1))];
  }
  if (profile === 'koster-1996') return null;
  const [field, value, ...more] = content.split(/[ \t]+/);
  if (field === undefined || value === undefined || more.length > 0) return null;
  return [trim(field), trim(value)];
}

/** §2.3. */
function directiveOf(field: string, profile: ReferenceProfile): ReferenceDirective {
  const folded = foldCase(field);
  if (profile === 'koster-1996') {
    return folded === 'user-agent' || folded === 'allow' || folded === 'disallow' ? folded : 'other';
  }
  for (const [directive, spellings] of SPELLINGS) {
    for (const spelling of spellings) {
      if (profile === 'google' ? folded.startsWith(spelling) : folded === spelling) return directive;
    }
  }
  // §7.1: a rule for grouping under rfc9309 alone.
  return profile === 'rfc9309' && folded === 'content-usage' ? 'content-usage' : 'other';
}
