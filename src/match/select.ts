/**
 * Which groups a caller obeys, and with them which rules: semantics §4.
 */
import { type DocumentFacts, rowsUnder } from '../ast/document-fold.js';
import { AT_RULES, BEGINNING, isRule, OUTSIDE, stateBehind } from '../ast/grouping.js';
import { RULE_STRIDE, type RuleTable } from '../ast/rule-table.js';
import type { Profile } from '../profiles.js';
import { ALLOW, USER_AGENT } from '../stream/fields.js';
import {
  BLANK_BEFORE,
  ROW_FLAGS,
  ROW_LINE,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readingTable,
  readRow,
} from '../stream/row.js';
import { type CallerName, isWildcard, namesCaller } from './agents.js';

/** Why a caller obeys the groups that it does: one of its names, the wildcard, or none at all. */
export type SelectedBy = 'name' | 'wildcard' | 'nothing';

/** What a caller obeys. */
export interface Selection {
  readonly selectedBy: SelectedBy;
  /** For each group that is obeyed, the line of the first user-agent line that selects it, and the place of its value. */
  readonly agents: readonly AgentLine[];
  /** The rules of all these groups, in file order. */
  readonly rules: RuleTable;
}

/** A user-agent line. */
export interface AgentLine {
  /** Its number, from 1. */
  readonly line: number;
  /** Octet offsets of its value. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Whom the group is for that is being read: none of the callers, */
const FOR_OTHERS = 0;
/** whoever is not named, */
const FOR_ANYBODY = 1;
/** or one of them by name. */
const FOR_CALLER = 2;

/**
 * Selects what a caller obeys under a profile.
 *
 * One pass over the rows: rules for anybody are collected until a group names the caller, and dropped then.
 */
export function select(facts: DocumentFacts, profile: Profile, callers: readonly CallerName[]): Selection {
  const { octets, rowCount } = facts;
  const { agentMatch, blankLineEndsGroup, namedGroups, wildcardGroups } = profile.groups;
  const rows = rowsUnder(facts, profile.reading);
  const table = readingTable(profile.reading);
  const endsGroup = blankLineEndsGroup ? BLANK_BEFORE : 0;

  let state = OUTSIDE;
  let groupIsFor = FOR_OTHERS;
  let selectedFor = FOR_OTHERS;
  /** Whether the group's rules are obeyed: it is for the caller, and not one too many. */
  let isObeyed = false;
  const agents: AgentLine[] = [];
  const rules: number[] = [];
  for (let i = 0, at = 0; i < rowCount; i++, at += ROW_STRIDE) {
    const flags = rows[at + ROW_FLAGS];
    const kind = readRow(flags, table);
    state = stateBehind(state, kind, (flags & endsGroup) !== 0);
    if (state === BEGINNING) {
      groupIsFor = FOR_OTHERS;
      isObeyed = false;
    }
    if (kind === USER_AGENT) {
      const valueStart = rows[at + ROW_VALUE_START];
      const valueEnd = rows[at + ROW_VALUE_END];
      const lineIsFor = whomLineIsFor(octets, valueStart, valueEnd, callers, agentMatch);
      if (lineIsFor <= groupIsFor || lineIsFor < selectedFor) continue;
      groupIsFor = lineIsFor;
      if (lineIsFor > selectedFor) {
        selectedFor = lineIsFor;
        agents.length = 0;
        rules.length = 0;
      }
      const which = lineIsFor === FOR_CALLER ? namedGroups : wildcardGroups;
      isObeyed = which === 'combined' || agents.length === 0;
      if (isObeyed) agents.push({ line: rows[at + ROW_LINE], valueStart, valueEnd });
    } else if (isObeyed && state === AT_RULES && isRule(kind)) {
      // In the order of the columns of `rule-table.ts`.
      rules.push(
        rows[at + ROW_LINE],
        kind === ALLOW ? 1 : 0,
        rows[at + ROW_VALUE_START],
        rows[at + ROW_VALUE_END],
      );
    }
  }
  return {
    selectedBy: SELECTED_BY[selectedFor],
    agents,
    rules: { octets, count: rules.length / RULE_STRIDE, rows: rules },
  };
}

/** What `FOR_OTHERS`, `FOR_ANYBODY` and `FOR_CALLER` come to. */
const SELECTED_BY = ['nothing', 'wildcard', 'name'] as const satisfies readonly SelectedBy[];

function whomLineIsFor(
  octets: Uint8Array,
  start: number,
  end: number,
  callers: readonly CallerName[],
  agentMatch: Profile['groups']['agentMatch'],
): number {
  if (isWildcard(octets, start, end)) return FOR_ANYBODY;
  return namesCaller(octets, start, end, callers, agentMatch) >= 0 ? FOR_CALLER : FOR_OTHERS;
}
