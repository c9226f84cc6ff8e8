/**
 * However octets are cut into chunks they are the same events and the same document, and nothing throws.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DocumentFacts,
  documentReducer,
  isLineEvent,
  LineParser,
  parseSync,
  type RobotsEvent,
  stringify,
} from '../../src/core.js';
import { arbitraryOctets, bodiesNearTheLimit, chunkings, robotsBody } from '../reference/arbitraries.js';
import { referenceLines } from '../reference/reference.js';
import { checkProperty } from '../support/property.js';

function eventsOf(chunks: readonly Uint8Array[], keepOverlong = false): RobotsEvent[] {
  const parser = new LineParser({ keepOverlong });
  return [...chunks.flatMap((chunk) => parser.write(chunk)), ...parser.end()];
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** How many events of a large file are compared in full: those around the parsing limit. */
const LAST_EVENTS = 8;

/** Facts without what a fold cannot know, octets and rows as digests, which compare faster and read better. */
function comparable({ maxOctets: _, octets, rows, ...facts }: DocumentFacts): object {
  return { ...facts, octets: digest(octets), rows: digest(rows) };
}

/** A number that differs where the numbers do, all but surely. */
function digest(numbers: Uint8Array | Int32Array): string {
  let hash = 0;
  for (const number of numbers) hash = (Math.imul(hash, 31) + number) | 0;
  return `${numbers.length} numbers, hash ${hash}`;
}

const anyBody = fc.oneof({ weight: 3, arbitrary: robotsBody() }, { weight: 1, arbitrary: arbitraryOctets() });
const chunked = anyBody.chain((body) => fc.record({ body: fc.constant(body), chunks: chunkings(body) }));

describe('chunks', () => {
  checkProperty(
    'any chunking gives the events of the whole',
    fc.property(chunked, ({ body, chunks }) => {
      expect(plain(eventsOf(chunks))).toEqual(plain(eventsOf([body])));
    }),
  );

  checkProperty(
    'the fold over the events of any chunking is the document of the whole',
    fc.property(chunked, ({ body, chunks }) => {
      const state = eventsOf(chunks, true).reduce(documentReducer.step, documentReducer.initial());
      const folded = documentReducer.result(state);
      const whole = parseSync(body);
      expect(plain(folded)).toEqual(plain(whole));
      expect(comparable(folded.facts)).toEqual(comparable(whole.facts));
    }),
  );

  checkProperty(
    'at the parsing limit too',
    fc.property(
      bodiesNearTheLimit().chain((body) => fc.record({ body: fc.constant(body), cut: fc.nat(body.length) })),
      ({ body, cut }) => {
        const events = eventsOf([body.subarray(0, cut), body.subarray(cut)], true);
        const whole = eventsOf([body], true);
        expect(events.length).toBe(whole.length);
        expect(plain(events.slice(-LAST_EVENTS))).toEqual(plain(whole.slice(-LAST_EVENTS)));
        const folded = documentReducer.result(events.reduce(documentReducer.step, documentReducer.initial()));
        expect(comparable(folded.facts)).toEqual(comparable(parseSync(body).facts));
      },
    ),
    // Half a megabyte a run.
    { runsShare: 0.01 },
  );
});

describe('lines', () => {
  checkProperty(
    'events stand where the naive reader finds the lines',
    fc.property(anyBody, (body) => {
      const { lines, truncated } = referenceLines(body);
      const events = eventsOf([body], true);
      const end = events.at(-1);
      expect(end).toMatchObject({ type: 'end', truncated, lines: lines.length });
      expect(
        events
          .filter(isLineEvent)
          .map(({ line, span, terminator }) => [line, span.start, span.end, span.end + terminator.length]),
      ).toEqual(lines.map(({ number, start, end, terminatorEnd }) => [number, start, end, terminatorEnd]));
    }),
  );

  checkProperty(
    'every span holds what it says',
    fc.property(anyBody, (body) => {
      for (const event of eventsOf([body], true)) {
        if (!isLineEvent(event)) continue;
        expect(event.octets).toEqual(body.subarray(event.span.start, event.span.end));
        if (event.comment !== null)
          expect(event.comment.octets).toEqual(body.subarray(event.comment.start, event.comment.end));
        if ('field' in event && event.field !== undefined) {
          expect(event.field.octets).toEqual(body.subarray(event.field.start, event.field.end));
          expect(event.value.octets).toEqual(body.subarray(event.value.start, event.value.end));
        }
        for (const { span } of event.diagnostics) {
          expect(span.start).toBeGreaterThanOrEqual(event.span.start);
          expect(span.end).toBeLessThanOrEqual(event.span.end);
        }
      }
    }),
  );
});

describe('documents', () => {
  checkProperty(
    'stringify ∘ parse is the identity',
    fc.property(anyBody, (body) => {
      expect(stringify(parseSync(body))).toEqual(body);
    }),
  );

  checkProperty(
    'parsing never throws, whatever is asked of the document',
    fc.property(arbitraryOctets(), (octets) => {
      const document = parseSync(octets);
      JSON.stringify(document);
      document.crawlDelay('a');
      document.requestRate('a');
      document.visitTime('a');
    }),
  );
});

test('an array of events is the same from one octet at a time', () => {
  const body = new TextEncoder().encode('\ufeffUser-agent: é\r\nDisallow: /\r\r\n\n#c');
  expect(plain(eventsOf(Array.from(body, (octet) => Uint8Array.of(octet))))).toEqual(plain(eventsOf([body])));
});
