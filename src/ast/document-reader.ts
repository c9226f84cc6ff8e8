/**
 * Octets → a parsed file: in one call if the octets are in memory, or chunk by chunk as they arrive.
 */
import { CR, LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS, parsingLimit } from '../limits.js';
import { lineOneStart, markKind, markLength } from '../stream/byte-order-mark.js';
import { Rows } from '../stream/rows.js';
import { scanRows } from '../stream/scan.js';
import { ScanBuffer, scanBufferOf } from '../stream/scan-buffer.js';
import { lineEnd } from '../stream/scan-steps.js';
import { scratchBuffer, scratchRows } from '../stream/scratch.js';
import { keptOctets, keptRows } from './document-memory.js';
import type { ParsedFile, UnreadFile } from './parsed-file.js';

/** A file in memory, ready to be scanned. */
export interface LoadedFile {
  /** The scratch buffer (`stream/scratch.ts`), with the file in it. */
  readonly buffer: ScanBuffer;
  /** Where the last whole line within the parsing limit ends. */
  readonly end: number;
  /** How many octets of a byte order mark the file starts with. */
  readonly markOctets: number;
}

/**
 * Puts a file into the scratch buffer.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function loadFile(octets: Uint8Array, maxOctets?: number): LoadedFile {
  const markOctets = markLength(octets);
  const end = endWithin(octets, parsingLimit(maxOctets), markOctets);
  const buffer = scratchBuffer(end);
  buffer.load(upTo(octets, end));
  return { buffer, end, markOctets };
}

/** The octets `octets[0..end)`. */
function upTo(octets: Uint8Array, end: number): Uint8Array {
  return end === octets.length ? octets : octets.subarray(0, end);
}

/**
 * Takes a file that is in memory. Its lines are not read yet. A small file shares memory with others; see `document-memory.ts`.
 *
 * @param octets the file; it is copied unless it is `unchanging` and within the parsing limit
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function takeOctets(octets: Uint8Array, maxOctets?: number, unchanging = false): UnreadFile {
  const limit = parsingLimit(maxOctets);
  const markOctets = markLength(octets);
  const end = endWithin(octets, limit, markOctets);
  return {
    octets: unchanging && end === octets.length ? octets : keptOctets(octets, end),
    byteOrderMark: markKind(markOctets),
    size: Math.min(octets.length, limit),
    truncated: octets.length > limit,
    maxOctets: limit,
    discardedOctets: 0,
  };
}

/** A code unit of a string takes at most three octets of UTF-8. */
const MAX_OCTETS_A_CODE_UNIT = 3;

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Takes a file that is text, as UTF-8: {@link takeOctets} for a string. The scratch memory is encoded into, because the engine takes
 * twice as long to encode a small file into new memory.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function takeText(text: string, maxOctets?: number): UnreadFile {
  if (text.length * MAX_OCTETS_A_CODE_UNIT > PARSING_LIMIT_OCTETS) {
    // Each code unit takes at least one octet, so these code units pass the limit if the text does.
    const withinLimit = text.slice(0, parsingLimit(maxOctets) + 1);
    return takeOctets(encoder.encode(withinLimit), maxOctets, true);
  }
  const { octets } = scratchBuffer(PARSING_LIMIT_OCTETS);
  const { written } = encoder.encodeInto(text, octets);
  return takeOctets(octets.subarray(0, written), maxOctets);
}

/** Reads the lines of a file. */
export function readLines(file: UnreadFile): ParsedFile {
  const { octets } = file;
  const buffer = scratchBuffer(octets.length);
  buffer.load(octets);
  const rows = scratchRows();
  scanDirectives(buffer, lineOneStart(markLength(octets)), octets.length, true, rows);
  return {
    octets,
    rows: keptRows(rows.ints, rows.end),
    lineCount: rows.lineCount,
    byteOrderMark: file.byteOrderMark,
    size: file.size,
    truncated: file.truncated,
    maxOctets: file.maxOctets,
    discardedOctets: file.discardedOctets,
  };
}

/** The growth factor of a reader's memory. At 4, growing copies each octet a third of a time on average. */
const GROWTH = 4;

/** The memory of a reader before its first chunk. */
const NO_OCTETS = /* @__PURE__ */ scanBufferOf(new Uint8Array(0));

/** `#next` until it is known whether the file starts with a byte order mark. */
const UNKNOWN = -1;

/**
 * Reads a file chunk by chunk. The lines of a chunk become rows when it is written; only an unfinished line waits for
 * the next chunk.
 */
export class DocumentReader {
  readonly #limit: number;
  /** The octets so far, in the reader's own memory, because others use the scratch memory between its chunks. */
  #buffer = NO_OCTETS;
  #length = 0;
  readonly #rows = new Rows(0);
  /** Where the first line starts that is not read yet, or `UNKNOWN`. */
  #next = UNKNOWN;
  #limitReached = false;

  /** @throws {RangeError | TypeError} as `parsingLimit` does */
  constructor(maxOctets?: number) {
    this.#limit = parsingLimit(maxOctets);
  }

  /** How many octets were taken. */
  get length(): number {
    return this.#length;
  }

  /** How many lines have been read so far. */
  get lineCount(): number {
    return this.#rows.lineCount;
  }

  /** How many of the lines read so far are directives under some profile. */
  get rowCount(): number {
    return this.#rows.count;
  }

  /** Whether more was written than the parsing limit allows. Later chunks are ignored. */
  get limitReached(): boolean {
    return this.#limitReached;
  }

  /** Reads the lines that a chunk completes. The chunk is copied. */
  write(chunk: Uint8Array): void {
    const from = this.#length;
    const room = this.#limit - from;
    this.#limitReached ||= chunk.length > room;
    this.#append(chunk.length > room ? chunk.subarray(0, room) : chunk);

    const { octets, view } = this.#buffer;
    if (this.#next === UNKNOWN) {
      const markOctets = markLength(octets);
      if (markKind(markOctets) !== 'whole' && markOctets === this.#length) return;
      this.#next = lineOneStart(markOctets);
    } else if (this.#next < from && octets[from - 1] !== CR && lineEnd(octets, view, from) === this.#length) {
      // The chunk does not complete the unfinished line. Scanning it again with each chunk would take quadratic time.
      return;
    }
    const rows = scratchRows(this.#rows);
    this.#next = scanDirectives(this.#buffer, this.#next, this.#length, false, rows);
    // Files often end without a line feed. The unfinished line is their last then.
    this.#rows.append(rows, this.#next < this.#length ? 1 : 0);
  }

  /** The file that the octets written so far make. You can write more afterwards. */
  read(): ParsedFile {
    const buffer = this.#buffer;
    const markOctets = markLength(buffer.octets);
    const start = this.#next === UNKNOWN ? lineOneStart(markOctets) : this.#next;
    const end = this.#limitReached ? wholeLinesEnd(buffer.octets, this.#length, start) : this.#length;

    // Another chunk may continue the last line, so its row is not added to the reader's.
    const last = scratchRows(this.#rows);
    scanDirectives(buffer, start, end, true, last);
    return {
      octets: end === buffer.capacity ? buffer.octets.subarray(0, end) : buffer.octets.slice(0, end),
      rows: this.#rows.concat(last),
      lineCount: last.lineCount,
      byteOrderMark: markKind(markOctets),
      size: this.#length,
      truncated: this.#limitReached,
      maxOctets: this.#limit,
      discardedOctets: 0,
    };
  }

  /** The first chunk gets memory of just its size, because most files come in one. */
  #append(octets: Uint8Array): void {
    const length = this.#length + octets.length;
    if (length > this.#buffer.capacity) {
      const larger = new ScanBuffer(Math.min(Math.max(length, this.#buffer.capacity * GROWTH), this.#limit));
      larger.load(this.#buffer.octets.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.load(octets, this.#length);
    this.#length = length;
  }
}

/** Reads all lines into rows. Returns the offset of the first line that was not read. */
function scanDirectives(buffer: ScanBuffer, from: number, to: number, atEnd: boolean, rows: Rows): number {
  let next = scanRows(buffer, from, to, atEnd, rows, 'directives');
  while (rows.isFull) {
    rows.grow();
    next = scanRows(buffer, next, to, atEnd, rows, 'directives');
  }
  return next;
}

/** Where the last whole line within the parsing limit ends; the end of the file if the limit does not cut it. */
function endWithin(octets: Uint8Array, limit: number, markOctets: number): number {
  return octets.length > limit ? wholeLinesEnd(octets, limit, lineOneStart(markOctets)) : octets.length;
}

/** Where the last whole line of `octets[start..limit)` ends. The parsing limit cuts what follows (docs/semantics.md §1.3). */
function wholeLinesEnd(octets: Uint8Array, limit: number, start: number): number {
  let end = limit;
  while (end > start && octets[end - 1] !== LF && octets[end - 1] !== CR) end--;
  return end;
}
