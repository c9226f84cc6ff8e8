/**
 * The memory of scanning: rows that the scanner fills, the octets that it reads, scratch rows, and the slabs of batches.
 */

import { LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { ROW_END, ROW_START, ROW_STRIDE } from './row.js';

/** The memory of all rows without capacity. */
const NO_ROWS = new Int32Array(0);

/** Rows, and what the scanner needs to know about the lines above the next one. */
export class Rows {
  /** The memory: rows from `start` to `end`, then room for more. */
  ints: Int32Array;
  /** The index in `ints` where the first row starts. */
  start = 0;
  /** The index in `ints` where the next row is written. */
  end = 0;
  /** How many lines of the file have been read, with and without a row. */
  lineCount = 0;
  /** The flag `BLANK_BEFORE` if a blank line without a row follows the last row, else 0. */
  blankBefore = 0;
  /** Whether a result of `concat` shares the memory, so that its content must not change. */
  #isLent = false;

  /** @param capacity how many rows there is room for at first */
  constructor(capacity: number) {
    this.ints = capacity === 0 ? NO_ROWS : new Int32Array(capacity * ROW_STRIDE);
  }

  get count(): number {
    return (this.end - this.start) / ROW_STRIDE;
  }

  get isFull(): boolean {
    return this.end === this.ints.length;
  }

  /** Makes room for as many rows again. */
  grow(): void {
    this.#reserve(this.ints.length * 2);
  }

  /** Removes all rows, to go on with the lines that follow `previous`. */
  restartAfter(previous: Rows | undefined): void {
    this.start = 0;
    this.end = 0;
    this.lineCount = previous?.lineCount ?? 0;
    this.blankBefore = previous?.blankBefore ?? 0;
  }

  /** Adds a number of octets to each offset. */
  move(octets: number): void {
    for (let at = this.start; at < this.end; at += ROW_STRIDE) {
      for (let column = ROW_START; column <= ROW_END; column++) this.ints[at + column] += octets;
    }
  }

  /**
   * Adds a copy of the rows of the lines that follow. The first rows get memory of just their size.
   *
   * @param expected how many more rows are likely
   */
  append(next: Rows, expected: number): void {
    if (next.end === 0) {
      this.#continueAfter(next);
      return;
    }
    const end = this.end + next.end;
    if (end > this.ints.length || this.#isLent) {
      this.#reserve(Math.max(end + expected * ROW_STRIDE, this.ints.length * 2));
      this.#isLent = false;
    }
    this.ints.set(next.ints.subarray(0, next.end), this.end);
    this.end = end;
    this.#continueAfter(next);
  }

  /**
   * These rows and those of the lines that follow, in memory of just their size. The content does not change later. Do not write
   * to it: it may be the memory of these rows.
   */
  concat(next: Rows): Int32Array {
    const length = this.end + next.end;
    if (length !== this.ints.length || (this.#isLent && next.end > 0)) {
      const both = new Int32Array(length);
      both.set(this.ints.subarray(0, this.end));
      both.set(next.ints.subarray(0, next.end), this.end);
      return both;
    }
    this.ints.set(next.ints.subarray(0, next.end), this.end);
    this.#isLent = true;
    return this.ints;
  }

  #continueAfter({ lineCount, blankBefore }: Rows): void {
    this.lineCount = lineCount;
    this.blankBefore = blankBefore;
  }

  #reserve(length: number): void {
    const larger = new Int32Array(length);
    larger.set(this.ints);
    this.ints = larger;
  }
}

/** How many line feeds follow the octets. The scanner reads no further past them: the longest spelling, and one word. */
export const PADDING_OCTETS = 16;

const WORD_OCTETS = 4;
const FOUR_LINE_FEEDS = LF * 0x01010101;

/** Octets, and the same memory four octets at a time. */
interface Memory {
  octets: Uint8Array;
  view: DataView;
}

/** Memory for octets and their padding. */
function memoryFor(octets: number): Memory {
  const buffer = new ArrayBuffer(octets + PADDING_OCTETS);
  return { octets: new Uint8Array(buffer), view: new DataView(buffer) };
}

/** Room for a file within the parsing limit. */
const usual: Readonly<Memory> = memoryFor(PARSING_LIMIT_OCTETS);

/**
 * Where the scanner reads. V8 compiles the address of the memory into the scanner, as long as no field of this object has ever changed:
 * it then loads no address, and checks no type. Only scans of more than 500 KiB change it. No file is that long unless the program asks
 * for a higher limit.
 */
export const scanMemory: Memory = { ...usual };

/**
 * Copies octets to {@link scanMemory}, and line feeds after them. The content before them is undefined.
 *
 * @param at where in the memory they start; default 0
 * @returns where they end
 */
export type LoadForScan = (octets: Uint8Array, at?: number) => number;

/**
 * Lends the memory for a scan, or several of them. It is given back whatever happens: memory that is larger than usual is released.
 *
 * @param scan loads octets, and scans them; it must not lend the memory again
 */
export function lendScanMemory<Result>(scan: (load: LoadForScan) => Result): Result {
  try {
    return scan(loadForScan);
  } finally {
    if (scanMemory.view !== usual.view) Object.assign(scanMemory, usual);
  }
}

function loadForScan(octets: Uint8Array, at: number = 0): number {
  const end = at + octets.length;
  if (end > PARSING_LIMIT_OCTETS) Object.assign(scanMemory, memoryFor(end));
  scanMemory.octets.set(octets, at);
  for (let i = 0; i < PADDING_OCTETS; i += WORD_OCTETS) scanMemory.view.setInt32(end + i, FOUR_LINE_FEEDS);
  return end;
}

/** The first capacity, in rows. */
const FIRST_ROWS = 64;

/** Memory for more rows than this is released after use. Only hostile files have so many. */
const MOST_ROWS_KEPT = 16_384;

let rows = new Rows(FIRST_ROWS);

/** The shared rows, empty, for the lines that follow `previous`, or for a file from its start. */
export function scratchRows(previous?: Rows): Rows {
  if (rows.ints.length > MOST_ROWS_KEPT * ROW_STRIDE) rows = new Rows(FIRST_ROWS);
  rows.restartAfter(previous);
  return rows;
}

/** Two slices of a chunk (`SLICE_OCTETS`), which is the most that is put into a slab at once. */
const SLAB_OCTETS = 32 * 1024;
const SLAB_ROWS = 512;

/** The octets of batches. */
export class OctetMemory {
  /** The slab of the last {@link put}. */
  slab: Uint8Array = new Uint8Array(SLAB_OCTETS);
  #used = 0;

  /** Copies the octets of a slice, or fewer, into {@link slab}. Returns where they start. */
  put(octets: Uint8Array): number {
    if (this.#used + octets.length > SLAB_OCTETS) {
      this.slab = new Uint8Array(SLAB_OCTETS);
      this.#used = 0;
    }
    const start = this.#used;
    this.slab.set(octets, start);
    this.#used += octets.length;
    return start;
  }
}

/** The octets of all parsers. They can share it, because a parser finishes with it before it returns. */
export const octetMemory: OctetMemory = new OctetMemory();

/** The rows that all parsers write. */
export const rowMemory: Rows = new Rows(SLAB_ROWS);

/** Leaves the last rows to their batch. The next rows are written after them, or in a new slab. */
export function keepRows(): void {
  rowMemory.start = rowMemory.end;
  if (!rowMemory.isFull) return;
  rowMemory.ints = new Int32Array(rowMemory.ints.length);
  rowMemory.start = 0;
  rowMemory.end = 0;
}
