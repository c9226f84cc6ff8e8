/**
 * Which groups each crawler that a file names obeys together.
 */
import type { Group, Rule, UserAgentLine } from '../ast/nodes.js';
import { isWildcard } from '../match/select/user-agent-line.js';

/** The groups that some crawlers obey together. */
export interface GroupSelection {
  /** One of these crawlers: a product token, or `*` for those that no group names. */
  readonly caller: string;
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
  const selections = new Map<string, GroupSelection>();
  for (const { caller, indexes } of indexesOf.values()) {
    // A crawler that no group names differs from one that the same groups name: only it is selected by the wildcard.
    const key = `${caller === WILDCARD ? WILDCARD : ''}${indexes.join()}`;
    if (selections.has(key)) continue;
    selections.set(key, { caller, groups: indexes.map((index) => groups[index]) });
  }
  return [...selections.values()].sort(
    (a, b) => Number(b.caller === WILDCARD) - Number(a.caller === WILDCARD),
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

/** How many octets the patterns of rules have together, and one for each rule. */
export function weightOf(rules: readonly Rule[]): number {
  return rules.reduce((sum, { value }) => sum + 1 + value.end - value.start, 0);
}
