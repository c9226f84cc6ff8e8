/**
 * The rules that a crawler obeys, asked about many paths. The rules of the engine take paths in the form of patterns, so that no URL is made.
 */
import { DOLLAR, DOT, QUESTION, SLASH, STAR } from '../ascii.js';
import { isAllowRow, isEmptyRow, type RuleTable } from '../ast/groups.js';
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
import { PatternOctets, UsedOctets } from './used-octets.js';

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
   * @param isDisallowed whether some disallow rule is known to match it, so that mostly the allow rules alone decide
   */
  isAllowed(octets: Uint8Array, start: number, end: number, isDisallowed: boolean): boolean;
  /** The patterns of disallow rules that may name sections. */
  sectionPatterns(): PatternSet;
  /** The octet of a letter or digit that no pattern has; undefined if there is none. */
  unusedLetter(): number | undefined;
}

/** @param ofFile the octets of all patterns of the file; undefined if that is not known */
export function obeyedRules(matcher: Matcher, ofFile?: UsedOctets): ObeyedRules {
  const { foreign } = rulesOf(matcher).compiled;
  return foreign === undefined ? new EngineRules(matcher, ofFile) : new ReaderRules(matcher);
}

/** The path of the question that is answered. */
const asked = new RequestPath(new Uint8Array(0), 0, 0);

/** Rules that the engine compares. */
class EngineRules implements ObeyedRules {
  readonly isExact = true;
  readonly #table: RuleTable;
  /** The rules that allow. */
  readonly #allowing: RuleTable;
  readonly #axes: RuleAxes;
  readonly #usedInFile: UsedOctets | undefined;
  #left = MAX_STEPS;

  constructor(matcher: Matcher, ofFile: UsedOctets | undefined) {
    const { table } = rulesOf(matcher).compiled;
    this.#table = table;
    this.#allowing = { ...table, at: table.at.filter((row) => !disallows(table, row)) };
    this.#axes = matcher.profile.rules;
    this.#usedInFile = ofFile;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  isAllowed(octets: Uint8Array, start: number, end: number, isDisallowed: boolean): boolean {
    const table = this.#table;
    asked.become(octets, start, end);
    if (this.#axes.robotsTxtAlwaysAllowed && isRobotsTxt(asked)) return true;
    if (isDisallowed && this.#decide(this.#allowing) === NO_RULE) return false;
    const rule = this.#decide(table);
    return rule === NO_RULE || !disallows(table, table.at[rule]);
  }

  /** Which of some rules decides about the path that is asked about. */
  #decide(table: RuleTable): number {
    if (table.at.length === 0) return NO_RULE; // most crawlers have no allow rules
    const granted = asked.grant(table.octets.length);
    const rule = scanRules(table, this.#axes, asked);
    this.#left -= granted - asked.left + STEPS_PER_QUESTION;
    return rule;
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
    return this.#usedInFile?.unusedLetter ?? new PatternOctets(this.#table).unusedLetter;
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

/** Whether a rule is one that disallows some path, unless others decide. */
export function disallows({ rows }: RuleTable, row: number): boolean {
  return !isAllowRow(rows, row) && !isEmptyRow(rows, row);
}

/** Whether a rule's pattern matches no path of a URL under any profile, because it begins with neither `/` nor `*`. */
export function matchesNothing({ octets, rows }: RuleTable, row: number): boolean {
  const first = octets[rows[row + Row.VALUE_START]];
  return isEmptyRow(rows, row) || (first !== SLASH && first !== STAR);
}

/** Whether a rule's pattern may name sections, by its octets alone: most patterns go on in a section, or name a file. */
function mayNameSections({ octets, rows }: RuleTable, row: number): boolean {
  const end = rows[row + Row.VALUE_END];
  let at = rows[row + Row.VALUE_START];
  if (octets[at] !== SLASH) return true;
  for (at++; at < end && octets[at] !== SLASH; at++) {
    if (octets[at] === DOT || octets[at] === QUESTION) return false;
  }
  for (; at < end; at++) {
    if (octets[at] !== SLASH && octets[at] !== STAR && octets[at] !== DOLLAR) return false;
  }
  return true;
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
      if (allows || isAnchored || parts.some((part) => SPECIAL.test(part))) continue;
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
