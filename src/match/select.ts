/**
 * Which groups a caller obeys, and with them which rules: semantics §4.
 */
import type { DocumentFacts } from '../ast/document-fold.js';
import {
  GROUP_END,
  GROUP_FIRST,
  GROUP_FIRST_RULE,
  GROUP_STRIDE,
  type Grouping,
  groupRows,
  isRule,
} from '../ast/grouping.js';
import { RULE_STRIDE, type RuleTable } from '../ast/rule-table.js';
import type { Profile } from '../profiles.js';
import { ALLOW, USER_AGENT } from '../stream/fields.js';
import { ROW_FLAGS, ROW_LINE, ROW_STRIDE, ROW_VALUE_END, ROW_VALUE_START, readRow } from '../stream/row.js';
import { type CallerName, isWildcard, namesCaller } from './agents.js';

/** Why a caller obeys the groups that it does: one of its names, the wildcard, or none at all. */
export type SelectedBy = 'name' | 'wildcard' | 'nothing';

/** What a caller obeys. */
export interface Selection {
  readonly grouping: Grouping;
  readonly selectedBy: SelectedBy;
  /** Indices of the groups that are obeyed together. */
  readonly groups: readonly number[];
  /** For each of them, the row of the first user-agent line that selects it. */
  readonly agentRows: readonly number[];
}

/** Selects the groups that a caller obeys under a profile. */
export function selectGroups(
  facts: DocumentFacts,
  profile: Profile,
  callers: readonly CallerName[],
): Selection {
  const grouping = groupRows(facts, profile);
  const { agentMatch, namedGroups, wildcardGroups } = profile.groups;
  const { octets } = facts;

  const named = groupsWith(grouping, namedGroups, (start, end) => {
    return !isWildcard(octets, start, end) && namesCaller(octets, start, end, callers, agentMatch) >= 0;
  });
  if (named.groups.length > 0) return { grouping, selectedBy: 'name', ...named };

  const wildcard = groupsWith(grouping, wildcardGroups, (start, end) => isWildcard(octets, start, end));
  return { grouping, selectedBy: wildcard.groups.length > 0 ? 'wildcard' : 'nothing', ...wildcard };
}

/**
 * The groups with a user-agent line whose value is wanted, and the first such line of each.
 *
 * @param which whether all of them are wanted together, or the first alone
 */
function groupsWith(
  grouping: Grouping,
  which: 'combined' | 'first',
  isWanted: (start: number, end: number) => boolean,
): Pick<Selection, 'groups' | 'agentRows'> {
  const { rows, table, bounds, groupCount } = grouping;
  const groups: number[] = [];
  const agentRows: number[] = [];
  for (let group = 0; group < groupCount; group++) {
    const firstRule = bounds[group * GROUP_STRIDE + GROUP_FIRST_RULE];
    for (let i = bounds[group * GROUP_STRIDE + GROUP_FIRST]; i < firstRule; i++) {
      const at = i * ROW_STRIDE;
      if (readRow(rows[at + ROW_FLAGS], table) !== USER_AGENT) continue;
      if (!isWanted(rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END])) continue;
      groups.push(group);
      agentRows.push(i);
      break;
    }
    if (which === 'first' && groups.length === 1) break;
  }
  return { groups, agentRows };
}

/** The rules of the selected groups, in file order. */
export function selectedRules(facts: DocumentFacts, { grouping, groups }: Selection): RuleTable {
  const { bounds, rows, table } = grouping;
  const rules: number[] = [];
  for (const group of groups) {
    const firstRule = bounds[group * GROUP_STRIDE + GROUP_FIRST_RULE];
    const end = bounds[group * GROUP_STRIDE + GROUP_END];
    for (let i = firstRule, at = firstRule * ROW_STRIDE; i < end; i++, at += ROW_STRIDE) {
      const kind = readRow(rows[at + ROW_FLAGS], table);
      // In the order of the columns of `rule-table.ts`.
      if (isRule(kind)) {
        rules.push(
          rows[at + ROW_LINE],
          kind === ALLOW ? 1 : 0,
          rows[at + ROW_VALUE_START],
          rows[at + ROW_VALUE_END],
        );
      }
    }
  }
  return { octets: facts.octets, count: rules.length / RULE_STRIDE, rows: rules };
}
