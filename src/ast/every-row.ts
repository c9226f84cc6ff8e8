/**
 * A row for each line of a parsed file. Comments, other records, diagnostics and line events need more than the rows of
 * directives that a file keeps. The other lines are scanned again on demand, because few programs ask for these.
 */
import { CR, isWhiteSpace, LF } from '../ascii.js';
import { type LineEvent, lineEvent } from '../stream/events.js';
import { readAgain } from '../stream/read-line.js';
import {
  flagsOf,
  ROW_END,
  ROW_LINE,
  ROW_START,
  ROW_STRIDE,
  shapeOf,
  terminatorOf,
  UNREAD,
} from '../stream/row.js';
import { Rows } from '../stream/rows.js';
import { scanRows } from '../stream/scan.js';
import { type ScanBuffer, scanBufferOf } from '../stream/scan-buffer.js';
import { scratchBuffer, scratchRows } from '../stream/scratch.js';
import { lineOneStart, type ParsedFile } from './parsed-file.js';

/**
 * Calls `visit` with the row of each line, in order. The file has rows for its directives; the lines between them
 * are scanned again.
 *
 * @param visit gets the row at the index `at` of `rows`, which it must not write to. The row may be in scratch memory
 *   (`stream/scratch.ts`): `visit` must not start another scan, and must not keep the row.
 * @param blankLines whether `visit` needs them; most files have nothing else between directives
 */
export function forEachRow(
  file: ParsedFile,
  visit: RowVisitor,
  blankLines: 'visited' | 'may be skipped' = 'visited',
): void {
  const { octets, rows, lineCount } = file;
  let buffer: ScanBuffer | undefined;
  /** Visits the lines from one offset to another. `above` is the number of the line above. */
  const visitLines = (from: number, to: number, above: number): void => {
    if (blankLines === 'may be skipped' && isBlank(octets, from, to)) return;
    if (buffer === undefined) {
      buffer = scratchBuffer(octets.length);
      buffer.load(octets);
    }
    visitScanned(buffer, from, to, above, visit);
  };

  let next = lineOneStart(file);
  let line = 0;
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    const rowLine = rows[at + ROW_LINE];
    if (rowLine > line + 1) visitLines(next, rows[at + ROW_START], line);
    visit(rows, at);
    line = rowLine;
    next = rows[at + ROW_END] + terminatorOf(flagsOf(rows, at)).length;
  }
  if (line < lineCount) visitLines(next, octets.length, line);
}

/** Whether lines have only white space. */
function isBlank(octets: Uint8Array, from: number, to: number): boolean {
  let p = from;
  while (p < to && (octets[p] === LF || octets[p] === CR || isWhiteSpace(octets[p]))) p++;
  return p === to;
}

type RowVisitor = (rows: Int32Array, at: number) => void;

function visitScanned(buffer: ScanBuffer, from: number, to: number, above: number, visit: RowVisitor): void {
  const rows = scratchRows();
  rows.lineCount = above;
  for (let next = from; next < to; ) {
    rows.end = 0;
    next = scanRows(buffer, next, to, true, rows, 'all');
    for (let at = 0; at < rows.end; at += ROW_STRIDE) {
      if (shapeOf(flagsOf(rows.ints, at)) === UNREAD) readAgain(buffer.octets, rows.ints, at, 'reject-line');
      visit(rows.ints, at);
    }
  }
}

/** How many lines are read at a time. A caller that stops early wastes at most this many. */
const LINES_A_BATCH = 256;

/** The lines of a file as events. */
export function* eventsOf(file: ParsedFile): Generator<LineEvent, void> {
  const { octets, lineCount } = file;
  const buffer = scanBufferOf(octets);
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
