/**
 * Splits long work into slices. Between two slices the event loop handles what has arrived: sockets, timers, other questions.
 */

interface Waiting {
  readonly cost: number;
  readonly begin: () => void;
}

/** Limits the work in a turn of the event loop, for all callers that share the budget. They get their parts in the order of their calls. */
export class TurnBudget {
  readonly #perTurn: number;
  #spent = 0;
  readonly #queue = new Set<Waiting>();

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /**
   * Takes a part of the budget.
   *
   * @param cost how much the work costs. It may be more than what is left, as long as something is left
   * @returns whether the work may be done now; otherwise {@link wait}
   */
  trySpend(cost: number): boolean {
    if (this.#spent >= this.#perTurn || this.#queue.size > 0) return false;
    this.#spend(cost);
    return true;
  }

  /** Waits until the work may be done. */
  async wait(cost: number): Promise<void> {
    if (this.trySpend(cost)) return;
    await new Promise<void>((begin) => this.#queue.add({ cost, begin }));
  }

  #spend(cost: number): void {
    if (this.#spent === 0) setImmediate(this.#renew);
    this.#spent += cost;
  }

  readonly #renew = (): void => {
    this.#spent = 0;
    // Only those that may begin are called: to call all in each turn would cost more than what many of them wait for.
    for (const waiting of this.#queue) {
      if (this.#spent >= this.#perTurn) return;
      this.#queue.delete(waiting);
      this.#spend(waiting.cost);
      waiting.begin();
    }
  };
}
