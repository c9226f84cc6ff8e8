/**
 * An answer for other programs: the same keys in the same order from `check --json`, from `check --batch` and from the inspector.
 */
import type { Verdict } from 'robotstream';

/** The decision about a URL: a verdict, or what the absence of a robots.txt means. */
export interface Decision {
  readonly allowed: boolean;
  readonly rule: Verdict['rule'];
  /** The reason of a verdict, or why there is no file to judge by. */
  readonly reason: string;
}

/** The keys of an answer, for the help. `id` comes before them. */
export const ANSWER_KEYS = ['url', 'allowed', 'line', 'directive', 'pattern', 'reason'] as const;

export function answerLine(url: string, { allowed, rule, reason }: Decision) {
  return {
    url,
    allowed,
    /** The line of the deciding rule, from 1; 0 if no rule decides. */
    line: rule?.line ?? 0,
    directive: rule?.directive ?? null,
    /** The pattern of the deciding rule as written; null if no rule decides. */
    pattern: rule?.pattern ?? null,
    reason,
  };
}

export type AnswerLine = ReturnType<typeof answerLine>;
