/**
 * Octets → a parsed file: in one call if the octets are in memory, or chunk by chunk as they arrive.
 */
import { CR, LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS, parsingLimit } from '../limits.js';
import { lineOneStart, markKind, markLength } from '../stream/byte-order-mark.js';
import { Rows } from '../stream/rows.js';
import { scanRows } from '../stream/scan.js';
import { lendScanMemory, scanMemory } from '../stream/scan-memory.js';
import { scratchRows } from '../stream/scratch.js';
import { keptOctets, keptRows } from './document-memory.js';
import type { ParsedFile, UnreadFile } from './parsed-file.js';

/**
 * The octets of a file's whole lines within the parsing limit, as a view.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function wholeLines(octets: Uint8Array, maxOctets?: number): Uint8Array {
  const limit = parsingLimit(maxOctets);
  if (octets.length <= limit) return octets;
  return octets.subarray(0, wholeLinesEnd(octets, limit, lineOneStart(markLength(octets))));
}

/**
 * Takes a file that is in memory. Its lines are not read yet. A small file shares memory with others; see `document-memory.ts`.
 *
 * @param octets the file; it is copied unless it is `unchanging` and within the parsing limit
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function takeOctets(octets: Uint8Array, maxOctets?: number, unchanging = false): UnreadFile {
  const limit = parsingLimit(maxOctets);
  const lines = wholeLines(octets, limit);
  return {
    octets: unchanging && lines === octets ? octets : keptOctets(lines),
    byteOrderMark: markKind(markLength(octets)),
    size: Math.min(octets.length, limit),
    truncated: octets.length > limit,
    maxOctets: limit,
    discardedOctets: 0,
  };
}

/** A code unit of a string takes at most three octets of UTF-8. */
const MAX_OCTETS_A_CODE_UNIT = 3;

const encoder = new TextEncoder();

/**
 * Takes a file that is text, as UTF-8: {@link takeOctets} for a string. The scanner's memory is encoded into, because the engine takes
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
  const { written } = encoder.encodeInto(text, scanMemory.octets);
  return takeOctets(scanMemory.octets.subarray(0, written), maxOctets);
}

/** Reads the lines of a file. */
export function readLines(file: UnreadFile): ParsedFile {
  const { octets } = file;
  const rows = scratchRows();
  scanDirectives(octets, lineOneStart(markLength(octets)), octets.length, true, rows);
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
const NO_OCTETS = new Uint8Array(0);

/** `#next` until it is known whether the file starts with a byte order mark. */
const UNKNOWN = -1;

/**
 * Reads a file chunk by chunk. The lines of a chunk become rows when it is written; only an unfinished line waits for
 * the next chunk.
 */
export class DocumentReader {
  readonly #limit: number;
  /** The octets so far, and room for more. */
  #octets: Uint8Array = NO_OCTETS;
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

    const octets = this.#octets;
    if (this.#next === UNKNOWN) {
      const markOctets = markLength(octets);
      if (markKind(markOctets) !== 'whole' && markOctets === this.#length) return;
      this.#next = lineOneStart(markOctets);
    } else if (this.#next < from && octets[from - 1] !== CR && !chunk.includes(LF) && !chunk.includes(CR)) {
      // The chunk does not complete the unfinished line. Scanning it again with each chunk would take quadratic time.
      return;
    }
    const rows = scratchRows(this.#rows);
    this.#next = scanDirectives(octets, this.#next, this.#length, false, rows);
    // Files often end without a line feed. The unfinished line is their last then.
    this.#rows.append(rows, this.#next < this.#length ? 1 : 0);
  }

  /** The file that the octets written so far make. You can write more afterwards. */
  read(): ParsedFile {
    const octets = this.#octets;
    const markOctets = markLength(octets);
    const start = this.#next === UNKNOWN ? lineOneStart(markOctets) : this.#next;
    const end = this.#limitReached ? wholeLinesEnd(octets, this.#length, start) : this.#length;

    // Another chunk may continue the last line, so its row is not added to the reader's.
    const last = scratchRows(this.#rows);
    if (start < end) scanDirectives(octets, start, end, true, last);
    return {
      octets: end === octets.length ? octets : octets.slice(0, end),
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
    if (length > this.#octets.length) {
      const larger = new Uint8Array(Math.min(Math.max(length, this.#octets.length * GROWTH), this.#limit));
      larger.set(this.#octets.subarray(0, this.#length));
      this.#octets = larger;
    }
    this.#octets.set(octets, this.#length);
    this.#length = length;
  }
}

/**
 * Reads the lines of `octets[from..to)` into rows. Returns the offset of the first line that was not read.
 *
 * The octets are loaded at their own place. In a file past 500 KiB, they are loaded near the start of the memory, so that only a part of more
 * than 500 KiB needs other memory.
 */
function scanDirectives(octets: Uint8Array, from: number, to: number, atEnd: boolean, rows: Rows): number {
  // Not at the start itself, which the scanner takes for the start of a file.
  const at = to > PARSING_LIMIT_OCTETS ? Math.min(from, 1) : from;
  const moved = from - at;
  // A view takes a twentieth of the time of a small file.
  const isAll = from === 0 && to === octets.length;
  const part = isAll ? octets : octets.subarray(from, to);
  const next = lendScanMemory((load) => {
    const end = load(part, at);
    let line = scanRows(at, end, atEnd, rows, 'directives');
    while (rows.isFull) {
      rows.grow();
      line = scanRows(line, end, atEnd, rows, 'directives');
    }
    return line;
  });
  if (moved > 0) rows.move(moved);
  return next + moved;
}

/** Where the last whole line of `octets[start..limit)` ends. The parsing limit cuts what follows (docs/semantics.md §1.3). */
function wholeLinesEnd(octets: Uint8Array, limit: number, start: number): number {
  let end = limit;
  while (end > start && octets[end - 1] !== LF && octets[end - 1] !== CR) end--;
  return end;
}
