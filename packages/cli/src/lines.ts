/**
 * Octets to lines, as the first stage of a chain. No line is longer than a limit, so memory is bounded for any input.
 */
import { type Flushable, flushable, none } from 'stream-chain/defs.js';

/** The longest line of input by default, in octets. */
export const MAX_LINE_OCTETS = 16 * 1024 * 1024;

const LF = 0x0a;

/** How large a buffer may be to be kept for the next line, in octets. */
const MAX_KEPT_OCTETS = 1024 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** The octets without LF: a view that is valid until the next line. Null if the line is longer than the limit. */
  readonly octets: Buffer | null;
}

/**
 * The mark after the last line of each chunk. The next line may take a while, so the stages write what they hold: a
 * program that asks one question at a time gets each answer at once.
 */
export const PAUSE: unique symbol = Symbol('pause');

export type Pause = typeof PAUSE;

/** A stage that handles everything but {@link PAUSE}, which passes unchanged. */
export function exceptPause<In, Out>(stage: (item: In) => Out): (item: In | Pause) => Out | Pause {
  return (item) => (item === PAUSE ? PAUSE : stage(item as In));
}

/**
 * A stage that cuts chunks into lines at LF. The end of input ends the last line.
 *
 * @param maxOctets the longest line that is passed on; a longer one is not kept
 */
export function lines(maxOctets: number): Flushable<Buffer | typeof none, Generator<Line | Pause, void>> {
  const unfinished = new UnfinishedLine(maxOctets);
  let count = 0;
  return flushable(function* (chunk: Buffer | typeof none): Generator<Line | Pause, void> {
    if (chunk === none) {
      if (!unfinished.isEmpty) yield { number: ++count, octets: unfinished.take() };
      return;
    }
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      count++;
      yield { number: count, octets: unfinished.takeWith(chunk.subarray(start, end)) };
      start = end + 1;
    }
    unfinished.add(chunk.subarray(start));
    yield PAUSE;
  });
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
    if (this.#buffer.length > MAX_KEPT_OCTETS) this.#buffer = Buffer.alloc(0);
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
