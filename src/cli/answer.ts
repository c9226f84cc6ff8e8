/**
 * A verdict as other programs get it: the same keys, in the same order, from `check --json` and `check --batch`.
 */
import type { AnswerReason, Verdict } from '../index.js';

/** What an answer is made of: a verdict, or what stands in place of one. */
export interface Decision {
  readonly allowed: boolean;
  readonly rule: Verdict['rule'];
  readonly reason: AnswerReason;
}

export interface Answer {
  readonly url: string;
  readonly allowed: boolean;
  /** The line of the deciding rule, from 1; 0 if no rule decides. */
  readonly line: number;
  readonly directive: 'allow' | 'disallow' | null;
  /** The deciding rule's pattern as written. */
  readonly pattern: string | null;
  readonly reason: AnswerReason;
}

/** The keys of an answer, as the help lists them. `id` stands before them. */
export const ANSWER_KEYS = ['url', 'allowed', 'line', 'directive', 'pattern', 'reason'] as const;

export function answerOf(url: string, { allowed, rule, reason }: Decision): Answer {
  return {
    url,
    allowed,
    line: rule?.line ?? 0,
    directive: rule?.directive ?? null,
    pattern: rule?.pattern ?? null,
    reason,
  };
}
