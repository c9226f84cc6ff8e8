/**
 * Which groups each crawler that a file names obeys together.
 */
import { lowerCaseLetters } from '../ascii.js';
import type { Group, Rule, UserAgentLine } from '../ast/nodes.js';
import { callerNamesIn } from '../crawlers/line-names.js';
import { isWildcard } from '../match/select/select.js';
import { type GroupAxes, PROFILES, type ProfileName } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';

/** The groups that some crawlers obey together. */
export interface GroupSelection {
  /** These crawlers: product tokens, or `*` alone for those that no group names. There is at least one. */
  readonly callers: readonly string[];
  /** Those of them by whose whole name, without a version, some line calls them; there may be none. */
  readonly shown: readonly string[];
  readonly groups: readonly Group[];
}

/** The name of any crawler that no group names. */
export const WILDCARD = '*';

/** A crawler, and the groups that name it. */
interface NamedCaller {
  readonly caller: string;
  readonly indexes: number[];
  isShown: boolean;
}

/**
 * The distinct selections of a file under a profile. Every crawler that some group names is a caller of one of them. That of `*` is the first,
 * if there is one.
 */
export function selectionsOf(document: RobotsDocument, profile: ProfileName): GroupSelection[] {
  const groups = document.groupsUnder(profile);
  const { agentMatch } = PROFILES[profile].groups;
  const byName = new Map<string, NamedCaller>();
  groups.forEach(({ userAgents }, index) => {
    for (const agent of userAgents) {
      const names = callersOfLine(agent, agentMatch);
      for (const caller of names) {
        const isShown = caller === names.at(-1);
        const key = lowerCaseLetters(caller);
        const known = byName.get(key);
        if (known === undefined) byName.set(key, { caller, indexes: [index], isShown });
        else {
          known.isShown ||= isShown;
          if (known.indexes.at(-1) !== index) known.indexes.push(index);
        }
      }
    }
  });
  const selections = new Map<string, { callers: string[]; shown: string[]; groups: readonly Group[] }>();
  for (const { caller, indexes, isShown } of byName.values()) {
    // A crawler that no group names must differ from one that the same groups name, because only the wildcard selects
    // it.
    const key = `${caller === WILDCARD ? WILDCARD : ''}${indexes.join()}`;
    let selection = selections.get(key);
    if (selection === undefined) {
      selection = { callers: [], shown: [], groups: indexes.map((index) => groups[index]) };
      selections.set(key, selection);
    }
    selection.callers.push(caller);
    if (isShown) selection.shown.push(caller);
  }
  return [...selections.values()].sort(
    (a, b) => Number(b.callers[0] === WILDCARD) - Number(a.callers[0] === WILDCARD),
  );
}

/** A crawler that obeys a group under RFC 9309; `null` if there is none. */
export function callerOf({ userAgents }: Group): string | null {
  for (const agent of userAgents) {
    const caller = callersOfLine(agent, 'prefix-or-whole').at(-1);
    if (caller !== undefined) return caller;
  }
  return null;
}

/** The crawlers that a user-agent line names, each once, the longest name last. */
function callersOfLine({ usable, value }: UserAgentLine, match: GroupAxes['agentMatch']): readonly string[] {
  if (!usable) return [];
  const { octets } = value;
  return isWildcard(octets, 0, octets.length) ? [WILDCARD] : callerNamesIn(octets, match);
}

/** The rules of a selection in file order. */
export function rulesOfSelection({ groups }: GroupSelection): Rule[] {
  return groups.flatMap(({ rules }) => rules);
}

/** Whether a pattern matches every URL: `/`, `*`, `/*` and the like. */
export function isEverything(pattern: string): boolean {
  return pattern !== '' && ['', '/'].includes(pattern.replaceAll('*', ''));
}
