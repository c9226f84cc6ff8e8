/**
 * Reads the start of an input, and then all of it.
 */

/** The first items of a sequence, such as chunks or blocks, as many as are asked for. */
export class InputStart<Item> {
  /** The items that were read. */
  readonly items: Item[] = [];
  readonly #rest: AsyncIterator<Item>;
  readonly #octetsOf: (item: Item) => Uint8Array;

  constructor(source: AsyncIterable<Item>, octetsOf: (item: Item) => Uint8Array) {
    this.#rest = source[Symbol.asyncIterator]();
    this.#octetsOf = octetsOf;
  }

  /** Exactly the first `count` octets, unless the input ends earlier: no answer may depend on how the input is cut into chunks. */
  async octets(count: number): Promise<Uint8Array> {
    const chunks = this.items.map(this.#octetsOf);
    let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    while (length < count) {
      const { done, value } = await this.#rest.next();
      if (done === true) break;
      this.items.push(value);
      chunks.push(this.#octetsOf(value));
      length += chunks[chunks.length - 1].length;
    }
    return Buffer.concat(chunks).subarray(0, count);
  }

  /** All items, from the first. */
  async *whole(): AsyncGenerator<Item, void> {
    try {
      yield* this.items;
      yield* { [Symbol.asyncIterator]: () => this.#rest };
    } finally {
      await this.#rest.return?.();
    }
  }
}
