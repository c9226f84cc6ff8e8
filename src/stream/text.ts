/**
 * A piece of a file: octets with their place, decoded when somebody reads them.
 */
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import type { Span } from '../places.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The octets as UTF-8 text; what is not valid UTF-8 shows as U+FFFD. */
export function decodeText(octets: Uint8Array): string {
  return decoder.decode(octets);
}

/** A field, a value or a comment. */
export class OctetText implements Span {
  /** Offset of the first octet in the file. */
  readonly start: number;
  /** Offset behind the last octet. */
  readonly end: number;
  readonly #memory: Uint8Array;
  readonly #from: number;

  /**
   * @param memory holds the octets
   * @param from where in `memory` they begin
   * @param to where in `memory` they end
   * @param base the offset in the file of `memory[0]`
   */
  constructor(memory: Uint8Array, from: number, to: number, base: number) {
    this.start = base + from;
    this.end = base + to;
    this.#memory = memory;
    this.#from = from;
  }

  /** The raw octets: a view, not a copy. */
  get octets(): Uint8Array {
    return this.#memory.subarray(this.#from, this.#from + this.end - this.start);
  }

  /** The octets as UTF-8 text, decoded at each call; what is not valid UTF-8 shows as U+FFFD. */
  get text(): string {
    return decodeText(this.octets);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): { start: number; end: number; text: string } {
    return { start: this.start, end: this.end, text: this.text };
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('OctetText', this.toJSON(), depth, options, inspect);
  }
}
