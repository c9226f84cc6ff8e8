/**
 * First stage: octets to lines, none of them longer than a limit, so that memory is bounded whatever comes.
 */
import { type Flushable, flushable, none } from 'stream-chain/defs.js';
import { PAUSE, type Pause } from './pause.js';

const LF = 0x0a;

/** How much room is kept from one line to the next, in octets. */
const KEPT_ROOM_OCTETS = 1024 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its LF; a view that holds until the next line. Null if the line is longer than the limit. */
  readonly octets: Buffer | null;
}

type Item = Line | Pause;

/**
 * A stage that cuts chunks into lines at LF. The end of input ends the last line; a {@link PAUSE} follows each chunk.
 *
 * @param maxOctets the longest line that is handed over; of a longer one no octet is kept
 */
export function lines(maxOctets: number): Flushable<Buffer | typeof none, Generator<Item, void>> {
  const part = new PartOfLine(maxOctets);
  let count = 0;
  return flushable(function* (chunk: Buffer | typeof none): Generator<Item, void> {
    if (chunk === none) {
      if (!part.isEmpty) yield { number: ++count, octets: part.take() };
      return;
    }
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      count++;
      yield { number: count, octets: part.takeWith(chunk.subarray(start, end)) };
      start = end + 1;
    }
    part.add(chunk.subarray(start));
    yield PAUSE;
  });
}

/** What has come of a line that is not complete: one buffer that grows, so that many small chunks cost no more than few. */
class PartOfLine {
  readonly #maxOctets: number;
  #room = Buffer.alloc(0);
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
      this.#room = Buffer.alloc(0);
      return;
    }
    this.#makeRoom(before);
    this.#room.set(octets, before);
  }

  /** The whole line, this its last part. */
  takeWith(octets: Buffer): Buffer | null {
    if (this.isEmpty && octets.length <= this.#maxOctets) return octets;
    this.add(octets);
    return this.take();
  }

  take(): Buffer | null {
    const length = this.#length;
    const line = length <= this.#maxOctets ? this.#room.subarray(0, length) : null;
    this.#length = 0;
    if (this.#room.length > KEPT_ROOM_OCTETS) this.#room = Buffer.alloc(0);
    return line;
  }

  #makeRoom(kept: number): void {
    if (this.#length <= this.#room.length) return;
    const room = Buffer.allocUnsafe(Math.min(Math.max(2 * this.#room.length, this.#length), this.#maxOctets));
    this.#room.copy(room, 0, 0, kept);
    this.#room = room;
  }
}
