/**
 * Which groups each crawler that a file names obeys together.
 */
import type { Group, Rule, UserAgentLine } from '../ast/nodes.js';
import { callersOf } from '../match/select/callers.js';
import { isWildcard, nameEnds } from '../match/select/user-agent-line.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';
import { decodeText } from '../stream/text.js';

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
        // Crawlers ignore the case of ASCII letters, and of no others.
        const key = caller.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
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

/** How a profile compares user-agent lines with names. */
type AgentMatch = Parameters<typeof nameEnds>[3];

/** The crawlers that a user-agent line names, each once, the longest name last. */
function callersOfLine({ usable, value }: UserAgentLine, agentMatch: AgentMatch): string[] {
  if (!usable) return [];
  const { octets } = value;
  if (isWildcard(octets, 0, octets.length)) return [WILDCARD];
  const names: string[] = [];
  for (const end of nameEnds(octets, 0, octets.length, agentMatch)) {
    const name = decodeText(octets.subarray(0, end));
    // With a version that crawlers leave out, a name names no other crawler than without it.
    const isVersion = name.charAt(names.at(-1)?.length ?? 0) === '/';
    if (name !== names.at(-1) && !isVersion && isCaller(name)) names.push(name);
  }
  return names;
}

/** Whether a crawler can go by a name. */
function isCaller(name: string): boolean {
  if (/^[\w.-]+$/.test(name)) return true;
  // Octets that are not UTF-8 are in no name.
  if (name === '' || name.includes('\ufffd')) return false;
  try {
    callersOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The rules of a selection in file order. */
export function rulesOfSelection({ groups }: GroupSelection): Rule[] {
  return groups.flatMap(({ rules }) => rules);
}

/** How many octets the patterns of a group have together, and one for each rule. */
export function weightOf({ rules }: Group): number {
  let weight = 0;
  for (const { value } of rules) weight += 1 + value.end - value.start;
  return weight;
}
