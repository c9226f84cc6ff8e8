/**
 * Shared scratch memory: typed arrays made for each small file would cost more than reading it.
 *
 * Rules of use: a function may use this memory from its first write until it returns, and must not call code of the program
 * in between. The content before and after is undefined. Copy out what you keep.
 */
import { ROW_STRIDE } from './row.js';
import { Rows } from './rows.js';

/** The first capacity, in rows. */
const FIRST_ROWS = 64;

/** Memory for more rows than this is released after use. Only hostile files have so many. */
const MOST_ROWS_KEPT = 16_384;

let rows = new Rows(FIRST_ROWS);

/** The shared rows, empty, for the lines that follow `previous`, or for a file from its start. */
export function scratchRows(previous?: Rows): Rows {
  if (rows.ints.length > MOST_ROWS_KEPT * ROW_STRIDE) rows = new Rows(FIRST_ROWS);
  rows.restartAfter(previous);
  return rows;
}
