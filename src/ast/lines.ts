/**
 * Every line of a file, one batch of rows at a time. Comments, other records, diagnostics and line events need more than the rows
 * of directives that a file keeps. Few programs ask for these, so all lines are scanned again then.
 */
import { type ReadingAxes, RFC_9309_READING } from '../profiles.js';
import { type LineEvent, lineEvent } from '../stream/events.js';
import type { BatchRows } from '../stream/line-batch.js';
import { lendScanMemory } from '../stream/memory.js';
import { lineOneStart, markLength, readAgain } from '../stream/read-line.js';
import * as Row from '../stream/row.js';
import { scanRows } from '../stream/scan.js';
import { type RobotsFile, readUnder } from './file.js';

/** How many octets are read at a time, unless a line is longer. A caller that stops early wastes at most this many. */
const WINDOW_OCTETS = 16_384;

/** The lines of a file as events. */
export function* eventsOf(file: RobotsFile): Generator<LineEvent, void> {
  for (const batch of batchesOf(file)) {
    for (let at = 0; at < batch.rows.length; at += Row.STRIDE) yield lineEvent(batch, at);
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
  for (const { octets, rows } of batchesOf(file)) {
    for (let at = 0; at < rows.length; at += Row.STRIDE) {
      if (Row.shapeOf(Row.flagsOf(rows, at)) === Row.UNREAD) readAgain(octets, rows, at, axes.controlOctets);
      readUnder(file, axes, rows, at);
      visit(rows, at);
    }
  }
}

/** The lines of a file as batches. The program may run between two of them, and may scan another file. */
function* batchesOf(file: RobotsFile): Generator<BatchRows, void> {
  const { octets } = file;
  let lineCount = 0;
  let size = WINDOW_OCTETS;
  for (let start = lineOneStart(markLength(octets)); start < octets.length; ) {
    const window = octets.subarray(start, start + size);
    const isLast = start + size >= octets.length;
    let next = 0;
    const rows = lendScanMemory((memory) => {
      memory.load(window);
      memory.lineCount = lineCount;
      next = scanRows(memory, 0, window.length, isLast, 'all');
      lineCount = memory.lineCount;
      return memory.keepRows();
    });
    Row.moveRows(rows, start);
    yield { octets, rows, base: 0, discardedOctets: 0, keepsOverlong: true };
    size = next === 0 ? size * 2 : WINDOW_OCTETS;
    start += next;
  }
}
