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
import { type EndEvent, type LimitEvent, lineEvent, type RobotsEvent, type StartEvent } from './events.js';
import { LineBatch, rowsOf } from './line-batch.js';
import { keptOctets, lendScanMemory, type ScanMemory } from './memory.js';
import { lineOneStart, markKind, markLength, readLine } from './read-line.js';
import * as Row from './row.js';
import { scanRows } from './scan.js';

/**
 * Turns octets into line events, chunk by chunk. No input makes it throw. Between chunks it keeps one unfinished line, and
 * at most 16,663 octets of it. However the octets are cut into chunks, the events are the same.
 *
 * @example
 * ```js
 * import { LineParser } from 'robotstream';
 *
 * const parser = new LineParser();
 * const chunk = new TextEncoder().encode('User-agent: *\nDisallow: /');
 * const events = [...parser.write(chunk), ...parser.end()];
 * console.log(events.map(({ type }) => type).join(' ')); // → start user-agent disallow end
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
    if (item instanceof LineBatch) {
      const batch = rowsOf(item);
      for (let at = 0; at < batch.rows.length; at += Row.STRIDE) events[next++] = lineEvent(batch, at);
    } else {
      events[next++] = item;
    }
  }
  return events;
}

/** Options for `LineParser`, `LineBatchParser` and `LineTransformStream`. */
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

const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * Turns octets into batches of lines, chunk by chunk, with no object for each line. No octets make it throw. It holds at most one
 * line, and at most 16,663 octets of it. The lines are the same however the octets are cut into chunks; the batches are not.
 *
 * @example
 * ```js
 * import { LineBatch, LineBatchParser } from 'robotstream';
 *
 * const parser = new LineBatchParser();
 * const chunks = ['User-agent: *\nDis', 'allow: /\n'].map((text) => new TextEncoder().encode(text));
 * let lines = 0;
 * for (const chunk of chunks) for (const item of parser.write(chunk)) if (item instanceof LineBatch) lines += item.count;
 * for (const item of parser.end()) if (item instanceof LineBatch) lines += item.count;
 * console.log(lines); // → 2
 * ```
 */
export class LineBatchParser {
  readonly #maxOctets: number;
  readonly #carry: LineCarry;
  /** The first octets of the file, as long as they may be part of a byte order mark; then undefined. */
  #mark: Uint8Array | undefined = NOTHING;
  /** How many octets were taken so far, which is the offset in the file of the next one. */
  #taken = 0;
  /** How many lines were returned so far. */
  #lines = 0;
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
    const rest = this.#mark === undefined ? given : this.#afterMark(given, items);
    const room = this.#maxOctets - this.#taken;
    const octets = rest.length > room ? rest.subarray(0, room) : rest;
    // In slices, because an event that is kept holds all that is read at once.
    for (let at = 0; at < octets.length; at += SLICE_OCTETS) {
      this.#take(octets.length > SLICE_OCTETS ? octets.subarray(at, at + SLICE_OCTETS) : octets, items);
    }
    if (octets.length < rest.length) this.#reachLimit(items);
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
    if (this.#mark !== undefined) this.#take(this.#start(this.#mark, items), items);
    if (!this.#carry.isEmpty) this.#finishLine(0, items);
    items.push({ type: 'end', octets: this.#taken, lines: this.#lines, truncated: this.#limitReached });
    return items;
  }

  /** What follows the byte order mark. Nothing as long as all octets so far may be part of one. */
  #afterMark(chunk: Uint8Array, items: BatchItem[]): Uint8Array {
    const octets = this.#mark?.length ? joined(this.#mark, chunk) : chunk;
    if (octets.length < BYTE_ORDER_MARK.length && markLength(octets) === octets.length) {
      this.#mark = octets.slice();
      return NOTHING;
    }
    return this.#start(octets, items);
  }

  /** Adds the first event. Returns the octets from line 1 on. */
  #start(octets: Uint8Array, items: BatchItem[]): Uint8Array {
    const end = markLength(octets);
    items.push({ type: 'start', byteOrderMark: markKind(end), span: { start: 0, end } });
    this.#mark = undefined;
    this.#taken = lineOneStart(end);
    return this.#taken === 0 ? octets : octets.subarray(this.#taken);
  }

  #take(octets: Uint8Array, items: BatchItem[]): void {
    const rest = this.#carry.isEmpty ? 0 : this.#continueLine(octets, items);
    const base = this.#taken + rest;
    this.#taken += octets.length;
    if (rest < octets.length) this.#takeLines(rest === 0 ? octets : octets.subarray(rest), base, items);
  }

  /** Continues the line that an earlier chunk started. Returns where in `octets` the next line starts. */
  #continueLine(octets: Uint8Array, items: BatchItem[]): number {
    const carry = this.#carry;
    let p = 0;
    if (!carry.endsWithCr) {
      while (p < octets.length && octets[p] !== LF && octets[p] !== CR) p++;
      carry.append(octets.subarray(0, p));
      if (octets[p] === CR) {
        carry.endsWithCr = true;
        p++;
      }
    }
    if (p === octets.length) return p;
    const endsWithLf = octets[p] === LF;
    this.#finishLine(endsWithLf ? Row.ENDS_WITH_LF : 0, items);
    return endsWithLf ? p + 1 : p;
  }

  /** Reads the whole lines of octets that start at the offset `base` in the file. The carry gets the rest. */
  #takeLines(octets: Uint8Array, base: number, items: BatchItem[]): void {
    const chunk = keptOctets(octets);
    const { length } = chunk;
    const end = lendScanMemory((memory) => this.#scan(memory, chunk, base, items));
    if (end === length) return;
    const endsWithCr = chunk[length - 1] === CR;
    this.#carry.begin(base + end, chunk.subarray(end, endsWithCr ? length - 1 : length), endsWithCr);
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

  /** @param ending the flag of the LF that ends the line, or 0 */
  #finishLine(ending: number, items: BatchItem[]): void {
    this.#lines++;
    items.push(this.#carry.finish(ending, this.#lines));
  }

  /** Ends reading at the parsing limit. The line that the limit cuts is dropped (docs/semantics.md §1.3). */
  #reachLimit(items: BatchItem[]): void {
    this.#limitReached = true;
    const carry = this.#carry;
    if (carry.endsWithCr) this.#finishLine(0, items);
    const span = { start: carry.isEmpty ? this.#taken : carry.start, end: this.#taken };
    items.push({ type: 'limit', maxOctets: this.#maxOctets, line: this.#lines + 1, span });
    carry.clear();
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** How many octets a carry that copies has room for at first. The room doubles as needed. */
const FIRST_CAPACITY_OCTETS = 256;

/**
 * Collects the octets of a line in time proportional to them, and discards those past the line limit. The octets of a single
 * chunk are not copied: in most files that arrive in one chunk, nothing follows the last line.
 */
export class LineCarry {
  /** Whether octets past the line limit are kept. */
  readonly keepsOverlong: boolean;
  /** The offset in the file of the line's first octet. */
  start = 0;
  /** Whether the line ends with a CR that an LF may follow. The CR is not one of its octets. */
  endsWithCr = false;
  /** How many octets the line has so far, with those that are discarded. */
  #length = 0;
  /** Has those that are kept at its start: the chunk itself at first, then memory with room for more. */
  #memory: Uint8Array = NOTHING;

  constructor(keepsOverlong: boolean) {
    this.keepsOverlong = keepsOverlong;
  }

  /** Whether no line has started. */
  get isEmpty(): boolean {
    return this.#length === 0 && !this.endsWithCr;
  }

  /** Starts a line. Its octets are not copied, and must not change. */
  begin(start: number, octets: Uint8Array, endsWithCr: boolean): void {
    this.start = start;
    this.endsWithCr = endsWithCr;
    this.#length = octets.length;
    this.#memory = octets;
  }

  /** Adds a copy of octets to the line, up to the line limit. */
  append(octets: Uint8Array): void {
    const kept = this.#keptOf(this.#length);
    this.#length += octets.length;
    const needed = this.#keptOf(this.#length);
    if (needed > this.#memory.length) {
      const room = this.#keptOf(Math.max(needed, kept * 2, FIRST_CAPACITY_OCTETS));
      const memory = new Uint8Array(room);
      memory.set(this.#memory.subarray(0, kept));
      this.#memory = memory;
    }
    this.#memory.set(octets.subarray(0, needed - kept), kept);
  }

  /**
   * The line as a batch of one; the carry is empty afterwards.
   *
   * @param ending the flag of the LF that ends it, or 0
   * @param line its number, from 1
   */
  finish(ending: number, line: number): LineBatch {
    const { keepsOverlong, start: base } = this;
    const octets = this.#memory;
    const end = this.#keptOf(this.#length);
    const discardedOctets = this.#length - end;
    const rows = new Int32Array(Row.STRIDE);
    const flags = readLine(octets, 0, end, 'reject-line', rows, 0) | ending;
    const context = (this.endsWithCr ? Row.ENDS_WITH_CR : 0) | (discardedOctets > 0 ? Row.OVERLONG : 0);
    Row.writeLine(rows, 0, flags | context, 0, end, line);
    this.clear();
    return new LineBatch({ octets, rows, base, discardedOctets, keepsOverlong });
  }

  /** Drops the line. */
  clear(): void {
    this.begin(0, NOTHING, false);
  }

  /** How many of a line's first octets are kept. */
  #keptOf(octets: number): number {
    return this.keepsOverlong ? octets : Math.min(octets, LINE_LIMIT_OCTETS);
  }
}
