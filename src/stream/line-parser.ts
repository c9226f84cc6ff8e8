/**
 * Octets in, batches of lines or line events out, without promises. Every other way of reading a stream wraps these synchronous parsers.
 */

import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { LINE_LIMIT_OCTETS, parsingLimit, SLICE_OCTETS } from '../limits.js';
import { misshapenOctets, OCTETS_EXPECTED, type Octets, plainOctets } from '../octets.js';
import {
  aBoolean,
  checkedElsewhere,
  checkOptions,
  NO_OPTIONS,
  type OptionTable,
  optionTable,
} from '../option-checks.js';
import { type EndEvent, type LimitEvent, type RobotsEvent, type StartEvent, writeEvents } from './events.js';
import { LineBatch, rowsOf } from './line-batch.js';
import { keptOctets, lendScanMemory, type ScanMemory } from './memory.js';
import { markKind, readLine } from './read-line.js';
import * as Row from './row.js';
import { scanRows } from './scan.js';

/**
 * Turns octets into line events, chunk by chunk. No input makes it throw. Between chunks it keeps one unfinished line, and
 * at most 16,663 octets of it. However the octets are cut into chunks, the events are the same.
 *
 * ```ts
 * const parser = new LineParser();
 * for (const chunk of chunks) for (const event of parser.write(chunk)) use(event);
 * for (const event of parser.end()) use(event);
 * ```
 */
export class LineParser {
  readonly #batches: LineBatchParser;

  /**
   * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
   * @throws {TypeError} if `maxOctets` is not a number, or an option is unknown
   */
  constructor(options: LineParserOptions = NO_OPTIONS) {
    if (options !== NO_OPTIONS) checkOptions('LineParser', options, LINE_PARSER_OPTIONS);
    this.#batches = new LineBatchParser(options);
  }

  /** Whether the parsing limit was reached. Later chunks are ignored, so stop the source. */
  get limitReached(): boolean {
    return this.#batches.limitReached;
  }

  /**
   * Parses a chunk of any size and returns the events of the lines that are complete. If the chunk ends with a CR, that
   * line waits for the next chunk, which may begin with the LF of a CRLF. The chunk is copied: you can reuse its memory.
   *
   * @returns the events in order; none after the limit
   * @throws {TypeError} if the chunk is not octets
   * @throws {Error} after `end()`
   */
  write(chunk: Octets): RobotsEvent[] {
    return eventsOf(this.#batches.write(chunk));
  }

  /**
   * Ends the file, and its last line if that has no line break.
   *
   * @returns the event of that line if there is one, and the `end` event; nothing when called again
   */
  end(): RobotsEvent[] {
    return eventsOf(this.#batches.end());
  }
}

/** The events of items, in an array that is made at its final size: growing one takes a tenth of the time. */
function eventsOf(items: readonly BatchItem[]): RobotsEvent[] {
  let count = 0;
  for (const item of items) count += item instanceof LineBatch ? item.count : 1;
  const events = new Array<RobotsEvent>(count);
  let next = 0;
  for (const item of items) {
    if (item instanceof LineBatch) next = writeEvents(rowsOf(item), events, next);
    else events[next++] = item;
  }
  return events;
}

export interface LineParserOptions {
  /**
   * The parsing limit in octets of decoded content. Default and minimum: 512,000 (500 KiB, RFC 9309 §2.5); `Infinity` for no
   * limit.
   */
  readonly maxOctets?: number | undefined;
  /**
   * Whether lines keep their octets past the line limit (16,663 octets), so that the file can be written back. Memory is then
   * bounded by `maxOctets` and not by the line limit. Default: false.
   */
  readonly keepOverlong?: boolean | undefined;
}

/** Checks of {@link LineParserOptions}. */
export const LINE_PARSER_CHECKS = { maxOctets: checkedElsewhere, keepOverlong: aBoolean };
export const LINE_PARSER_OPTIONS: OptionTable = optionTable<LineParserOptions>(LINE_PARSER_CHECKS);

/** What a {@link LineBatchParser} returns: batches of lines, and the events of the start, the limit and the end. */
export type BatchItem = LineBatch | StartEvent | LimitEvent | EndEvent;

/**
 * Turns octets into batches of lines, chunk by chunk, with no object for each line. No octets make it throw. It holds at most one
 * line, and at most 16,663 octets of it. The lines are the same however the octets are cut into chunks; the batches are not.
 */
export class LineBatchParser {
  readonly #maxOctets: number;
  readonly #carry: LineCarry;
  /** How many octets were taken so far, which is the offset in the file of the next one. */
  #taken = 0;
  /** How many lines were returned so far. */
  #lines = 0;
  /** How many octets of a byte order mark have been seen at the start, or `STARTED`. */
  #markOctets = 0;
  #limitReached = false;
  #ended = false;

  /**
   * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
   * @throws {TypeError} if `maxOctets` is not a number, or an option is unknown
   */
  constructor(options: LineParserOptions = NO_OPTIONS) {
    if (options !== NO_OPTIONS) checkOptions('LineBatchParser', options, LINE_PARSER_OPTIONS);
    this.#maxOctets = parsingLimit(options.maxOctets);
    this.#carry = new LineCarry(options.keepOverlong === true);
  }

  /** Whether the parsing limit was reached. Later chunks are ignored, so stop the source. */
  get limitReached(): boolean {
    return this.#limitReached;
  }

  /**
   * Reads a chunk of any size. A line whose CR is the chunk's last octet waits for the next chunk, because an LF may belong to
   * it. The chunk is copied: you can reuse its memory.
   *
   * @returns the lines that are complete, and the events between them, in file order; nothing once the limit is reached
   * @throws {TypeError} if the chunk is not octets
   * @throws {Error} after `end()`
   */
  write(chunk: Octets): BatchItem[] {
    const given = plainOctets(chunk);
    if (given === undefined) throw misshapenOctets(chunk, 'write: chunk', OCTETS_EXPECTED);
    if (this.#ended) throw new Error('write: the parser has ended; make a new one for another file');
    const items: BatchItem[] = [];
    if (this.#limitReached) return items;
    // Octets that may be a byte order mark have been read but not counted.
    const room = this.#maxOctets - this.#taken - (this.#markOctets === STARTED ? 0 : this.#markOctets);
    const octets = given.length > room ? given.subarray(0, room) : given;
    const from = this.#start(octets, items);
    if (octets.length <= SLICE_OCTETS) {
      this.#take(octets, from, items);
    } else {
      // In slices, because an event that is kept holds all that is read at once.
      for (let at = from; at < octets.length; at += SLICE_OCTETS)
        this.#take(octets.subarray(at, at + SLICE_OCTETS), 0, items);
    }
    if (octets.length < given.length) this.#reachLimit(items);
    return items;
  }

  /**
   * Ends the file, and with it its last line.
   *
   * @returns the last line if there is one, and the `end` event; nothing the second time
   */
  end(): BatchItem[] {
    const items: BatchItem[] = [];
    if (this.#ended) return items;
    this.#ended = true;
    if (this.#markOctets !== STARTED) this.#addStart(items);
    const carry = this.#carry;
    if (!carry.isEmpty) this.#finishCarry(carry.endsWithCr ? Row.ENDS_WITH_CR : Row.ENDS_AT_INPUT_END, items);
    items.push({ type: 'end', octets: this.#taken, lines: this.#lines, truncated: this.#limitReached });
    return items;
  }

  /** Looks for the byte order mark. Returns where in `octets` the rest starts. */
  #start(octets: Uint8Array, items: BatchItem[]): number {
    let p = 0;
    while (this.#markOctets !== STARTED && p < octets.length) {
      if (octets[p] !== BYTE_ORDER_MARK[this.#markOctets]) {
        this.#addStart(items);
      } else {
        p++;
        this.#markOctets++;
        if (this.#markOctets === BYTE_ORDER_MARK.length) this.#addStart(items);
      }
    }
    return p;
  }

  #addStart(items: BatchItem[]): void {
    const seen = this.#markOctets;
    this.#markOctets = STARTED;
    this.#taken = seen;
    const byteOrderMark = markKind(seen);
    items.push({ type: 'start', byteOrderMark, span: { start: 0, end: seen } });
    // Part of a mark is part of line 1.
    if (byteOrderMark === 'partial') {
      this.#carry.begin(0);
      this.#carry.append(Uint8Array.from(BYTE_ORDER_MARK), 0, seen);
    }
  }

  /** Reads `octets` from `from` on. */
  #take(octets: Uint8Array, from: number, items: BatchItem[]): void {
    const rest = this.#carry.isEmpty ? from : this.#takeIntoCarry(octets, from, items);
    this.#taken += rest - from;
    if (rest < octets.length) this.#takeLines(octets, rest, items);
  }

  /** Continues the line that an earlier chunk started. Returns where in `octets` the next line starts. */
  #takeIntoCarry(octets: Uint8Array, from: number, items: BatchItem[]): number {
    const carry = this.#carry;
    if (from === octets.length) return from;
    let p = from;
    if (!carry.endsWithCr) {
      while (p < octets.length && octets[p] !== LF && octets[p] !== CR) p++;
      carry.append(octets, from, p);
      if (p === octets.length) return p;
      if (octets[p] === LF) {
        this.#finishCarry(Row.ENDS_WITH_LF, items);
        return p + 1;
      }
      p++;
      if (p === octets.length) {
        carry.endsWithCr = true;
        return p;
      }
    }
    const isCrLf = octets[p] === LF;
    this.#finishCarry(isCrLf ? Row.ENDS_WITH_CRLF : Row.ENDS_WITH_CR, items);
    return isCrLf ? p + 1 : p;
  }

  /** Reads the whole lines of `octets` from `from` on. The carry gets the rest. */
  #takeLines(octets: Uint8Array, from: number, items: BatchItem[]): void {
    const chunk = keptOctets(from === 0 ? octets : octets.subarray(from));
    const base = this.#taken;
    const { length } = chunk;
    const end = lendScanMemory((memory) => this.#scan(memory, chunk, base, items));
    this.#taken += length;
    if (end === length) return;
    const endsWithCr = chunk[length - 1] === CR;
    this.#carry.begin(base + end);
    this.#carry.hold(chunk, end, endsWithCr ? length - 1 : length);
    this.#carry.endsWithCr = endsWithCr;
  }

  /** Reads the whole lines of a chunk. Returns where the rest starts. */
  #scan(memory: ScanMemory, octets: Uint8Array, base: number, items: BatchItem[]): number {
    const { keepsOverlong } = this.#carry;
    memory.load(octets);
    memory.lineCount = this.#lines;
    let next = 0;
    for (;;) {
      next = scanRows(memory, next, octets.length, false, 'all');
      const isFull = memory.rowsEnd === memory.rows.length;
      const rows = memory.keepRows();
      if (rows.length > 0)
        items.push(new LineBatch({ octets, rows, base, discardedOctets: 0, keepsOverlong }));
      if (!isFull) break;
    }
    this.#lines = memory.lineCount;
    return next;
  }

  #finishCarry(ending: Row.LineEnding, items: BatchItem[]): void {
    this.#lines++;
    items.push(this.#carry.finish(ending, this.#lines));
  }

  /** Ends reading at the parsing limit. The line that the limit cuts is dropped (docs/semantics.md §1.3). */
  #reachLimit(items: BatchItem[]): void {
    this.#limitReached = true;
    const carry = this.#carry;
    if (carry.endsWithCr) this.#finishCarry(Row.ENDS_WITH_CR, items);
    const span = { start: carry.isEmpty ? this.#taken : carry.start, end: this.#taken };
    items.push({ type: 'limit', maxOctets: this.#maxOctets, line: this.#lines + 1, span });
    carry.clear();
  }
}

/** `#markOctets` once it is known whether the file starts with a byte order mark. */
const STARTED = -1;

/** How many octets the carry has room for at first. The room doubles as needed. */
const FIRST_CAPACITY_OCTETS = 256;

/** The memory of a carry that has copied nothing. */
const NOTHING = new Uint8Array(0);

/**
 * Collects the octets of a line in time proportional to them, and discards those past the line limit. The octets of a single
 * chunk are not copied: in most files that arrive in one chunk, nothing follows the last line.
 */
export class LineCarry {
  /** Whether octets past the line limit are kept. */
  readonly keepsOverlong: boolean;
  /** Whether the line ends with a CR that an LF may follow. The CR is not one of the octets. */
  endsWithCr = false;
  /** The octets so far are `#octets[#from..#from + #kept)`, in the carry's own memory or where the chunk is. */
  #octets: Uint8Array = NOTHING;
  #from = 0;
  #kept = 0;
  /** The carry's own memory. */
  #own: Uint8Array = NOTHING;
  #discarded = 0;
  #isOpen = false;
  #start = 0;

  constructor(keepsOverlong: boolean) {
    this.keepsOverlong = keepsOverlong;
  }

  /** Whether no line has started. */
  get isEmpty(): boolean {
    return !this.#isOpen;
  }

  /** The offset in the file of the line's first octet. */
  get start(): number {
    return this.#start;
  }

  /** Starts a line at an offset in the file. It has no octets yet. */
  begin(start: number): void {
    this.#isOpen = true;
    this.#start = start;
  }

  /** Adds a copy of `octets[from..to)` to the line, up to the line limit. */
  append(octets: Uint8Array, from: number, to: number): void {
    const keep = this.#mostOf(to - from);
    this.#reserve(this.#kept + keep);
    this.#own.set(octets.subarray(from, from + keep), this.#kept);
    this.#kept += keep;
    this.#discarded += to - from - keep;
  }

  /** Adds `octets[from..to)` to a line without octets, up to the line limit. They are not copied, and must not change. */
  hold(octets: Uint8Array, from: number, to: number): void {
    this.#octets = octets;
    this.#from = from;
    this.#kept = this.#mostOf(to - from);
    this.#discarded = to - from - this.#kept;
  }

  /**
   * The line as a batch of one; the carry is empty afterwards.
   *
   * @param line its number, from 1
   */
  finish(ending: Row.LineEnding, line: number): LineBatch {
    const isOwn = this.#octets === this.#own;
    const octets = isOwn ? this.#own.slice(0, this.#kept) : this.#octets;
    const start = isOwn ? 0 : this.#from;
    const end = start + this.#kept;
    const rows = new Int32Array(Row.STRIDE);
    const flags = readLine(octets, start, end, 'reject-line', rows, 0);
    const context = (ending << Row.TERMINATOR_SHIFT) | (this.#discarded > 0 ? Row.OVERLONG : 0);
    Row.writeLine(rows, 0, flags | context, start, end, line);
    const batch = new LineBatch({
      octets,
      rows,
      base: this.#start - start,
      discardedOctets: this.#discarded,
      keepsOverlong: this.keepsOverlong,
    });
    this.clear();
    return batch;
  }

  /** Drops the line. */
  clear(): void {
    this.#isOpen = false;
    this.#octets = this.#own;
    this.#from = 0;
    this.#kept = 0;
    this.#discarded = 0;
    this.endsWithCr = false;
  }

  /** How many of the next `octets` octets are kept. */
  #mostOf(octets: number): number {
    return this.keepsOverlong ? octets : Math.min(octets, LINE_LIMIT_OCTETS - this.#kept);
  }

  /** Makes room in the carry's own memory and moves the octets there. */
  #reserve(octets: number): void {
    const isOwn = this.#octets === this.#own;
    if (octets > this.#own.length) {
      this.#own = new Uint8Array(Math.max(octets, this.#own.length * 2, FIRST_CAPACITY_OCTETS));
    } else if (isOwn) {
      return;
    }
    this.#own.set(this.#octets.subarray(this.#from, this.#from + this.#kept));
    this.#octets = this.#own;
    this.#from = 0;
  }
}
