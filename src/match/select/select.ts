/**
 * Which groups a caller obeys: docs/semantics.md §4. A user-agent line names a caller, or all of them; the lines of all groups together
 * decide which groups count.
 */
import * as Octet from '../../ascii.js';
import type { Grouping } from '../../ast/groups.js';
import type { GroupAxes } from '../../profiles.js';
import * as Row from '../../stream/row.js';
import { type Callers, letterBit } from './callers.js';

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

/** By whom groups for others, for `*` and for the caller are selected. */
const SELECTED_BY = ['nothing', 'wildcard', 'name'] as const satisfies readonly SelectedBy[];

/** Selects the groups that a caller obeys while a file is read, from the user-agent lines of each group. */
export class SelectionFold {
  /** Whether the caller obeys the current group, as far as is known. */
  isObeyed = false;
  /** How many groups are selected so far. */
  groupCount = 0;
  /** What they are for. */
  selectedFor = FOR_OTHERS;
  #groupIsFor = FOR_OTHERS;
  readonly #axes: GroupAxes;
  readonly #callers: Callers;

  constructor(axes: GroupAxes, callers: Callers) {
    this.#axes = axes;
    this.#callers = callers;
  }

  /** A group begins. */
  begin(): void {
    this.#groupIsFor = FOR_OTHERS;
    this.isObeyed = false;
  }

  /**
   * Takes a user-agent line of the current group by its value, `octets[start..end)`.
   *
   * @returns whether it selects the group. If {@link groupCount} is 1 then, the groups selected before are not obeyed
   */
  userAgent(octets: Uint8Array, start: number, end: number): boolean {
    const { namedGroups, wildcardGroups } = this.#axes;
    const purpose = this.#purposeOf(octets, start, end);
    if (purpose <= this.#groupIsFor || purpose < this.selectedFor) return false;
    this.#groupIsFor = purpose;
    if (purpose > this.selectedFor) this.groupCount = 0;
    this.selectedFor = purpose;
    const which = purpose >= FOR_CALLER ? namedGroups : wildcardGroups;
    this.isObeyed = which === 'combined' || this.groupCount === 0;
    if (this.isObeyed) this.groupCount++;
    return this.isObeyed;
  }

  /** What a user-agent line says that its group is for. */
  #purposeOf(octets: Uint8Array, start: number, end: number): number {
    const { obeys, obeysWildcard, names } = this.#callers;
    if (isWildcard(octets, start, end)) return obeysWildcard ? FOR_WILDCARD : FOR_OTHERS;
    const named = namesCaller(octets, start, end, this.#callers, this.#axes.agentMatch);
    if (named === NO_CALLER) return FOR_OTHERS;
    return obeys === 'all-names' ? FOR_CALLER : FOR_CALLER + names.length - 1 - named;
  }
}

/** Selects the groups that a caller obeys. */
export function select(
  { file, rows, table, groups: all }: Grouping,
  axes: GroupAxes,
  callers: Callers,
): Selection {
  const fold = new SelectionFold(axes, callers);
  const groups: number[] = [];
  const agentRows: number[] = [];
  for (let group = 0; group < all.length; group++) {
    fold.begin();
    const { first, firstRule } = all[group];
    for (let at = first; at < firstRule; at += Row.STRIDE) {
      if (Row.readRow(Row.flagsOf(rows, at), table) !== Row.USER_AGENT) continue;
      if (!fold.userAgent(file.octets, rows[at + Row.VALUE_START], rows[at + Row.VALUE_END])) continue;
      groups[fold.groupCount - 1] = group;
      agentRows[fold.groupCount - 1] = at;
    }
  }
  const { groupCount } = fold;
  return {
    selectedBy: SELECTED_BY[Math.min(fold.selectedFor, FOR_CALLER)],
    groups: groups.slice(0, groupCount),
    agentRows: agentRows.slice(0, groupCount),
  };
}

/** A caller that no line names. */
export const UNNAMED: Callers = { names: [], letters: 0, obeys: 'all-names', obeysWildcard: true };

/** A `letterBit` for the first octet of each user-agent line. They show of most callers that no line names them. */
export function lettersOf({ file, rows, groups }: Grouping): number {
  let letters = 0;
  for (const { first, firstRule } of groups) {
    for (let at = first; at < firstRule; at += Row.STRIDE) {
      letters |= letterBit(file.octets[rows[at + Row.VALUE_START]]);
    }
  }
  return letters;
}

/** No name of the caller. */
export const NO_CALLER = -1;

/**
 * Finds the caller that a user-agent line names.
 *
 * @param octets the line's value is `octets[start..end)`, trimmed
 * @returns the index of the first of the caller's names that it names, or {@link NO_CALLER}
 */
export function namesCaller(
  octets: Uint8Array,
  start: number,
  end: number,
  { names, letters }: Callers,
  match: GroupAxes['agentMatch'],
): number {
  if ((letters & letterBit(octets[start])) === 0) return NO_CALLER;
  let first = NO_CALLER;
  for (let nth = 0; nth < NAME_OCTETS[match].length; nth++) {
    const nameEnd = endOfName(octets, start, end, NAME_OCTETS[match][nth]);
    for (let index = 0; index < (first < 0 ? names.length : first); index++) {
      const { nameOctets, givenOctets } = names[index];
      if (isSameName(octets, start, nameEnd, nth === GIVEN_NAME ? givenOctets : nameOctets)) first = index;
    }
  }
  return first;
}

/** The place in {@link NAME_OCTETS} of the name that is compared with a caller's name as the caller gave it, with its version. */
const GIVEN_NAME = 2;

/**
 * Where each of the names ends that a profile reads in a user-agent line. All begin where the value begins. The default reads three:
 * the letters, the wider prefix and the whole. The last two are names that the grammar forbids.
 *
 * departs from RFC 9309 §2.2.1, by which `MJ12bot` is not a product token: docs/semantics.md §4.3;
 * test/conformance/semantics.test.ts.
 *
 * @param octets the line's value is `octets[start..end)`, trimmed
 */
export function nameEnds(
  octets: Uint8Array,
  start: number,
  end: number,
  match: GroupAxes['agentMatch'],
): readonly number[] {
  return NAME_OCTETS[match].map((belongs) => endOfName(octets, start, end, belongs));
}

/** Whom a user-agent line names. */
export interface NamesInLine {
  /** Whether the line is for every caller that no group names. */
  readonly isForAll: boolean;
  /** The index of the first of the caller's names that it has, or {@link NO_CALLER}. */
  readonly caller: number;
  /** Where each name ends that it has. */
  readonly ends: readonly number[];
}

/** Whom a user-agent line names, by its value `octets[start..end)`. */
export function namesInLine(
  octets: Uint8Array,
  start: number,
  end: number,
  callers: Callers,
  match: GroupAxes['agentMatch'],
): NamesInLine {
  return {
    isForAll: isWildcard(octets, start, end),
    caller: namesCaller(octets, start, end, callers, match),
    ends: nameEnds(octets, start, end, match),
  };
}

/** Where a name of some octets ends. */
function endOfName(octets: Uint8Array, start: number, end: number, belongs: Uint8Array): number {
  let at = start;
  while (at < end && belongs[octets[at]] === 1) at++;
  while (at > start && Octet.isWhiteSpace(octets[at - 1])) at--;
  return at;
}

/** 1 for each octet for which a condition holds. */
function octetsFor(condition: (octet: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, octet) => (condition(octet) ? 1 : 0));
}

const LETTERS = octetsFor(isNameOctet);
const ALL = octetsFor(() => true);

/** The octets of each of these names. */
const NAME_OCTETS: { readonly [match in GroupAxes['agentMatch']]: readonly Uint8Array[] } = {
  'letters-prefix': [LETTERS],
  whole: [ALL],
  'before-slash': [octetsFor((octet) => octet !== Octet.SLASH)],
  'prefix-or-whole': [LETTERS, octetsFor(isWiderNameOctet), ALL],
};

/** Whether a user-agent value is the wildcard: `*`, or `*` followed by white space and anything. */
export function isWildcard(octets: Uint8Array, start: number, end: number): boolean {
  return (
    start < end &&
    octets[start] === Octet.STAR &&
    (end === start + 1 || Octet.isWhiteSpace(octets[start + 1]))
  );
}

/** RFC 9309 §2.2.1: letters, `_` and `-`. */
function isNameOctet(octet: number): boolean {
  return Octet.isLetter(octet) || octet === Octet.HYPHEN || octet === Octet.UNDERSCORE;
}

/** These, digits and dots. */
function isWiderNameOctet(octet: number): boolean {
  return isNameOctet(octet) || Octet.isDigit(octet) || octet === Octet.DOT;
}

/** Whether `octets[start..end)` is a name, ignoring letter case. */
function isSameName(octets: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  let at = start;
  while (at < end && Octet.toLower(octets[at]) === Octet.toLower(name.charCodeAt(at - start))) at++;
  return at === end;
}
