/**
 * Octets in, line events out, with no promise in between.
 */
import type { Octets } from '../octets.js';
import { checkOptions } from '../option-checks.js';
import { appendEvents, type RobotsEvent } from './events.js';
import { LineBatch } from './line-batch.js';
import {
  type BatchItem,
  LINE_PARSER_OPTIONS,
  LineBatchParser,
  type LineParserOptions,
} from './line-batch-parser.js';

/**
 * Turns octets into line events, chunk by chunk. Never throws on input; holds no more than one line, of which it keeps
 * 16,663 octets at most. However the octets are cut into chunks, the events are the same.
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
  constructor(options: LineParserOptions = {}) {
    checkOptions('LineParser', options, LINE_PARSER_OPTIONS);
    this.#batches = new LineBatchParser(options);
  }

  /** Whether the parsing limit was reached: nothing written from now on is read, and the source should be cancelled. */
  get limitReached(): boolean {
    return this.#batches.limitReached;
  }

  /**
   * Takes a chunk of any size and tells the lines that are complete. A line whose CR is the chunk's last octet waits
   * for the next chunk, as an LF may belong to it. The chunk is copied; its memory may be used again.
   *
   * @returns the events, in order; none once the limit is reached
   * @throws {TypeError} if the chunk is not octets
   * @throws {Error} after `end()`
   */
  write(chunk: Octets): RobotsEvent[] {
    return eventsOf(this.#batches.write(chunk));
  }

  /**
   * Ends the file, and with it its last line.
   *
   * @returns the last line's event if there is one, and the `end` event; nothing the second time
   */
  end(): RobotsEvent[] {
    return eventsOf(this.#batches.end());
  }
}

function eventsOf(items: readonly BatchItem[]): RobotsEvent[] {
  const events: RobotsEvent[] = [];
  for (const item of items) {
    if (item instanceof LineBatch) appendEvents(item, events);
    else events.push(item);
  }
  return events;
}

export type { LineParserOptions };
