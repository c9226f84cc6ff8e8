/**
 * Batches of items → items. A generator function awaits each item that it yields, which takes three turns of the microtask queue.
 * This takes one.
 */

/** The items of batches, one by one. It behaves like a generator that loops over them. */
export function oneByOne<Item>(batches: AsyncGenerator<readonly Item[], void>): AsyncGenerator<Item, void> {
  return new OneByOne(batches);
}

class OneByOne<Item> implements AsyncGenerator<Item, void> {
  static {
    // As for every generator. Newer versions of Node add methods there, such as that for `await using`.
    Object.setPrototypeOf(OneByOne.prototype, asyncIteratorPrototype());
  }

  readonly #batches: AsyncGenerator<readonly Item[], void>;
  #batch: readonly Item[] = [];
  /** The index in the batch of the next item. */
  #next = 0;
  /** How many calls have not been answered. */
  #waiting = 0;
  #lastAnswer: Promise<unknown> = Promise.resolve();

  constructor(batches: AsyncGenerator<readonly Item[], void>) {
    this.#batches = batches;
  }

  next(): Promise<IteratorResult<Item, void>> {
    if (this.#waiting > 0 || this.#next === this.#batch.length)
      return this.#inTurn(() => this.#fromNextBatch());
    return Promise.resolve({ done: false, value: this.#batch[this.#next++] });
  }

  return(value?: void | PromiseLike<void>): Promise<IteratorResult<Item, void>> {
    return this.#inTurn(async () => {
      this.#forgetBatch();
      await this.#batches.return();
      return { done: true, value: await value };
    });
  }

  throw(reason: unknown): Promise<IteratorResult<Item, void>> {
    return this.#inTurn(async () => {
      this.#forgetBatch();
      await this.#batches.return().catch(() => {}); // the reason outweighs it, as in a loop
      throw reason;
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Answers a call after the calls before it. */
  #inTurn<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    const promised = this.#waiting === 0 ? answer() : this.#lastAnswer.then(answer, answer);
    const settle = () => {
      this.#waiting--;
    };
    this.#waiting++;
    this.#lastAnswer = promised;
    promised.then(settle, settle);
    return promised;
  }

  async #fromNextBatch(): Promise<IteratorResult<Item, void>> {
    while (this.#next === this.#batch.length) {
      const { done, value } = await this.#batches.next();
      if (done === true) return { done: true, value: undefined };
      this.#batch = value;
      this.#next = 0;
    }
    return { done: false, value: this.#batch[this.#next++] };
  }

  #forgetBatch(): void {
    this.#batch = [];
    this.#next = 0;
  }
}

function asyncIteratorPrototype(): object {
  const ofGenerators = Object.getPrototypeOf(async function* () {}.prototype);
  return Object.getPrototypeOf(ofGenerators);
}
