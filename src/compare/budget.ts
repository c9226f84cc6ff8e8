/**
 * What an exploration may cost. Counted in steps rather than in time, so that the answer does not depend on the machine.
 */

/** Steps that one call may take unless the caller says otherwise: a few tenths of a second. */
export const DEFAULT_STEPS = 200_000;

/** One step is one place of a pattern looked at, or one URL extended. */
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
