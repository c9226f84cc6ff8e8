/**
 * Memory that readings share, because typed arrays made for each small file cost more than reading it.
 *
 * The rule of use: a reading may use this memory from its first write to it until it returns, and calls no code of the
 * caller's in between. What is in it before and after means nothing. Whatever is kept is copied out.
 */
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { ROW_STRIDE } from './row.js';
import { Rows } from './rows.js';
import { ScanBuffer } from './scan-buffer.js';

/** Rows that there is room for at first. */
const FIRST_ROWS = 64;

/** More memory than this many rows take is released after use. Only hostile files have so many. */
const MOST_ROWS_KEPT = 16_384;

/** One row, for a line that is read and not kept. */
export const scratchRow: Int32Array = /* @__PURE__ */ new Int32Array(ROW_STRIDE);

const buffer = /* @__PURE__ */ new ScanBuffer(PARSING_LIMIT_OCTETS);
let rows = /* @__PURE__ */ new Rows(FIRST_ROWS);

/** Memory for a file: the shared buffer if the file fits, else one of its own. */
export function scratchBuffer(octets: number): ScanBuffer {
  return octets > buffer.capacity ? new ScanBuffer(octets) : buffer;
}

/** The shared rows, empty, for the lines that follow `previous`, or for a file from its start. */
export function scratchRows(previous?: Rows): Rows {
  if (rows.ints.length > MOST_ROWS_KEPT * ROW_STRIDE) rows = new Rows(FIRST_ROWS);
  rows.restartAfter(previous);
  return rows;
}
