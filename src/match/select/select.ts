/**
 * Which groups a caller obeys: docs/semantics.md §4.
 */
import type { Grouping } from '../../ast/groups.js';
import type { GroupAxes } from '../../profiles.js';
import * as Row from '../../stream/row.js';
import { type Callers, letterBit } from './callers.js';
import { isWildcard, namesCaller } from './user-agent-line.js';

/** Why a caller obeys its groups: they name it, they are for `*`, or it obeys none. */
export type SelectedBy = 'name' | 'wildcard' | 'nothing';

/** The groups that a caller obeys. */
export interface Selection {
  readonly selectedBy: SelectedBy;
  /** The groups' indexes in the grouping, in file order. */
  readonly groups: readonly number[];
  /** For each of these groups, the index in the grouping's rows of the first user-agent line that selects it. */
  readonly agentRows: readonly number[];
}

/** The group names other callers. */
const FOR_OTHERS = 0;
/** The group is for `*`. */
const FOR_WILDCARD = 1;
/**
 * The group names the caller. A caller that obeys one of its names alone adds how many of its names come after the one that
 * the group has, so that a name counts for more than those after it.
 */
const FOR_CALLER = 2;

/** The user-agent line changes nothing. */
const CHANGES_NOTHING = 0;
/** The user-agent line selects its group, in addition to those selected before. */
const SELECTS = 1;
/** The user-agent line selects its group instead of those selected before, which are not obeyed. */
export const SELECTS_ANEW = 2;

/**
 * Selects the groups that a caller obeys while a file is read, from the user-agent lines of each group. Call {@link SelectionFold.reset}
 * before each file.
 */
export class SelectionFold {
  /** Whether the caller obeys the current group, as far as is known. */
  isObeyed!: boolean;
  /** Why the groups selected so far apply, as {@link selectedBy} takes it. */
  selectedFor!: number;

  #groups!: GroupAxes;
  #callers!: Callers;
  #groupIsFor!: number;
  #groupCount!: number;

  /** Begins a file. */
  reset(groups: GroupAxes, callers: Callers): void {
    this.selectedFor = FOR_OTHERS;
    this.#groups = groups;
    this.#callers = callers;
    this.#groupCount = 0;
    this.begin();
  }

  /** A group begins. */
  begin(): void {
    this.#groupIsFor = FOR_OTHERS;
    this.isObeyed = false;
  }

  /**
   * Takes a user-agent line of the current group by its value, `octets[start..end)`.
   *
   * @returns what it changes, such as {@link SELECTS_ANEW}
   */
  userAgent(octets: Uint8Array, start: number, end: number): number {
    const { agentMatch, namedGroups, wildcardGroups } = this.#groups;
    const purpose = purposeOf(octets, start, end, this.#callers, agentMatch);
    if (purpose <= this.#groupIsFor || purpose < this.selectedFor) return CHANGES_NOTHING;
    this.#groupIsFor = purpose;
    const isAnew = purpose > this.selectedFor;
    if (isAnew) {
      this.selectedFor = purpose;
      this.#groupCount = 0;
    }
    const which = purpose >= FOR_CALLER ? namedGroups : wildcardGroups;
    this.isObeyed = which === 'combined' || this.#groupCount === 0;
    if (!this.isObeyed) return CHANGES_NOTHING;
    this.#groupCount++;
    return isAnew ? SELECTS_ANEW : SELECTS;
  }
}

/** Selects the groups that a caller obeys. */
export function select(
  octets: Uint8Array,
  { rows, table, groups: all }: Grouping,
  axes: GroupAxes,
  callers: Callers,
): Selection {
  const fold = new SelectionFold();
  fold.reset(axes, callers);
  let groups: number[] = [];
  let agentRows: number[] = [];
  for (let group = 0; group < all.length; group++) {
    fold.begin();
    const { first, firstRule } = all[group];
    for (let at = first; at < firstRule; at += Row.STRIDE) {
      if (Row.readRow(Row.flagsOf(rows, at), table) !== Row.USER_AGENT) continue;
      const change = fold.userAgent(octets, rows[at + Row.VALUE_START], rows[at + Row.VALUE_END]);
      if (change === CHANGES_NOTHING) continue;
      if (change === SELECTS_ANEW) {
        groups = [group];
        agentRows = [at];
      } else {
        groups.push(group);
        agentRows.push(at);
      }
    }
  }
  return { selectedBy: selectedBy(fold.selectedFor), groups, agentRows };
}

/** Why groups apply. It is a function of its own because bundles of `isAllowed` need no names of purposes. */
export function selectedBy(selectedFor: number): SelectedBy {
  return SELECTED_BY[Math.min(selectedFor, FOR_CALLER)];
}

/** The name of {@link FOR_OTHERS}, {@link FOR_WILDCARD} and {@link FOR_CALLER}. */
const SELECTED_BY = ['nothing', 'wildcard', 'name'] as const satisfies readonly SelectedBy[];

function purposeOf(
  octets: Uint8Array,
  start: number,
  end: number,
  callers: Callers,
  agentMatch: GroupAxes['agentMatch'],
): number {
  if (isWildcard(octets, start, end)) return callers.obeysWildcard ? FOR_WILDCARD : FOR_OTHERS;
  const named = namesCaller(octets, start, end, callers, agentMatch);
  if (named < 0) return FOR_OTHERS;
  return callers.obeys === 'all-names' ? FOR_CALLER : FOR_CALLER + callers.names.length - 1 - named;
}

/** A caller that no line names. */
export const UNNAMED: Callers = { names: [], letters: 0, obeys: 'all-names', obeysWildcard: true };

/** A `letterBit` for the first octet of each user-agent line. They show of most callers that no line names them. */
export function lettersOf(octets: Uint8Array, { rows, groups }: Grouping): number {
  let letters = 0;
  for (const { first, firstRule } of groups) {
    for (let at = first; at < firstRule; at += Row.STRIDE) {
      letters |= letterBit(octets[rows[at + Row.VALUE_START]]);
    }
  }
  return letters;
}
