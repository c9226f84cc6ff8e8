/**
 * What reads files and judges by them under a profile: the engine of this package, unless {@link setEngine} has set another one for the
 * profile. Another engine implements {@link Engine}: it reads a file as a {@link FileReading}, which has its rules as {@link DecidingRules}.
 */
import type { RobotsFile } from '../ast/file.js';
import type { Grouping, RuleTable } from '../ast/groups.js';
import type { Profile } from '../profiles.js';
import type { Candidates } from './pattern.js';
import type { Callers } from './select/callers.js';
import type { NamesInLine, Selection } from './select/select.js';

/** Another engine. */
export interface Engine {
  /** Reads a file; `undefined` if this package is to read it. */
  read(file: RobotsFile): FileReading | undefined;
  /** Answers one question about octets: as `judgeOnce`. */
  isAllowed(octets: Uint8Array, url: string, callers: Callers, maxOctets: number | undefined): boolean;
}

const engines = new WeakMap<Profile, Engine>();

/** Sets the engine of a profile. */
export function setEngine(profile: Profile, engine: Engine): void {
  engines.set(profile, engine);
}

/** The engine that was set for a profile; `undefined` for most. */
export function otherEngineOf(profile: Profile): Engine | undefined {
  return engines.get(profile);
}

/** A file as another engine reads it. */
export interface FileReading {
  /** Rows for what counts. */
  readonly grouping: Grouping;
  /** The groups that a caller obeys. */
  select(callers: Callers): Selection;
  /** Whom a user-agent line names, by its value `octets[start..end)`. */
  namesIn(start: number, end: number, callers: Callers): NamesInLine;
  /** The rules of groups, given by their indexes in the grouping. */
  compile(groups: readonly number[]): DecidingRules;
}

/** Rules that decide about URLs: `CompiledRules`, or those of another engine. */
export interface DecidingRules {
  readonly table: RuleTable;
  /** How many steps the last question took. */
  readonly steps: number;
  /** Whether a URL may be fetched. */
  isAllowed(url: string | URL): boolean;
  /** Finds what decides about a URL: the index of a rule in the table, or an outcome below 0 (`decision.ts`). */
  decide(url: string | URL): number;
  /** How another engine compares the rules, in its own form: what decides about a URL is then only known by asking. `undefined` if this package does. */
  readonly foreign?: ForeignRules | undefined;
}

/** Rules as another engine compares them. Which of several that match decides is only about known: comparisons put what they find to the rules. */
export interface ForeignRules {
  /** What the engine does with every URL in place of going by the rules. */
  readonly instead: 'allow-all' | 'disallow-all' | undefined;
  /** About in the order of precedence; none if the engine ignores the rules. */
  readonly patterns: readonly ForeignPattern[];
  /** The same, as an automaton takes them. Texts are octets as UTF-8. */
  readonly candidates: Candidates;
  /** Paths that the pattern of a rank may match, and some that other engines may think it matches. */
  pathsOf(rank: number): Iterable<string>;
  /** The text that patterns are compared with; null if the engine allows such a URL whatever the rules say. */
  target(url: string): string | null;
  /** A text that is equal for rules that decide alike under one profile. */
  text(): string;
  /** What is compared with a URL, and which rules match. */
  explain(url: string): ComparedRules;
}

/** A pattern as another engine compares it. */
export interface ForeignPattern {
  /** Its rule, by its index in the table. */
  readonly rule: number;
  /** Whether the rule allows. */
  readonly allows: boolean;
  /** The parts between wildcards: the first begins a path, and the others follow in their order. */
  readonly parts: readonly string[];
  /** Whether the last part ends the path. */
  readonly isAnchored: boolean;
}

/** A URL as another engine compares it, and the rules that match it. */
export interface ComparedRules {
  readonly compared: string;
  /** In order of precedence, each by its index in the table, with its pattern as it is compared, and how many octets that has; by default those of its text. */
  readonly matching: readonly { readonly rule: number; readonly pattern: string; readonly octets?: number }[];
}
