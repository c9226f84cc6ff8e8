/**
 * The rules that a crawler obeys, asked about many paths. The rules of the engine take paths in the form of patterns, so that no URL is made.
 */
import type { RuleTable } from '../ast/groups.js';
import { NO_RULE } from '../match/decision.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import { OCTET_KINDS } from '../match/octet-forms.js';
import { PatternSet } from '../match/pattern.js';
import { isRobotsTxt } from '../match/read-url.js';
import { RequestPath } from '../match/request-path.js';
import { scanRules } from '../match/rules.js';
import { latin1, octetsOf } from '../octets.js';
import type { RuleAxes } from '../profiles.js';
import * as Row from '../stream/row.js';
import { urlOfPath } from '../urls.js';
import { bitsOf, PatternOctets } from './pattern-octets.js';
import { disallows, mayNameSections } from './rule-rows.js';
import { UsedOctets } from './used-octets.js';

/** How many steps of the matcher all questions together may take: about a tenth of a second. */
const MAX_STEPS = 20_000_000;

/** What a question costs besides the steps of the matcher. */
const STEPS_PER_QUESTION = 200;

/** The rules that a crawler obeys. All questions to them together have a bound. */
export interface ObeyedRules {
  /** False for the rules of a reader, which brings paths and patterns into its own form. */
  readonly isExact: boolean;
  /** Whether no more questions are to be asked. */
  readonly isSpent: boolean;
  /**
   * Whether the crawler may fetch a path in the form of patterns, `octets[start..end)`.
   *
   * @param row that of a rule which is known to match it. If it is one of these rules and disallows, mostly the allow rules alone decide
   */
  isAllowed(octets: Uint8Array, start: number, end: number, row?: number): boolean;
  /** The patterns of disallow rules that may name sections. */
  sectionPatterns(): PatternSet;
  /** The octet of a letter or digit that no pattern has; undefined if there is none. */
  unusedLetter(): number | undefined;
}

/** @param ofFile the octets of all patterns of the file; undefined if that is not known */
export function obeyedRules(matcher: Matcher, ofFile?: PatternOctets): ObeyedRules {
  const { foreign } = rulesOf(matcher).compiled;
  return foreign === undefined ? new EngineRules(matcher, ofFile) : new ReaderRules(matcher);
}

/** The path of the question that is answered. */
const asked = new RequestPath(new Uint8Array(0), 0, 0);

/** Rules that the engine compares. */
class EngineRules implements ObeyedRules {
  readonly isExact = true;
  readonly #table: RuleTable;
  /** The rows of the rules that disallow nothing. */
  readonly #allowing: readonly number[];
  readonly #axes: RuleAxes;
  #octets: PatternOctets | undefined;
  #left = MAX_STEPS;

  constructor(matcher: Matcher, ofFile: PatternOctets | undefined) {
    const { table } = rulesOf(matcher).compiled;
    this.#table = table;
    this.#axes = matcher.profile.rules;
    this.#allowing = table.at.filter((row) => !disallows(table, row));
    this.#octets = ofFile;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  isAllowed(octets: Uint8Array, start: number, end: number, row?: number): boolean {
    asked.become(octets, start, end);
    if (this.#axes.robotsTxtAlwaysAllowed && isRobotsTxt(asked)) return true;
    const { at } = this.#table;
    const isDisallowed = row !== undefined && disallows(this.#table, row) && at.includes(row);
    if (isDisallowed && this.#decide(this.#allowing) === NO_RULE) return false;
    const deciding = this.#decide(at);
    return deciding === NO_RULE || !disallows(this.#table, deciding);
  }

  /** The row of the rule that decides about the path that is asked about, of those at some rows; {@link NO_RULE} if none does. */
  #decide(at: readonly number[]): number {
    if (at.length === 0) return NO_RULE; // most crawlers have no allow rules
    const { octets, rows } = this.#table;
    const patterns = this.#patterns;
    const bits = bitsOf(asked.octets, asked.start, asked.end);
    const near: number[] = [];
    for (const row of at) if (patterns.mayMatch(row, bits)) near.push(row);
    this.#left -= at.length + STEPS_PER_QUESTION;
    if (near.length === 0) return NO_RULE;
    const granted = asked.grant(octets.length);
    const rule = scanRules({ octets, rows, at: near }, this.#axes, asked);
    this.#left -= granted - asked.left;
    return rule === NO_RULE ? NO_RULE : near[rule];
  }

  get #patterns(): PatternOctets {
    this.#octets ??= new PatternOctets(this.#table);
    return this.#octets;
  }

  sectionPatterns(): PatternSet {
    const table = this.#table;
    const { octets, rows, at } = table;
    const patterns = emptyPatterns(this.#axes);
    for (const row of at) {
      if (disallows(table, row) && mayNameSections(table, row))
        patterns.add(octets, rows[row + Row.VALUE_START], rows[row + Row.VALUE_END], row);
    }
    return patterns;
  }

  unusedLetter(): number | undefined {
    return this.#patterns.unusedLetter;
  }
}

/** Sets of patterns that are used again, by the axes of a profile: to make one takes longer than to fill it. */
const keptPatterns = new WeakMap<RuleAxes, PatternSet>();

/** The most octets of a set that is used again. */
const MAX_KEPT_OCTETS = 16 * 1024;

function emptyPatterns(axes: RuleAxes): PatternSet {
  let patterns = keptPatterns.get(axes);
  if (patterns === undefined || patterns.text.length > MAX_KEPT_OCTETS) {
    patterns = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters);
    keptPatterns.set(axes, patterns);
  } else patterns.clear();
  return patterns;
}

/** Rules that a reader compares in its own way. */
class ReaderRules implements ObeyedRules {
  readonly isExact = false;
  readonly #matcher: Matcher;
  #left = MAX_STEPS;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  isAllowed(octets: Uint8Array, start: number, end: number): boolean {
    const allowed = this.#matcher.isAllowed(urlOfPath(latin1(octets.subarray(start, end))));
    this.#left -= rulesOf(this.#matcher).compiled.steps + STEPS_PER_QUESTION;
    return allowed;
  }

  sectionPatterns(): PatternSet {
    const named = new PatternSet(OCTET_KINDS['as-written'], true);
    for (const { allows, parts, isAnchored } of rulesOf(this.#matcher).compiled.foreign?.patterns ?? []) {
      // After a final `*`, an anchor holds nothing.
      const endsThere = isAnchored && parts.at(-1) !== '';
      if (allows || endsThere || parts.some((part) => SPECIAL.test(part))) continue;
      const text = parts.join('*');
      // A reader may compare patterns without the slash of paths, or anywhere in them.
      for (const begun of /^[*/]/.test(text) ? [text] : [`/${text}`, `/*${text}`]) {
        const octets = octetsOf(begun);
        named.add(octets, 0, octets.length, 0);
      }
    }
    return named;
  }

  unusedLetter(): number | undefined {
    const used = new UsedOctets();
    const { candidates } = rulesOf(this.#matcher).compiled.foreign ?? {};
    if (candidates !== undefined) used.add(candidates.patterns.text, 0, candidates.patterns.textLength);
    return used.unusedLetter;
  }
}

/** No name of a section has these. */
const SPECIAL = /[*$]/;
