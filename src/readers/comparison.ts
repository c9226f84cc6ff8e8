/**
 * The rules of a reader, as comparisons of all URLs at once need them.
 */
import { FILLINGS, filledPaths, partsOfPattern, urlText } from '../compare/pattern-paths.js';
import { isUrlText } from '../compare/url-domain.js';
import type { ForeignPattern } from '../match/engine.js';
import { OCTET_KINDS } from '../match/octet-forms.js';
import type { Candidates } from '../match/pattern.js';
import { PatternSet } from '../match/pattern.js';
import { octetsOf } from '../octets.js';
import { firstMatch } from './patterns.js';
import type { Pattern, Reader, ReaderRule } from './reader.js';

/**
 * The patterns of rules about in the order in which a reader prefers them: that of the file if it decides by {@link firstMatch}, else by
 * their ranks, and allow rules before others of their rank.
 */
export function ownPatterns({ decide }: Reader, rules: readonly ReaderRule[]): ForeignPattern[] {
  const all = rules.flatMap(({ allows, patterns }, rule) =>
    patterns.map((pattern) => ({ rank: pattern.rank, own: ownPattern(pattern, rule, allows) })),
  );
  if (decide !== firstMatch) {
    all.sort((a, b) => b.rank - a.rank || Number(b.own.allows) - Number(a.own.allows));
  }
  return all.map(({ own }) => own);
}

function ownPattern(
  { text, kind, parts, isAnchored }: Pattern,
  rule: number,
  allows: boolean,
): ForeignPattern {
  const isWhole = kind === 'whole' || (kind === 'wildcards' && isAnchored === true);
  return { rule, allows, parts: parts ?? [text], isAnchored: isWhole };
}

/** What bringing a URL into form costs, and each character of it, in steps of the matcher. */
const STEPS_PER_URL = 100;
const STEPS_PER_CHARACTER = 2;
/** What a pattern costs, and how many characters of a path are looked through in a step for each part of one. */
const STEPS_PER_PATTERN = 8;
const CHARACTERS_PER_STEP = 16;

/** What a question to rules takes, in steps of the matcher: a fixed part, and one for each character of the path. */
export interface QuestionCost {
  readonly fixed: number;
  readonly perCharacter: number;
}

/** About what a question to rules takes. */
export function questionCost(rules: readonly ReaderRule[]): QuestionCost {
  let patterns = 0;
  let parts = 0;
  for (const rule of rules) {
    patterns += rule.patterns.length;
    for (const pattern of rule.patterns) parts += pattern.parts?.length ?? 0;
  }
  return {
    fixed: STEPS_PER_URL + STEPS_PER_PATTERN * patterns + parts,
    perCharacter: STEPS_PER_CHARACTER + parts / CHARACTERS_PER_STEP,
  };
}

/** The patterns of a reader as an automaton takes them, in about the order of precedence. Texts become octets as UTF-8. */
export function candidatesOfPatterns(patterns: readonly ForeignPattern[]): Candidates {
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
function partsOf({ parts, isAnchored }: ForeignPattern): {
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

/** A pattern as it is, with its escapes as octets, and with its percent signs escaped. */
const SPELLINGS = [(text: string) => text, decoded, escapedOnceMore];

/** A text with its escapes as octets, but those that would begin or end something in a URL. */
function decoded(text: string): string {
  return text.replace(/%[0-9A-F]{2}/gi, (triplet) => {
    const octet = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return '#?%'.includes(octet) ? triplet : octet;
  });
}

/** A text in which each percent sign is escaped, so that a reader that decodes URLs finds the text. */
function escapedOnceMore(text: string): string {
  return text.replaceAll('%', '%25');
}

/**
 * Paths that a reader's pattern of a rank may match, and some that it may not, though another reader may think so: URLs in which the
 * pattern's escapes are characters, or escaped once more, and in which a part of the pattern occurs before its place.
 */
export function* ownPathsOf({ patterns, patternOfRank }: Candidates, rank: number): Generator<string> {
  const pattern = patternOfRank[rank];
  const isAnchored = patterns.anchored[pattern] === 1;
  const parts = partsOfPattern(patterns, pattern);
  const last = urlText(parts.at(-1) as string);
  const fillings = [...FILLINGS, [last, ''], [`${last}x`, ''], [`x${last}`, 'x']] as const;
  const tried = new Set<string>();
  for (const spelled of SPELLINGS) {
    for (const path of filledPaths(
      parts.map((part) => urlText(spelled(part))),
      isAnchored,
      fillings,
    )) {
      for (const one of isAnchored ? [path, `${path}x`, `${path}?`] : [path]) {
        if (!tried.has(one) && isUrlText(one)) yield one;
        tried.add(one);
      }
    }
  }
}
