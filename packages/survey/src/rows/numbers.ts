/** A list of numbers that grows, outside the heap that the collector walks through and leaves room beside. */
export class Numbers {
  #values: Float64Array | Int32Array;
  length = 0;

  /** @param kind `Int32Array` for whole numbers of 32 bits, which take half the memory */
  constructor(kind: new (length: number) => Float64Array | Int32Array) {
    this.#values = new kind(FIRST_LENGTH);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const values = this.#values;
      this.#values = new (values.constructor as new (length: number) => typeof values)(2 * values.length);
      this.#values.set(values);
    }
    this.#values[this.length++] = value;
  }

  /** The number at an index below the length. */
  at(index: number): number {
    return this.#values[index];
  }
}

const FIRST_LENGTH = 64;
