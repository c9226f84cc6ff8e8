/**
 * Runs a case of the parser in every way that must give the same result: whole, octet by octet, and cut at every place.
 */
import { expect } from 'vitest';
import { FileCollector } from '../../src/ast/collect.js';
import type { FileFacts, RobotsFile } from '../../src/ast/file.js';
import type { EventGroup } from '../../src/ast/reducer.js';
import {
  type Group,
  groupReducer,
  type LineEvent,
  LineParser,
  type LineParserOptions,
  lineDiagnostics,
  parseSync,
  type RecordNode,
  type RobotsDocument,
  type RobotsEvent,
} from '../../src/core.js';
import { fileOf } from '../../src/robots-document.js';
import { isLineEvent } from '../../src/stream/events.js';
import type { FileLines } from '../../src/stream/scan.js';
import { toOctetString } from '../reference/octets.js';
import { digest } from './octets.js';

/** Octets cut into chunks, and how. */
export interface Way {
  readonly name: string;
  readonly chunks: readonly Uint8Array[];
}

/** Cutting a longer body at every place takes too long; such a case names the places that matter. */
const MOST_OCTETS_FOR_EVERY_PLACE = 2_000;

/**
 * Whole; octet by octet, also with empty chunks between; and cut in two at every place.
 *
 * @param places where to cut a body that is too long to be cut everywhere; it is then not run octet by octet
 */
export function* waysToCut(octets: Uint8Array, places?: readonly number[]): Generator<Way> {
  yield { name: 'whole', chunks: [octets] };
  if (places === undefined) {
    if (octets.length > MOST_OCTETS_FOR_EVERY_PLACE)
      throw new RangeError('the body is long: name the places to cut it at');
    const single = Array.from(octets, (octet) => Uint8Array.of(octet));
    yield { name: 'octet by octet', chunks: single };
    const empty = new Uint8Array();
    yield { name: 'with empty chunks', chunks: [empty, ...single.flatMap((one) => [one, empty])] };
  }
  for (const at of places ?? octets.keys())
    yield { name: `cut at ${at}`, chunks: [octets.subarray(0, at), octets.subarray(at)] };
}

/** The events that a parser makes of chunks. */
export function eventsOf(chunks: readonly Uint8Array[], options?: LineParserOptions): RobotsEvent[] {
  const parser = new LineParser(options);
  return [...chunks.flatMap((chunk) => parser.write(chunk)), ...parser.end()];
}

/** Of a longer line only a digest is compared and shown. */
const MOST_OCTETS_SHOWN = 200;

/** An event as plain data, including its octets (one character each). */
export function plainEvent(event: RobotsEvent): object {
  const data = JSON.parse(JSON.stringify(event));
  if (!isLineEvent(event)) return data;
  return { ...data, octets: shownOctets(event.octets), diagnostics: lineDiagnostics(event) };
}

function shownOctets(octets: Uint8Array): string {
  return octets.length > MOST_OCTETS_SHOWN ? digest(octets) : toOctetString(octets);
}

/**
 * Expects equal events, in every part.
 *
 * @param expectedText `expected` as text, if it is compared more than once
 */
export function sameEvents(
  actual: readonly RobotsEvent[],
  expected: readonly RobotsEvent[],
  expectedText = allAsText(expected),
): void {
  // Strings compare faster than objects, which only need to be looked into if they differ.
  if (allAsText(actual) !== expectedText) expect(actual.map(plainEvent)).toEqual(expected.map(plainEvent));
}

/** Events as text, with every part. */
export function allAsText(events: readonly RobotsEvent[]): string {
  return events
    .map((event) => {
      const data = JSON.stringify(event);
      if (!isLineEvent(event)) return data;
      return data + shownOctets(event.octets) + JSON.stringify(lineDiagnostics(event));
    })
    .join('\n');
}

/** The events of a body, which are the same whichever way it is cut. */
export function eventsEveryWay(
  octets: Uint8Array,
  options: LineParserOptions = {},
  places?: readonly number[],
): RobotsEvent[] {
  const whole = eventsOf([octets], options);
  const text = allAsText(whole);
  for (const { chunks } of waysToCut(octets, places)) sameEvents(eventsOf(chunks, options), whole, text);
  return whole;
}

/** The lines of events. */
export function linesOf(events: readonly RobotsEvent[]): LineEvent[] {
  return events.filter(isLineEvent);
}

/** A line in short: number, type, span and terminator. */
export function lineInShort({ line, type, span, terminator }: LineEvent): string {
  return `${line} ${type} ${span.start}-${span.end}${JSON.stringify(terminator).slice(1, -1)}`;
}

/** Compares the groups that events are folded into with those of a document. */
export function sameGroups(events: readonly RobotsEvent[], document: RobotsDocument): void {
  const { groups } = events.reduce(groupReducer.step, groupReducer.initial());
  const placeOf = ({ line, value: { start, end, text } }: Omit<RecordNode, 'field'>) => [
    line,
    start,
    end,
    text,
  ];
  const inShort = ({ userAgents, rules, extensions }: EventGroup | Group) => ({
    userAgents: userAgents.map(placeOf),
    rules: rules.map((rule) => [...placeOf(rule), 'type' in rule ? rule.type : rule.directive]),
    extensions: extensions.map((record) => [...placeOf(record), record.field.text.toLowerCase()]),
  });
  expect(groups.map(inShort)).toEqual(document.groups.map(inShort));
}

/** Everything that is known of a file, as data. */
export interface ParsedFile extends FileFacts, FileLines {
  readonly octets: Uint8Array;
}

/** A file as data, with its lines. */
export function parsedFile({ octets, facts, lines }: RobotsFile): ParsedFile {
  return { octets, ...facts, ...lines };
}

/** The file of a document as data. */
export function parsedFileOf(document: RobotsDocument): ParsedFile {
  return parsedFile(fileOf(document));
}

/** Facts to compare: without the parsing limit, which a fold does not know unless it is reached; arrays as digests. */
export function comparableFacts({ maxOctets: _, octets, rows, ...facts }: ParsedFile): object {
  return { ...facts, octets: digest(octets), rows: digest(rows) };
}

/** A document whose lines have been read: even the first question is answered by its rows. */
export function readDocument(body: Uint8Array | string): RobotsDocument {
  const document = parseSync(body);
  expect(parsedFileOf(document).rows).toBeInstanceOf(Int32Array);
  return document;
}

/** The file that a collector makes of chunks. */
export function readChunks(chunks: readonly Uint8Array[], maxOctets?: number): ParsedFile {
  const collector = new FileCollector(maxOctets);
  for (const chunk of chunks) collector.write(chunk);
  return parsedFile(collector.read());
}

/** The document of a body, the same in one call and chunk by chunk, and its groups folded from its events, whichever way it is cut. */
export function documentEveryWay(
  octets: Uint8Array,
  maxOctets?: number,
  places?: readonly number[],
): RobotsDocument {
  const whole = parseSync(octets, { maxOctets });
  const facts = comparableFacts(parsedFileOf(whole));
  for (const { chunks } of waysToCut(octets, places)) {
    sameGroups(eventsOf(chunks, { maxOctets, keepOverlong: true }), whole);
    expect(comparableFacts(readChunks(chunks, maxOctets))).toEqual(facts);
  }
  return whole;
}
