/**
 * A part of a file: octets with their place, decoded on demand.
 */
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import type { Span } from '../octets.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The octets as UTF-8 text. Invalid UTF-8 becomes U+FFFD. */
export function decodeText(octets: Uint8Array): string {
  return decoder.decode(octets);
}

/**
 * A field, a value or a comment: its octets, its text and its place in the file.
 *
 * @example
 * ```js
 * import { lineEvents } from 'robotstream';
 *
 * for await (const event of lineEvents('Disallow: /private/')) {
 *   if (event.type === 'disallow') console.log(event.value.text, event.value.start, event.value.end);
 * }
 * // → /private/ 10 19
 * ```
 */
export class OctetText implements Span {
  /** The offset in the file of the first octet. */
  readonly start: number;
  /** The offset in the file of the octet after the last. */
  readonly end: number;
  readonly #memory: Uint8Array;
  readonly #from: number;

  /**
   * @hidden
   * @param memory has the octets, and others; programs never see it
   * @param from where in `memory` they start
   * @param to where in `memory` they end
   * @param base the offset in the file of `memory[0]`
   */
  constructor(memory: Uint8Array, from: number, to: number, base: number) {
    this.start = base + from;
    this.end = base + to;
    this.#memory = memory;
    this.#from = from;
  }

  /** The octets. A copy in memory of its own, made each time it is read. */
  get octets(): Uint8Array {
    return this.#memory.slice(this.#from, this.#from + this.end - this.start);
  }

  /** The octets as UTF-8 text, decoded each time it is read. Invalid UTF-8 becomes U+FFFD. */
  get text(): string {
    return decodeText(this.#memory.subarray(this.#from, this.#from + this.end - this.start));
  }

  /** The text, as `text`. */
  toString(): string {
    return this.text;
  }

  /** Its place and text, as plain data. */
  toJSON(): { start: number; end: number; text: string } {
    return { start: this.start, end: this.end, text: this.text };
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('OctetText', this.toJSON(), depth, options, inspect);
  }
}
