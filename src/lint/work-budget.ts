/**
 * The budget of checks that compare rules with each other. It counts work instead of time, so that the findings do not
 * depend on the machine.
 */

/**
 * The work for one file, in pairs of octets: rules of 64 KiB may all be compared with each other. It takes a fraction of a
 * second.
 */
export const WORK_LIMIT = (64 * 1024) ** 2;

/** Steps that one comparison of `src/compare` may take, besides the work that its rules cost. */
export const MAX_STEPS = 20_000;

/** How many times as much as reading its rules a question to a matcher can cost. */
export const QUESTION_FACTOR = 128;

/** The work of making a matcher, for each octet of the file: it goes through the rows of the whole file. */
export const MATCHER_FACTOR = 64;

export class WorkBudget {
  #left = WORK_LIMIT;
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
