/**
 * Rules that a reader compares in its own way, in place of what the engine knows of its own: their patterns, and what tokens become.
 */
import type { OwnComparison, OwnPattern } from '../match/caller-rules.js';
import { OCTET_KINDS } from '../match/octet-forms.js';
import { PatternSet } from '../match/pattern.js';
import type { Candidates } from '../match/rules.js';
import { latin1, octetsOf } from '../octets.js';
import type { Profile } from '../profiles.js';
import { formsBy, type TokenForms } from './token-forms.js';
import { ORIGIN } from './url-domain.js';

/** The patterns of a reader as an automaton takes them, in about the order of precedence. Texts become octets as UTF-8. */
export function ownCandidates(patterns: readonly OwnPattern[]): Candidates {
  const read = patterns.map(partsOf);
  const set = new PatternSet(OCTET_KINDS['as-written'], false, read.length);
  const partCount = read.reduce((sum, { parts }) => sum + parts.length, 0);
  set.text = new Uint8Array(read.reduce((sum, { parts }) => sum + octetCount(parts), 0));
  set.partBounds = new Int32Array(partCount + 1);
  for (const [pattern, { parts, isAnchored }] of read.entries()) {
    for (const part of parts) {
      const start = set.textLength;
      set.text.set(part, start);
      set.partCount++;
      set.partBounds[set.partCount] = start + part.length;
    }
    set.lengths[pattern] = octetCount(parts);
    set.anchored[pattern] = isAnchored ? 1 : 0;
    set.rules[pattern] = patterns[pattern].rule;
    set.count++;
    set.firstPart[set.count] = set.partCount;
  }
  return { patterns: set, patternOfRank: Int32Array.from(patterns, (_, pattern) => pattern) };
}

/** The parts as a {@link PatternSet} has them: only the first may be empty, and a wildcard at the end leaves the pattern open. */
function partsOf({ parts, isAnchored }: OwnPattern): {
  readonly parts: readonly Uint8Array[];
  readonly isAnchored: boolean;
} {
  const isOpen = parts.length > 1 && parts.at(-1) === '';
  const octets = parts.filter((part, nth) => nth === 0 || part !== '').map((part) => octetsOf(part));
  return { parts: octets, isAnchored: isAnchored && !isOpen };
}

function octetCount(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

const known = new WeakMap<Profile, TokenForms>();

/**
 * What tokens become under a reader's profile, each by itself. Some readers do not take tokens one by one: an automaton made with these
 * is only about right.
 */
export function ownForms(profile: Profile, { target }: OwnComparison): TokenForms {
  let forms = known.get(profile);
  if (forms === undefined) {
    forms = formsBy((path) => latin1(octetsOf(target(ORIGIN + path) ?? path)));
    known.set(profile, forms);
  }
  return forms;
}
