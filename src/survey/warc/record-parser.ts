/**
 * WARC records out of an input's blocks.
 *
 * A record says how long its content is. That is believed if an empty line follows the content; otherwise the next
 * record is looked for. A record never goes on past the member of gzip that it begins in, if another record begins with the
 * next member.
 */
import { CR, LF } from '../../ascii.js';
import { type Block, type InputFault, type InputFaultCode, inputFault } from '../input/block.js';
import { joined } from '../input/input-window.js';
import { type Place, Places } from '../input/places.js';
import type { WarcRecord } from './record.js';
import { type Header, headerEnd, readHeader } from './record-header.js';

/** The longest header of a record that is read. */
const MAX_HEADER_OCTETS = 64 * 1024;

/** Content that is not wanted is awaited up to this length, so that its end can be checked; what is longer is passed over unchecked. */
const MAX_CHECKED_OCTETS = 1024 * 1024;

/** Every record begins so (ISO 28500:2017, "File and record model": `version`). */
const RECORD_START = Buffer.from('WARC/');

/** Where reading may go on after damage: a line that begins a record of a version that exists. */
const NEXT_RECORD = Buffer.from('\nWARC/1.');

/** Follows the content of every record (ISO 28500:2017, "File and record model": `warc-record`). */
const RECORD_END = Buffer.from('\r\n\r\n');

export interface RecordParserOptions {
  /** Whether the content of a record is of interest. */
  readonly wants: (header: Header) => boolean;
  /** How much of a wanted content is kept, in octets. */
  readonly maxContentOctets: number;
}

/** Takes blocks and returns the wanted records in them. Holds at most one record, and of its content what is kept. */
export class RecordParser {
  readonly #options: RecordParserOptions;
  /** Octets that are not read yet, and how many of them there must be before it makes sense to try again. */
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  #needed = 0;
  /** How many octets of a long content are still to be passed over, and whose content it is. */
  #toSkip = 0;
  #skipped: Place = { offset: 0, offsetInMember: 0 };
  /** The place of the first unread octet in the decompressed input. */
  #position = 0;
  readonly #places = new Places();
  /** Whether the next record is being looked for after damage that has been reported. */
  #isLost = false;
  #items: (WarcRecord | InputFault)[] = [];

  constructor(options: RecordParserOptions) {
    this.#options = options;
  }

  /** Reads a block. */
  push({ octets, members }: Block): (WarcRecord | InputFault)[] {
    let from = 0;
    for (const member of members) {
      const { index } = member;
      if (index > from) this.#read(octets.subarray(from, index));
      if (startsWith(octets, index, RECORD_START)) this.#endMember();
      this.#places.begin(this.#position + this.#buffered, member);
      from = index;
    }
    if (octets.length > from) this.#read(octets.subarray(from));
    return this.#taken();
  }

  /** A part of the input is missing here, and has been reported: what is unfinished ends with it. */
  interrupt(): (WarcRecord | InputFault)[] {
    this.#toSkip = 0;
    this.#endMember();
    this.#isLost = true;
    return this.#taken();
  }

  /** The input has ended. */
  end(): (WarcRecord | InputFault)[] {
    this.#endMember();
    return this.#taken();
  }

  #taken(): (WarcRecord | InputFault)[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** Ends the record in progress. */
  #endMember(): void {
    if (this.#buffered > 0) this.#readBuffered(true);
    if (this.#toSkip > 0) {
      this.#report(
        'record-cut-off',
        this.#skipped,
        `${this.#toSkip} octets of the record's content are missing`,
      );
      this.#toSkip = 0;
    }
    this.#isLost = false;
  }

  #read(octets: Uint8Array): void {
    const skipped = Math.min(this.#toSkip, octets.length);
    this.#toSkip -= skipped;
    this.#position += skipped;
    if (skipped === octets.length) return;
    this.#chunks.push(octets.subarray(skipped));
    this.#buffered += octets.length - skipped;
    if (this.#buffered >= this.#needed) this.#readBuffered(false);
  }

  #readBuffered(isEnd: boolean): void {
    const octets = this.#chunks.length === 1 ? this.#chunks[0] : joined(this.#chunks, this.#buffered);
    this.#needed = 0;
    let at = 0;
    for (let isDone = false; !isDone && at < octets.length; ) {
      const wasLost = this.#isLost;
      const next = this.#readOne(octets, at, isEnd);
      isDone = next === at && this.#isLost === wasLost;
      at = next;
    }
    const end = Math.min(at, octets.length);
    this.#toSkip = at - end;
    this.#position += end;
    this.#buffered = octets.length - end;
    this.#chunks = this.#buffered > 0 ? [octets.subarray(end)] : [];
  }

  /**
   * Reads the record at an index. Returns the index after it, which may be past the octets; the same index if there is nothing
   * more to read, or more octets are needed.
   */
  #readOne(octets: Uint8Array, at: number, isEnd: boolean): number {
    if (this.#isLost) return this.#seekRecord(octets, at, isEnd);
    const start = afterBlank(octets, at);
    if (start === octets.length) return start;
    if (!startsWith(octets, start, RECORD_START)) {
      if (!isEnd && octets.length - start < RECORD_START.length) return start;
      return this.#lose('not-a-record', start, start, 'no WARC record begins here');
    }
    const contentStart = headerEnd(octets, start, Math.min(octets.length, start + MAX_HEADER_OCTETS));
    if (contentStart === -1) {
      if (octets.length - start >= MAX_HEADER_OCTETS) {
        return this.#lose('record-header', start, start + 1, 'the header of the record has more than 64 KiB');
      }
      return isEnd
        ? this.#lose('record-cut-off', start, start + 1, 'the header of the record does not end')
        : start;
    }
    return this.#readContent(octets, start, contentStart, isEnd);
  }

  #readContent(octets: Uint8Array, start: number, contentStart: number, isEnd: boolean): number {
    const header = readHeader(octets, start, contentStart);
    // The line feed before the next record may be the last octet of this header.
    const headerLast = contentStart - 1;
    const written = header.fields.get('content-length');
    if (written === undefined || !LENGTH.test(written)) {
      const message = `Content-Length is ${written === undefined ? 'missing' : JSON.stringify(written)}; digits are expected`;
      return this.#lose('record-header', start, headerLast, message);
    }
    const contentOctets = Number(written);
    const contentEnd = contentStart + contentOctets;
    const isWanted = this.#options.wants(header);
    const limit = isWanted ? this.#options.maxContentOctets : MAX_CHECKED_OCTETS;
    const awaited = Math.min(contentEnd, contentStart + limit);
    const isLong = contentOctets > limit;
    const end = isLong ? contentEnd : recordEnd(octets, contentEnd, isEnd);
    if (octets.length < awaited || end === undefined) {
      this.#needed = Math.max(awaited, octets.length + 1) - start;
      if (!isEnd) return start;
      const message = `the content has ${octets.length - contentStart} of ${contentOctets} octets`;
      return this.#lose('record-cut-off', start, headerLast, message);
    }
    if (end === -1) {
      const message = `no empty line follows the ${contentOctets} octets of the content`;
      return this.#lose('record-length', start, headerLast, message);
    }
    const place = this.#placeOf(start);
    if (isWanted) {
      const version = header.firstLine.slice(RECORD_START.length);
      const content = octets.subarray(contentStart, awaited);
      this.#items.push({ kind: 'record', ...place, version, fields: header.fields, content, contentOctets });
    }
    this.#skipped = place;
    return end;
  }

  /** Reports damage. Returns where to look for the next record. */
  #lose(code: InputFaultCode, start: number, from: number, message: string): number {
    this.#report(code, this.#placeOf(start), message);
    this.#isLost = true;
    return from;
  }

  /** Looks for the next record. Returns its index. */
  #seekRecord(octets: Uint8Array, at: number, isEnd: boolean): number {
    const lineEnd = Buffer.from(octets.buffer, octets.byteOffset, octets.length).indexOf(NEXT_RECORD, at);
    if (lineEnd !== -1) {
      this.#isLost = false;
      return lineEnd + 1;
    }
    return isEnd ? octets.length : Math.max(at, octets.length - NEXT_RECORD.length + 1);
  }

  #report(code: InputFaultCode, { offset }: Place, message: string): void {
    this.#items.push(inputFault(code, offset, message));
  }

  #placeOf(index: number): Place {
    return this.#places.of(this.#position + index);
  }
}

/** At most the digits of a number that is exact in JavaScript. */
const LENGTH = /^[0-9]{1,15}$/;

/**
 * The index after a record whose content ends at an index, and after the empty line that follows; -1 if something else
 * follows; undefined if more octets are needed. Some writers leave the empty line out, and it may be damaged.
 */
function recordEnd(octets: Uint8Array, contentEnd: number, isEnd: boolean): number | undefined {
  if (contentEnd > octets.length) return undefined;
  const nextRecord = contentEnd + RECORD_END.length;
  if (startsWith(octets, contentEnd, RECORD_END)) return nextRecord;
  if (!isEnd && octets.length < nextRecord + RECORD_START.length) return undefined;
  const after = afterBlank(octets, contentEnd);
  if (startsWith(octets, after, RECORD_START)) return after;
  if (after >= nextRecord || startsWith(octets, nextRecord, RECORD_START)) return nextRecord;
  return isEnd && after === octets.length ? after : -1;
}

/** The index of the first octet that is not part of a line ending. */
function afterBlank(octets: Uint8Array, from: number): number {
  let at = from;
  while (at < octets.length && (octets[at] === CR || octets[at] === LF)) at++;
  return at;
}

function startsWith(octets: Uint8Array, from: number, start: Uint8Array): boolean {
  for (let i = 0; i < start.length; i++) if (octets[from + i] !== start[i]) return false;
  return true;
}
