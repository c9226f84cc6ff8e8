/**
 * The rules of a reader, as comparisons of all URLs at once need them.
 */
import type { OwnPattern } from '../match/caller-rules.js';
import { firstMatch } from './patterns.js';
import type { Pattern, Reader, ReaderRule } from './reader.js';

/**
 * The patterns of rules about in the order in which a reader prefers them: that of the file if it decides by {@link firstMatch}, else by
 * their ranks, and allow rules before others of their rank.
 */
export function ownPatterns({ decide }: Reader, rules: readonly ReaderRule[]): OwnPattern[] {
  const all = rules.flatMap(({ allows, patterns }, rule) =>
    patterns.map((pattern) => ({ rank: pattern.rank, own: ownPattern(pattern, rule, allows) })),
  );
  if (decide !== firstMatch) {
    all.sort((a, b) => b.rank - a.rank || Number(b.own.allows) - Number(a.own.allows));
  }
  return all.map(({ own }) => own);
}

function ownPattern({ text, kind, parts, isAnchored }: Pattern, rule: number, allows: boolean): OwnPattern {
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
  const patterns = rules.flatMap((rule) => rule.patterns);
  const parts = patterns.reduce((sum, { parts = [] }) => sum + parts.length, 0);
  return {
    fixed: STEPS_PER_URL + STEPS_PER_PATTERN * patterns.length + parts,
    perCharacter: STEPS_PER_CHARACTER + parts / CHARACTERS_PER_STEP,
  };
}
