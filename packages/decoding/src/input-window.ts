/**
 * The part of an input that is in memory, and its offset in the input.
 */
import { asBuffer } from './buffers.js';

const EMPTY = new Uint8Array();

/** How much is searched at a time. */
const SEEK_OCTETS = 64 * 1024;

/** Reads an input in order. What has been read remains available until it is skipped. */
export class InputWindow {
  readonly #source: AsyncIterator<Uint8Array>;
  #octets: Uint8Array = EMPTY;
  #offset: number;
  #isAtEnd = false;

  /** @param offset the place of the first octet of the source in the input */
  constructor(source: AsyncIterable<Uint8Array>, offset = 0) {
    this.#source = source[Symbol.asyncIterator]();
    this.#offset = offset;
  }

  /** The octets in memory. */
  get octets(): Uint8Array {
    return this.#octets;
  }

  /** The place of the first of {@link octets} in the input. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether the input ends after {@link octets}. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Reads until `count` octets are in memory, or the input ends. */
  async fill(count: number): Promise<void> {
    const chunks = [this.#octets];
    let length = this.#octets.length;
    while (length < count && !this.#isAtEnd) {
      const { done, value } = await this.#source.next();
      if (done === true) {
        this.#isAtEnd = true;
      } else {
        chunks.push(value);
        length += value.length;
      }
    }
    if (chunks.length > 1) this.#octets = Buffer.concat(chunks, length);
  }

  /** Drops the first octets. */
  skip(count: number): void {
    this.#octets = this.#octets.subarray(count);
    this.#offset += count;
  }

  /**
   * Skips to what is searched for, or to the end of the input.
   *
   * @param indexIn where it begins in octets; -1 if it is not in them
   * @param maxCutOctets how many octets of it there may be at the end of those that were searched
   * @returns whether it was found
   */
  async seek(indexIn: (octets: Buffer) => number, maxCutOctets: number): Promise<boolean> {
    for (;;) {
      const index = indexIn(asBuffer(this.#octets));
      const { length } = this.#octets;
      if (index !== -1) this.skip(index);
      else this.skip(this.#isAtEnd ? length : Math.max(length - maxCutOctets, 0));
      if (index !== -1 || this.#isAtEnd) return index !== -1;
      await this.fill(SEEK_OCTETS);
    }
  }

  /** Yields the octets from a place in the input on, and reads more; at most about `maxKept` of them remain available. */
  async *from(offset: number, maxKept: number): AsyncGenerator<Uint8Array, void> {
    let next = offset;
    for (;;) {
      const available = this.#octets.subarray(next - this.#offset);
      if (available.length > 0) {
        next += available.length;
        yield available;
      } else {
        if (this.#isAtEnd) return;
        if (this.#octets.length > maxKept) this.skip(this.#octets.length >> 1);
        await this.fill(this.#octets.length + 1);
      }
    }
  }

  /** Ends the input early. Does not wait: the input may itself be waiting for octets that never arrive. */
  close(): void {
    this.#source.return?.().then(undefined, () => {});
  }
}
