/**
 * Patterns of rules as readers compare them with paths.
 */
import type { Pattern, ReaderRule } from './reader.js';

/** A pattern in which no character is special: it matches the paths that start with it. */
export function prefixPattern(text: string, rank: number = text.length): Pattern {
  return { text, kind: 'prefix', rank };
}

/** A pattern in which no character is special: it matches the paths that have it anywhere. */
export function anywherePattern(text: string, rank: number = text.length): Pattern {
  return { text, kind: 'wildcards', parts: ['', text], rank };
}

/**
 * A pattern in which `*` stands for any characters.
 *
 * @param isAnchored whether the path must end where the pattern does
 */
export function wildcardPattern(text: string, isAnchored: boolean, rank: number): Pattern {
  if (!text.includes('*')) return { text, kind: isAnchored ? 'whole' : 'prefix', rank };
  return { text, kind: 'wildcards', parts: text.split('*'), isAnchored, rank };
}

/** A pattern in which `*` stands for any characters, and a `$` at the end for the end of the path. */
export function starDollarPattern(pattern: string, rank: number = pattern.length): Pattern {
  const isAnchored = pattern.endsWith('$');
  return wildcardPattern(isAnchored ? pattern.slice(0, -1) : pattern, isAnchored, rank);
}

/** The pattern as programs compare it that take each part where it first occurs, also one that must end the path. */
export function greedy(pattern: Pattern): Pattern {
  return pattern.isAnchored ? { ...pattern, isGreedy: true } : pattern;
}

/**
 * How many characters of a path a pattern matches; -1 if it does not match. Each part is taken where it first occurs, so a path is
 * gone through once.
 */
export function matchedLength({ text, kind, parts, isAnchored, isGreedy }: Pattern, path: string): number {
  if (kind === 'prefix') return path.startsWith(text) ? text.length : -1;
  if (kind === 'whole') return path === text ? text.length : -1;
  const [first, ...others] = parts as readonly string[];
  if (!path.startsWith(first)) return -1;
  let at = first.length;
  const last = others.pop() as string;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return -1;
    at = found + part.length;
  }
  if (isAnchored && !(isGreedy && last !== '')) {
    return path.length - last.length >= at && path.endsWith(last) ? path.length : -1;
  }
  const found = path.indexOf(last, at);
  if (found < 0 || (isAnchored && found + last.length < path.length)) return -1;
  return found + last.length;
}

/** The first rule that matches decides. */
export function firstMatch(rules: readonly ReaderRule[], path: string): number {
  return rules.findIndex(({ patterns }) => patterns.some((pattern) => matchedLength(pattern, path) >= 0));
}

/** What decides between two rules whose ranks are equal. */
type Tie = 'allow' | 'first' | 'last' | 'disallow';

/**
 * The rule of highest rank that matches decides.
 *
 * @param tie which of two decides if the ranks are equal; if both do the same, the first
 * @param rankOf the rank of a pattern that matches a number of characters; its own by default
 */
export function highestRank(
  rules: readonly ReaderRule[],
  path: string,
  tie: Tie,
  rankOf: (pattern: Pattern, matched: number) => number = ({ rank }) => rank,
): number {
  let best = -1;
  let bestRank = -Infinity;
  for (let index = 0; index < rules.length; index++) {
    const { allows, patterns } = rules[index];
    for (const pattern of patterns) {
      const matched = matchedLength(pattern, path);
      if (matched < 0) continue;
      const rank = rankOf(pattern, matched);
      if (rank < bestRank) continue;
      if (rank === bestRank && !winsTie(tie, allows, rules[best].allows)) continue;
      best = index;
      bestRank = rank;
    }
  }
  return best;
}

function winsTie(tie: Tie, allows: boolean, bestAllows: boolean): boolean {
  if (tie === 'last') return true;
  return tie !== 'first' && allows !== bestAllows && allows === (tie === 'allow');
}
