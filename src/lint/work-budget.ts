/**
 * The budget of checks that compare rules with each other. It counts work instead of time, so that the findings do not
 * depend on the machine.
 */
import { Budget } from '../compare/budget.js';
import { questionSteps } from '../compare/judged-rules.js';
import type { Matcher } from '../match/matcher.js';
import type { Verdict } from '../match/verdict.js';

/**
 * The work for one file, in pairs of octets: rules of 64 KiB may all be compared with each other. It takes a fraction of a
 * second.
 */
export const WORK_LIMIT = (64 * 1024) ** 2;

/**
 * The steps for everything that `src/compare` and matchers find out about the rules of one file: five times as many as any of 2,111 real files
 * takes. They take less than a second.
 */
export const STEP_LIMIT = 1_000_000;

/** Steps that one comparison may take of them, so that it cannot take all. */
const MAX_STEPS = STEP_LIMIT / 2;

/** The work of preparing the rules of a matcher, for each octet of their patterns. */
export const RULES_FACTOR = 128;

/** The work of making a matcher, for each octet of the file: it goes through the rows of the whole file. */
export const MATCHER_FACTOR = 64;

export class WorkBudget {
  #left = WORK_LIMIT;
  #stepsLeft = STEP_LIMIT;
  #isShort = false;

  /** Takes a part of the budget. Returns false, and takes nothing, if not enough is left. */
  take(work: number): boolean {
    if (work > this.#left) {
      this.#isShort = true;
      return false;
    }
    this.#left -= work;
    return true;
  }

  /** Makes a comparison within the steps that are left. */
  compare<Result>(comparison: (steps: Budget) => Result, maxSteps: number = MAX_STEPS): Result {
    const granted = Math.max(0, Math.min(maxSteps, this.#stepsLeft));
    const steps = new Budget(granted);
    const result = comparison(steps);
    this.#stepsLeft -= granted - steps.left;
    return result;
  }

  /** Asks a matcher about a URL; `null` if no steps are left. */
  check(matcher: Matcher, url: string): Verdict | null {
    if (this.#stepsLeft <= 0) {
      this.#isShort = true;
      return null;
    }
    const verdict = matcher.check(url);
    this.#stepsLeft -= questionSteps(matcher, url);
    return verdict;
  }

  /** Notes that a comparison took more steps than it may. */
  giveUp(): void {
    this.#isShort = true;
  }

  /** Whether some work was refused or given up. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** How much was taken. */
  get spent(): number {
    return WORK_LIMIT - this.#left;
  }
}
