/**
 * The events of a file at hand, a few at a time.
 */
import { SLICE_OCTETS } from '../limits.js';
import { isLineEvent, type LineEvent } from './events.js';
import { LineParser } from './line-parser.js';

/** The lines of `octets`, whatever their number and length. */
export function* linesOf(octets: Uint8Array): Generator<LineEvent, void> {
  const parser = new LineParser({ maxOctets: Infinity, keepOverlong: true });
  for (let from = 0; from < octets.length; from += SLICE_OCTETS) {
    yield* parser.write(octets.subarray(from, from + SLICE_OCTETS)).filter(isLineEvent);
  }
  yield* parser.end().filter(isLineEvent);
}
