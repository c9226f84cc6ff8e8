/**
 * Splits long work into slices. Between two slices the event loop handles what has arrived: sockets, timers, other questions.
 */

/** Limits the work in a turn of the event loop, for all callers that share the budget. */
export class TurnBudget {
  /** Turns of the event loop that work has waited for. */
  turns = 0;
  readonly #perTurn: number;
  #spent = 0;
  #nextTurn: Promise<void> | undefined;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /**
   * Asks for a part of the budget.
   *
   * @param cost how much the work costs. It may be more than what is left, as long as something is left
   * @returns undefined if the work may be done now; otherwise a promise of the next turn, in which to ask again
   */
  spend(cost: number): Promise<void> | undefined {
    if (this.#spent < this.#perTurn) {
      if (this.#spent === 0) setImmediate(this.#renew);
      this.#spent += cost;
      return undefined;
    }
    this.#nextTurn ??= new Promise((resolve) => {
      this.#begin = resolve;
    });
    return this.#nextTurn;
  }

  /** Waits until the work may be done. */
  async wait(cost: number): Promise<void> {
    for (let nextTurn = this.spend(cost); nextTurn !== undefined; nextTurn = this.spend(cost)) await nextTurn;
  }

  #begin: () => void = () => {};

  readonly #renew = (): void => {
    this.#spent = 0;
    if (this.#nextTurn === undefined) return;
    this.turns++;
    this.#nextTurn = undefined;
    this.#begin();
  };
}
