/**
 * The rules of one caller, ready to decide about URLs.
 */
import { isAllowRow, isEmptyRow, type RuleTable } from '../ast/groups.js';
import type { RuleAxes } from '../profiles.js';
import * as Row from '../stream/row.js';
import { RuleAutomaton } from './automaton.js';
import { GIVEN_UP, NO_RULE, ROBOTS_TXT } from './decision.js';
import type { DecidingRules } from './engine.js';
import { OCTET_KINDS, type OctetKinds } from './octet-forms.js';
import { type Candidates, directoryOfIndex, PatternSet } from './pattern.js';
import { isRobotsTxt, readRequestPath } from './read-url.js';
import type { RequestPath } from './request-path.js';
import { canMatch, RuleTrial } from './rule-trial.js';

/** How many steps all scans together may take for each octet of the file before the automaton is built: about what it costs. */
const SCAN_STEPS_PER_OCTET = 4;

/** After it has been given up so many times in a row, the automaton is asked no more. */
const MAX_GIVE_UPS = 8;

/**
 * The rules of one caller, in two tiers. The scan reads the octets of the document and needs no preparation. When the scans have cost
 * about as much as the automaton costs to build, it takes over. If it takes too many steps, the scan answers, with an index of the path
 * as soon as it takes too many, too.
 *
 * Cost of a question: docs/internals/matcher.md, "The bound".
 */
export class CompiledRules implements DecidingRules {
  readonly table: RuleTable;
  /** How many steps the last question took, for the tests of its bounds. */
  steps = 0;
  readonly #axes: RuleAxes;
  readonly #kinds: OctetKinds;
  automaton: RuleAutomaton | null = null;
  /** How often it has been given up since it last found a rule, or that there is none. */
  #giveUps = 0;
  /** How many steps scans may still take before the automaton is built; no bound once it has been given up for good. */
  scanSteps: number;
  /** The number of the last path (`LatestPath.number`), and what decides about it. */
  #decidedNumber = 0;
  #decided: number = NO_RULE;

  constructor(table: RuleTable, axes: RuleAxes) {
    this.table = table;
    this.#axes = axes;
    this.#kinds = OCTET_KINDS[axes.form];
    this.scanSteps = SCAN_STEPS_PER_OCTET * table.octets.length;
  }

  /**
   * Whether a URL may be fetched.
   *
   * @throws {TypeError} as {@link decide}
   */
  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    if (rule < 0) return true;
    const { rows, at } = this.table;
    return isAllowRow(rows, at[rule]) || isEmptyRow(rows, at[rule]);
  }

  /**
   * Finds the rule that decides about a URL. A disallow rule with an empty pattern may decide (`emptyPattern: 'matches'`); it
   * allows the URL.
   *
   * @returns its index in the table, {@link NO_RULE} or {@link ROBOTS_TXT}
   * @throws {TypeError} if the form does not accept the URL (`readRequestPath`)
   */
  decide(url: string | URL): number {
    const path = readRequestPath(url, this.#kinds);
    if (path.number !== this.#decidedNumber) {
      this.#decided = this.#decideAnew(path);
      this.#decidedNumber = path.number;
    }
    return this.#decided;
  }

  /** Finds the rule that decides about a path. */
  #decideAnew(path: RequestPath): number {
    if (this.#axes.robotsTxtAlwaysAllowed && isRobotsTxt(path)) return ROBOTS_TXT;

    const granted = path.grant(this.table.octets.length);
    if (this.automaton === null && this.scanSteps < 0) {
      const { patterns, patternOfRank } = candidatesOf(this.table, this.#axes);
      this.automaton = new RuleAutomaton(patterns, patternOfRank);
    }
    let rule = this.automaton === null ? GIVEN_UP : this.automaton.decide(path);
    if (rule !== GIVEN_UP) this.#giveUps = 0;
    else {
      const before = path.left;
      rule = scanRules(this.table, this.#axes, path);
      this.scanSteps -= before - path.left;
      if (this.automaton !== null && ++this.#giveUps === MAX_GIVE_UPS) {
        this.automaton = null;
        this.scanSteps = Infinity;
      }
    }
    this.steps = granted - path.left;
    return rule;
  }
}

/**
 * Finds the rule that decides about a path by trying them one by one.
 *
 * Cost: at most a step for each octet of the patterns, and the steps of searches for parts, metered.
 *
 * @returns its index in the table, or {@link NO_RULE}
 */
export function scanRules(table: RuleTable, axes: RuleAxes, path: RequestPath): number {
  const { octets, rows, at } = table;
  const trial = new RuleTrial(axes, path);
  let best = NO_RULE;
  for (let rule = 0; rule < at.length; rule++) {
    const row = at[rule];
    const patternStart = rows[row + Row.VALUE_START];
    const patternEnd = rows[row + Row.VALUE_END];
    const isAllow = isAllowRow(rows, row);
    if (trial.differs(octets, patternStart, patternEnd, isAllow)) continue;
    if (trial.leads(octets, patternStart, patternEnd, isAllow)) best = rule;
  }
  path.left -= at.length;
  return best;
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
      if (directoryEnd >= 0) patterns.add(octets, start, directoryEnd, rule, true);
    }
  }
  const patternOfRank = patterns.rules.slice(0, patterns.count).map((_, pattern) => pattern);
  if (axes.precedence === 'longest') sortByLength(patternOfRank, patterns, table);
  return { patterns, patternOfRank };
}

/** By length, longest first; allow before disallow; then by line, which is the order of the table. */
function sortByLength(
  order: Int32Array,
  { count, lengths, rules }: PatternSet,
  { rows, at }: RuleTable,
): void {
  const longest = lengths.subarray(0, count).reduce((length, other) => Math.max(length, other), 0);
  // A key has all three, so the platform sorts numbers.
  const keys = new Float64Array(count);
  for (let pattern = 0; pattern < count; pattern++) {
    const isAllow = isAllowRow(rows, at[rules[pattern]]);
    keys[pattern] = ((longest - lengths[pattern]) * 2 + (isAllow ? 0 : 1)) * count + pattern;
  }
  keys.sort().forEach((key, rank) => {
    order[rank] = key % count;
  });
}
