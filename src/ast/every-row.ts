/**
 * A row for each line of a parsed file. Comments, other records, diagnostics and line events need more than the rows of
 * directives that a file keeps. The other lines are scanned again on demand, because few programs ask for these.
 */
import { CR, isWhiteSpace, LF } from '../ascii.js';
import { lineOneStart, markLength } from '../stream/byte-order-mark.js';
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
import type { ParsedFile } from './parsed-file.js';

/** Gets rows of lines. */
export interface RowVisitor {
  /**
   * @param rows has the row at the index `at`. It may be scratch memory (`stream/scratch.ts`): this method must not start another
   *   scan, must not write to the row, and must not keep it.
   */
  visit(rows: Int32Array, at: number): void;
}

/**
 * Calls `visit` with the row of each line, in order. The file has rows for its directives; the lines between them
 * are scanned again.
 *
 * @param visit as in {@link RowVisitor}
 */
export function forEachRow(file: ParsedFile, visit: RowVisitor['visit']): void {
  const { rows } = file;
  const between = new LinesBetween(file, 'visited');
  const visitor = { visit };
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    between.visitAbove(at, visitor);
    visit(rows, at);
  }
  between.visitAbove(rows.length, visitor);
}

/** The lines between the directives of a file. Each stretch of them is scanned when it is asked for. */
export class LinesBetween {
  readonly #file: ParsedFile;
  readonly #skipsBlank: boolean;
  /** The scratch buffer with the file in it, once a stretch has been scanned. */
  #buffer: ScanBuffer | undefined;

  /** @param blankLines whether a visitor needs blank lines; in most files, there is nothing else between directives */
  constructor(file: ParsedFile, blankLines: 'visited' | 'may be skipped') {
    this.#file = file;
    this.#skipsBlank = blankLines === 'may be skipped';
  }

  /**
   * Visits the lines above a directive and below the one before it, in order. Until the last of them has been visited, only the
   * visitor may run.
   *
   * @param at the index in the file's rows of the directive; their length for the lines at the end of the file
   */
  visitAbove(at: number, visitor: RowVisitor): void {
    const { rows, octets } = this.#file;
    const above = at === 0 ? 0 : rows[at - ROW_STRIDE + ROW_LINE];
    const isLast = at === rows.length;
    const from = at === 0 ? lineOneStart(markLength(octets)) : nextLineStart(rows, at - ROW_STRIDE);
    const to = isLast ? octets.length : rows[at + ROW_START];
    if (from === to || (this.#skipsBlank && isBlank(octets, from, to))) return;
    if (this.#buffer === undefined) {
      this.#buffer = scratchBuffer(octets.length);
      this.#buffer.load(octets);
    }
    visitScanned(this.#buffer, from, to, above, visitor);
  }
}

/** Where the line after that of a row starts. */
function nextLineStart(rows: Int32Array, at: number): number {
  return rows[at + ROW_END] + terminatorOf(flagsOf(rows, at)).length;
}

/** Whether lines have only white space. */
function isBlank(octets: Uint8Array, from: number, to: number): boolean {
  let p = from;
  while (p < to && (octets[p] === LF || octets[p] === CR || isWhiteSpace(octets[p]))) p++;
  return p === to;
}

/** Visits the lines from one offset to another. `above` is the number of the line above. */
function visitScanned(
  buffer: ScanBuffer,
  from: number,
  to: number,
  above: number,
  visitor: RowVisitor,
): void {
  const rows = scratchRows();
  rows.lineCount = above;
  for (let next = from; next < to; ) {
    rows.end = 0;
    next = scanRows(buffer, next, to, true, rows, 'all');
    for (let at = 0; at < rows.end; at += ROW_STRIDE) {
      if (shapeOf(flagsOf(rows.ints, at)) === UNREAD) readAgain(buffer.octets, rows.ints, at, 'reject-line');
      visitor.visit(rows.ints, at);
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
  for (let next = lineOneStart(markLength(octets)); next < octets.length; ) {
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
