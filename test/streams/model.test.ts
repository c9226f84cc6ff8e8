/**
 * Any body, cut in any way, from any source, through any shell to any reader: the reader gets the events of the whole, few
 * events are buffered, and everything ends. A case that never ends fails by its name (`quiescence.ts`), not by a timeout.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { isLineEvent, type RobotsEvent } from '../../src/core.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { checkProperty } from '../support/property.js';
import { eventsOf } from '../support/ways.js';
import { bodyOf, chunkSizes, cut, type Segment, segments } from './model/bodies.js';
import { Probe } from './model/probe.js';
import { SHELLS } from './model/shells.js';
import { SOURCES, type SourceKind } from './model/sources.js';
import { comesTrue, settles } from './quiescence.js';

interface Case {
  readonly reader: string;
  readonly source: SourceKind;
  readonly sizes: number[];
  readonly body: Segment[];
  /** How many events the reader wants; `null` for all. */
  readonly stopAfter: number | null;
  /** `null` for the default. */
  readonly highWaterMark: number | null;
}

function cases(readers: readonly string[]): fc.Arbitrary<Case> {
  return fc.record({
    reader: fc.constantFrom(...readers),
    source: fc.constantFrom(...(Object.keys(SOURCES) as SourceKind[])),
    sizes: chunkSizes,
    body: segments,
    stopAfter: fc.option(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 40_000 }))),
    highWaterMark: fc.option(fc.constantFrom(0, 1, 2, 16, 100, 20_000)),
  });
}

/** Found by hand: the events of one slice fill the reader, and the rest of the chunk has no event. */
const FULL_SLICE: Omit<Case, 'reader'> = {
  source: 'an iterator',
  sizes: [65_536],
  body: [
    { kind: 'blank', octets: SLICE_OCTETS },
    { kind: 'comment', octets: 1 },
  ],
  stopAfter: null,
  highWaterMark: null,
};

for (const [name, { readers, run }] of Object.entries(SHELLS)) {
  checkProperty(
    `${name}: the events of the whole, few buffered, and an end`,
    fc.asyncProperty(cases(readers), async ({ reader, source, sizes, body, stopAfter, highWaterMark }) => {
      const what = `${name}, read by ${reader}, of ${source}`;
      const octets = bodyOf(body);
      const expected = eventsOf([octets]);
      const probe = new Probe(stopAfter ?? Infinity);
      const opened = await SOURCES[source](cut(octets, sizes));
      await settles(what, run(opened.source, reader, probe, { highWaterMark: highWaterMark ?? undefined }));
      await comesTrue(`${what}: closing the source`, opened.isReleased);

      expectSame(probe.events, expected.slice(0, stopAfter ?? Infinity));
      // Start and end of the file come on top of a slice.
      expect(probe.mostBuffered).toBeLessThanOrEqual((highWaterMark ?? 16) + SLICE_OCTETS + 2);
    }),
    // A smaller case is not worth the minutes that finding it can take.
    {
      runsShare: 0.04,
      endOnFailure: true,
      examples: readers.map((reader): [Case] => [{ ...FULL_SLICE, reader }]),
    },
  );
}

function expectSame(actual: readonly RobotsEvent[], expected: readonly RobotsEvent[]): void {
  const at = expected.findIndex(
    (event, i) => actual[i] === undefined || inShort(event) !== inShort(actual[i]),
  );
  if (at >= 0) expect(actual[at] && inShort(actual[at])).toBe(inShort(expected[at] as RobotsEvent));
  expect(actual.length).toBe(expected.length);
}

/** Type and place of an event. That all of it is the same however octets are cut, is tested on the parser itself. */
function inShort(event: RobotsEvent): string {
  if (!isLineEvent(event)) return JSON.stringify(event);
  return `${event.type} ${event.line} ${event.span.start} ${event.span.end} ${event.octets.length}`;
}
