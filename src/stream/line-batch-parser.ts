/**
 * Octets in, batches of lines out. Every other way of reading a stream wraps this synchronous parser.
 */
import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { parsingLimit, SLICE_OCTETS } from '../limits.js';
import { misshapenOctets, OCTETS_EXPECTED, type Octets, plainOctets } from '../octets.js';
import {
  aBoolean,
  checkedElsewhere,
  checkOptions,
  NO_OPTIONS,
  type OptionTable,
  optionTable,
} from '../option-checks.js';
import { markKind } from './byte-order-mark.js';
import type { EndEvent, LimitEvent, StartEvent } from './events.js';
import { LineBatch } from './line-batch.js';
import { LineCarry } from './line-carry.js';
import { keepRows, octetMemory, rowMemory } from './line-memory.js';
import { ENDS_AT_INPUT_END, ENDS_WITH_CR, ENDS_WITH_CRLF, ENDS_WITH_LF, type LineEnding } from './row.js';
import { scanRows } from './scan.js';
import { lendScanMemory } from './scan-memory.js';

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
    if (!carry.isEmpty) this.#finishCarry(carry.endsWithCr ? ENDS_WITH_CR : ENDS_AT_INPUT_END, items);
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
        this.#finishCarry(ENDS_WITH_LF, items);
        return p + 1;
      }
      p++;
      if (p === octets.length) {
        carry.endsWithCr = true;
        return p;
      }
    }
    const isCrLf = octets[p] === LF;
    this.#finishCarry(isCrLf ? ENDS_WITH_CRLF : ENDS_WITH_CR, items);
    return isCrLf ? p + 1 : p;
  }

  /** Reads the whole lines of `octets` from `from` on. The carry gets the rest. */
  #takeLines(octets: Uint8Array, from: number, items: BatchItem[]): void {
    const length = octets.length - from;
    const chunk = from === 0 ? octets : octets.subarray(from);
    const start = octetMemory.put(chunk);
    const { slab } = octetMemory;
    const base = this.#taken - start;
    const p = lendScanMemory((load) => this.#scan(slab, start, load(chunk, start), base, items));
    this.#taken += length;
    const to = start + length;
    if (p === to) return;
    const endsWithCr = slab[to - 1] === CR;
    this.#carry.begin(base + p);
    this.#carry.hold(slab, p, endsWithCr ? to - 1 : to);
    this.#carry.endsWithCr = endsWithCr;
  }

  /**
   * Reads the whole lines of what is loaded. Returns where the rest starts.
   *
   * @param slab has the same octets from `from` to `to`
   * @param base the offset in the file of `slab[0]`
   */
  #scan(slab: Uint8Array, from: number, to: number, base: number, items: BatchItem[]): number {
    let p = from;
    while (p < to) {
      rowMemory.lineCount = this.#lines;
      p = scanRows(p, to, false, rowMemory, 'all');
      const { ints: rows, start: firstRow, count } = rowMemory;
      if (count === 0) break;
      keepRows();
      items.push(
        new LineBatch({
          octets: slab,
          rows,
          firstRow,
          count,
          base,
          firstLine: this.#lines + 1,
          discardedOctets: 0,
          keepsOverlong: this.#carry.keepsOverlong,
        }),
      );
      this.#lines += count;
    }
    return p;
  }

  #finishCarry(ending: LineEnding, items: BatchItem[]): void {
    this.#lines++;
    items.push(this.#carry.finish(ending, this.#lines));
  }

  /** Ends reading at the parsing limit. The line that the limit cuts is dropped (docs/semantics.md §1.3). */
  #reachLimit(items: BatchItem[]): void {
    this.#limitReached = true;
    const carry = this.#carry;
    if (carry.endsWithCr) this.#finishCarry(ENDS_WITH_CR, items);
    const span = { start: carry.isEmpty ? this.#taken : carry.start, end: this.#taken };
    items.push({ type: 'limit', maxOctets: this.#maxOctets, line: this.#lines + 1, span });
    carry.clear();
  }
}

/** `#markOctets` once it is known whether the file starts with a byte order mark. */
const STARTED = -1;
