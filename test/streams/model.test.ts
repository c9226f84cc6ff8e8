/**
 * Any body, cut in any way, from any source, through any shell to any consumer: the consumer gets the events of the whole, few
 * events are buffered, and everything ends. A case that never ends fails by its name (`quiescence.ts`), not by a timeout.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { parse, parseSync, type RobotsDocument, type RobotsEvent } from '../../src/core.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { checkProperty } from '../support/property.js';
import { comparableFacts, eventsOf, parsedFileOf } from '../support/ways.js';
import { inShort } from './in-short.js';
import { bodyOf, chunkSizes, cut, type Segment, segments } from './model/bodies.js';
import { ENOUGH, Probe } from './model/probe.js';
import { SHELLS } from './model/shells.js';
import { SOURCES, type SourceKind, useSources } from './model/sources.js';
import { comesTrue, settles } from './quiescence.js';

useSources();

interface Case {
  readonly consumer: string;
  readonly source: SourceKind;
  readonly sizes: number[];
  readonly body: Segment[];
  /** How many events the consumer wants; `null` for all. */
  readonly stopAfter: number | null;
  /** `null` for the default. */
  readonly highWaterMark: number | null;
}

function cases(consumers: readonly string[]): fc.Arbitrary<Case> {
  return fc.record({
    consumer: fc.constantFrom(...consumers),
    source: fc.constantFrom(...(Object.keys(SOURCES) as SourceKind[])),
    sizes: chunkSizes,
    body: segments,
    stopAfter: fc.option(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 40_000 }))),
    highWaterMark: fc.option(fc.constantFrom(0, 1, 2, 16, 100, 20_000)),
  });
}

/** Found by hand: the events of one slice fill the consumer, and the rest of the chunk has no event. */
const FULL_SLICE: Omit<Case, 'consumer'> = {
  source: 'an iterator',
  sizes: [65_536],
  body: [
    { kind: 'blank', octets: SLICE_OCTETS },
    { kind: 'comment', octets: 1 },
  ],
  stopAfter: null,
  highWaterMark: null,
};

for (const [name, { consumers, run }] of Object.entries(SHELLS)) {
  checkProperty(
    `${name}: the events of the whole, few buffered, and an end`,
    fc.asyncProperty(
      cases(consumers),
      async ({ consumer, source, sizes, body, stopAfter, highWaterMark }) => {
        const what = `${name}, read by ${consumer}, of ${source}`;
        const octets = bodyOf(body);
        const expected = eventsOf([octets]);
        const probe = new Probe(stopAfter ?? Infinity);
        const opened = await SOURCES[source](cut(octets, sizes));
        await settles(
          what,
          run(opened.source, consumer, probe, { highWaterMark: highWaterMark ?? undefined }),
        );
        await comesTrue(`${what}: closing the source`, opened.isReleased);

        expectSame(probe.events, expected.slice(0, stopAfter ?? Infinity));
        // Start and end of the file come on top of a slice.
        expect(probe.mostBuffered).toBeLessThanOrEqual((highWaterMark ?? 16) + SLICE_OCTETS + 2);
      },
    ),
    // A smaller case is not worth the minutes that finding it can take.
    {
      runsShare: 0.04,
      endOnFailure: true,
      examples: consumers.map((consumer): [Case] => [{ ...FULL_SLICE, consumer }]),
    },
  );
}

/** How many turns of the event loop pass before a signal aborts `parse`. */
const turnsToAbort = fc.option(fc.integer({ min: 0, max: 12 }));

checkProperty(
  'parse: the facts of the whole, or the reason of an abort, and an end',
  fc.asyncProperty(cases(['parse']), turnsToAbort, async ({ source, sizes, body }, turns) => {
    const what = `parse of ${source}`;
    const octets = bodyOf(body);
    const controller = new AbortController();
    const opened = await SOURCES[source](cut(octets, sizes));
    const parsing = parse(opened.source, { signal: controller.signal });
    const [result] = await settles(what, Promise.all([reasonOf(parsing), abortAfter(turns, controller)]));
    await comesTrue(`${what}: closing the source`, opened.isReleased);

    if (result === ENOUGH) expect(turns).not.toBeNull();
    else
      expect(comparableFacts(parsedFileOf(result as RobotsDocument))).toEqual(
        comparableFacts(parsedFileOf(parseSync(octets))),
      );
  }),
  { runsShare: 0.04, endOnFailure: true },
);

/** What a promise resolves to; or the reason of an abort, with which it rejects. */
async function reasonOf(parsing: Promise<RobotsDocument>): Promise<unknown> {
  try {
    return await parsing;
  } catch (error) {
    if (error !== ENOUGH) throw error;
    return error;
  }
}

async function abortAfter(turns: number | null, controller: AbortController): Promise<void> {
  if (turns === null) return;
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  controller.abort(ENOUGH);
}

function expectSame(actual: readonly RobotsEvent[], expected: readonly RobotsEvent[]): void {
  const at = expected.findIndex(
    (event, i) => actual[i] === undefined || inShort(event) !== inShort(actual[i]),
  );
  if (at >= 0) expect(actual[at] && inShort(actual[at])).toBe(inShort(expected[at] as RobotsEvent));
  expect(actual.length).toBe(expected.length);
}
