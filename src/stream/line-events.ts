/**
 * The line events of any source, as an async iterable.
 */
import { SLICE_OCTETS } from '../limits.js';
import { anAbortSignal, checkOptions, optionTable } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_CHECKS } from './line-batch-parser.js';
import { LineParser, type LineParserOptions } from './line-parser.js';
import { type OctetSource, type ReadOptions, SourceReader, sliceOf } from './source.js';

export interface LineEventsOptions extends LineParserOptions, ReadOptions {}

const LINE_EVENTS_OPTIONS = optionTable<LineEventsOptions>({ ...LINE_PARSER_CHECKS, signal: anAbortSignal });

/**
 * The events of a source, an array for each chunk or 16 KiB of it. Faster than `lineEvents`, which waits for each event.
 *
 * At the parsing limit the loop ends and the source is cancelled, without waiting for it; a failure to cancel is ignored.
 * Leaving the loop earlier cancels the source, too, and waits until that is done.
 *
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {TypeError} if the source is of no known kind
 * @throws {RobotsError} `source-type` if the source yields something that is not octets; its own errors are passed on
 * @throws the signal's reason when it aborts
 */
export function lineEventBatches(
  source: OctetSource,
  options: LineEventsOptions = {},
): AsyncGenerator<RobotsEvent[], void> {
  return readBatches('lineEventBatches', source, options);
}

/** @param owner the function that the program called, for messages */
async function* readBatches(
  owner: string,
  source: OctetSource,
  options: LineEventsOptions,
): AsyncGenerator<RobotsEvent[], void> {
  checkOptions(owner, options, LINE_EVENTS_OPTIONS);
  const { maxOctets, keepOverlong } = options;
  const parser = new LineParser({ maxOctets, keepOverlong });
  const reader = new SourceReader(source, options);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        yield parser.end();
        return;
      }
      const chunk = reader.octets(value);
      const { length } = chunk;
      for (let at = 0; at < length; at += SLICE_OCTETS) {
        options.signal?.throwIfAborted();
        const events = parser.write(sliceOf(chunk, at));
        if (parser.limitReached) {
          yield events.concat(parser.end());
          return;
        }
        if (events.length > 0) yield events;
      }
    }
  } catch (error) {
    reader.stop();
    throw error;
  } finally {
    if (parser.limitReached) reader.stop();
    else await reader.close();
  }
}

/**
 * The events of a source, one by one: in a loop, or as a stage of `stream.pipeline`, which then takes the stage before it
 * as its source.
 *
 * At the parsing limit the loop ends and the source is cancelled, without waiting for it; a failure to cancel is ignored.
 * Leaving the loop earlier cancels the source, too, and waits until that is done.
 *
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {TypeError} if the source is of no known kind
 * @throws {RobotsError} `source-type` if the source yields something that is not octets; its own errors are passed on
 * @throws the signal's reason when it aborts
 */
export async function* lineEvents(
  source: OctetSource,
  options: LineEventsOptions = {},
): AsyncGenerator<RobotsEvent, void> {
  for await (const events of readBatches('lineEvents', source, options)) {
    for (const event of events) {
      options.signal?.throwIfAborted();
      yield event;
    }
  }
}
