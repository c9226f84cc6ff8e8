/**
 * The line parser as a Web `TransformStream`.
 */
import { checkOptions } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_OPTIONS } from './line-batch-parser.js';
import { LineParser, type LineParserOptions } from './line-parser.js';

/**
 * Octets in, one event an object out: `response.body.pipeThrough(new LineTransformStream())`.
 *
 * At the parsing limit the readable side ends with the `limit` and `end` events and the source is cancelled. A throw
 * while parsing (a chunk that is not octets) errors both sides.
 */
export class LineTransformStream extends TransformStream<Uint8Array, RobotsEvent> {
  /** @throws {RangeError | TypeError} as `LineParser` does */
  constructor(
    options: LineParserOptions = {},
    writableStrategy?: QueuingStrategy<Uint8Array>,
    readableStrategy?: QueuingStrategy<RobotsEvent>,
  ) {
    checkOptions('LineTransformStream', options, LINE_PARSER_OPTIONS);
    const parser = new LineParser(options);
    super(
      {
        transform(chunk, controller) {
          for (const event of parser.write(chunk)) controller.enqueue(event);
          if (!parser.limitReached) return;
          for (const event of parser.end()) controller.enqueue(event);
          controller.terminate();
        },
        flush(controller) {
          for (const event of parser.end()) controller.enqueue(event);
        },
      },
      writableStrategy,
      readableStrategy,
    );
  }
}
