/**
 * The rows of a file as a profile reads them: those of its directives, which a document keeps; those of every line, a window at a time; and
 * those of its directives in batches, for a fold that keeps none.
 */
import { type ReadingAxes, RFC_9309_READING } from '../profiles.js';
import { type LineEvent, lineEvent } from '../stream/events.js';
import { lendScanMemory, type ScanMemory } from '../stream/memory.js';
import { lineOneStart, markLength, partialMarkLength, readLine } from '../stream/read-line.js';
import * as Row from '../stream/row.js';
import { scanRows } from '../stream/scan.js';
import type { RobotsFile } from './file.js';

/**
 * The rows of a file as a profile reads them (docs/semantics.md §1.2 and §1.6): the file's own rows, or a copy if the
 * profile reads some of their lines differently.
 */
export function rowsUnder(file: RobotsFile, axes: ReadingAxes): Int32Array {
  const own = file.lines.rows;
  const skipped = skippedMarkLength(file.octets, axes);
  if (skipped === 0 && axes.controlOctets !== 'nul-ends-content') return own;

  let rows = own;
  for (let at = 0; at < rows.length; at += Row.STRIDE) {
    if (!isReadAnew(rows, at, axes, skipped)) continue;
    if (rows === own) rows = own.slice();
    readUnder(file.octets, rows, at, axes, skipped);
  }
  return rows;
}

/** Whether a profile reads the line of a row otherwise than its row says. */
function isReadAnew(rows: Int32Array, at: number, axes: ReadingAxes, skipped: number): boolean {
  if (skipped > 0 && rows[at + Row.LINE] === 1) return true;
  return axes.controlOctets === 'nul-ends-content' && (Row.flagsOf(rows, at) & Row.HAS_NUL) !== 0;
}

/** Reads the line of a row as a profile does, in place. */
function readUnder(
  octets: Uint8Array,
  rows: Int32Array,
  at: number,
  axes: ReadingAxes,
  skipped: number,
): void {
  if (rows[at + Row.LINE] === 1) rows[at + Row.START] += skipped;
  const endsAtNul = axes.controlOctets === 'nul-ends-content';
  const flags = readLine(octets, rows[at + Row.START], rows[at + Row.END], endsAtNul, rows, at);
  rows[at + Row.FLAGS] = flags | Row.contextOf(Row.flagsOf(rows, at));
}

/** How many octets at the start of line 1 a profile skips, because they are part of a byte order mark. */
function skippedMarkLength(octets: Uint8Array, axes: ReadingAxes): number {
  return axes.byteOrderMark === 'whole-or-partial' ? partialMarkLength(octets) : 0;
}

/** How many octets are read at a time, unless a line is longer. A caller that stops early wastes at most this many. */
const WINDOW_OCTETS = 16_384;

/** A row for each line of a file, a window at a time. The program may run between two of them, and may scan another file. */
function* rowsOfLines(octets: Uint8Array): Generator<Int32Array, void> {
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
    yield rows;
    size = next === 0 ? size * 2 : WINDOW_OCTETS;
    start += next;
  }
}

/** The lines of a file as events. */
export function* eventsOf({ octets }: RobotsFile): Generator<LineEvent, void> {
  for (const rows of rowsOfLines(octets)) {
    const batch = { octets, rows, base: 0, discardedOctets: 0, keepsOverlong: true };
    for (let at = 0; at < rows.length; at += Row.STRIDE) yield lineEvent(batch, at);
  }
}

/**
 * Calls `visit` with the row of each line, in order, as a profile reads it.
 *
 * @param visit gets rows that have the line's row at the index `at`
 */
export function forEachRow(
  file: RobotsFile,
  visit: (rows: Int32Array, at: number) => void,
  axes: ReadingAxes = RFC_9309_READING,
): void {
  const skipped = skippedMarkLength(file.octets, axes);
  for (const rows of rowsOfLines(file.octets)) {
    for (let at = 0; at < rows.length; at += Row.STRIDE) {
      if (isReadAnew(rows, at, axes, skipped)) readUnder(file.octets, rows, at, axes, skipped);
      visit(rows, at);
    }
  }
}

/** Takes the rows of a file's directives. */
export interface RowFold {
  /** Of the disallow rules below a plain rule, those that begin with `/` and a letter other than this octet are left out. */
  readonly second: number;
  /** So are the rules with this directive. */
  readonly skipped: Row.RuleDirective;
  /** Takes the rows `rows[from..to)`. The next ones are written over them. */
  take(rows: Int32Array, from: number, to: number): void;
}

/**
 * Folds the directives of a file as a profile reads it. Nothing is kept of the file.
 *
 * @param octets the file. The fold must not lend the memory of scanning, and must not call code of the program
 */
export function foldRows(octets: Uint8Array, axes: ReadingAxes, fold: RowFold): void {
  lendScanMemory(foldRowsWith, octets, axes, fold);
}

/** {@link foldRows} in a memory, a batch of rows at a time. */
function foldRowsWith(memory: ScanMemory, octets: Uint8Array, axes: ReadingAxes, fold: RowFold): void {
  memory.load(octets);
  const { length } = octets;
  const skipped = skippedMarkLength(octets, axes);
  const mayDiffer = skipped > 0 || axes.controlOctets === 'nul-ends-content';
  for (let next = lineOneStart(markLength(octets)); next < length; ) {
    memory.dropRows();
    next = scanRows(memory, next, length, true, 'directives', fold.second, fold.skipped);
    const { rows, rowsStart, rowsEnd } = memory;
    for (let at = rowsStart; mayDiffer && at < rowsEnd; at += Row.STRIDE) {
      if (isReadAnew(rows, at, axes, skipped)) readUnder(octets, rows, at, axes, skipped);
    }
    fold.take(rows, rowsStart, rowsEnd);
  }
}
