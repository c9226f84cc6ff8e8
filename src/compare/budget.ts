/**
 * What an exploration may cost. Counted in steps rather than in time, so that the answer does not depend on the machine.
 */

/** What a question to a matcher costs, besides its path and the matcher's own steps. */
export const STEPS_PER_QUESTION = 4;

/** How many of a matcher's own steps cost as much as one step. */
export const MATCHER_STEPS_PER_STEP = 64;

/** How many octets of a path cost as much as one step, for writing the path and checking that it is one of a URL. */
export const PATH_OCTETS_PER_STEP = 8;

/** The default of `maxSteps`: a few tenths of a second. */
export const DEFAULT_STEPS = 200_000;

/** Counts steps. A step checks one place of a pattern, or extends one URL. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }

  /** Steps that are left; below 0 after too many. */
  get left(): number {
    return this.#left;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
