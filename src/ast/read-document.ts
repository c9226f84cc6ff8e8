/**
 * The two ways to a document's facts: octets at hand, and a fold over events.
 */
import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS, parsingLimit } from '../limits.js';
import { type ByteOrderMark, copyEventRow, isLineEvent, type RobotsEvent } from '../stream/events.js';
import { ROW_STRIDE } from '../stream/row.js';
import { scanLines, Tape } from '../stream/scan.js';
import { ScanBuffer } from '../stream/scan-buffer.js';
import { type DocumentFacts, markKind, markLength, RowFold } from './document-fold.js';
import { OctetBuffer } from './octet-buffer.js';

/** Lines that one run of the scanner reads before the fold takes them. */
const LINES_A_SCAN = 256;

/**
 * What reading a file takes and does not keep. No reading is ever under way while another begins, so that all of them
 * use the same; files over the size make their own.
 */
const scratch = {
  tape: new Tape(LINES_A_SCAN),
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
export function readOctets(octets: Uint8Array, maxOctets?: number, length?: number): DocumentFacts {
  const facts = borrowFacts(octets, maxOctets, length);
  const kept = { ...facts, octets: facts.octets.slice(), rows: scratch.fold.rows() };
  scratch.fold.clear();
  return kept;
}

/**
 * Reads a file as {@link readOctets} does, into memory that the next reading takes: for one question and no more.
 *
 * @throws {RangeError | TypeError} as `parsingLimit` does
 */
export function borrowFacts(octets: Uint8Array, maxOctets?: number, length = octets.length): DocumentFacts {
  const limit = parsingLimit(maxOctets);
  const truncated = length > limit;
  const size = truncated ? limit : length;
  const mark = markLength(octets);
  const byteOrderMark = markKind(mark);
  const start = byteOrderMark === 'whole' ? mark : 0;
  const partialMark = byteOrderMark === 'partial' ? mark : 0;
  const end = truncated ? lastTerminator(octets, start, limit) : size;
  const { tape, fold } = scratch;
  const buffer = end > scratch.buffer.capacity ? new ScanBuffer(end) : scratch.buffer;
  buffer.load(end === octets.length ? octets : octets.subarray(0, end));

  fold.clear();
  let p = start;
  while (p < end) {
    p = scanLines(buffer, p, end, true, tape);
    fold.add(buffer.octets, tape.rows, tape.count, partialMark);
  }
  return {
    octets: buffer.octets.subarray(0, end),
    rows: fold.borrowedRows,
    rowCount: fold.rowCount,
    lineCount: fold.lineCount,
    byteOrderMark,
    size,
    truncated,
    maxOctets: limit,
    discardedOctets: 0,
  };
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

/** Where the last whole line from `start` to the parsing limit ends: what follows, the limit cuts (semantics §1.3). */
function lastTerminator(octets: Uint8Array, start: number, limit: number): number {
  let end = limit;
  while (end > start && octets[end - 1] !== LF && octets[end - 1] !== CR) end--;
  return end;
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
    state.fold.add(buffer.octets, row, 1, state.byteOrderMark === 'partial' ? state.markOctets : 0);
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
    rows: fold.rows(),
    rowCount: fold.rowCount,
    lineCount: fold.lineCount,
    byteOrderMark,
    size,
    truncated,
    maxOctets,
    discardedOctets,
  };
}
