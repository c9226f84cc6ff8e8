/**
 * WARC records out of an input's blocks.
 *
 * A record states the length of its content. The length is accepted if an empty line follows the content; otherwise the
 * parser looks for the next record. A record never extends past its gzip member if another record begins with the next
 * member.
 */
import { CR, LF } from 'robotstream/internal';
import type { Block } from '../../../decoding/src/block.js';
import { asBuffer } from '../../../decoding/src/buffers.js';
import { type InputFault, type InputFaultCode, inputFault } from '../octets/input-fault.js';
import { MAX_PAYLOAD_OCTETS, type Place, Places } from '../octets/places.js';
import { FieldNames, Header, type NamedFields } from './record-header.js';

/** The fields of a record that are read here, and by users of the records (ISO 28500:2017, "Named fields"). */
export const RECORD_FIELDS = new FieldNames([
  'content-length',
  'content-type',
  'warc-date',
  'warc-identified-payload-type',
  'warc-payload-digest',
  'warc-record-id',
  'warc-refers-to',
  'warc-refers-to-date',
  'warc-refers-to-target-uri',
  'warc-target-uri',
  'warc-truncated',
  'warc-type',
]);

/** The longest header of a record that is read. */
const MAX_HEADER_OCTETS = 64 * 1024;

/** Unwanted content up to this length is buffered, so that its end can be checked. Longer content is skipped unchecked. */
const MAX_CHECKED_OCTETS = 1024 * 1024;

/** Every record begins so (ISO 28500:2017, "File and record model": `version`). */
const RECORD_START = Buffer.from('WARC/');

/** Where reading may go on after damage: a line that begins a record of a known version. */
const NEXT_RECORD = Buffer.from('\nWARC/1.');

/** Follows the content of every record (ISO 28500:2017, "File and record model": `warc-record`). */
const RECORD_END = Buffer.from('\r\n\r\n');

/** A record of a WARC file (ISO 28500:2017; WARC 1.0 and 1.1). */
export interface WarcRecord {
  readonly kind: 'record';
  /** Where the record, or the compressed member with it, begins in the input as it is stored, in octets. */
  readonly offset: number;
  /** Where the record begins in its member once that is decompressed; 0 for an input that is not compressed. */
  readonly offsetInMember: number;
  readonly fields: NamedFields;
  /** The octets of the header, which is directly before the content in memory. */
  readonly headerOctets: number;
  /** The content block, or as much of it as is kept. Valid as long as it is referenced. */
  readonly content: Uint8Array;
  /** How many octets the content block has. */
  readonly contentOctets: number;
}

/** A URL without angle brackets. The grammar of WARC 1.0 has them, and some writers add them. */
export function withoutBrackets(written: string): string {
  return written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
}

/** Takes blocks and returns the wanted records in them. Holds at most one record, and of its content what is kept. */
export class RecordParser {
  readonly #wants: (fields: NamedFields) => boolean;
  /** Octets that are not read yet, and how many there must be before another attempt makes sense. */
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = 0;
  /** How many octets of long content are still to be skipped, and which record they belong to. */
  #toSkip = 0;
  #skipped: Place = { offset: 0, offsetInMember: 0 };
  /** The place of the first unread octet in the decompressed input. */
  #position = 0;
  /** The place of the first of the octets that are being read. */
  #origin = 0;
  readonly #places = new Places();
  /** Whether the next record is being looked for after damage that has been reported. */
  #isLost = false;
  #items: (WarcRecord | InputFault)[] = [];
  /** Reused until a record is wanted, which keeps it. */
  #header = new Header(RECORD_FIELDS);

  /** @param wants whether the content of a record is wanted */
  constructor(wants: (fields: NamedFields) => boolean) {
    this.#wants = wants;
  }

  /** Reads a block. */
  push({ octets, members }: Block): (WarcRecord | InputFault)[] {
    const block = asBuffer(octets);
    let from = 0;
    for (const member of members) {
      const { index } = member;
      if (index > from) this.#read(block, from, index);
      if (startsWith(block, index, block.length, RECORD_START)) this.#endMember();
      this.#places.begin(this.#position + this.#buffered, member);
      from = index;
    }
    if (block.length > from) this.#read(block, from, block.length);
    return this.#taken();
  }

  /** Ends the unfinished record: a part of the input is missing here, which has been reported already. */
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

  /** Reads a part of a block. It is copied only if a record is in several blocks. */
  #read(block: Buffer, from: number, to: number): void {
    const skipped = Math.min(this.#toSkip, to - from);
    this.#toSkip -= skipped;
    this.#position += skipped;
    const start = from + skipped;
    if (start === to) return;
    if (this.#buffered === 0) {
      this.#readPart(block, start, to, false);
      return;
    }
    this.#chunks.push(block.subarray(start, to));
    this.#buffered += to - start;
    if (this.#buffered >= this.#needed) this.#readBuffered(false);
  }

  #readBuffered(isEnd: boolean): void {
    const octets = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#buffered);
    this.#readPart(octets, 0, octets.length, isEnd);
  }

  /** Reads the records in a part of the octets. What is left is buffered. */
  #readPart(octets: Buffer, from: number, to: number, isEnd: boolean): void {
    this.#origin = this.#position - from;
    this.#needed = 0;
    let at = from;
    for (let isDone = false; !isDone && at < to; ) {
      const wasLost = this.#isLost;
      const next = this.#readOne(octets, at, to, isEnd);
      isDone = next === at && this.#isLost === wasLost;
      at = next;
    }
    const end = Math.min(at, to);
    this.#toSkip = at - end;
    this.#position += end - from;
    this.#buffered = to - end;
    this.#chunks = this.#buffered > 0 ? [octets.subarray(end, to)] : NO_CHUNKS;
  }

  /**
   * Reads the record at an index. Returns the index after it, which may be past the part that is read; the same index if there
   * is nothing more to read, or more octets are needed.
   */
  #readOne(octets: Buffer, at: number, to: number, isEnd: boolean): number {
    if (this.#isLost) return this.#seekRecord(octets, at, to, isEnd);
    const start = afterBlank(octets, at, to);
    if (start === to) return start;
    if (!startsWith(octets, start, to, RECORD_START)) {
      if (!isEnd && to - start < RECORD_START.length) return start;
      return this.#lose('not-a-record', start, start, 'no WARC record begins here');
    }
    const header = this.#header;
    header.read(octets, start, Math.min(to, start + MAX_HEADER_OCTETS));
    if (header.end === -1) {
      if (to - start >= MAX_HEADER_OCTETS) {
        return this.#lose('record-header', start, start + 1, 'the header of the record has more than 64 KiB');
      }
      return isEnd
        ? this.#lose('record-cut-off', start, start + 1, 'the header of the record does not end')
        : start;
    }
    return this.#readContent(octets, start, header, to, isEnd);
  }

  #readContent(octets: Buffer, start: number, header: Header, to: number, isEnd: boolean): number {
    const contentStart = header.end;
    // The line feed before the next record may be the last octet of this header.
    const headerLast = contentStart - 1;
    const contentOctets = header.numberOf('content-length');
    if (contentOctets === undefined) {
      const written = header.get('content-length');
      const message = `Content-Length is ${written === undefined ? 'missing' : JSON.stringify(written)}; digits are expected`;
      return this.#lose('record-header', start, headerLast, message);
    }
    const contentEnd = contentStart + contentOctets;
    const isWanted = this.#wants(header);
    const limit = isWanted ? MAX_PAYLOAD_OCTETS : MAX_CHECKED_OCTETS;
    const awaited = Math.min(contentEnd, contentStart + limit);
    const isLong = contentOctets > limit;
    const end = isLong ? contentEnd : recordEnd(octets, contentEnd, to, isEnd);
    if (to < awaited || end === undefined) {
      this.#needed = Math.max(awaited, to + 1) - start;
      if (!isEnd) return start;
      const message = `the content has ${to - contentStart} of ${contentOctets} octets`;
      return this.#lose('record-cut-off', start, headerLast, message);
    }
    if (end === -1) {
      const message = `no empty line follows the ${contentOctets} octets of the content`;
      return this.#lose('record-length', start, headerLast, message);
    }
    const place = this.#placeOf(start);
    if (isWanted) {
      this.#header = new Header(RECORD_FIELDS);
      const content = octets.subarray(contentStart, awaited);
      const headerOctets = contentStart - start;
      this.#items.push({ kind: 'record', ...place, fields: header, headerOctets, content, contentOctets });
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
  #seekRecord(octets: Buffer, at: number, to: number, isEnd: boolean): number {
    const lineEnd = octets.subarray(at, to).indexOf(NEXT_RECORD);
    if (lineEnd !== -1) {
      this.#isLost = false;
      return at + lineEnd + 1;
    }
    return isEnd ? to : Math.max(at, to - NEXT_RECORD.length + 1);
  }

  #report(code: InputFaultCode, { offset }: Place, message: string): void {
    this.#items.push(inputFault(code, offset, message));
  }

  #placeOf(index: number): Place {
    return this.#places.of(this.#origin + index);
  }
}

const NO_CHUNKS: Buffer[] = [];

/**
 * The index after a record whose content ends at an index, and after the empty line that follows; -1 if something else
 * follows; undefined if more octets are needed. Some writers leave the empty line out, and it may be damaged.
 */
function recordEnd(octets: Buffer, contentEnd: number, to: number, isEnd: boolean): number | undefined {
  if (contentEnd > to) return undefined;
  const nextRecord = contentEnd + RECORD_END.length;
  if (startsWith(octets, contentEnd, to, RECORD_END)) return nextRecord;
  if (!isEnd && to < nextRecord + RECORD_START.length) return undefined;
  const after = afterBlank(octets, contentEnd, to);
  if (startsWith(octets, after, to, RECORD_START)) return after;
  if (after >= nextRecord || startsWith(octets, nextRecord, to, RECORD_START)) return nextRecord;
  return isEnd && after === to ? after : -1;
}

/** The index of the first octet that is not part of a line ending. */
function afterBlank(octets: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && (octets[at] === CR || octets[at] === LF)) at++;
  return at;
}

function startsWith(octets: Buffer, from: number, to: number, start: Uint8Array): boolean {
  if (to - from < start.length) return false;
  for (let i = 0; i < start.length; i++) if (octets[from + i] !== start[i]) return false;
  return true;
}
