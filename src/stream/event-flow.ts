/**
 * Chunks in, events out at the reader's pace. The Node and the Web transform share this.
 */
import { SLICE_OCTETS } from '../limits.js';
import type { RobotsEvent } from './events.js';
import { LineParser, type LineParserOptions } from './line-parser.js';
import { sliceOf } from './source.js';

/** Called once: when the chunk is parsed and the reader wants more, or with the error. */
type Done = (error?: Error) => void;

interface PendingChunk {
  readonly octets: Uint8Array;
  /** Its length when it came. The program can transfer it while it waits for the reader. */
  readonly length: number;
  /** Where the next slice begins. */
  at: number;
  readonly done: Done;
}

/**
 * Parses one chunk at a time, slice by slice, while the reader wants events. A full reader pauses it between two slices,
 * so that a chunk of any size buffers the events of one slice at most.
 *
 * Once the reader has asked, parsing goes on until there is an event or the chunk is done, however many slices that
 * takes: streams do not ask again before they have received an event.
 */
export class EventFlow {
  readonly #parser: LineParser;
  readonly #push: (event: RobotsEvent) => boolean;
  #chunk: PendingChunk | undefined;
  #wantsMore: boolean;
  #isAdvancing = false;
  #isCancelled = false;

  /**
   * @param options those of the parser; others are ignored
   * @param push passes an event to the reader; returns whether the reader wants more
   * @param wantsMore whether the reader wants events before it asks for them
   * @throws {RangeError | TypeError} as `LineParser` does
   */
  constructor(options: LineParserOptions, push: (event: RobotsEvent) => boolean, wantsMore: boolean) {
    const { maxOctets, keepOverlong } = options;
    this.#parser = new LineParser({ maxOctets, keepOverlong });
    this.#push = push;
    this.#wantsMore = wantsMore;
  }

  /** Whether the parsing limit was reached. The `limit` and `end` events are then pushed, and chunks are ignored. */
  get limitReached(): boolean {
    return this.#parser.limitReached;
  }

  /** Parses a chunk. The next one must wait until `done` is called. */
  write(octets: Uint8Array, done: Done): void {
    this.#chunk = { octets, length: octets.length, at: 0, done };
    this.#advance();
  }

  /** The reader asks for events. */
  resume(): void {
    this.#wantsMore = true;
    this.#advance();
  }

  /** Pushes the events of the file's end, however full the reader is. */
  end(): void {
    this.#pushAll(this.#parser.end());
  }

  /** The reader or the writer is gone: drops the chunk in progress and pushes no more events. */
  cancel(): void {
    this.#isCancelled = true;
    if (this.#chunk !== undefined) this.#finish(this.#chunk);
  }

  /**
   * `done` can bring the next chunk, and a pushed event can make the reader ask again, before either returns. Both then
   * call this method from within itself; the loop in progress continues with what they brought.
   */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      while (this.#wantsMore && this.#chunk !== undefined) this.#advanceBySlice(this.#chunk);
    } finally {
      this.#isAdvancing = false;
    }
  }

  #advanceBySlice(chunk: PendingChunk): void {
    const { octets, length, at } = chunk;
    if (at >= length) {
      this.#finish(chunk);
      return;
    }
    chunk.at += SLICE_OCTETS;
    try {
      this.#pushAll(this.#parser.write(sliceOf(octets, at)));
      if (!this.limitReached) return;
      this.end();
    } catch (error) {
      this.#finish(chunk, error as Error);
      return;
    }
    // No event follows: the writer need not wait for the reader.
    this.#finish(chunk);
  }

  #finish(chunk: PendingChunk, error?: Error): void {
    if (this.#chunk !== chunk) return;
    this.#chunk = undefined;
    chunk.done(error);
  }

  /** The reader wants more if it said so when it received the last event, or has asked since. */
  #pushAll(events: readonly RobotsEvent[]): void {
    for (const event of events) {
      if (this.#isCancelled) return;
      this.#wantsMore = false;
      if (this.#push(event)) this.#wantsMore = true;
    }
  }
}
