/**
 * The lines of an input that is text, with their places.
 */
import { CR, LF } from 'robotstream/internal';
import type { Block } from '../../../decoding/src/block.js';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import { type Place, Places } from '../octets/places.js';

/** How many lines of an input that is text are read at a time. A line takes far more memory than its octets. */
const MAX_BATCH_LINES = 1000;

/** The longest line that is read. A robots.txt at the parsing limit in base64 is far shorter. */
const MAX_LINE_OCTETS = 16 * 1024 * 1024;

export interface PlacedLine extends Place {
  readonly text: string;
}

/** Yields the lines of an input that are not empty, a few at a time. Lines that are too long become faults. */
export async function* placedLines(
  blocks: AsyncIterable<Block | InputFault>,
): AsyncGenerator<(PlacedLine | InputFault)[], void> {
  const reader = new LineReader();
  for await (const block of blocks) {
    if (block.kind === 'fault') yield [...reader.end(), block];
    else yield* reader.read(block);
  }
  yield reader.end();
}

class LineReader {
  readonly #places = new Places();
  #position = 0;
  /** The unfinished line, unless it is too long. */
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** Yields the lines that end in a block and are not empty. */
  *read({ octets, members }: Block): Generator<(PlacedLine | InputFault)[], void> {
    const start = this.#position + this.#length;
    for (const member of members) this.#places.begin(start + member.index, member);
    let lines: (PlacedLine | InputFault)[] = [];
    let from = 0;
    for (let lf = octets.indexOf(LF); lf !== -1; lf = octets.indexOf(LF, from)) {
      this.#add(octets.subarray(from, lf));
      if (this.#length > 0) lines.push(this.#line());
      this.#position += 1;
      from = lf + 1;
      if (lines.length < MAX_BATCH_LINES) continue;
      yield lines;
      lines = [];
    }
    this.#add(octets.subarray(from));
    yield lines;
  }

  /** The last line, which has no line ending; none if it is empty. */
  end(): (PlacedLine | InputFault)[] {
    return this.#length === 0 ? [] : [this.#line()];
  }

  #add(octets: Uint8Array): void {
    this.#length += octets.length;
    if (this.#length > MAX_LINE_OCTETS) this.#chunks = [];
    else if (octets.length > 0) this.#chunks.push(octets);
  }

  #octets(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#length);
  }

  #line(): PlacedLine | InputFault {
    const { offset, offsetInMember } = this.#places.of(this.#position);
    const length = this.#length;
    const octets = length > MAX_LINE_OCTETS ? undefined : this.#octets();
    this.#chunks = [];
    this.#length = 0;
    this.#position += length;
    if (octets === undefined) {
      return inputFault(
        'line-too-long',
        offset,
        `the line has ${length} octets; at most ${MAX_LINE_OCTETS} are read`,
      );
    }
    const end = octets.at(-1) === CR ? length - 1 : length;
    return { offset, offsetInMember, text: decoder.decode(octets.subarray(0, end)) };
  }
}

const decoder = new TextDecoder();
