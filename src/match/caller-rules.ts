/**
 * From a caller to the rules that it obeys: a file as a profile reads it, which all callers share, and what one of them obeys in it.
 */
import { lastAtOrBefore, rulesOfGroups } from '../ast/groups.js';
import type { ExtensionRecord } from '../ast/nodes.js';
import { FileView } from '../ast/view.js';
import type { StatusRuling } from '../status-access.js';
import * as Row from '../stream/row.js';
import { type Judge, judgeOnce } from './judge.js';
import { CompiledRules, NO_RULE, ROBOTS_TXT } from './rules.js';
import { type Callers, callersOf } from './select/callers.js';
import { lettersOf, NO_CALLER, namesCaller, type Selection, select, UNNAMED } from './select/select.js';

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
  private letters: number | undefined;
  private unnamed: Selection | undefined;
  private kept: KeptRules[] = [];
  /** How many groups and rules all of these have together. */
  private keptRows = 0;
  /** The rules asked for last. */
  private latest: KeptRules | undefined;

  /** The groups that a caller obeys. */
  selectionOf(callers: Callers): Selection {
    const { file, grouping, profile } = this;
    this.letters ??= lettersOf(file.octets, grouping);
    const isUnnamed = callers.obeysWildcard && (callers.letters & this.letters) === 0;
    if (!isUnnamed) return select(file.octets, grouping, profile.groups, callers);
    this.unnamed ??= select(file.octets, grouping, profile.groups, UNNAMED);
    return this.unnamed;
  }

  /**
   * The rules of groups.
   *
   * @param groups their indexes in the grouping, in file order
   */
  rulesOf(groups: readonly number[]): CompiledRules {
    if (this.latest?.groups !== groups) {
      const isAsked = (kept: KeptRules) =>
        kept.groups.length === groups.length && kept.groups.every((group, nth) => group === groups[nth]);
      this.latest = this.kept.find(isAsked) ?? this.compile(groups);
    }
    return this.latest.rules;
  }

  /** Compiles the rules of groups and keeps them. If there is no room for them, it forgets all others. */
  private compile(groups: readonly number[]): KeptRules {
    const table = rulesOfGroups(this.grouping, groups);
    const compiled = { groups, rules: new CompiledRules(table, this.profile.rules) };
    const rows = groups.length + table.at.length;
    const maxRows = this.grouping.rows.length / Row.STRIDE;
    this.keptRows += rows;
    if (this.kept.length === MAX_KEPT_SETS || this.keptRows > maxRows) {
      this.kept = [];
      this.keptRows = rows;
    }
    this.kept.push(compiled);
    return compiled;
  }
}

/** The rules of a set of groups. */
interface KeptRules {
  /** The groups' indexes in the grouping, in file order. */
  readonly groups: readonly number[];
  readonly rules: CompiledRules;
}

/** What decides about a URL. */
export interface Decision {
  /** Rows of the file. */
  readonly rows: Int32Array;
  /** Where the row of the deciding rule starts in these; else {@link ROBOTS_TXT}, {@link NO_RULE} or {@link NO_GROUP}. */
  readonly at: number;
}

/** No rule decides, because no group applies to the caller. */
export const NO_GROUP = -3;

const NO_ROWS = new Int32Array(0);

/** What one caller obeys. It is looked up when it is first needed. */
export class CallerRules {
  readonly view: ProfileRules;
  readonly callers: Callers;
  private selected: Selection | undefined;
  private compiledRules: CompiledRules | undefined;

  constructor(view: ProfileRules, callers: Callers) {
    this.view = view;
    // A status decides about all callers, whatever their names.
    this.callers = view.file.facts.ruling === undefined ? callers : UNNAMED;
  }

  /** The groups that the caller obeys. */
  get selection(): Selection {
    this.selected ??= this.view.selectionOf(this.callers);
    return this.selected;
  }

  /** Their rules. */
  get compiled(): CompiledRules {
    this.compiledRules ??= this.view.rulesOf(this.selection.groups);
    return this.compiledRules;
  }

  /** The status that decides for all callers; undefined if the rules of the file do. */
  get ruling(): StatusRuling | undefined {
    return this.view.file.facts.ruling;
  }

  /** As `Matcher.isAllowed`. */
  isAllowed(url: string | URL): boolean {
    return this.isFirstQuestion ? this.judge(url).isAllowed : this.compiled.isAllowed(url);
  }

  /** What decides about a URL: `Matcher.check` has the same parameters. */
  decide(url: string | URL): Decision {
    if (this.isFirstQuestion) {
      const { isRobotsTxt, row, selection } = this.judge(url);
      if (isRobotsTxt) return { rows: NO_ROWS, at: ROBOTS_TXT };
      if (row !== null) return { rows: row, at: 0 };
      return { rows: NO_ROWS, at: selection.groupCount === 0 ? NO_GROUP : NO_RULE };
    }
    const rule = this.compiled.decide(url);
    const { rows, at } = this.compiled.table;
    if (rule === NO_RULE && this.selection.selectedBy === 'nothing') return { rows, at: NO_GROUP };
    return { rows, at: rule < 0 ? rule : at[rule] };
  }

  private get isFirstQuestion(): boolean {
    // Compiled rules have been asked before. The file would say so, too, but a warm question takes a tenth longer if it is asked.
    return this.compiledRules === undefined && this.view.file.isFirstQuestion;
  }

  /** Answers the first question about a file: in one pass over its octets, which reads no row. */
  private judge(url: string | URL): Judge {
    const { file, profile } = this.view;
    file.isAsked = true;
    return judgeOnce(file.octets, url, profile, this.callers, file.facts.maxOctets);
  }

  /** The line of the first user-agent line that selects a group; 0 if no group applies. */
  get firstLine(): number {
    const at = this.selection.agentRows[0];
    return at === undefined ? 0 : this.view.grouping.rows[at + Row.LINE];
  }

  /**
   * The caller's name that the group of a line has; null unless the groups name the caller. It has a version only if the group does not
   * name the caller without it: `User-agent: a+b/1` names `a+b/1` and not `a+b`.
   *
   * @param line in one of the groups, at or below the user-agent line that selects it
   */
  agentAt(line: number): string | null {
    const { selectedBy, agentRows } = this.selection;
    if (selectedBy !== 'name') return null;
    const { rows } = this.view.grouping;
    const at = agentRows[lastAtOrBefore(agentRows, line, (row) => rows[row + Row.LINE])];
    const { name, given } = this.callers.names[this.nameAt(at)];
    return this.nameAt(at, callersOf(name)) === NO_CALLER ? given : name;
  }

  /** The index of the first of some names that the user-agent line of a row has, or {@link NO_CALLER}. */
  nameAt(at: number, callers: Callers = this.callers): number {
    const { file, grouping, profile } = this.view;
    const { rows } = grouping;
    const start = rows[at + Row.VALUE_START];
    return namesCaller(file.octets, start, rows[at + Row.VALUE_END], callers, profile.groups.agentMatch);
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
