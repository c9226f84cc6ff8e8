/**
 * Octets → a file: in one call if they are in memory, or chunk by chunk as they arrive.
 */
import { CR, LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS, parsingLimit } from '../limits.js';
import { keptOctets, lendScanMemory } from '../stream/memory.js';
import { lineOneStart, markKind, markLength } from '../stream/read-line.js';
import { type FileFacts, RobotsFile } from './file.js';

/**
 * The octets of a file's whole lines within the parsing limit, as a view (docs/semantics.md §1.3).
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function wholeLines(octets: Uint8Array, maxOctets?: number): Uint8Array {
  const limit = parsingLimit(maxOctets);
  if (octets.length <= limit) return octets;
  const start = lineOneStart(markLength(octets));
  let end = limit;
  while (end > start && octets[end - 1] !== LF && octets[end - 1] !== CR) end--;
  return octets.subarray(0, end);
}

/** The facts of a file. It is longer than the limit if at least one octet past it is given. */
function factsOf(octets: Uint8Array, limit: number): FileFacts {
  return {
    byteOrderMark: markKind(markLength(octets)),
    size: Math.min(octets.length, limit),
    truncated: octets.length > limit,
    maxOctets: limit,
  };
}

/**
 * Takes a file that is in memory. Its lines are not read yet. A small file shares memory with others.
 *
 * @param octets the file; it is copied unless it is `unchanging` and within the parsing limit
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function takeOctets(octets: Uint8Array, maxOctets?: number, unchanging = false): RobotsFile {
  const limit = parsingLimit(maxOctets);
  const lines = wholeLines(octets, limit);
  const isKept = unchanging && lines === octets;
  return new RobotsFile(isKept ? octets : keptOctets(lines), factsOf(octets, limit));
}

/** A code unit of a string takes at most three octets of UTF-8. */
const MAX_OCTETS_A_CODE_UNIT = 3;

const encoder = new TextEncoder();

/**
 * Takes a file that is text, as UTF-8: {@link takeOctets} for a string. The scanner's memory is encoded into, which takes
 * less than new memory (docs/internals/scanner.md, "Measured").
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function takeText(text: string, maxOctets?: number): RobotsFile {
  if (text.length * MAX_OCTETS_A_CODE_UNIT > PARSING_LIMIT_OCTETS) {
    // Each code unit takes at least one octet, so these code units pass the limit if the text does.
    const withinLimit = text.slice(0, parsingLimit(maxOctets) + 1);
    return takeOctets(encoder.encode(withinLimit), maxOctets, true);
  }
  return lendScanMemory(({ octets }) =>
    takeOctets(octets.subarray(0, encoder.encodeInto(text, octets).written), maxOctets),
  );
}

/** The growth factor of a collector's memory. At 4, growing copies each octet a third of a time on average. */
const GROWTH = 4;

/** The memory of a collector before its first chunk. */
const NO_OCTETS = new Uint8Array(0);

/** Collects a file chunk by chunk. */
export class FileCollector {
  readonly #limit: number;
  /** The octets so far, and room for more. */
  #octets: Uint8Array = NO_OCTETS;
  /** How many octets there are: one more than the parsing limit if the file is longer. */
  #length = 0;

  /** @throws {RangeError | TypeError} as `parsingLimit` does */
  constructor(maxOctets?: number) {
    this.#limit = parsingLimit(maxOctets);
  }

  /** Whether more was written than the parsing limit allows. Later chunks are ignored. */
  get limitReached(): boolean {
    return this.#length > this.#limit;
  }

  /** Takes a copy of a chunk. */
  write(chunk: Uint8Array): void {
    const room = this.#limit + 1 - this.#length;
    this.#append(chunk.length > room ? chunk.subarray(0, room) : chunk);
  }

  /** The file that the octets written so far make, in memory of its own. You can write more afterwards. */
  read(): RobotsFile {
    const taken = this.#octets.subarray(0, this.#length);
    const whole = wholeLines(taken, this.#limit);
    const octets = whole.length === this.#octets.length ? this.#octets : whole.slice();
    return new RobotsFile(octets, factsOf(taken, this.#limit));
  }

  /** The first chunk gets memory of just its size, because most files come in one. */
  #append(octets: Uint8Array): void {
    const length = this.#length + octets.length;
    if (length > this.#octets.length) {
      const larger = new Uint8Array(
        Math.min(Math.max(length, this.#octets.length * GROWTH), this.#limit + 1),
      );
      larger.set(this.#octets.subarray(0, this.#length));
      this.#octets = larger;
    }
    this.#octets.set(octets, this.#length);
    this.#length = length;
  }
}
