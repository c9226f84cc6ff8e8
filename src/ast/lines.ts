/**
 * A row for each line of a parsed file. Comments, other records, diagnostics and line events need more than the rows of
 * directives that a file keeps. The other lines are scanned again on demand, because few programs ask for these.
 */
import { CR, isWhiteSpace, LF } from '../ascii.js';
import { type LineEvent, lineEvent } from '../stream/events.js';
import { type LoadForScan, lendScanMemory, Rows, scanMemory, scratchRows } from '../stream/memory.js';
import { lineOneStart, markLength, readAgain } from '../stream/read-line.js';
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
import { scanRows } from '../stream/scan.js';
import type { ParsedFile } from './file.js';

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
  const visitor = { visit };
  lendScanMemory((load) => {
    const between = new LinesBetween(file, 'visited', load);
    for (let at = 0; at < rows.length; at += ROW_STRIDE) {
      between.visitAbove(at, visitor);
      visit(rows, at);
    }
    between.visitAbove(rows.length, visitor);
  });
}

/** The lines between the directives of a file. Each stretch of them is scanned when it is asked for. */
export class LinesBetween {
  readonly #file: ParsedFile;
  readonly #skipsBlank: boolean;
  readonly #load: LoadForScan;
  /** Whether the scanner's memory has the file. */
  #isLoaded = false;

  /**
   * @param blankLines whether a visitor needs blank lines; in most files, there is nothing else between directives
   * @param load of the memory that is lent until the last stretch has been visited
   */
  constructor(file: ParsedFile, blankLines: 'visited' | 'may be skipped', load: LoadForScan) {
    this.#file = file;
    this.#load = load;
    this.#skipsBlank = blankLines === 'may be skipped';
  }

  /**
   * Visits the lines above a directive and below the one before it, in order.
   *
   * @param at the index in the file's rows of the directive; their length for the lines at the end of the file
   */
  visitAbove(at: number, visitor: RowVisitor): void {
    const { rows, octets } = this.#file;
    const above = at === 0 ? 0 : rows[at - ROW_STRIDE + ROW_LINE];
    const from = at === 0 ? lineOneStart(markLength(octets)) : nextLineStart(rows, at - ROW_STRIDE);
    const to = at === rows.length ? octets.length : rows[at + ROW_START];
    if (from < to && !(this.#skipsBlank && isBlank(octets, from, to))) {
      if (!this.#isLoaded) this.#load(octets);
      this.#isLoaded = true;
      visitScanned(from, to, above, visitor);
    }
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

/** Visits the lines of the loaded file from one offset to another. `above` is the number of the line above. */
function visitScanned(from: number, to: number, above: number, visitor: RowVisitor): void {
  const rows = scratchRows();
  rows.lineCount = above;
  for (let next = from; next < to; ) {
    rows.end = 0;
    next = scanRows(next, to, true, rows, 'all');
    for (let at = 0; at < rows.end; at += ROW_STRIDE) {
      if (shapeOf(flagsOf(rows.ints, at)) === UNREAD)
        readAgain(scanMemory.octets, rows.ints, at, 'reject-line');
      visitor.visit(rows.ints, at);
    }
  }
}

/** How many lines are read at a time. A caller that stops early wastes at most this many. */
const LINES_A_BATCH = 256;

/** How many octets are loaded at a time, unless a line is longer. So many lines usually have fewer. */
const OCTETS_A_BATCH = 16_384;

/** The lines of a file as events. */
export function* eventsOf(file: ParsedFile): Generator<LineEvent, void> {
  const { octets, lineCount } = file;
  let lines = 0;
  let loaded = OCTETS_A_BATCH;
  for (let start = lineOneStart(markLength(octets)); start < octets.length; ) {
    const window = octets.subarray(start, start + loaded);
    const isLast = start + loaded >= octets.length;
    const rows = new Rows(Math.min(LINES_A_BATCH, lineCount - lines));
    rows.lineCount = lines;
    // The program runs between two batches, and may scan another file.
    const next = lendScanMemory((load) => scanRows(0, load(window), isLast, rows, 'all'));
    loaded = next === 0 ? loaded * 2 : OCTETS_A_BATCH;
    const batch = {
      octets: window,
      rows: rows.ints,
      firstRow: rows.start,
      count: rows.count,
      base: start,
      firstLine: lines + 1,
      discardedOctets: 0,
      keepsOverlong: true,
    };
    for (let i = 0; i < batch.count; i++) yield lineEvent(batch, i);
    lines = rows.lineCount;
    start += next;
  }
}
