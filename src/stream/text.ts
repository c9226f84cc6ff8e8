/**
 * A piece of a file: octets with their place, decoded when somebody reads them.
 */
import type { Span } from '../places.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The octets as UTF-8 text; what is not valid UTF-8 shows as U+FFFD. */
export function decodeText(octets: Uint8Array): string {
  return decoder.decode(octets);
}

/** A field, a value or a comment. `octets` is a view, not a copy. */
export class OctetText implements Span {
  /** Offset of the first octet in the file. */
  readonly start: number;
  /** Offset behind the last octet. */
  readonly end: number;
  /** The raw octets. */
  readonly octets: Uint8Array;

  constructor(start: number, octets: Uint8Array) {
    this.start = start;
    this.end = start + octets.length;
    this.octets = octets;
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
}
