/**
 * What the nodes of the wildcard tree wait for. A *symbol* is the end of a segment in the path, or at its end, in one of
 * the readings of `query-reading.ts`. A node waits for one symbol; if its segment reads differently in a query, for a
 * second one, which counts only where the segment begins within the query.
 */
import type { PatternSet } from '../pattern/pattern-set.js';
import { writeQueryReading } from '../pattern/query-reading.js';
import { FREE, SEGMENT_STRIDE, type SegmentAutomaton } from './segment-automaton.js';
import type { WildcardTree } from './wildcard-tree.js';

/** Stands for "no symbol", and for "no segment". */
export const NONE = -1;

/** By segment, in the automaton's rows: its symbol, and that for its end of the path; or {@link NONE}. */
export const SYMBOL = FREE;
export const END_SYMBOL = FREE + 1;

/** Strings to build an automaton of. */
export interface Strings {
  readonly text: Uint8Array;
  /** String `i` is the octets `bounds[parts[i]]` up to but not including `bounds[parts[i] + 1]` of the text. */
  readonly bounds: Int32Array;
  readonly parts: Int32Array;
  /** By part that was given, which of `parts` is its second reading, or {@link NONE}; null if no part has one. */
  readonly secondReading: Int32Array | null;
}

/** Adds to the parts of patterns their second readings, those that have one. */
export function withSecondReadings(
  { text, partBounds, hasQueryReadings }: PatternSet,
  parts: Int32Array,
): Strings {
  if (!hasQueryReadings) return { text, bounds: partBounds, parts, secondReading: null };
  const secondReading = new Int32Array(parts.length).fill(NONE);
  const bounds: number[] = [];
  let textLength = 0;
  for (const part of parts) textLength += partBounds[part + 1] - partBounds[part];
  const readings = new Uint8Array(textLength);
  let end = 0;
  for (let i = 0; i < parts.length; i++) {
    const start = end;
    const partStart = partBounds[parts[i]];
    const partEnd = partBounds[parts[i] + 1];
    end = writeQueryReading(text, partStart, partEnd, readings, start);
    if (end - start === partEnd - partStart) {
      end = start;
      continue;
    }
    secondReading[i] = parts.length + bounds.length;
    bounds.push(start);
  }
  return joined(text, partBounds, parts, readings.subarray(0, end), [...bounds, end], secondReading);
}

/** All parts in one text, the second readings behind the others. */
function joined(
  text: Uint8Array,
  partBounds: Int32Array,
  parts: Int32Array,
  readings: Uint8Array,
  readingBounds: readonly number[],
  secondReading: Int32Array,
): Strings {
  const textEnd = partBounds[parts.reduce((last, part) => Math.max(last, part + 1), 0)];
  const allText = new Uint8Array(textEnd + readings.length);
  allText.set(text.subarray(0, textEnd));
  allText.set(readings, textEnd);
  const firstReading = partBounds.length;
  const bounds = new Int32Array(firstReading + readingBounds.length);
  bounds.set(partBounds);
  readingBounds.forEach((bound, i) => {
    bounds[firstReading + i] = textEnd + bound;
  });
  const count = readingBounds.length - 1;
  const allParts = new Int32Array(parts.length + count);
  allParts.set(parts);
  for (let i = 0; i < count; i++) allParts[parts.length + i] = firstReading + i;
  return { text: allText, bounds, parts: allParts, secondReading };
}

/** The symbols of a tree, numbered from 0. */
export interface Symbols {
  readonly count: number;
  /** The symbol of each node; none for a root. */
  readonly ofNode: Int32Array;
  /** The second symbol of each node, or {@link NONE}; null if no node has one. */
  readonly secondOfNode: Int32Array | null;
  /** By segment, two integers: as {@link SYMBOL} and {@link END_SYMBOL}, for where it is a second reading. */
  readonly second: Int32Array | null;
}

/**
 * Numbers the symbols that lead anywhere, and puts the first ones into the automaton's rows.
 *
 * @param segmentOf the segment of each of the strings
 */
export function numberSymbols(
  { nodeCount, rootCount, symbol }: WildcardTree,
  { segments, segmentCount }: SegmentAutomaton,
  segmentOf: Int32Array,
  secondReading: Int32Array | null,
): Symbols {
  for (let segment = 0; segment < segmentCount; segment++) {
    segments[segment * SEGMENT_STRIDE + SYMBOL] = NONE;
    segments[segment * SEGMENT_STRIDE + END_SYMBOL] = NONE;
  }
  const ofNode = new Int32Array(nodeCount).fill(NONE);
  let count = 0;
  for (let node = rootCount; node < nodeCount; node++) {
    const at = (symbol[node] >> 1) * SEGMENT_STRIDE + (symbol[node] % 2 === 0 ? SYMBOL : END_SYMBOL);
    if (segments[at] === NONE) segments[at] = count++;
    ofNode[node] = segments[at];
  }
  if (secondReading === null) return { count, ofNode, secondOfNode: null, second: null };

  const secondSegment = new Int32Array(segmentCount).fill(NONE);
  secondReading.forEach((reading, part) => {
    if (reading !== NONE) secondSegment[segmentOf[part]] = segmentOf[reading];
  });
  const secondOfNode = new Int32Array(nodeCount).fill(NONE);
  const second = new Int32Array(segmentCount * 2).fill(NONE);
  for (let node = rootCount; node < nodeCount; node++) {
    const segment = secondSegment[symbol[node] >> 1];
    if (segment === NONE) continue;
    const at = segment * 2 + (symbol[node] % 2);
    if (second[at] === NONE) second[at] = count++;
    secondOfNode[node] = second[at];
  }
  return { count, ofNode, secondOfNode, second };
}
