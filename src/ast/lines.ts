/**
 * Every line of a file, one batch of rows at a time. Comments, other records, diagnostics and line events need more than the rows
 * of directives that a file keeps. Few programs ask for these, so all lines are scanned again then.
 */
import { type ReadingAxes, RFC_9309_READING } from '../profiles.js';
import { type LineEvent, lineEvent } from '../stream/events.js';
import type { BatchRows } from '../stream/line-batch.js';
import { lendScanMemory, Rows } from '../stream/memory.js';
import { lineOneStart, markLength, readAgain } from '../stream/read-line.js';
import { flagsOf, ROW_STRIDE, shapeOf, UNREAD } from '../stream/row.js';
import { scanRows } from '../stream/scan.js';
import { type RobotsFile, readUnder } from './file.js';

/** How many lines are read at a time. A caller that stops early wastes at most this many. */
const LINES_A_BATCH = 256;

/** How many octets are loaded at a time, unless a line is longer. So many lines usually have fewer. */
const OCTETS_A_BATCH = 16_384;

/** The lines of a file as events. */
export function* eventsOf(file: RobotsFile): Generator<LineEvent, void> {
  for (const batch of batchesOf(file)) {
    for (let i = 0; i < batch.count; i++) yield lineEvent(batch, i);
  }
}

/**
 * Calls `visit` with the row of each line, in order, as a profile reads it.
 *
 * @param visit gets rows that have the line's row at the index `at`; it must not keep them, because they are those of many lines
 */
export function forEachRow(
  file: RobotsFile,
  visit: (rows: Int32Array, at: number) => void,
  axes: ReadingAxes = RFC_9309_READING,
): void {
  for (const { octets, rows, count } of batchesOf(file)) {
    for (let at = 0; at < count * ROW_STRIDE; at += ROW_STRIDE) {
      if (shapeOf(flagsOf(rows, at)) === UNREAD) readAgain(octets, rows, at, axes.controlOctets);
      readUnder(file, axes, rows, at);
      visit(rows, at);
    }
  }
}

/** The lines of a file as batches. The program may run between two of them, and may scan another file. */
function* batchesOf(file: RobotsFile): Generator<BatchRows, void> {
  const { octets } = file;
  let lineCount = 0;
  let loaded = OCTETS_A_BATCH;
  for (let start = lineOneStart(markLength(octets)); start < octets.length; ) {
    const window = octets.subarray(start, start + loaded);
    const isLast = start + loaded >= octets.length;
    const rows = new Rows(Math.min(LINES_A_BATCH, window.length));
    rows.lineCount = lineCount;
    const next = lendScanMemory((load) => scanRows(0, load(window), isLast, rows, 'all'));
    loaded = next === 0 ? loaded * 2 : OCTETS_A_BATCH;
    rows.move(start);
    yield {
      octets,
      rows: rows.ints,
      firstRow: rows.start,
      count: rows.count,
      base: 0,
      firstLine: lineCount + 1,
      discardedOctets: 0,
      keepsOverlong: true,
    };
    lineCount = rows.lineCount;
    start += next;
  }
}
