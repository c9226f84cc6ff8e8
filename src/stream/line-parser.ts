/**
 * Octets in, line events out, without promises.
 */
import type { Octets } from '../octets.js';
import { checkOptions, NO_OPTIONS } from '../option-checks.js';
import { type RobotsEvent, writeEvents } from './events.js';
import { LineBatch, rowsOf } from './line-batch.js';
import {
  type BatchItem,
  LINE_PARSER_OPTIONS,
  LineBatchParser,
  type LineParserOptions,
} from './line-batch-parser.js';

/**
 * Turns octets into line events, chunk by chunk. No input makes it throw. Between chunks it keeps one unfinished line, and
 * at most 16,663 octets of it. However the octets are cut into chunks, the events are the same.
 *
 * ```ts
 * const parser = new LineParser();
 * for (const chunk of chunks) for (const event of parser.write(chunk)) use(event);
 * for (const event of parser.end()) use(event);
 * ```
 */
export class LineParser {
  readonly #batches: LineBatchParser;

  /**
   * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
   * @throws {TypeError} if `maxOctets` is not a number, or an option is unknown
   */
  constructor(options: LineParserOptions = NO_OPTIONS) {
    if (options !== NO_OPTIONS) checkOptions('LineParser', options, LINE_PARSER_OPTIONS);
    this.#batches = new LineBatchParser(options);
  }

  /** Whether the parsing limit was reached. Later chunks are ignored, so stop the source. */
  get limitReached(): boolean {
    return this.#batches.limitReached;
  }

  /**
   * Parses a chunk of any size and returns the events of the lines that are complete. If the chunk ends with a CR, that
   * line waits for the next chunk, which may begin with the LF of a CRLF. The chunk is copied: you can reuse its memory.
   *
   * @returns the events in order; none after the limit
   * @throws {TypeError} if the chunk is not octets
   * @throws {Error} after `end()`
   */
  write(chunk: Octets): RobotsEvent[] {
    return eventsOf(this.#batches.write(chunk));
  }

  /**
   * Ends the file, and its last line if that has no line break.
   *
   * @returns the event of that line if there is one, and the `end` event; nothing when called again
   */
  end(): RobotsEvent[] {
    return eventsOf(this.#batches.end());
  }
}

/** The events of items, in an array that is made at its final size: growing one takes a tenth of the time. */
function eventsOf(items: readonly BatchItem[]): RobotsEvent[] {
  let count = 0;
  for (const item of items) count += item instanceof LineBatch ? item.count : 1;
  const events = new Array<RobotsEvent>(count);
  let next = 0;
  for (const item of items) {
    if (item instanceof LineBatch) next = writeEvents(rowsOf(item), events, next);
    else events[next++] = item;
  }
  return events;
}

export type { LineParserOptions };
