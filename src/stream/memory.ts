/**
 * The memory of scanning. What a scan uses exists once and is lent for one scan at a time, and what is kept of small files shares
 * slabs: typed arrays made for each small file would cost more than reading it.
 */
import { LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import * as Row from './row.js';

/** How many line feeds follow the octets. The scanner reads no further past them: the longest spelling, and one word. */
export const PADDING_OCTETS = 16;

const WORD_OCTETS = 4;
const FOUR_LINE_FEEDS = LF * 0x01010101;

/**
 * How large a slab is, in octets. A slab is filled from front to back, is never overwritten, and is released with the last document or
 * event that has a part of it. So a small document or an event that is kept alone keeps two slabs in memory. Programs never see a
 * slab, only copies: by writing to it or transferring it to a worker, they would change other files.
 */
const SLAB_OCTETS = 16 * 1024;
const SLAB_INTS = SLAB_OCTETS / Int32Array.BYTES_PER_ELEMENT;

/** How many integers a scan that keeps no rows has room for at least: fewer than 32 rows at a time take longer. */
const LEAST_BATCH_INTS = 32 * Row.STRIDE;

/** The octets that the scanner reads, and the rows that it writes. */
export class ScanMemory {
  /** Room for a file within the parsing limit. */
  readonly #usual = memoryFor(PARSING_LIMIT_OCTETS);

  /** What was loaded, and line feeds after it, so that no loop has to check whether it is at the end. */
  octets: Uint8Array = new Uint8Array(this.#usual);
  /** The same memory, four octets at a time. */
  view: DataView = new DataView(this.#usual);
  /** A slab: rows that are kept elsewhere, then those of this scan, then room for more. */
  rows: Int32Array = new Int32Array(SLAB_INTS);
  /** The index in {@link rows} where the rows of this scan start. */
  rowsStart = 0;
  /** The index in {@link rows} where the next row is written. */
  rowsEnd = 0;
  /** How many lines have been read, with and without a row. */
  lineCount = 0;
  /** The flag `BLANK_BEFORE` if a blank line without a row follows the last row, else 0. */
  blankBefore = 0;
  /** A row for a line that is not kept. */
  readonly row: Int32Array = new Int32Array(Row.STRIDE);

  /** Begins a scan of octets, without rows. They are copied. */
  load(octets: Uint8Array): void {
    const { length } = octets;
    if (length > PARSING_LIMIT_OCTETS) this.#use(memoryFor(length));
    this.octets.set(octets);
    for (let i = 0; i < PADDING_OCTETS; i += WORD_OCTETS) this.view.setInt32(length + i, FOUR_LINE_FEEDS);
    this.rowsEnd = this.rowsStart;
    this.lineCount = 0;
    this.blankBefore = 0;
  }

  /** Makes room for more rows of this scan. */
  growRows(): void {
    const rows = this.rows.subarray(this.rowsStart, this.rowsEnd);
    this.rows = new Int32Array(Math.max(rows.length * 2, SLAB_INTS));
    this.rows.set(rows);
    this.rowsStart = 0;
    this.rowsEnd = rows.length;
  }

  /** Forgets the rows of this scan: the next ones are written over them, and there is room for a batch. */
  dropRows(): void {
    if (this.rows.length - this.rowsStart < LEAST_BATCH_INTS) this.#takeSlab();
    this.rowsEnd = this.rowsStart;
  }

  /** The rows of this scan, which do not change later. A scan can go on after them. */
  keepRows(): Int32Array {
    const { rows, rowsStart, rowsEnd } = this;
    if (rows.length > SLAB_INTS) return this.copyRows();
    this.rowsStart = rowsEnd;
    const kept = new Int32Array(rows.buffer, rowsStart * Int32Array.BYTES_PER_ELEMENT, rowsEnd - rowsStart);
    if (rowsEnd === rows.length) this.#takeSlab();
    return kept;
  }

  /** A copy of the rows of this scan, in memory of its own. */
  copyRows(): Int32Array {
    return this.rows.slice(this.rowsStart, this.rowsEnd);
  }

  /** Releases what is larger than usual. */
  shrink(): void {
    if (this.octets.length > this.#usual.byteLength) this.#use(this.#usual);
    if (this.rows.length > SLAB_INTS) this.#takeSlab();
  }

  #takeSlab(): void {
    this.rows = new Int32Array(SLAB_INTS);
    this.rowsStart = 0;
    this.rowsEnd = 0;
  }

  #use(buffer: ArrayBuffer): void {
    this.octets = new Uint8Array(buffer);
    this.view = new DataView(buffer);
  }
}

/** Memory for octets and their padding. */
function memoryFor(octets: number): ArrayBuffer {
  return new ArrayBuffer(octets + PADDING_OCTETS);
}

/**
 * The memory that is lent. The loop of `scan.ts` reads `octets` and `view` from here, not from what they are lent: as long as these fields of
 * a constant have never changed, V8 compiles their addresses into the loop (docs/internals/scanner.md has what that saves). Only a file over
 * the parsing limit changes them.
 */
export const scanMemory = new ScanMemory();

/**
 * Lends the memory of scanning. It is given back whatever happens. Its content before and after is undefined: copy what you keep.
 *
 * @param use must not call code of the program, and must not lend the memory again. It gets the other arguments: a closure for each small
 *   file would cost more
 */
export function lendScanMemory<Args extends readonly unknown[], Result>(
  use: (memory: ScanMemory, ...args: Args) => Result,
  ...args: Args
): Result {
  try {
    return use(scanMemory, ...args);
  } finally {
    scanMemory.shrink();
  }
}

/** Larger octets get memory of their own, because they would leave too much of a slab unused. */
const LARGEST_SHARED_OCTETS = SLAB_OCTETS / 4;

let octetSlab = new Uint8Array(0);
let used = 0;

/** A copy of octets, which does not change later. */
export function keptOctets(octets: Uint8Array): Uint8Array {
  const { length } = octets;
  if (length > LARGEST_SHARED_OCTETS) return octets.slice();
  if (used + length > octetSlab.length) {
    octetSlab = new Uint8Array(SLAB_OCTETS);
    used = 0;
  }
  const kept = new Uint8Array(octetSlab.buffer, used, length);
  kept.set(octets);
  used += length;
  return kept;
}
