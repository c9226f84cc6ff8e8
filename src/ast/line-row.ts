/**
 * The row of one line, for a file whose other lines are not read.
 */
import { CR, LF } from '../ascii.js';
import type { ReadingAxes } from '../profiles.js';
import { lineOneStart, markLength } from '../stream/byte-order-mark.js';
import { readLine } from '../stream/read-line.js';
import { ROW_STRIDE } from '../stream/row.js';
import { skippedMarkLength, type UnreadFile } from './parsed-file.js';

/**
 * Reads one line into a row of its own, as a profile does. The row does not say how the line ends or what is before it.
 *
 * @param within the place of any octet of the line
 * @param line the line's number
 */
export function rowOfLine(file: UnreadFile, axes: ReadingAxes, within: number, line: number): Int32Array {
  const { octets } = file;
  const first = lineOneStart(markLength(octets)) + skippedMarkLength(file, axes);
  let start = within;
  while (start > first && !isLineEnd(octets[start - 1])) start--;
  let end = within;
  while (end < octets.length && !isLineEnd(octets[end])) end++;
  const row = new Int32Array(ROW_STRIDE);
  readLine(octets, start, end, axes.controlOctets, 0, line, row, 0);
  return row;
}

function isLineEnd(octet: number): boolean {
  return octet === LF || octet === CR;
}
