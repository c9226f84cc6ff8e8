/**
 * From a caller to the rules that it obeys: a file as a profile reads it, which all callers share, and what one of them obeys in it.
 */
import type { RobotsFile } from '../ast/file.js';
import { lastAtOrBefore, rulesOfGroups } from '../ast/groups.js';
import type { ExtensionRecord, Group } from '../ast/nodes.js';
import { FileView } from '../ast/view.js';
import type { Profile } from '../profiles.js';
import type { StatusRuling } from '../status-access.js';
import * as Row from '../stream/row.js';
import { type Decision, decisionOf, NO_RULE, ROBOTS_TXT } from './decision.js';
import { type DecidingRules, type FileReading, otherEngineOf } from './engine.js';
import { type Judge, judgeOnce } from './judge.js';
import { CompiledRules } from './rules.js';
import { type Callers, callersOf } from './select/callers.js';
import {
  lettersOf,
  type NamesInLine,
  NO_CALLER,
  namesInLine,
  type Selection,
  select,
  UNNAMED,
} from './select/select.js';

/** How many sets of groups are kept with their rules. */
const MAX_KEPT_SETS = 64;

/**
 * A file as a profile reads it, and the rules that callers obey in it. They are compiled once for all callers that obey the same
 * groups: most obey the groups for `*`.
 *
 * What is kept has a bound: all sets of groups together have no more groups and rules than the file has rows. Sets without a
 * group in common are always within it.
 */
export class ProfileRules extends FileView {
  /** The first letters of the user-agent lines (`letterBit`). A file names few crawlers, so they show that most callers are unnamed. */
  #letters: number | undefined;
  #unnamed: Selection | undefined;
  #kept: KeptRules[] = [];
  /** How many groups and rules all of these have together. */
  #keptRows = 0;
  /** The rules asked for last. */
  #latest: KeptRules | undefined;

  /** Another engine that reads the file in its own way. */
  readonly #other: FileReading | undefined;

  constructor(file: RobotsFile, profile: Profile, other?: FileReading) {
    super(file, profile, other?.grouping);
    this.#other = other;
  }

  /** Whether the judge answers the next question, because the file has been asked nothing. */
  get isForJudge(): boolean {
    return this.#other === undefined && this.file.isUnused;
  }

  /** The groups that a caller obeys. */
  selectionOf(callers: Callers): Selection {
    if (this.#other !== undefined) return this.#other.select(callers);
    const { grouping, profile } = this;
    this.#letters ??= lettersOf(grouping);
    const isUnnamed = callers.obeysWildcard && (callers.letters & this.#letters) === 0;
    if (!isUnnamed) return select(grouping, profile.groups, callers);
    this.#unnamed ??= select(grouping, profile.groups, UNNAMED);
    return this.#unnamed;
  }

  /**
   * Which of some groups has a line. Another engine may add lines to a group above others, and may have a line in several groups.
   *
   * @param groups their indexes in the grouping, in file order
   * @param line in one of them
   * @returns the place in `groups`
   */
  groupWith(groups: readonly number[], line: number): number {
    const { rows, groups: all } = this.grouping;
    if (this.#other === undefined)
      return lastAtOrBefore(groups, line, (group) => rows[all[group].first + Row.LINE]);
    return groups.findIndex((group) => {
      const { first, end } = all[group];
      let at = first;
      while (at < end && rows[at + Row.LINE] !== line) at += Row.STRIDE;
      return at < end;
    });
  }

  /** Whom a user-agent line names, by its value `octets[start..end)`. */
  namesIn(start: number, end: number, callers: Callers): NamesInLine {
    return (
      this.#other?.namesIn(start, end, callers) ??
      namesInLine(this.file.octets, start, end, callers, this.profile.groups.agentMatch)
    );
  }

  /**
   * The rules of groups.
   *
   * @param groups their indexes in the grouping, in file order
   */
  compiledFor(groups: readonly number[]): DecidingRules {
    if (this.#other !== undefined) return this.#other.compile(groups);
    if (this.#latest?.groups !== groups) {
      const isAsked = (kept: KeptRules) =>
        kept.groups.length === groups.length && kept.groups.every((group, nth) => group === groups[nth]);
      this.#latest = this.#kept.find(isAsked) ?? this.#compile(groups);
    }
    return this.#latest.rules;
  }

  /** Compiles the rules of groups and keeps them. If there is no room for them, it forgets all others. */
  #compile(groups: readonly number[]): KeptRules {
    const table = rulesOfGroups(this.grouping, groups);
    const compiled = { groups, rules: new CompiledRules(table, this.profile.rules) };
    const rows = groups.length + table.at.length;
    const maxRows = this.grouping.rows.length / Row.STRIDE;
    this.#keptRows += rows;
    if (this.#kept.length === MAX_KEPT_SETS || this.#keptRows > maxRows) {
      this.#kept = [];
      this.#keptRows = rows;
    }
    this.#kept.push(compiled);
    return compiled;
  }
}

/** A file as a profile reads it, by the engine of the profile. */
export function viewOf(file: RobotsFile, profile: Profile): ProfileRules {
  return new ProfileRules(file, profile, otherEngineOf(profile)?.read(file));
}

/** The rules of a set of groups. */
interface KeptRules {
  /** The groups' indexes in the grouping, in file order. */
  readonly groups: readonly number[];
  readonly rules: CompiledRules;
}

const NO_ROWS = new Int32Array(0);

const NOTHING_SELECTED: Selection = { selectedBy: 'nothing', groups: [], agentRows: [] };

/** What one caller obeys. It is looked up when it is first needed. */
export class CallerRules {
  readonly view: ProfileRules;
  readonly callers: Callers;
  /** The status that decides for all callers; undefined if the rules of the file do. */
  readonly ruling: StatusRuling | undefined;
  #selected: Selection | undefined;
  #compiledRules: DecidingRules | undefined;

  constructor(view: ProfileRules, callers: Callers) {
    this.view = view;
    this.ruling = view.file.facts.ruling;
    this.callers = this.ruling === undefined ? callers : UNNAMED;
    if (this.ruling !== undefined) this.#selected = NOTHING_SELECTED;
  }

  /** The groups that the caller obeys; none if a status decides. */
  get selection(): Selection {
    this.#selected ??= this.view.selectionOf(this.callers);
    return this.#selected;
  }

  /** The rules that decide. */
  get compiled(): DecidingRules {
    this.#compiledRules ??= this.view.compiledFor(
      (this.ruling === undefined ? this.selection : this.view.selectionOf(UNNAMED)).groups,
    );
    return this.#compiledRules;
  }

  /** As `Matcher.isAllowed`. */
  isAllowed(url: string | URL): boolean {
    return this.#isFirstQuestion ? this.#judge(url).isAllowed : this.compiled.isAllowed(url);
  }

  /** What decides about a URL: `Matcher.check` has the same parameters. */
  decide(url: string | URL): Decision {
    if (!this.#isFirstQuestion) {
      const rule = this.compiled.decide(url);
      const { rows, at } = this.compiled.table;
      return decisionOf(rows, rule < 0 ? rule : at[rule], this.selection.groups.length, this.ruling);
    }
    const { row, isRobotsTxt, selection } = this.#judge(url);
    const outcome = isRobotsTxt ? ROBOTS_TXT : NO_RULE;
    const rows = row === null ? NO_ROWS : Int32Array.from(row);
    return decisionOf(rows, row === null ? outcome : 0, selection.groupCount, this.ruling);
  }

  get #isFirstQuestion(): boolean {
    // Compiled rules have been asked before. The file would say so, too, but later than this field.
    return this.#compiledRules === undefined && this.view.isForJudge;
  }

  /** Answers the first question about a file: in one pass over its octets, which reads no row. */
  #judge(url: string | URL): Judge {
    const { file, profile } = this.view;
    file.isAsked = true;
    return judgeOnce(file.octets, url, profile, this.callers, file.facts.maxOctets);
  }

  /** The line of the first user-agent line that selects a group; 0 if no group applies. */
  get firstLine(): number {
    const at = this.selection.agentRows[0];
    return at === undefined ? 0 : this.view.grouping.rows[at + Row.LINE];
  }

  /** The group that has a line; null if no group applies. @param line in one of the groups that the caller obeys */
  groupAt(line: number): Group | null {
    const { groups } = this.selection;
    return groups.length === 0 ? null : this.view.groups[groups[this.view.groupWith(groups, line)]];
  }

  /**
   * The caller's name that the group of a line has; null unless the groups name the caller. It has a version only if the group does not
   * name the caller without it: `User-agent: a+b/1` names `a+b/1` and not `a+b`.
   *
   * @param line in one of the groups that the caller obeys
   */
  agentAt(line: number): string | null {
    const { selectedBy, groups, agentRows } = this.selection;
    if (selectedBy !== 'name') return null;
    const at = agentRows[this.view.groupWith(groups, line)];
    const { name, given } = this.callers.names[this.nameAt(at)];
    return this.nameAt(at, callersOf(name)) === NO_CALLER ? given : name;
  }

  /** The index of the first of some names that the user-agent line of a row has, or {@link NO_CALLER}. */
  nameAt(at: number, callers: Callers = this.callers): number {
    const { rows } = this.view.grouping;
    return this.view.namesIn(rows[at + Row.VALUE_START], rows[at + Row.VALUE_END], callers).caller;
  }

  /**
   * The records with a field that apply to the caller, in file order: those below the user-agent line that names it
   * (docs/semantics.md §3.4).
   *
   * @param name the field in lower case
   */
  extensions(name: string): readonly ExtensionRecord[] {
    const { view, selection } = this;
    return selection.agentRows.flatMap((at) => {
      const line = view.grouping.rows[at + Row.LINE];
      const extensions = view.groupAt(line)?.extensions ?? [];
      return extensions.filter((record) => record.name === name && record.line > line);
    });
  }
}

/** The first of the records that can be read; `undefined` if none can. */
export function firstValue<Value>(
  records: readonly ExtensionRecord[],
  read: (value: string) => Value | undefined,
): Value | undefined {
  for (const record of records) {
    const value = read(record.value.text);
    if (value !== undefined) return value;
  }
  return undefined;
}
