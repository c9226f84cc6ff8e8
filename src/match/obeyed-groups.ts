/**
 * The groups that a caller obeys, their rules, and what a verdict says about them. They are looked up when they are first needed.
 */
import type { ProfileNodes } from '../ast/document-nodes.js';
import { lastAtOrBefore } from '../ast/in-file-order.js';
import type { ExtensionRecord } from '../ast/nodes.js';
import { ROW_LINE, ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import type { CompiledRules } from './compiled-rules.js';
import { type Callers, callersOf } from './select/callers.js';
import type { Selection } from './select/select.js';
import { namesCaller } from './select/user-agent-line.js';
import type { SharedRules } from './shared-rules.js';
import { type Judgment, judgeOnce } from './single-pass.js';

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
    const unread = this.shared.document.takeUnread();
    if (unread === null) return undefined;
    return judgeOnce(unread.octets, url, this.shared.profile, this.callers, unread.maxOctets);
  }

  get nodes(): ProfileNodes {
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
  nodes: ProfileNodes,
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
