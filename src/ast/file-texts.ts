/**
 * The texts of a file's names and patterns. They are usually read in file order, and decoding a stretch of the file once
 * and slicing it takes a fifth of the time of decoding each text.
 */
import { decodeText } from '../stream/text.js';

/**
 * How many octets are decoded at once. A slice of 13 characters or more keeps the whole decoded text in memory (in V8), so
 * this bounds the memory of a program that keeps a single pattern.
 */
const STRETCH_OCTETS = 1024;

/** The texts of a file, by place. */
export class FileTexts {
  readonly #octets: Uint8Array;
  /** The stretch that was decoded last: `octets[#start..#end)`. */
  #start = 0;
  #end = 0;
  /** Its text, or null if it cannot be sliced by octets. */
  #stretch: string | null = '';

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  /** The text of the octets from `start` to `end`, which may share memory with others. Invalid UTF-8 becomes U+FFFD. */
  slice(start: number, end: number): string {
    if (end - start > STRETCH_OCTETS) return this.ownText(start, end);
    if (start < this.#start || end > this.#end) this.#decodeFrom(start);
    if (this.#stretch === null) return this.ownText(start, end);
    return this.#stretch.slice(start - this.#start, end - this.#start);
  }

  /** The same text in memory of its own, for a caller that keeps it without the texts around it. */
  ownText(start: number, end: number): string {
    return decodeText(this.#octets.subarray(start, end));
  }

  #decodeFrom(start: number): void {
    const stretch = this.#octets.subarray(start, start + STRETCH_OCTETS);
    const text = decodeText(stretch);
    this.#start = start;
    this.#end = start + stretch.length;
    // No octet makes more than one UTF-16 code unit. So if the text has as many units as octets, each octet makes one.
    this.#stretch = text.length === stretch.length ? text : null;
  }
}
