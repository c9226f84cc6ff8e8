/**
 * Whether a pattern with query forms (`query-form.ts`) matches: the search for each part tries both forms, and the
 * occurrence that ends first counts.
 *
 * Cost: at most twice that of `matchesPattern`, metered as well.
 */
import { QUESTION } from '../../ascii.js';
import type { Meter } from '../meter.js';
import { endOfPart, isSame } from './part-search.js';
import type { PatternSet } from './pattern-set.js';
import { writeQueryForm } from './query-form.js';

const NOT_FOUND = -1;

/** The query of a path begins after the first one. It is found like a part of a pattern, so that many patterns cost no more. */
const QUESTION_MARK = Uint8Array.of(QUESTION);

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
export function matchesInEitherForm(
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
  const queryStart = endOfPart(QUESTION_MARK, 0, 1, path, start, end, meter);
  const search: Search = { text, path, queryStart: queryStart === NOT_FOUND ? end : queryStart, meter };
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

/** Finds where the last part begins if it ends the path. Only one of its forms can. */
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
  const length = formInQuery(text, partStart, partEnd);
  const decoded = end - length;
  return decoded >= Math.max(from, queryStart) && isSame(queryForm, 0, path, decoded, length)
    ? decoded
    : NOT_FOUND;
}

/** Finds where the first occurrence of a part ends, in either form. */
function endOfEither(
  { text, path, queryStart, meter }: Search,
  partStart: number,
  partEnd: number,
  from: number,
  end: number,
): number {
  const asItIs = endOfPart(text, partStart, partEnd, path, from, end, meter);
  const length = formInQuery(text, partStart, partEnd);
  meter.left -= length;
  if (length === partEnd - partStart) return asItIs;
  const decoded = endOfPart(queryForm, 0, length, path, Math.max(from, queryStart), end, meter);
  if (asItIs === NOT_FOUND || decoded === NOT_FOUND) return Math.max(asItIs, decoded);
  return Math.min(asItIs, decoded);
}

/** The query form of the current part. */
let queryForm = new Uint8Array(1024);

/** Writes the query form of a part to {@link queryForm}. Returns its length. */
function formInQuery(text: Uint8Array, start: number, end: number): number {
  if (end - start > queryForm.length) queryForm = new Uint8Array(end - start);
  return writeQueryForm(text, start, end, queryForm, 0);
}
