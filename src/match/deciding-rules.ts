/**
 * What decides about URLs, as `caller-rules.ts` asks it: the rules of the engine (`rules.ts`), or those of a reader that compares them in its
 * own way, and then says how.
 */
import type { RuleTable } from '../ast/groups.js';
import type { Candidates } from './rules.js';

/** Rules that decide about URLs: those of the engine, or of a reader that compares them in its own way. */
export interface DecidingRules {
  readonly table: RuleTable;
  /** How many steps the last question took. */
  readonly steps: number;
  /** Whether a URL may be fetched. */
  isAllowed(url: string | URL): boolean;
  /** Finds what decides about a URL: the index of a rule in the table, or one of the numbers below 0 of `rules.ts`. */
  decide(url: string | URL): number;
  /** What is compared and which rules match, if the engine does not know how these rules are compared. */
  explain?(url: string): ComparedRules;
  /** What comparisons of all URLs at once go by, if the engine does not know how these rules are compared. */
  readonly comparison?: OwnComparison | undefined;
}

/** Rules as a reader compares them. Which of several that match decides is only about known: comparisons put what they find to the rules. */
export interface OwnComparison {
  /** What the reader does with every URL in place of going by the rules. */
  readonly instead: 'allow-all' | 'disallow-all' | undefined;
  /** About in the order of precedence; none if the reader ignores the rules. */
  readonly patterns: readonly OwnPattern[];
  /** The same, as an automaton takes them. Texts are octets as UTF-8. */
  readonly candidates: Candidates;
  /** Paths that the pattern of a rank may match, and some that other readers may think it matches. */
  pathsOf(rank: number): Iterable<string>;
  /** The text that patterns are compared with; null if the reader allows such a URL whatever the rules say. */
  target(url: string): string | null;
  /** A text that is equal for rules that decide alike under one profile. */
  text(): string;
}

/** A pattern as a reader compares it. */
export interface OwnPattern {
  /** Its rule, by its index in the table. */
  readonly rule: number;
  /** Whether the rule allows. */
  readonly allows: boolean;
  /** The parts between wildcards: the first begins a path, and the others follow in their order. */
  readonly parts: readonly string[];
  /** Whether the last part ends the path. */
  readonly isAnchored: boolean;
}

/** A URL as a reader compares it, and the rules that match it. */
export interface ComparedRules {
  readonly compared: string;
  /** In order of precedence, each by its index in the table, with its pattern as it is compared. */
  readonly matching: readonly { readonly rule: number; readonly pattern: string }[];
}
