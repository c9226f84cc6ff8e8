/**
 * Whether a pattern with second readings (`query-reading.ts`) matches: the search for each part tries both readings, and the
 * occurrence that ends first counts.
 *
 * Cost: at most twice that of `matchesPattern`, metered as well.
 */
import type { Meter } from '../meter.js';
import { endOfPart, isSame } from './part-search.js';
import type { PatternSet } from './pattern-set.js';
import { queryStartOf, writeQueryReading } from './query-reading.js';

const NOT_FOUND = -1;

/** What the searches for all parts of a pattern share. */
interface Search {
  readonly text: Uint8Array;
  readonly path: Uint8Array;
  /** Where the query of the path begins. */
  readonly queryStart: number;
  readonly meter: Meter;
}

/**
 * Matches the parts of a pattern after its first.
 *
 * @param second the part after the first `*`
 * @param last the last part
 * @param isAnchored whether the last part must end the path
 * @param path the path is `path[start..end)`
 * @param from where in the path the first part ends
 * @returns whether they match; false, with `meter.left` below 0, if it took too long
 */
export function matchesInEitherReading(
  { text, partBounds }: PatternSet,
  second: number,
  last: number,
  isAnchored: boolean,
  path: Uint8Array,
  start: number,
  from: number,
  end: number,
  meter: Meter,
): boolean {
  const search: Search = { text, path, queryStart: queryStartOf(path, start, end), meter };
  meter.left -= search.queryStart - start;
  let searchEnd = end;
  if (isAnchored) {
    searchEnd = tailStart(search, partBounds[last], partBounds[last + 1], from, end);
    if (searchEnd === NOT_FOUND) return false;
  }
  const partsEnd = isAnchored ? last : last + 1;
  let at = from;
  for (let part = second; part < partsEnd; part++) {
    at = endOfEither(search, partBounds[part], partBounds[part + 1], at, searchEnd);
    if (at === NOT_FOUND) return false;
  }
  return true;
}

/** Finds where the last part begins if it ends the path. Only one of its readings can. */
function tailStart(
  { text, path, queryStart, meter }: Search,
  partStart: number,
  partEnd: number,
  from: number,
  end: number,
): number {
  const partLength = partEnd - partStart;
  meter.left -= partLength;
  const asItIs = end - partLength;
  if (asItIs >= from && isSame(text, partStart, path, asItIs, partLength)) return asItIs;
  const length = readInQuery(text, partStart, partEnd);
  const decoded = end - length;
  return decoded >= Math.max(from, queryStart) && isSame(reading, 0, path, decoded, length)
    ? decoded
    : NOT_FOUND;
}

/** Finds where the first occurrence of a part ends, in either reading. */
function endOfEither(
  { text, path, queryStart, meter }: Search,
  partStart: number,
  partEnd: number,
  from: number,
  end: number,
): number {
  const asItIs = endOfPart(text, partStart, partEnd, path, from, end, meter);
  const length = readInQuery(text, partStart, partEnd);
  meter.left -= length;
  if (length === partEnd - partStart) return asItIs;
  const decoded = endOfPart(reading, 0, length, path, Math.max(from, queryStart), end, meter);
  if (asItIs === NOT_FOUND || decoded === NOT_FOUND) return Math.max(asItIs, decoded);
  return Math.min(asItIs, decoded);
}

/** The second reading of the current part. */
let reading = new Uint8Array(1024);

/** Writes the second reading of a part to {@link reading}. Returns its length. */
function readInQuery(text: Uint8Array, start: number, end: number): number {
  if (end - start > reading.length) reading = new Uint8Array(end - start);
  return writeQueryReading(text, start, end, reading, 0);
}
