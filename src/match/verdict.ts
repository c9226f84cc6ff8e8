/**
 * Whether a URL may be fetched, with the reason.
 */
import type { Group, Rule } from '../ast/nodes.js';
import type { SelectedBy } from './select/select.js';

/** Every reason that a verdict can have. */
export const VERDICT_REASONS = {
  'allow-rule': 'An allow rule decides.',
  'disallow-rule': 'A disallow rule decides.',
  'empty-rule': 'A rule without a pattern matches, and restricts nothing.',
  'no-matching-rule': 'A group applies, and none of its rules matches.',
  'no-matching-group': 'No group names this caller, and it obeys none for "*".',
  'robots-txt': '/robots.txt itself is always allowed (RFC 9309 §2.2.2).',
} as const;

export type VerdictReason = keyof typeof VERDICT_REASONS;

/** Whether a URL may be fetched, and why. */
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: VerdictReason;
  /** The deciding rule; null if none decides. */
  readonly rule: Rule | null;
  /** The group of the deciding rule, else the first group that applies; null if none does. */
  readonly group: Group | null;
  /** How many groups apply together. */
  readonly groupCount: number;
  /** Why they apply: they name the caller, or they are for `*`. */
  readonly selectedBy: SelectedBy;
  /** The caller's name that selected them; null unless `selectedBy` is `name`. */
  readonly agent: string | null;
  /** The name of the profile that was judged by. */
  readonly profile: string;
  /** The verdict as one sentence. */
  readonly explanation: string;
}

/** How many characters of a pattern an explanation quotes. */
const QUOTED_CHARACTERS = 120;

/** The verdict as one sentence. */
export function explain(verdict: Omit<Verdict, 'explanation'>): string {
  const { allowed, reason, rule, group, selectedBy, agent } = verdict;
  const answer = allowed ? 'Allowed' : 'Disallowed';
  if (reason === 'robots-txt') return `${answer}: /robots.txt itself is always allowed.`;
  if (group === null || selectedBy === 'nothing') {
    return `${answer}: no group names this caller, and it obeys none for "*".`;
  }
  const whose =
    selectedBy === 'name'
      ? `the group of line ${group.userAgents[0]?.line} names ${agent}`
      : `no group names this caller, and the group of line ${group.userAgents[0]?.line} is for "*"`;
  if (rule === null) return `${answer}: ${whose}, and none of its rules matches.`;
  const { line, directive, pattern } = rule;
  const shown = pattern.length > QUOTED_CHARACTERS ? `${pattern.slice(0, QUOTED_CHARACTERS)}…` : pattern;
  if (reason === 'empty-rule')
    return `${answer}: ${whose}; line ${line} (${directive} without a pattern) restricts nothing.`;
  return `${answer}: ${whose}; line ${line} decides: ${directive} ${shown}`;
}
