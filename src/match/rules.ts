/**
 * The rules of one caller, ready to decide about URLs.
 */
import { isAllowRow, isEmptyRow, type RuleTable } from '../ast/groups.js';
import type { RuleAxes } from '../profiles.js';
import * as Row from '../stream/row.js';
import { RuleAutomaton } from './automaton.js';
import { FREE_STEPS, Question } from './bound.js';
import { OCTET_KINDS, type OctetKinds } from './octet-forms.js';
import { directoryOfIndex, PatternSet } from './pattern.js';
import { NO_RANK } from './pattern-trie.js';
import { isRobotsTxt, type RequestPath, readRequestPath } from './request-path.js';
import { canMatch, RuleTrial } from './rule-trial.js';

/** The deciding rule if none matches. The URL is allowed. */
export const NO_RULE = -1;
/** The deciding rule of `/robots.txt` itself, which is allowed whatever the rules say (RFC 9309 §2.2.2). */
export const ROBOTS_TXT = -2;
/** In place of a rule if the automaton has taken too many steps. */
const GIVEN_UP = -3;

export interface CompiledRules {
  readonly table: RuleTable;
  /**
   * Finds the rule that decides about a URL. A disallow rule with an empty pattern may decide (`emptyPattern: 'matches'`); it
   * allows the URL.
   *
   * @returns its index in the table, {@link NO_RULE} or {@link ROBOTS_TXT}
   * @throws {TypeError} if the form does not accept the URL (`readRequestPath`)
   */
  decide(url: string | URL): number;
  /**
   * Whether a URL may be fetched.
   *
   * @throws {TypeError} as {@link decide}
   */
  isAllowed(url: string | URL): boolean;
  /** How many steps the last question took, for the tests of its bounds. */
  readonly steps: number;
}

/** Makes the rules ready. Whatever takes time waits until a question needs it. */
export function compileRules(table: RuleTable, axes: RuleAxes): CompiledRules {
  return new TieredRules(table, axes);
}

/** How many steps all scans together may take for each octet of the patterns before the automaton is built: about what it costs. */
const SCAN_STEPS_PER_OCTET = 4;

/** How often the automaton may take too many steps before it is not asked again. */
const MAX_GIVE_UPS = 3;

/**
 * Two tiers. The scan reads the octets of the document and needs no preparation. When the scans have cost about as much as
 * the automaton costs to build, it takes over. If either takes too many steps, a scan with an index of the path answers.
 *
 * Cost of a question: docs/matcher.md, "The bound".
 */
class TieredRules implements CompiledRules {
  readonly table: RuleTable;
  steps = 0;
  private readonly axes: RuleAxes;
  private readonly kinds: OctetKinds;
  private automaton: RuleAutomaton | null = null;
  private ruleOfRank!: Int32Array;
  private scanSteps = 0;
  private giveUps = 0;
  /** How many steps all scans together may take before the automaton is built. */
  private scanLimit = FREE_STEPS;
  /** The number of the last path (`RequestPath.number`), and what decides about it. */
  private decidedNumber = 0;
  private decided = NO_RULE;

  constructor(table: RuleTable, axes: RuleAxes) {
    this.table = table;
    this.axes = axes;
    this.kinds = OCTET_KINDS[axes.form];
  }

  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    if (rule < 0) return true;
    const { rows, at } = this.table;
    return isAllowRow(rows, at[rule]) || isEmptyRow(rows, at[rule]);
  }

  decide(url: string | URL): number {
    const path = readRequestPath(url, this.kinds);
    if (path.number !== this.decidedNumber) {
      this.decided = this.decideAnew(path);
      this.decidedNumber = path.number;
    }
    return this.decided;
  }

  /** Finds the rule that decides about a path. */
  private decideAnew(path: RequestPath): number {
    if (this.axes.robotsTxtAlwaysAllowed && isRobotsTxt(path)) return ROBOTS_TXT;

    const question = new Question(path, this.table.octets.length);
    const granted = question.left;
    const automaton = this.automaton ?? this.automatonIfDue();
    let rule = automaton === null ? GIVEN_UP : this.ask(automaton, question);
    if (rule === GIVEN_UP) rule = this.scan(question);
    this.steps = granted - question.left;
    return rule;
  }

  private ask(automaton: RuleAutomaton, question: Question): number {
    const rank = automaton.decide(question.path, question);
    if (question.left >= 0) return rank === NO_RANK ? NO_RULE : this.ruleOfRank[rank];
    if (++this.giveUps === MAX_GIVE_UPS) {
      this.automaton = null;
      this.scanLimit = Infinity;
    }
    return GIVEN_UP;
  }

  private scan(question: Question): number {
    const before = question.left;
    const rule = scanRules(this.table, this.axes, question);
    this.scanSteps += before - question.left;
    return rule;
  }

  /** Builds the automaton if the scans have taken so many steps. */
  private automatonIfDue(): RuleAutomaton | null {
    if (this.scanSteps <= this.scanLimit) return null;
    if (this.scanLimit === FREE_STEPS)
      this.scanLimit += SCAN_STEPS_PER_OCTET * countPatternOctets(this.table);
    if (this.scanSteps <= this.scanLimit) return null;
    const { patterns, patternOfRank, ruleOfRank } = candidatesOf(this.table, this.axes);
    this.automaton = new RuleAutomaton(patterns, patternOfRank);
    this.ruleOfRank = ruleOfRank;
    return this.automaton;
  }
}

/**
 * Finds the rule that decides about a path by trying them one by one.
 *
 * Cost: at most a step for each octet of the patterns, and the steps of searches for parts, metered.
 *
 * @returns its index in the table, or {@link NO_RULE}
 */
export function scanRules(table: RuleTable, axes: RuleAxes, question: Question): number {
  const { octets, rows, at } = table;
  const trial = new RuleTrial(axes, question);
  let best = NO_RULE;
  for (let rule = 0; rule < at.length; rule++) {
    const row = at[rule];
    const patternStart = rows[row + Row.VALUE_START];
    const patternEnd = rows[row + Row.VALUE_END];
    const isAllow = isAllowRow(rows, row);
    if (trial.isRuledOut(octets, patternStart, patternEnd, isAllow)) continue;
    if (trial.leads(octets, patternStart, patternEnd, isAllow)) best = rule;
  }
  question.left -= at.length;
  return best;
}

/** The octets of all patterns, and one for each rule. */
function countPatternOctets({ rows, at }: RuleTable): number {
  let octets = at.length;
  for (const row of at) octets += rows[row + Row.VALUE_END] - rows[row + Row.VALUE_START];
  return octets;
}

/** The patterns that can match, and their order of precedence. */
export interface Candidates {
  readonly patterns: PatternSet;
  /** The pattern of each rank. Of the patterns that match, the one of the lowest rank decides. */
  readonly patternOfRank: Int32Array;
  /** The rule of each rank, as its index in the table. */
  readonly ruleOfRank: Int32Array;
}

/** Brings the patterns into form and ranks them: docs/semantics.md §5.5. Leaves out those that can never match. */
export function candidatesOf(table: RuleTable, axes: RuleAxes): Candidates {
  const { octets, rows, at } = table;
  const patterns = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters, at.length);
  for (let rule = 0; rule < at.length; rule++) {
    const row = at[rule];
    const start = rows[row + Row.VALUE_START];
    const end = rows[row + Row.VALUE_END];
    if (!canMatch(octets, start, end, axes)) continue;
    patterns.add(octets, start, end, rule);
    if (axes.indexHtmlIsDirectory && isAllowRow(rows, row)) {
      const directoryEnd = directoryOfIndex(octets, start, end);
      if (directoryEnd >= 0) patterns.addAnchored(octets, start, directoryEnd, rule);
    }
  }
  const patternOfRank = axes.precedence === 'first' ? inOrder(patterns.count) : longestFirst(patterns, table);
  const ruleOfRank = new Int32Array(patterns.count);
  for (let rank = 0; rank < patterns.count; rank++) ruleOfRank[rank] = patterns.rules[patternOfRank[rank]];
  return { patterns, patternOfRank, ruleOfRank };
}

function inOrder(count: number): Int32Array {
  const order = new Int32Array(count);
  for (let pattern = 0; pattern < count; pattern++) order[pattern] = pattern;
  return order;
}

/** By length, longest first; allow before disallow; then by line, which is the order of the table. A counting sort. */
function longestFirst({ count, lengths, rules }: PatternSet, { rows, at }: RuleTable): Int32Array {
  let longest = 0;
  for (let pattern = 0; pattern < count; pattern++) longest = Math.max(longest, lengths[pattern]);
  const places = new Int32Array((longest + 1) * 2 + 1);
  for (let pattern = 0; pattern < count; pattern++) places[keyOf(pattern) + 1]++;
  for (let key = 1; key < places.length; key++) places[key] += places[key - 1];
  const order = new Int32Array(count);
  for (let pattern = 0; pattern < count; pattern++) order[places[keyOf(pattern)]++] = pattern;
  return order;

  function keyOf(pattern: number): number {
    return (longest - lengths[pattern]) * 2 + (isAllowRow(rows, at[rules[pattern]]) ? 0 : 1);
  }
}
