/**
 * Which groups each crawler that a file names obeys together.
 */
import type { Group, Rule, UserAgentLine } from '../ast/nodes.js';
import { isWildcard } from '../match/select/user-agent-line.js';

/** The groups that some crawlers obey together. */
export interface GroupSelection {
  /** These crawlers: product tokens, or `*` alone for those that no group names. There is at least one. */
  readonly callers: readonly string[];
  readonly groups: readonly Group[];
}

/** The name of any crawler that no group names. */
export const WILDCARD = '*';

/** The distinct selections of a file. That of `*` is the first, if there is one. */
export function selectionsOf(groups: readonly Group[]): GroupSelection[] {
  const indexesOf = new Map<string, { readonly caller: string; readonly indexes: number[] }>();
  groups.forEach(({ userAgents }, index) => {
    for (const agent of userAgents) {
      const caller = callerOfLine(agent);
      if (caller === null) continue;
      const key = caller.toLowerCase();
      const known = indexesOf.get(key);
      if (known === undefined) indexesOf.set(key, { caller, indexes: [index] });
      else if (known.indexes.at(-1) !== index) known.indexes.push(index);
    }
  });
  const selections = new Map<string, { readonly callers: string[]; readonly groups: readonly Group[] }>();
  for (const { caller, indexes } of indexesOf.values()) {
    // A crawler that no group names must differ from one that the same groups name, because only the wildcard selects
    // it.
    const key = `${caller === WILDCARD ? WILDCARD : ''}${indexes.join()}`;
    const known = selections.get(key);
    if (known !== undefined) known.callers.push(caller);
    else selections.set(key, { callers: [caller], groups: indexes.map((index) => groups[index]) });
  }
  return [...selections.values()].sort(
    (a, b) => Number(b.callers[0] === WILDCARD) - Number(a.callers[0] === WILDCARD),
  );
}

/** A crawler that obeys a group; `null` if there is none. */
export function callerOf({ userAgents }: Group): string | null {
  for (const agent of userAgents) {
    const caller = callerOfLine(agent);
    if (caller !== null) return caller;
  }
  return null;
}

/** The crawler that a user-agent line names; `null` if it names none. */
function callerOfLine({ usable, value }: UserAgentLine): string | null {
  if (!usable) return null;
  const { octets } = value;
  if (isWildcard(octets, 0, octets.length)) return WILDCARD;
  const name = /^[A-Za-z0-9._-]+/.exec(value.text)?.[0];
  return name ?? null;
}

/** The rules of a selection in file order. */
export function rulesOfSelection({ groups }: GroupSelection): Rule[] {
  return groups.flatMap(({ rules }) => rules);
}

/** How many octets the patterns of groups have together, and one for each rule. */
export function weightOf(groups: readonly Group[]): number {
  let weight = 0;
  for (const { rules } of groups) for (const { value } of rules) weight += 1 + value.end - value.start;
  return weight;
}
