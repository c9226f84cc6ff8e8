/**
 * Line events → a parsed file, as a fold.
 */
import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { plainOctets } from '../octets.js';
import { isObject, misshapen } from '../option-checks.js';
import type { ByteOrderMark } from '../stream/byte-order-mark.js';
import { isLineEvent, type LineEvent, type RobotsEvent, rowOfEvent } from '../stream/events.js';
import { ROW_START, type Terminator } from '../stream/row.js';
import { DocumentReader } from './document-reader.js';
import type { ParsedFile } from './parsed-file.js';

/** A fold over line events: `events.reduce(reducer.step, reducer.initial())`, then `reducer.result(state)`. */
export interface EventReducer<Result> {
  /** The state before the first event. */
  initial(): DocumentState;
  /**
   * Adds an event to a state. It changes the state and returns it.
   *
   * @throws {TypeError} if the state is not of this reducer; if the event is not an event of a file, or a line event has no octets or
   *   no terminator
   */
  step(state: DocumentState, event: RobotsEvent): DocumentState;
  /**
   * The result of the events so far. More steps can follow.
   *
   * @throws {TypeError} if the state is not of this reducer
   */
  result(state: DocumentState): Result;
}

/** The reducer with the result that `create` makes. */
export function documentReducerFor<Result>(create: (file: ParsedFile) => Result): EventReducer<Result> {
  return {
    initial: () => new DocumentState(),
    step: DocumentState.add,
    result: (state) => create(DocumentState.file(state)),
  };
}

/** A fold in progress. Only its reducer reads and changes it. */
export class DocumentState {
  readonly #reader = new DocumentReader(Infinity);
  #byteOrderMark: ByteOrderMark = 'none';
  #size = 0;
  #truncated = false;
  #maxOctets = Infinity;
  #discardedOctets = 0;

  static add(state: DocumentState, event: RobotsEvent): DocumentState {
    DocumentState.#check(state);
    if (isLineEvent(event)) {
      state.#addLine(event);
    } else if (event.type === 'start') {
      state.#byteOrderMark = event.byteOrderMark;
      if (event.byteOrderMark === 'whole') state.#reader.write(Uint8Array.from(BYTE_ORDER_MARK));
    } else if (event.type === 'limit') {
      state.#maxOctets = event.maxOctets;
    } else {
      state.#size = event.octets;
      state.#truncated = event.truncated;
    }
    return state;
  }

  static file(state: DocumentState): ParsedFile {
    DocumentState.#check(state);
    const file = state.#reader.read();
    return {
      ...file,
      // Part of a byte order mark is part of line 1, which the parsing limit may have cut.
      byteOrderMark: state.#reader.length === 0 ? state.#byteOrderMark : file.byteOrderMark,
      size: state.#size,
      truncated: state.#truncated,
      maxOctets: state.#maxOctets,
      discardedOctets: state.#discardedOctets,
    };
  }

  static #check(state: unknown): void {
    const isState = isObject(state) && #reader in state;
    if (!isState) throw misshapen(state, 'state', 'the state that initial() or step() returned');
  }

  #addLine(event: LineEvent): void {
    const { type, terminator, span, discardedOctets } = event;
    const octets = octetsOf(event);
    const end = TERMINATOR_OCTETS[terminator];
    if (octets === undefined || end === undefined) {
      throw new TypeError(
        `The event of type ${JSON.stringify(type)} is no line event: it has no octets or no terminator`,
      );
    }
    this.#reader.write(octets);
    this.#reader.write(end);
    this.#discardedOctets += discardedOctets;
    this.#size = span.end + terminator.length;
  }
}

/** The octets of a line event, where they are: `event.octets` is a copy. Those of an event that was made elsewhere, such as a test's. */
function octetsOf(event: LineEvent): Uint8Array | undefined {
  const row = rowOfEvent(event);
  if (row === undefined) return plainOctets(event.octets);
  const { octets, rows, at, span } = row;
  const start = rows[at + ROW_START];
  return octets.subarray(start, start + span.end - span.start - event.discardedOctets);
}

const TERMINATOR_OCTETS: { readonly [terminator in Terminator]: Uint8Array } = {
  '': new Uint8Array(0),
  '\n': Uint8Array.of(LF),
  '\r': Uint8Array.of(CR),
  '\r\n': Uint8Array.of(CR, LF),
};
