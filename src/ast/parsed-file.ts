/**
 * A file as a document keeps it: its octets, and once its lines have been read, a row for each line that is a directive under
 * some profile. Everything else is read from the octets on demand. That bounds the memory of a document: the shortest directive
 * has seven octets, and its row 32.
 */
import type { ReadingAxes } from '../profiles.js';
import type { StatusRuling } from '../status-access.js';
import { type ByteOrderMark, markLength } from '../stream/byte-order-mark.js';
import { readAgain } from '../stream/read-line.js';
import { flagsOf, HAS_NUL, ROW_LINE, ROW_STRIDE } from '../stream/row.js';

/** What is known of a file before its lines are read. */
export interface UnreadFile {
  /**
   * The octets of all whole lines, with the byte order mark and the terminators. Small files may share their memory
   * (`document-memory.ts`).
   */
  readonly octets: Uint8Array;
  readonly byteOrderMark: ByteOrderMark;
  /** How many octets were taken from the source. `octets` has fewer if a line was cut or part of one was discarded. */
  readonly size: number;
  /** Whether the parsing limit cut the file short. */
  readonly truncated: boolean;
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** How many octets past the line limit were discarded while streaming; 0 if the octets are the file's own. */
  readonly discardedOctets: number;
  /** The status that decides about every URL; missing if a server has sent the file. */
  readonly ruling?: StatusRuling;
}

/** A file with its lines. */
export interface ParsedFile extends UnreadFile {
  /** A row for each line that is a directive under some profile (`stream/row.ts`). */
  readonly rows: Int32Array;
  /** How many lines the file has. */
  readonly lineCount: number;
}

export function isParsed(file: UnreadFile | ParsedFile): file is ParsedFile {
  return 'rows' in file;
}

/**
 * The rows of a file as a profile reads them (docs/semantics.md §1.2 and §1.6): the file's own rows, or a copy if the
 * profile reads some of their lines differently.
 */
export function rowsUnder(file: ParsedFile, axes: ReadingAxes): Int32Array {
  const skipped = skippedMarkLength(file, axes);
  const endsAtNul = axes.controlOctets === 'nul-ends-content';
  if (skipped === 0 && !endsAtNul) return file.rows;

  let { rows } = file;
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    const skip = rows[at + ROW_LINE] === 1 ? skipped : 0;
    if (skip === 0 && (!endsAtNul || (flagsOf(rows, at) & HAS_NUL) === 0)) continue;
    if (rows === file.rows) rows = file.rows.slice();
    readAgain(file.octets, rows, at, axes.controlOctets, skip);
  }
  return rows;
}

/** How many octets at the start of line 1 a profile skips, because they are part of a byte order mark. */
export function skippedMarkLength(file: UnreadFile, axes: ReadingAxes): number {
  const skips = axes.byteOrderMark === 'whole-or-partial' && file.byteOrderMark === 'partial';
  return skips ? markLength(file.octets) : 0;
}
