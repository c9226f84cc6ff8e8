/**
 * The two ways to a document's facts: octets at hand, and a fold over events.
 */
import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS, parsingLimit } from '../limits.js';
import { type ByteOrderMark, copyEventRow, isLineEvent, type RobotsEvent } from '../stream/events.js';
import { ROW_STRIDE } from '../stream/row.js';
import { scanLines, Tape } from '../stream/scan.js';
import { ScanBuffer } from '../stream/scan-buffer.js';
import { scanDirectives } from '../stream/scan-directives.js';
import { type DocumentFacts, markKind, markLength, RowFold } from './document-fold.js';
import { OctetBuffer } from './octet-buffer.js';

/**
 * What reading a file takes and does not keep. No reading is ever under way while another begins, so that all of them
 * use the same; files over the size make their own.
 */
const scratch = {
  line: new Tape(1),
  fold: new RowFold(),
  buffer: new ScanBuffer(PARSING_LIMIT_OCTETS),
};

/**
 * Reads a file that is at hand.
 *
 * @param octets the file, copied
 * @param length how many of `octets` are the file's; all unless given
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function readOctets(octets: Uint8Array, maxOctets?: number, length = octets.length): DocumentFacts {
  const facts = borrowFacts(octets, maxOctets, length);
  const { fold } = scratch;
  const end = endOfWholeLines(octets, length, facts.maxOctets);
  const kept = { ...facts, octets: facts.octets.slice(0, end), rows: fold.copyRows() };
  fold.clear();
  return kept;
}

/**
 * Reads a file as {@link readOctets} does, into memory that the next reading takes: for one question and no more.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function borrowFacts(octets: Uint8Array, maxOctets?: number, length = octets.length): DocumentFacts {
  const { buffer, end, markOctets, limit } = borrowFile(octets, maxOctets, length);
  const { fold } = scratch;
  const byteOrderMark = markKind(markOctets);

  fold.clear();
  let p = byteOrderMark === 'whole' ? markOctets : 0;
  if (byteOrderMark === 'partial' && end > 0) p = readOneLine(buffer, 0, end, markOctets);
  while (p < end) {
    p = scanDirectives(buffer, p, end, fold);
    if (p < end) p = readOneLine(buffer, p, end, 0);
  }
  return {
    octets: buffer.octets,
    rows: fold.rows,
    rowCount: fold.count,
    lineCount: fold.lines,
    byteOrderMark,
    size: Math.min(length, limit),
    truncated: length > limit,
    maxOctets: limit,
    discardedOctets: 0,
  };
}

/** A file made ready to be read, in memory that the next one takes. */
export interface BorrowedFile {
  readonly buffer: ScanBuffer;
  /** Where its last whole line within the parsing limit ends. */
  readonly end: number;
  /** How many octets of a byte order mark it begins with. */
  readonly markOctets: number;
  /** The parsing limit. */
  readonly limit: number;
}

/**
 * Makes a file ready to be read.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function borrowFile(octets: Uint8Array, maxOctets?: number, length = octets.length): BorrowedFile {
  const limit = parsingLimit(maxOctets);
  const end = endOfWholeLines(octets, length, limit);
  const buffer = end > scratch.buffer.capacity ? new ScanBuffer(end) : scratch.buffer;
  buffer.load(end === octets.length ? octets : octets.subarray(0, end));
  return { buffer, end, markOctets: markLength(octets), limit };
}

/** Reads a line that `scanDirectives` has no short cut for. Returns where the next begins. */
function readOneLine(buffer: ScanBuffer, from: number, to: number, markOctets: number): number {
  const { line, fold } = scratch;
  const next = scanLines(buffer, from, to, true, line);
  fold.add(buffer.octets, line.rows, markOctets);
  return next;
}

/**
 * Where a file ends, or the last whole line within the parsing limit: what follows, the limit cuts (docs/semantics.md §1.3). A
 * byte order mark is no line, and stays.
 */
function endOfWholeLines(octets: Uint8Array, length: number, limit: number): number {
  if (length <= limit) return length;
  const start = markKind(markLength(octets)) === 'whole' ? BYTE_ORDER_MARK.length : 0;
  let end = limit;
  while (end > start && octets[end - 1] !== LF && octets[end - 1] !== CR) end--;
  return end;
}

/**
 * Reads a file chunk by chunk; at the parsing limit it leaves the loop, which cancels the source.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does; what the chunks throw is passed on
 */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  maxOctets?: number,
): Promise<DocumentFacts> {
  const limit = parsingLimit(maxOctets);
  const buffer = new OctetBuffer();
  for await (const chunk of chunks) {
    // One octet past the limit tells that there is more.
    buffer.append(chunk.subarray(0, limit + 1 - buffer.length));
    if (buffer.length > limit) break;
  }
  return readOctets(buffer.octets, limit, buffer.length);
}

/** A fold under way. Owned by the fold: a step changes it and hands it on, as `Array.prototype.push` would. */
export interface DocumentState {
  readonly fold: RowFold;
  readonly buffer: OctetBuffer;
  byteOrderMark: ByteOrderMark;
  markOctets: number;
  size: number;
  truncated: boolean;
  maxOctets: number;
  discardedOctets: number;
}

/** A fold from events to a result, for whoever has the events: `events.reduce(r.step, r.initial())`, then `r.result`. */
export interface EventReducer<Result> {
  initial(): DocumentState;
  step(state: DocumentState, event: RobotsEvent): DocumentState;
  result(state: DocumentState): Result;
}

/** The reducer from line events to documents, as `create` makes them of their facts. */
export function documentReducerFor<Result>(create: (facts: DocumentFacts) => Result): EventReducer<Result> {
  return { initial: initialState, step: addEvent, result: (state) => create(stateFacts(state)) };
}

function initialState(): DocumentState {
  return {
    fold: new RowFold(),
    buffer: new OctetBuffer(),
    byteOrderMark: 'none',
    markOctets: 0,
    size: 0,
    truncated: false,
    maxOctets: Infinity,
    discardedOctets: 0,
  };
}

const row = new Int32Array(ROW_STRIDE);

function addEvent(state: DocumentState, event: RobotsEvent): DocumentState {
  if (isLineEvent(event)) {
    const { buffer } = state;
    const start = buffer.length;
    buffer.append(event.octets);
    for (const character of event.terminator) buffer.append(character === '\r' ? ONE_CR : ONE_LF);
    copyEventRow(event, start, row, 0);
    state.fold.add(buffer.octets, row, state.byteOrderMark === 'partial' ? state.markOctets : 0);
    state.discardedOctets += event.discardedOctets;
    state.size = event.span.end + event.terminator.length;
  } else if (event.type === 'start') {
    state.byteOrderMark = event.byteOrderMark;
    state.markOctets = event.span.end;
    if (event.byteOrderMark === 'whole') state.buffer.append(Uint8Array.from(BYTE_ORDER_MARK));
  } else if (event.type === 'limit') {
    state.maxOctets = event.maxOctets;
  } else {
    state.size = event.octets;
    state.truncated = event.truncated;
  }
  return state;
}

const ONE_CR = Uint8Array.of(CR);
const ONE_LF = Uint8Array.of(LF);

function stateFacts(state: DocumentState): DocumentFacts {
  const { fold, buffer, byteOrderMark, size, truncated, maxOctets, discardedOctets } = state;
  return {
    octets: buffer.octets.slice(0, buffer.length),
    rows: fold.copyRows(),
    rowCount: fold.count,
    lineCount: fold.lines,
    byteOrderMark,
    size,
    truncated,
    maxOctets,
    discardedOctets,
  };
}
