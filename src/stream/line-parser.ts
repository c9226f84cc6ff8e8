/**
 * Octets in, line events out, without promises. Every other way of reading a stream wraps this synchronous parser.
 */

import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { parsingLimit, SLICE_OCTETS } from '../limits.js';
import { misshapenOctets, OCTETS_EXPECTED, type Octets, plainOctets } from '../octets.js';
import { aBoolean, checkedElsewhere, checkOptions, NO_OPTIONS, optionTable } from '../option-checks.js';
import { type BatchRows, lineEvent, type RobotsEvent } from './events.js';
import { LineCarry, NOTHING } from './line-carry.js';
import { keptOctets, lendScanMemory, type ScanMemory } from './memory.js';
import { lineOneStart, markKind, markLength } from './read-line.js';
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
    if (options !== NO_OPTIONS) checkOptions('LineParser', options, LINE_PARSER_OPTIONS);
    this.#maxOctets = parsingLimit(options.maxOctets);
    this.#carry = new LineCarry(options.keepOverlong === true);
  }

  /** Whether the parsing limit was reached. Later chunks are ignored, so stop the source. */
  get limitReached(): boolean {
    return this.#limitReached;
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
    const given = plainOctets(chunk);
    if (given === undefined) throw misshapenOctets(chunk, 'write: chunk', OCTETS_EXPECTED);
    if (this.#ended) throw new Error('write: the parser has ended; make a new one for another file');
    const events: RobotsEvent[] = [];
    if (this.#limitReached) return events;
    const rest = this.#mark === undefined ? given : this.#afterMark(given, events);
    const room = this.#maxOctets - this.#taken;
    const octets = rest.length > room ? rest.subarray(0, room) : rest;
    // In slices, because an event that is kept holds all that is read at once.
    for (let at = 0; at < octets.length; at += SLICE_OCTETS) {
      this.#take(octets.length > SLICE_OCTETS ? octets.subarray(at, at + SLICE_OCTETS) : octets, events);
    }
    if (octets.length < rest.length) this.#reachLimit(events);
    return events;
  }

  /**
   * Ends the file, and its last line if that has no line break.
   *
   * @returns the event of that line if there is one, and the `end` event; nothing when called again
   */
  end(): RobotsEvent[] {
    const events: RobotsEvent[] = [];
    if (this.#ended) return events;
    this.#ended = true;
    if (this.#mark !== undefined) this.#take(this.#start(this.#mark, events), events);
    if (!this.#carry.isEmpty) this.#finishLine(0, events);
    events.push({ type: 'end', octets: this.#taken, lines: this.#lines, truncated: this.#limitReached });
    return events;
  }

  /** What follows the byte order mark. Nothing as long as all octets so far may be part of one. */
  #afterMark(chunk: Uint8Array, events: RobotsEvent[]): Uint8Array {
    const octets = this.#mark?.length ? joined(this.#mark, chunk) : chunk;
    if (octets.length < BYTE_ORDER_MARK.length && markLength(octets) === octets.length) {
      this.#mark = octets.slice();
      return NOTHING;
    }
    return this.#start(octets, events);
  }

  /** Adds the first event. Returns the octets from line 1 on. */
  #start(octets: Uint8Array, events: RobotsEvent[]): Uint8Array {
    const end = markLength(octets);
    events.push({ type: 'start', byteOrderMark: markKind(end), span: { start: 0, end } });
    this.#mark = undefined;
    this.#taken = lineOneStart(end);
    return this.#taken === 0 ? octets : octets.subarray(this.#taken);
  }

  #take(octets: Uint8Array, events: RobotsEvent[]): void {
    const rest = this.#carry.isEmpty ? 0 : this.#continueLine(octets, events);
    const base = this.#taken + rest;
    this.#taken += octets.length;
    if (rest < octets.length) this.#takeLines(rest === 0 ? octets : octets.subarray(rest), base, events);
  }

  /** Continues the line that an earlier chunk started. Returns where in `octets` the next line starts. */
  #continueLine(octets: Uint8Array, events: RobotsEvent[]): number {
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
    this.#finishLine(endsWithLf ? Row.ENDS_WITH_LF : 0, events);
    return endsWithLf ? p + 1 : p;
  }

  /** Reads the whole lines of octets that start at the offset `base` in the file. The carry gets the rest. */
  #takeLines(octets: Uint8Array, base: number, events: RobotsEvent[]): void {
    const chunk = keptOctets(octets);
    const { length } = chunk;
    const end = lendScanMemory((memory) => this.#scan(memory, chunk, base, events));
    if (end === length) return;
    const endsWithCr = chunk[length - 1] === CR;
    this.#carry.begin(base + end, chunk.subarray(end, endsWithCr ? length - 1 : length), endsWithCr);
  }

  /** Reads the whole lines of a chunk. Returns where the rest starts. */
  #scan(memory: ScanMemory, octets: Uint8Array, base: number, events: RobotsEvent[]): number {
    const { keepsOverlong } = this.#carry;
    memory.load(octets);
    memory.lineCount = this.#lines;
    let next = 0;
    for (;;) {
      next = scanRows(memory, next, octets.length, false, 'all');
      const isFull = memory.rowsEnd === memory.rows.length;
      const rows = memory.keepRows();
      pushLines({ octets, rows, base, discardedOctets: 0, keepsOverlong }, events);
      if (!isFull) break;
    }
    this.#lines = memory.lineCount;
    return next;
  }

  /** @param ending the flag of the LF that ends the line, or 0 */
  #finishLine(ending: number, events: RobotsEvent[]): void {
    this.#lines++;
    pushLines(this.#carry.finish(ending, this.#lines), events);
  }

  /** Ends reading at the parsing limit. The line that the limit cuts is dropped (docs/semantics.md §1.3). */
  #reachLimit(events: RobotsEvent[]): void {
    this.#limitReached = true;
    const carry = this.#carry;
    if (carry.endsWithCr) this.#finishLine(0, events);
    const span = { start: carry.isEmpty ? this.#taken : carry.start, end: this.#taken };
    events.push({ type: 'limit', maxOctets: this.#maxOctets, line: this.#lines + 1, span });
    carry.clear();
  }
}

/** Adds the events of lines to a list. */
function pushLines(batch: BatchRows, events: RobotsEvent[]): void {
  const { length } = batch.rows;
  for (let at = 0; at < length; at += Row.STRIDE) events.push(lineEvent(batch, at));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Options for `LineParser` and `LineTransformStream`. */
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

export const LINE_PARSER_OPTIONS = optionTable<LineParserOptions>({
  maxOctets: checkedElsewhere,
  keepOverlong: aBoolean,
});
