/**
 * Long work in slices. Between two of them the event loop takes in what has arrived: sockets, timers, other questions.
 */

/** How much work is done in a turn of the event loop, by all who share the budget. */
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
   * @param cost a part that is larger than what is left is granted if anything is left
   * @returns undefined if the work may be done now; else the next turn, in which to ask again
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
