/**
 * However octets are cut into chunks, and whatever they are, they give the same events, which are where they say and mean
 * what the naive reader reads.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type LineEvent, lineDiagnostics, lineEventBatches, type RobotsEvent } from '../../src/core.js';
import { isLineEvent } from '../../src/stream/events.js';
import { LineTransformStream } from '../../src/stream/line-transform.js';
import { arbitraryOctets, bodiesNearTheLimit, chunkings, robotsBody } from '../reference/arbitraries.js';
import { toOctetString } from '../reference/octets.js';
import { referenceLines, referenceRecords } from '../reference/reference.js';
import { sameOctets } from '../support/octets.js';
import { checkProperty } from '../support/property.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { readAll, streamOf } from '../support/web-streams.js';

const anyBody = fc.oneof({ weight: 3, arbitrary: robotsBody() }, { weight: 1, arbitrary: arbitraryOctets() });
const chunked = anyBody.chain((body) => fc.record({ body: fc.constant(body), chunks: chunkings(body) }));

/** Half a megabyte a run. */
const HUGE = { runsShare: 0.01 };

/** How many events of a huge body are compared: those around the parsing limit. */
const LAST_EVENTS = 8;

describe('chunks', () => {
  checkProperty(
    'any chunking gives the events of the whole',
    fc.property(chunked, ({ body, chunks }) => {
      sameEvents(eventsOf(chunks), eventsOf([body]));
    }),
  );

  checkProperty(
    'with octets past the line limit kept, too',
    fc.property(chunked, ({ body, chunks }) => {
      sameEvents(eventsOf(chunks, { keepOverlong: true }), eventsOf([body], { keepOverlong: true }));
    }),
    { runsShare: 0.5 },
  );

  checkProperty(
    'at the parsing limit, too',
    fc.property(
      bodiesNearTheLimit().chain((body) => fc.record({ body: fc.constant(body), cut: fc.nat(body.length) })),
      ({ body, cut }) => {
        const events = eventsOf([body.subarray(0, cut), body.subarray(cut)]);
        const whole = eventsOf([body]);
        expect(events.length).toBe(whole.length);
        sameEvents(events.slice(-LAST_EVENTS), whole.slice(-LAST_EVENTS));
      },
    ),
    HUGE,
  );

  checkProperty(
    'the batches of a source are the events of the whole',
    fc.asyncProperty(chunked, async ({ body, chunks }) => {
      const events: RobotsEvent[] = [];
      for await (const batch of lineEventBatches(chunks)) events.push(...batch);
      sameEvents(events, eventsOf([body]));
    }),
    { runsShare: 0.1 },
  );

  checkProperty(
    'what comes through a TransformStream is the events of the whole',
    fc.asyncProperty(chunked, async ({ body, chunks }) => {
      const events = await readAll(streamOf(chunks).pipeThrough(new LineTransformStream()));
      sameEvents(events, eventsOf([body]));
    }),
    { runsShare: 0.1 },
  );
});

describe('lines', () => {
  checkProperty(
    'are where the naive reader finds them',
    fc.property(anyBody, (body) => {
      expectReferenceLines(body);
    }),
  );

  checkProperty(
    'are where the naive reader finds them at the parsing limit, too',
    fc.property(bodiesNearTheLimit(), (body) => {
      expectReferenceLines(body);
    }),
    HUGE,
  );

  checkProperty(
    'say what the naive reader reads',
    fc.property(anyBody, (body) => {
      const records = eventsOf([body]).filter(isLineEvent).filter(isRecord);
      expect(records.map(inShort)).toEqual(
        referenceRecords(body, 'rfc9309').map(({ line, directive, field, value }) =>
          JSON.stringify([line, directive === 'content-usage' ? 'other' : directive, field, value]),
        ),
      );
    }),
  );

  checkProperty(
    'hold what their spans say',
    fc.property(anyBody, (body) => {
      for (const event of eventsOf([body], { keepOverlong: true }))
        if (isLineEvent(event)) expectPlaces(event, body);
    }),
  );

  checkProperty(
    'together with their terminators and the byte order mark are the whole',
    fc.property(anyBody, (body) => {
      const [start, ...rest] = eventsOf([body], { keepOverlong: true });
      const mark = start.type === 'start' && start.byteOrderMark === 'whole' ? '\xEF\xBB\xBF' : '';
      const lines = rest
        .filter(isLineEvent)
        .map(({ octets, terminator }) => toOctetString(octets) + terminator);
      expect(mark + lines.join('')).toBe(toOctetString(body));
    }),
  );
});

type RecordEvent = Extract<LineEvent, { readonly field: unknown }>;

function isRecord(event: LineEvent): event is RecordEvent {
  return !['blank', 'comment', 'invalid'].includes(event.type);
}

function inShort({ line, type, field, value }: RecordEvent): string {
  return JSON.stringify([line, type, toOctetString(field.octets), toOctetString(value.octets)]);
}

function expectReferenceLines(body: Uint8Array): void {
  const { lines, truncated } = referenceLines(body);
  const events = eventsOf([body]);
  expect(events.at(-1)).toMatchObject({ type: 'end', truncated, lines: lines.length });
  expect(
    events
      .filter(isLineEvent)
      .map(({ line, span, terminator }) => [line, span.start, span.end, span.end + terminator.length]),
  ).toEqual(lines.map(({ number, start, end, terminatorEnd }) => [number, start, end, terminatorEnd]));
}

function expectPlaces(event: LineEvent, body: Uint8Array): void {
  const { span } = event;
  sameOctets(event.octets, body.subarray(span.start, span.end));
  const parts = [event.comment, ...(isRecord(event) ? [event.field, event.value] : [])];
  for (const part of parts) {
    if (part === null) continue;
    sameOctets(part.octets, body.subarray(part.start, part.end));
    if (part.start < span.start || part.end > span.end) expect(part).toBe('inside its line');
  }
  for (const { code, line, span: place } of lineDiagnostics(event)) {
    if (place.start < span.start || place.end > span.end || place.start > place.end || line !== event.line)
      expect({ code, line, place }).toBe('inside its line');
  }
}
