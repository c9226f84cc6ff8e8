/** The memory that events, files and parsers share: nothing in it is overwritten, and none of it is kept without need. */
import { expect, test } from 'vitest';
import { utf8 } from '../../test/support/octets.js';
import { eventsOf } from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS, SLICE_OCTETS } from '../limits.js';
import { type BatchRows, type RobotsEvent, rowOfEvent } from './events.js';
import { LineParser } from './line-parser.js';

const KIB = 1024;

/** The batches that the events of lines are windows on. */
function batchesOf(events: readonly RobotsEvent[]): BatchRows[] {
  return [...new Set(events.flatMap((event) => rowOfEvent(event)?.batch ?? []))];
}

test.each([10 * KIB, 100 * KIB, 500 * KIB])(
  'no event of a chunk of %i octets holds more than a slab',
  (size) => {
    const lines = utf8(`${'disallow: /0123456789\n'.repeat(size / 22)}# ${'x'.repeat(20 * KIB)}\n`);
    const memories = batchesOf(new LineParser().write(lines));
    expect(Math.max(...memories.map(({ octets }) => octets.buffer.byteLength))).toBeLessThanOrEqual(
      LINE_LIMIT_OCTETS,
    );
    expect(Math.max(...memories.map(({ rows }) => rows.buffer.byteLength))).toBeLessThanOrEqual(16 * KIB);
  },
);

test.each(['a: b\n', 'a\r\n', 'a: b\r', '\r\n\n', '\xEF\xBBx\r\n', `${'é'.repeat(9_000)}\r\n`])(
  'a chunk of many slices is read as its parts are, wherever a slice ends: lines such as %j',
  (line) => {
    for (let before = 0; before < Math.min(line.length, 4); before++) {
      const body = utf8(`\uFEFF${'#'.repeat(before)}${line.repeat(SLICE_OCTETS / line.length + 2)}`);
      const parts = Array.from({ length: Math.ceil(body.length / 1_000) }, (_, i) =>
        body.subarray(i * 1_000, (i + 1) * 1_000),
      );
      expect(JSON.stringify(eventsOf([body])) === JSON.stringify(eventsOf(parts))).toBe(true);
    }
  },
);

test('of a line over many chunks, no more than the line limit is kept', () => {
  const parser = new LineParser();
  for (let chunk = 0; chunk < 100; chunk++) parser.write(utf8('x'.repeat(1_000)));
  const [batch] = batchesOf(parser.write(utf8('\n')));
  expect(batch.octets.length).toBe(LINE_LIMIT_OCTETS);
});

test('the rows of small chunks share memory', () => {
  const parser = new LineParser();
  const memories = Array.from({ length: 3 }, () => batchesOf(parser.write(utf8('a: b\n')))[0].rows.buffer);
  // At most one of them is the last of its memory.
  expect(new Set(memories).size).toBeLessThan(3);
});
