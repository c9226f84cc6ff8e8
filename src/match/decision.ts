/**
 * What decides about a URL, and the reason that a verdict gives for it.
 */
import { isAllowRow, isEmptyRow } from '../ast/groups.js';
import { STATUS_REASONS, type StatusRuling } from '../status-access.js';

// What decides if no rule does: numbers below the indexes of rules.
/** No rule matches. The URL is allowed. */
export const NO_RULE = -1;
/** The URL is that of `/robots.txt` itself, which is allowed whatever the rules say (RFC 9309 §2.2.2). */
export const ROBOTS_TXT = -2;
/** Every URL of such a file is refused. The profiles of this package's engine refuse none. */
export const REFUSED = -3;
/** Every URL of such a file is allowed. */
export const OPENED = -4;
/** The URL is not one that is compared with rules. */
export const NOT_TAKEN = -5;
/** Not known yet: it takes too many steps to find out. */
export const GIVEN_UP = -6;

/** Every reason that a verdict can have. */
export const VERDICT_REASONS = {
  'allow-rule': 'An allow rule decides.',
  'disallow-rule': 'A disallow rule decides.',
  'empty-rule': 'A rule without a pattern matches, and restricts nothing.',
  'no-matching-rule': 'A group applies, and none of its rules matches.',
  'no-matching-group': 'No group applies to this crawler.',
  'robots-txt': '/robots.txt itself is always allowed (RFC 9309 §2.2.2).',
  refused: 'The crawler fetches nothing, whatever the rules of such a file say.',
  opened: 'The crawler fetches everything, whatever the rules of such a file say.',
  'url-not-taken': 'The crawler does not accept such a URL, and applies no rule to it.',
  ...STATUS_REASONS,
} as const;

/** Why a verdict is what it is: a key of `VERDICT_REASONS`. */
export type VerdictReason = keyof typeof VERDICT_REASONS;

/** The reasons of verdicts that do not allow a URL. */
export const FORBIDDING: readonly VerdictReason[] = [
  'disallow-rule',
  'refused',
  'restricted',
  'unreachable',
  'deferred',
];

/** The reasons of statuses that allow every URL. They apply to /robots.txt, too. */
const ALLOWING_STATUSES: readonly VerdictReason[] = ['unavailable', 'unreachable-allowed'];

const REASONS_WITHOUT_RULE: { readonly [outcome: number]: VerdictReason } = {
  [ROBOTS_TXT]: 'robots-txt',
  [REFUSED]: 'refused',
  [OPENED]: 'opened',
  [NOT_TAKEN]: 'url-not-taken',
};

/** What decides about a URL. */
export interface Decision {
  readonly reason: VerdictReason;
  /** Rows of the file. */
  readonly rows: Int32Array;
  /** Where the row of the deciding rule starts in these; below 0 if no rule decides. */
  readonly at: number;
}

/**
 * @param at where the row of the deciding rule starts, or an outcome below 0
 * @param groupCount how many groups apply
 * @param ruling the status that decides for all callers; undefined if the rules of the file do
 */
export function decisionOf(
  rows: Int32Array,
  at: number,
  groupCount: number,
  ruling: StatusRuling | undefined,
): Decision {
  // A status that forbids every other URL does not forbid /robots.txt.
  if (ruling !== undefined && !(at === ROBOTS_TXT && !ALLOWING_STATUSES.includes(ruling.reason)))
    return { reason: ruling.reason, rows, at: NO_RULE };
  if (at < 0) {
    const withoutRule = groupCount > 0 ? 'no-matching-rule' : 'no-matching-group';
    return { reason: REASONS_WITHOUT_RULE[at] ?? withoutRule, rows, at };
  }
  if (isEmptyRow(rows, at)) return { reason: 'empty-rule', rows, at };
  return { reason: isAllowRow(rows, at) ? 'allow-rule' : 'disallow-rule', rows, at };
}
