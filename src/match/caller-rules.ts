/**
 * From a caller to the rules that it obeys: a file as a profile reads it, which all callers share, and what one of them obeys in it.
 */
import { isAllowRow, isEmptyRow, lastAtOrBefore, rulesOfGroups } from '../ast/groups.js';
import type { ExtensionRecord } from '../ast/nodes.js';
import { FileView } from '../ast/view.js';
import { STATUS_REASONS, type StatusRuling } from '../status-access.js';
import * as Row from '../stream/row.js';
import type { DecidingRules } from './deciding-rules.js';
import { type Judge, judgeOnce } from './judge.js';
import { CompiledRules, NO_RULE, NOT_TAKEN, OPENED, REFUSED, ROBOTS_TXT } from './rules.js';
import { type Callers, callersOf } from './select/callers.js';
import {
  isWildcard,
  lettersOf,
  NO_CALLER,
  nameEnds,
  namesCaller,
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
  private letters: number | undefined;
  private unnamed: Selection | undefined;
  private kept: KeptRules[] = [];
  /** How many groups and rules all of these have together. */
  private keptRows = 0;
  /** The rules asked for last. */
  private latest: KeptRules | undefined;

  /** Whether a question is answered in one pass over the octets, because it is the first about the file. */
  get isFirstQuestion(): boolean {
    return this.file.isFirstQuestion;
  }

  /** The groups that a caller obeys. */
  selectionOf(callers: Callers): Selection {
    const { grouping, profile } = this;
    this.letters ??= lettersOf(grouping);
    const isUnnamed = callers.obeysWildcard && (callers.letters & this.letters) === 0;
    if (!isUnnamed) return select(grouping, profile.groups, callers);
    this.unnamed ??= select(grouping, profile.groups, UNNAMED);
    return this.unnamed;
  }

  /** The index of the first of a caller's names that a user-agent line with the value `octets[start..end)` has, or {@link NO_CALLER}. */
  callerIn(start: number, end: number, callers: Callers): number {
    return namesCaller(this.file.octets, start, end, callers, this.profile.groups.agentMatch);
  }

  /** Whether a user-agent line with the value `octets[start..end)` is for every caller that no group names. */
  isForAll(start: number, end: number): boolean {
    return isWildcard(this.file.octets, start, end);
  }

  /** Where each name ends that a user-agent line with the value `octets[start..end)` has. */
  nameEndsIn(start: number, end: number): readonly number[] {
    return nameEnds(this.file.octets, start, end, this.profile.groups.agentMatch);
  }

  /**
   * The rules of groups.
   *
   * @param groups their indexes in the grouping, in file order
   */
  rulesOf(groups: readonly number[]): DecidingRules {
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

/** Every reason that a verdict can have. */
export const VERDICT_REASONS = {
  'allow-rule': 'An allow rule decides.',
  'disallow-rule': 'A disallow rule decides.',
  'empty-rule': 'A rule without a pattern matches, and restricts nothing.',
  'no-matching-rule': 'A group applies, and none of its rules matches.',
  'no-matching-group': 'No group applies to this crawler.',
  'robots-txt': '/robots.txt itself is always allowed (RFC 9309 §2.2.2).',
  refused: 'The reader fetches nothing, whatever the rules of such a file say.',
  opened: 'The reader fetches everything, whatever the rules of such a file say.',
  'url-not-taken': 'The reader does not accept such a URL, and applies no rule to it.',
  ...STATUS_REASONS,
} as const;

/** The reasons of statuses that allow every URL, /robots.txt as any other. */
const ALLOWING_REASONS: readonly VerdictReason[] = ['unavailable', 'unreachable-allowed'];

/** Why a verdict is what it is: a key of `VERDICT_REASONS`. */
export type VerdictReason = keyof typeof VERDICT_REASONS;

/** What decides about a URL. */
export interface Decision {
  readonly reason: VerdictReason;
  /** Rows of the file. */
  readonly rows: Int32Array;
  /** Where the row of the deciding rule starts in these; below 0 if no rule decides. */
  readonly at: number;
}

const NO_ROWS = new Int32Array(0);

const NOTHING_SELECTED: Selection = { selectedBy: 'nothing', groups: [], agentRows: [] };

/** What one caller obeys. It is looked up when it is first needed. */
export class CallerRules {
  readonly view: ProfileRules;
  readonly callers: Callers;
  /** The status that decides for all callers; undefined if the rules of the file do. */
  readonly ruling: StatusRuling | undefined;
  private selected: Selection | undefined;
  private compiledRules: DecidingRules | undefined;

  constructor(view: ProfileRules, callers: Callers) {
    this.view = view;
    this.ruling = view.file.facts.ruling;
    this.callers = this.ruling === undefined ? callers : UNNAMED;
    if (this.ruling !== undefined) this.selected = NOTHING_SELECTED;
  }

  /** The groups that the caller obeys; none if a status decides. */
  get selection(): Selection {
    this.selected ??= this.view.selectionOf(this.callers);
    return this.selected;
  }

  /** The rules that decide. */
  get compiled(): DecidingRules {
    this.compiledRules ??= this.view.rulesOf(
      (this.ruling === undefined ? this.selection : this.view.selectionOf(UNNAMED)).groups,
    );
    return this.compiledRules;
  }

  /** As `Matcher.isAllowed`. */
  isAllowed(url: string | URL): boolean {
    return this.isFirstQuestion ? this.judge(url).isAllowed : this.compiled.isAllowed(url);
  }

  /** What decides about a URL: `Matcher.check` has the same parameters. */
  decide(url: string | URL): Decision {
    if (!this.isFirstQuestion) {
      const rule = this.compiled.decide(url);
      const { rows, at } = this.compiled.table;
      return this.decision(rows, rule < 0 ? rule : at[rule], this.selection.groups.length);
    }
    const { row, isRobotsTxt, selection } = this.judge(url);
    if (row !== null) return this.decision(row, 0, selection.groupCount);
    return this.decision(NO_ROWS, isRobotsTxt ? ROBOTS_TXT : NO_RULE, selection.groupCount);
  }

  private decision(rows: Int32Array, at: number, groupCount: number): Decision {
    const { ruling } = this;
    // A status that forbids every other URL does not forbid /robots.txt.
    const isRuled = ruling !== undefined && !(at === ROBOTS_TXT && !ALLOWING_REASONS.includes(ruling.reason));
    if (isRuled) return { reason: ruling.reason, rows, at: NO_RULE };
    if (at === ROBOTS_TXT) return { reason: 'robots-txt', rows, at };
    if (at === REFUSED) return { reason: 'refused', rows, at };
    if (at === OPENED) return { reason: 'opened', rows, at };
    if (at === NOT_TAKEN) return { reason: 'url-not-taken', rows, at };
    if (at === NO_RULE)
      return { reason: groupCount > 0 ? 'no-matching-rule' : 'no-matching-group', rows, at };
    if (isEmptyRow(rows, at)) return { reason: 'empty-rule', rows, at };
    return { reason: isAllowRow(rows, at) ? 'allow-rule' : 'disallow-rule', rows, at };
  }

  private get isFirstQuestion(): boolean {
    // Compiled rules have been asked before. The file would say so, too, but a warm question takes a tenth longer if it is asked.
    return this.compiledRules === undefined && this.view.isFirstQuestion;
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
    const { rows } = this.view.grouping;
    return this.view.callerIn(rows[at + Row.VALUE_START], rows[at + Row.VALUE_END], callers);
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
