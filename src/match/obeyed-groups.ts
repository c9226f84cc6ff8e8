/**
 * The groups that a caller obeys, their rules, and what a verdict says about them.
 */
import type { ProfileNodes } from '../ast/document-nodes.js';
import type { ExtensionRecord } from '../ast/nodes.js';
import { ROW_LINE, ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import type { CompiledRules } from './compiled-rules.js';
import type { Callers } from './select/callers.js';
import { type Selection, select } from './select/select.js';
import { namesCaller } from './select/user-agent-line.js';
import type { SharedRules } from './shared-rules.js';

export class ObeyedGroups {
  readonly nodes: ProfileNodes;
  readonly selection: Selection;
  readonly rules: CompiledRules;
  readonly callers: Callers;

  constructor(shared: SharedRules, callers: Callers) {
    const { nodes } = shared;
    this.nodes = nodes;
    this.selection = select(nodes.file.octets, nodes.grouping, nodes.profile.groups, callers);
    this.rules = shared.of(this.selection.groups);
    this.callers = callers;
  }

  /** The caller's name that the first group has; null unless the groups name the caller. */
  get agent(): string | null {
    const { selectedBy, agentRows } = this.selection;
    if (selectedBy !== 'name') return null;
    const { file, grouping, profile } = this.nodes;
    const { rows } = grouping;
    const [at] = agentRows;
    const [start, end] = [rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END]];
    return this.callers.names[namesCaller(file.octets, start, end, this.callers, profile.groups.agentMatch)]
      .name;
  }

  /**
   * The line of a rule; without one, that of the first user-agent line that selects a group; 0 if no group applies.
   *
   * @param rule the index in the grouping's rows of the rule's row, or -1
   */
  lineOf(rule: number): number {
    const at = rule >= 0 ? rule : this.selection.agentRows[0];
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
