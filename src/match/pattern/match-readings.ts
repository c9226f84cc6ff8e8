/**
 * Whether a pattern matches of which a part has a second reading (`query-reading.ts`): each part is looked for in both
 * readings, and the first place where either ends counts.
 *
 * Cost: twice that of `matchesPattern`, metered as well.
 */
import type { Meter } from '../meter.js';
import { behindPart, isSame } from './part-search.js';
import type { PatternSet } from './pattern-set.js';
import { queryStartOf, writeQueryReading } from './query-reading.js';

const NOT_FOUND = -1;

/** What is the same for all parts of a question. */
interface Search {
  readonly text: Uint8Array;
  readonly path: Uint8Array;
  /** Where the query of the path begins. */
  readonly queryStart: number;
  readonly meter: Meter;
}

/**
 * Matches the parts of a pattern behind its first.
 *
 * @param second the part behind the first `*`
 * @param last the last part
 * @param isAnchored whether the last part must end the path
 * @param path the path is `path[start..end)`
 * @param from where in the path the first part ends
 * @returns whether they match; false, with `meter.left` under 0, if it took too long
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
    at = behindEither(search, partBounds[part], partBounds[part + 1], at, searchEnd);
    if (at === NOT_FOUND) return false;
  }
  return true;
}

/** Where a part begins that ends at the end of the path, in the one reading of the two that fits. */
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

/** Where the first occurrence of a part from `from` on ends, in either reading. */
function behindEither(
  { text, path, queryStart, meter }: Search,
  partStart: number,
  partEnd: number,
  from: number,
  end: number,
): number {
  const asItIs = behindPart(text, partStart, partEnd, path, from, end, meter);
  const length = readInQuery(text, partStart, partEnd);
  meter.left -= length;
  if (length === partEnd - partStart) return asItIs;
  const decoded = behindPart(reading, 0, length, path, Math.max(from, queryStart), end, meter);
  if (asItIs === NOT_FOUND || decoded === NOT_FOUND) return Math.max(asItIs, decoded);
  return Math.min(asItIs, decoded);
}

/** A part as it reads in a query, one at a time. */
let reading = new Uint8Array(1024);

/** Writes a part into {@link reading}. Returns its length. */
function readInQuery(text: Uint8Array, start: number, end: number): number {
  if (end - start > reading.length) reading = new Uint8Array(end - start);
  return writeQueryReading(text, start, end, reading, 0);
}
