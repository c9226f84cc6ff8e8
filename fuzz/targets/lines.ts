/** Events are those of the naive reference, however the octets are cut into chunks. */
import assert from 'node:assert/strict';
import { LineParser, type LineParserOptions, type RobotsEvent } from '../../src/core.js';
import { isLineEvent } from '../../src/stream/events.js';
import { referenceLines } from '../../test/reference/reference.js';
import { chunksOf, latin1, utf8 } from '../input.js';
import type { Target } from '../target.js';

export const seeds: Target['seeds'] = (texts) => texts.flat().map(utf8);

export function fuzz(data: Uint8Array): void {
  const whole = eventsOf([data]);
  assert.deepEqual(asText(eventsOf(chunksOf(data))), asText(whole));
  const { lines } = referenceLines(data);
  const places = whole.filter(isLineEvent).map(({ line, span, terminator }) => ({
    line,
    start: span.start,
    end: span.end,
    terminatorEnd: span.end + terminator.length,
  }));
  const expected = lines.map(({ number, start, end, terminatorEnd }) => ({
    line: number,
    start,
    end,
    terminatorEnd,
  }));
  assert.deepEqual(places, expected);
}

function eventsOf(chunks: readonly Uint8Array[], options?: LineParserOptions): RobotsEvent[] {
  const parser = new LineParser(options);
  return [...chunks.flatMap((chunk) => parser.write(chunk)), ...parser.end()];
}

function asText(events: readonly RobotsEvent[]): string[] {
  return events.map((event) => JSON.stringify(event) + (isLineEvent(event) ? latin1(event.octets) : ''));
}
