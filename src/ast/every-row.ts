/**
 * A row for each line of a parsed file, for what the rows of its directives do not say: comments, other records,
 * diagnostics and line events. The octets are scanned again, because most documents are never asked for these.
 */
import { type LineEvent, lineEvent } from '../stream/events.js';
import { readAgain } from '../stream/read-line.js';
import { flagsOf, ROW_STRIDE, shapeOf, UNREAD } from '../stream/row.js';
import { Rows } from '../stream/rows.js';
import { scanRows } from '../stream/scan.js';
import { ScanBuffer } from '../stream/scan-buffer.js';
import { scratchBuffer, scratchRows } from '../stream/scratch.js';
import { lineOneStart, type ParsedFile } from './parsed-file.js';

/**
 * Calls `visit` with the row of each line, in order.
 *
 * @param visit gets the row at the index `at` of `rows`, in scratch memory (`stream/scratch.ts`): it must not begin
 *   another reading, and the row means nothing after it returns
 */
export function forEachRow(file: ParsedFile, visit: (rows: Int32Array, at: number) => void): void {
  const { octets } = file;
  const buffer = scratchBuffer(octets.length);
  buffer.load(octets);
  const rows = scratchRows();
  for (let next = lineOneStart(file); next < octets.length; ) {
    rows.end = 0;
    next = scanRows(buffer, next, octets.length, true, rows, 'all');
    for (let at = 0; at < rows.end; at += ROW_STRIDE) {
      if (shapeOf(flagsOf(rows.ints, at)) === UNREAD) readAgain(octets, rows.ints, at, 'reject-line');
      visit(rows.ints, at);
    }
  }
}

/** How many lines are read at a time: a reader that stops early has read no more than these in vain. */
const LINES_A_BATCH = 256;

/** The lines of a file as events. */
export function* eventsOf(file: ParsedFile): Generator<LineEvent, void> {
  const { octets, lineCount } = file;
  const buffer = ScanBuffer.of(octets);
  let lines = 0;
  for (let next = lineOneStart(file); next < octets.length; ) {
    const rows = new Rows(Math.min(LINES_A_BATCH, lineCount - lines));
    rows.lineCount = lines;
    next = scanRows(buffer, next, octets.length, true, rows, 'all');
    const batch = {
      octets,
      rows: rows.ints,
      firstRow: rows.start,
      count: rows.count,
      base: 0,
      firstLine: lines + 1,
      discardedOctets: 0,
      keepsOverlong: true,
    };
    for (let i = 0; i < batch.count; i++) yield lineEvent(batch, i);
    lines = rows.lineCount;
  }
}
