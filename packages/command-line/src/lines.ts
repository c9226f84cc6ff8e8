/**
 * Octets to lines. No line is longer than a limit, so memory is bounded for any input.
 */

/** The longest line of input by default, in octets. */
export const MAX_LINE_OCTETS = 16 * 1024 * 1024;

const LF = 0x0a;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** The octets without LF, perhaps as a view of the chunk. Null if the line is longer than the limit. */
  readonly octets: Buffer | null;
}

/** Cuts chunks into lines at LF. */
export class LineCutter {
  readonly #unfinished: UnfinishedLine;
  #count = 0;

  /** @param maxOctets the longest line that is passed on; a longer one is not kept */
  constructor(maxOctets: number) {
    this.#unfinished = new UnfinishedLine(maxOctets);
  }

  /** The lines that end in a chunk. */
  cut(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      lines.push({ number: ++this.#count, octets: this.#unfinished.takeWith(chunk.subarray(start, end)) });
      start = end + 1;
    }
    this.#unfinished.add(chunk.subarray(start));
    return lines;
  }

  /** The last line, if the input does not end with LF. */
  end(): Line[] {
    return this.#unfinished.isEmpty ? [] : [{ number: ++this.#count, octets: this.#unfinished.take() }];
  }
}

/** A line whose end has not come yet: one buffer that grows, so that many small chunks cost no more than a few large ones. */
class UnfinishedLine {
  readonly #maxOctets: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxOctets: number) {
    this.#maxOctets = maxOctets;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(octets: Buffer): void {
    const before = this.#length;
    this.#length += octets.length;
    if (octets.length === 0) return;
    if (this.#length > this.#maxOctets) {
      this.#buffer = Buffer.alloc(0);
      return;
    }
    this.#grow(before);
    this.#buffer.set(octets, before);
  }

  /** The whole line, ended by these octets. */
  takeWith(octets: Buffer): Buffer | null {
    if (this.isEmpty && octets.length <= this.#maxOctets) return octets;
    this.add(octets);
    return this.take();
  }

  take(): Buffer | null {
    const length = this.#length;
    const line = length <= this.#maxOctets ? this.#buffer.subarray(0, length) : null;
    this.#length = 0;
    this.#buffer = Buffer.alloc(0);
    return line;
  }

  /** Grows the buffer, and keeps the octets so far. */
  #grow(keptOctets: number): void {
    if (this.#length <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(
      Math.min(Math.max(2 * this.#buffer.length, this.#length), this.#maxOctets),
    );
    this.#buffer.copy(larger, 0, 0, keptOctets);
    this.#buffer = larger;
  }
}
