/**
 * Line events as an async iterable, of any source.
 */
import type { RobotsEvent } from './events.js';
import { LineParser, type LineParserOptions } from './line-parser.js';
import { type OctetSource, octetChunks, type ReadOptions } from './source.js';

export interface LineEventsOptions extends LineParserOptions, ReadOptions {}

/**
 * The events of a source, one array a chunk. Faster than {@link lineEvents}, which waits once an event.
 *
 * At the parsing limit the source is cancelled, then the last batch is handed over.
 *
 * @throws {RangeError | TypeError} as `LineParser` and `octetChunks` do; what the source throws is passed on
 */
export async function* lineEventBatches(
  source: OctetSource,
  options: LineEventsOptions = {},
): AsyncGenerator<RobotsEvent[], void> {
  const parser = new LineParser(options);
  let last: RobotsEvent[] = [];
  for await (const chunk of octetChunks(source, options)) {
    const events = parser.write(chunk);
    if (parser.limitReached) {
      last = events;
      break;
    }
    if (events.length > 0) yield events;
  }
  yield last.concat(parser.end());
}

/**
 * The events of a source, one by one. As a stage of `stream.pipeline` it takes the stage before it as its source.
 *
 * @throws {RangeError | TypeError} as `LineParser` and `octetChunks` do; what the source throws is passed on
 */
export async function* lineEvents(
  source: OctetSource,
  options: LineEventsOptions = {},
): AsyncGenerator<RobotsEvent, void> {
  for await (const events of lineEventBatches(source, options)) yield* events;
}
