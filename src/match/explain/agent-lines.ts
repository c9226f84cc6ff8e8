/**
 * Why each user-agent line of a file does or does not make a caller obey its group: docs/semantics.md §4.
 */
import type { UserAgentLine } from '../../ast/nodes.js';
import type { GroupAxes } from '../../profiles.js';
import { decodeText } from '../../stream/window.js';
import type { CallerRules } from '../caller-rules.js';
import type { Callers } from '../select/callers.js';
import { isWildcard, NO_CALLER, nameEnds, namesCaller } from '../select/select.js';

/** Why a user-agent line counts or does not: each reason as a sentence, for the name of the caller that the line has, the names in it, and its value. */
const BECAUSE = {
  'names-caller': (agent) => `names ${agent}`,
  wildcard: () => 'is for every crawler that no group names',
  'fallback-not-needed': (agent) =>
    `names ${agent}, but another line names a token that this crawler prefers`,
  'wildcard-ignored': () => 'does not count, because this crawler ignores groups for "*"',
  'wildcard-not-needed': () => 'does not count, because a group names this crawler',
  'not-the-first-group': () => 'does not count, because only the first such group does',
  'other-name': (_, names, value) =>
    names.join() === value ? 'names another crawler' : `names another crawler: ${names.join(' or ')}`,
  'no-name': () => 'names no crawler',
} satisfies Record<string, (agent: string | null, names: readonly string[], value: string) => string>;

export type AgentLineReason = keyof typeof BECAUSE;

/** A user-agent line, and what it means to the caller. */
export interface ExplainedAgentLine {
  readonly userAgent: UserAgentLine;
  /**
   * `names-caller` and `wildcard` make the caller obey the group. `fallback-not-needed`: the line has a token that the crawler
   * falls back to, but the file names an earlier one. `wildcard-not-needed`: the line is for `*`, but a group names the
   * caller. `wildcard-ignored`: the line is for `*`, and the crawler never obeys such groups. `not-the-first-group`: the
   * profile obeys only the first group of several. `other-name`: the line names another crawler. `no-name`: it names none,
   * because it is empty or has a control octet.
   */
  readonly reason: AgentLineReason;
  /** Whether the line makes the caller obey its group: the reasons `names-caller` and `wildcard`. */
  readonly counts: boolean;
  /** The caller's name that the line has, as the caller gave it; null unless the line names the caller. */
  readonly agent: string | null;
  /** The names that the profile reads in the line, such as `MJ` and `MJ12bot`; empty for `*` and for lines without a name. */
  readonly names: readonly string[];
  /** The reason as a sentence whose subject is the line: `names ExampleBot`. */
  readonly explanation: string;
}

/** Explains every user-agent line of a file. */
export function explainAgentLines(rules: CallerRules): ExplainedAgentLine[] {
  const { view, selection, callers } = rules;
  const { file, profile } = view;
  const obeyed = new Set(selection.groups);
  return view.groups.flatMap(({ userAgents }, group) =>
    userAgents.map((userAgent) => {
      const read = readLine(file.octets, userAgent, profile.groups.agentMatch, callers);
      const reason = reasonFor(read, obeyed.has(group), rules);
      const counts = reason === 'names-caller' || reason === 'wildcard';
      const agent = callers.names[read.caller]?.given ?? null;
      const { names } = read;
      const explanation = BECAUSE[reason](agent, names, userAgent.name);
      return { userAgent, reason, counts, agent, names, explanation };
    }),
  );
}

/** What a profile reads in a user-agent line. */
interface ReadLine {
  /** Whether it is for `*`. */
  readonly isForAll: boolean;
  /** The index of the caller's name that the line has, or {@link NO_CALLER}. */
  readonly caller: number;
  readonly names: readonly string[];
}

function readLine(
  octets: Uint8Array,
  { value: { start, end }, usable }: UserAgentLine,
  match: GroupAxes['agentMatch'],
  callers: Callers,
): ReadLine {
  const isForAll = usable && isWildcard(octets, start, end);
  if (isForAll || !usable) return { isForAll, caller: NO_CALLER, names: [] };
  const ends = new Set(nameEnds(octets, start, end, match).filter((nameEnd) => nameEnd > start));
  return {
    isForAll,
    caller: namesCaller(octets, start, end, callers, match),
    names: Array.from(ends, (nameEnd) => decodeText(octets.subarray(start, nameEnd))),
  };
}

/** @param isObeyed whether the caller obeys the line's group */
function reasonFor(
  { caller, isForAll, names }: ReadLine,
  isObeyed: boolean,
  rules: CallerRules,
): AgentLineReason {
  const { obeys, obeysWildcard } = rules.callers;
  const { selectedBy, agentRows } = rules.selection;
  if (caller !== NO_CALLER) {
    if (obeys === 'first-name' && caller > rules.nameAt(agentRows[0])) return 'fallback-not-needed';
    return isObeyed ? 'names-caller' : 'not-the-first-group';
  }
  if (!isForAll) return names.length === 0 ? 'no-name' : 'other-name';
  if (!obeysWildcard) return 'wildcard-ignored';
  if (selectedBy === 'name') return 'wildcard-not-needed';
  return isObeyed ? 'wildcard' : 'not-the-first-group';
}
