/**
 * What a caller obeys: the groups of a document under one profile, and their rules.
 */

import type { RobotsFile } from '../ast/file.js';
import { lastAtOrBefore, rulesOfGroups } from '../ast/groups.js';
import type { ExtensionRecord } from '../ast/nodes.js';
import { FileView } from '../ast/view.js';
import type { Profile } from '../profiles.js';
import { ROW_LINE, ROW_STRIDE, ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import { type Judgment, judgeOnce } from './judge.js';
import { type CompiledRules, compileRules } from './rules.js';
import { type Callers, callersOf } from './select/callers.js';
import { AgentLines, type Selection } from './select/select.js';
import { namesCaller } from './select/user-agent-line.js';

/** How many sets of groups are kept with their rules. */
const MAX_KEPT_SETS = 64;

/**
 * The rules of a document under one profile, compiled once for all callers that obey the same groups. Most crawlers obey
 * the groups for `*`, and share one index.
 *
 * What is kept has a bound: all sets of groups together have no more groups and rules than the file has rows. Sets without a
 * group in common are always within it.
 */
export class SharedRules {
  readonly file: RobotsFile;
  readonly profile: Profile;
  #nodes: FileView | undefined;
  #isAsked = false;
  /** The indexes of the groups that were asked for last, and their rules. */
  #latestGroups: readonly number[] = [];
  #latest: CompiledRules | undefined;
  #agentLines: AgentLines | undefined;
  /** The rules asked for earlier, by the indexes of their groups. */
  #earlier: Map<string, CompiledRules> | undefined;
  /** How many groups and rules all of these have together. */
  #keptRows = 0;

  constructor(file: RobotsFile, profile: Profile) {
    this.file = file;
    this.profile = profile;
  }

  /** The file as the profile reads it. */
  get nodes(): FileView {
    this.#nodes ??= new FileView(this.file, this.profile);
    return this.#nodes;
  }

  /**
   * Whether a question is the first, and the lines have not been read. It is answered sooner without rows. A second one shows that rows
   * are worth reading.
   */
  takeFirstQuestion(): boolean {
    const isFirst = !this.#isAsked && !this.file.isRead;
    this.#isAsked = true;
    return isFirst;
  }

  /** Many questions will come, so the first one needs the lines, too. */
  expectQuestions(): void {
    this.#isAsked = true;
  }

  /**
   * The rules of groups.
   *
   * @param groups their indexes in the grouping, in file order
   */
  of(groups: readonly number[]): CompiledRules {
    if (this.#latest !== undefined && isSame(this.#latestGroups, groups)) return this.#latest;
    const rules = this.#earlier?.get(groups.join()) ?? this.#compile(groups);
    if (this.#latest !== undefined) {
      this.#earlier ??= new Map();
      this.#earlier.set(this.#latestGroups.join(), this.#latest);
    }
    this.#latestGroups = groups;
    this.#latest = rules;
    return rules;
  }

  /** The groups that a caller obeys. */
  selectionOf(callers: Callers): Selection {
    const { file, grouping, profile } = this.nodes;
    this.#agentLines ??= new AgentLines(file.octets, grouping, profile.groups);
    return this.#agentLines.selectionOf(callers);
  }

  #compile(groups: readonly number[]): CompiledRules {
    const { file, grouping, profile } = this.nodes;
    const table = rulesOfGroups(file.octets, grouping, groups);
    this.#makeRoom(groups.length + table.at.length);
    return compileRules(table, profile.rules);
  }

  /**
   * Forgets all rules if there is no room for more.
   *
   * @param rows how many groups and rules the next set has
   */
  #makeRoom(rows: number): void {
    const maxRows = this.nodes.grouping.rows.length / ROW_STRIDE;
    if ((this.#earlier?.size ?? 0) >= MAX_KEPT_SETS - 1 || this.#keptRows + rows > maxRows) {
      this.#latest = undefined;
      this.#earlier = undefined;
      this.#keptRows = 0;
    }
    this.#keptRows += rows;
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, nth) => index === other[nth]);
}

export class ObeyedGroups {
  readonly shared: SharedRules;
  readonly callers: Callers;
  #selection: Selection | undefined;
  #rules: CompiledRules | undefined;

  constructor(shared: SharedRules, callers: Callers) {
    this.shared = shared;
    this.callers = callers;
  }

  /**
   * Judges the first question about a document, if its lines have not been read.
   *
   * @param url as for `Matcher.isAllowed`
   * @returns what {@link judgeOnce} returns; `undefined` for any other question
   */
  judgeUnread(url: string | URL): Judgment | null | undefined {
    const { file, profile } = this.shared;
    if (!this.shared.takeFirstQuestion()) return undefined;
    return judgeOnce(file.octets, url, profile, this.callers, file.facts.maxOctets);
  }

  get nodes(): FileView {
    return this.shared.nodes;
  }

  get selection(): Selection {
    this.#selection ??= this.shared.selectionOf(this.callers);
    return this.#selection;
  }

  get rules(): CompiledRules {
    this.#rules ??= this.shared.of(this.selection.groups);
    return this.#rules;
  }

  /** The caller's name that the first group has: {@link agentAt}. */
  get agent(): string | null {
    return this.agentAt(this.firstLine);
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
    const { file, grouping, profile } = this.nodes;
    const { rows } = grouping;
    const at = agentRows[lastAtOrBefore(agentRows, line, (row) => rows[row + ROW_LINE])];
    const [start, end] = [rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END]];
    const named = (callers: Callers) =>
      namesCaller(file.octets, start, end, callers, profile.groups.agentMatch);
    const { name, given } = this.callers.names[named(this.callers)];
    return named(callersOf(name)) < 0 ? given : name;
  }

  /** The line of the first user-agent line that selects a group; 0 if no group applies. */
  get firstLine(): number {
    const at = this.selection.agentRows[0];
    return at === undefined ? 0 : this.nodes.grouping.rows[at + ROW_LINE];
  }
}

/**
 * The records with a field that apply to a caller, in file order: those below the user-agent line that names it
 * (docs/semantics.md §3.4).
 *
 * @param name the field in lower case
 */
export function extensionsOf(
  nodes: FileView,
  { agentRows }: Selection,
  name: string,
): readonly ExtensionRecord[] {
  return agentRows.flatMap((at) => {
    const line = nodes.grouping.rows[at + ROW_LINE];
    const extensions = nodes.groupAt(line)?.extensions ?? [];
    return extensions.filter((record) => record.name === name && record.line > line);
  });
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
