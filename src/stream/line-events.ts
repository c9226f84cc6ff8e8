/**
 * Line events as an async iterable, of any source.
 */
import { anAbortSignal, checkOptions, optionTable } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_CHECKS } from './line-batch-parser.js';
import { LineParser, type LineParserOptions } from './line-parser.js';
import { type OctetSource, octetChunks, type ReadOptions } from './source.js';

export interface LineEventsOptions extends LineParserOptions, ReadOptions {}

const LINE_EVENTS_OPTIONS = optionTable<LineEventsOptions>({ ...LINE_PARSER_CHECKS, signal: anAbortSignal });

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
  checkOptions('lineEvents', options, LINE_EVENTS_OPTIONS);
  const { maxOctets, keepOverlong } = options;
  const parser = new LineParser({ maxOctets, keepOverlong });
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
