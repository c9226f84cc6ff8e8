/**
 * The octets of an editor's text, and which octet is at which position.
 */
import { type EditorState, Text, type TransactionSpec } from '@codemirror/state';
import { joinedOctets } from 'robotstream/internal';
import {
  decodeLines,
  encodeInto,
  isStray,
  type LineBreak,
  LineWalk,
  usualTerminator,
  writeTerminator,
} from './octet-text.js';
import { placedTerminators, setTerminators, setUsualTerminator, terminatorsOf } from './terminators.js';

const LF = 0x0a;
const CR = 0x0d;

/** The octets of a text at one moment. */
export class Snapshot {
  readonly text: Text;
  readonly octets: Uint8Array;
  /** The offset of the first octet of each line, and the length of the file. */
  readonly #lineStarts: Uint32Array;

  constructor(text: Text, octets: Uint8Array, lineStarts: Uint32Array) {
    this.text = text;
    this.octets = octets;
    this.#lineStarts = lineStarts;
  }

  /** The number, from 1, of the line that has an octet. A terminator belongs to the line that it ends. */
  lineAt(octet: number): number {
    let low = 0;
    let high = this.text.lines - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle] <= octet) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The offset of the first octet of a line. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1];
  }

  /** The offset of the octet after the last of a line, without its terminator. */
  lineEnd(line: number): number {
    const next = this.#lineStarts[line];
    if (line === this.text.lines) return next;
    const start = this.#lineStarts[line - 1];
    if (this.octets[next - 1] === CR) return next - 1;
    return next - 2 >= start && this.octets[next - 2] === CR && this.octets[next - 1] === LF
      ? next - 2
      : next - 1;
  }

  /** The first line that a parser with a limit does not read; null if it reads all. A line that the limit cuts is not read. */
  firstUnreadLine(maxOctets: number): number | null {
    if (this.octets.length <= maxOctets) return null;
    const line = this.lineAt(maxOctets);
    // A CR ends its line, whether the limit cuts off an LF after it or not.
    const cutsCrlf = this.octets[maxOctets - 1] === CR && this.octets[maxOctets] === LF;
    return cutsCrlf ? line + 1 : line;
  }

  /** The position of the character that has an octet. */
  positionOf(octet: number): number {
    return this.positionsOf([octet])[0];
  }

  /** The positions of the characters that have the given octets. Each line is walked through once. */
  positionsOf(octets: readonly number[]): number[] {
    const order = octets.map((_, index) => index).sort((a, b) => octets[a] - octets[b]);
    const positions = new Array<number>(octets.length);
    let line = this.#walkOf(1);
    for (const index of order) {
      const octet = Math.min(Math.max(octets[index], 0), this.octets.length);
      const number = this.lineAt(octet);
      if (number !== line.number) line = this.#walkOf(number);
      positions[index] = line.positionOf(octet);
    }
    return positions;
  }

  /** The offset of the octet with which the character at a position starts. */
  octetAt(position: number): number {
    const { number, from, to, text } = this.text.lineAt(position);
    const start = this.lineStart(number);
    if (position === to) return this.lineEnd(number);
    if (this.lineEnd(number) - start === text.length) return start + position - from;
    return start + new LineWalk(text).toUnit(position - from).octets;
  }

  #walkOf(number: number): PositionsInLine {
    const { from, to, text } = this.text.line(number);
    const start = this.lineStart(number);
    const end = this.lineEnd(number);
    if (end - start === text.length) {
      return { number, positionOf: (octet) => Math.min(from + octet - start, to) };
    }
    const walk = new LineWalk(text);
    return { number, positionOf: (octet) => (octet >= end ? to : from + walk.toOctet(octet - start).units) };
  }
}

/** From the octets of one line to positions, for octets in ascending order. */
interface PositionsInLine {
  readonly number: number;
  positionOf(octet: number): number;
}

/**
 * The octets of a state's text.
 *
 * @param octets the same octets, if the caller has them already
 */
export function snapshotOf(state: EditorState, octets?: Uint8Array): Snapshot {
  const text = state.doc;
  const { usual, unusual } = terminatorsOf(state);
  const lineStarts = new Uint32Array(text.lines + 1);
  const target = new Uint8Array((text.length + 1) * 3);
  const marks = unusual.iter();
  let written = 0;
  let position = 0;
  let number = 0;
  let before: LineBreak | null = null;
  for (const line of text.iterLines()) {
    lineStarts[number++] = written;
    written = encodeInto(line, target, written);
    position += line.length;
    if (number === text.lines) break;
    while (marks.value !== null && marks.from < position) marks.next();
    const own: LineBreak = marks.value !== null && marks.from === position ? marks.value.terminator : usual;
    before = line === '' ? separated(before, own) : own;
    written = writeTerminator(before, target, written);
    position++;
  }
  lineStarts[number] = written;
  return new Snapshot(text, octets ?? target.slice(0, written), lineStarts);
}

/**
 * How an empty line ends. After a line that ends with CR, an LF would become part of that line's terminator, and the empty line would
 * be lost, so it ends with CRLF. Decoded files have no such lines; they appear when a person empties a line or adds one.
 */
function separated(before: LineBreak | null, own: LineBreak): LineBreak {
  return before === '\r' && own === '\n' ? '\r\n' : own;
}

/** One replacement in a file: the octets from `start` up to `end` become `octets`. */
export interface OctetChange {
  readonly start: number;
  readonly end: number;
  readonly octets: Uint8Array;
}

/** A replacement of octets as a transaction of the editor. The snapshot is that of the state's text. */
export function octetChange(snapshot: Snapshot, change: OctetChange): TransactionSpec {
  const { text, octets } = snapshot;
  let from = snapshot.positionOf(change.start);
  let to = snapshot.positionOf(change.end);
  // A character or a terminator of which only a part is replaced is written again as a whole.
  if (snapshot.octetAt(to) < change.end) to += unitsAt(text, to);
  from -= straysBefore(text, from);
  to += straysAfter(text, to);
  // A CR and an LF that become neighbours are one terminator.
  if (octets[snapshot.octetAt(from) - 1] === CR) from--;
  let written = joinedOctets([
    octets.subarray(snapshot.octetAt(from), change.start),
    change.octets,
    octets.subarray(change.end, Math.max(change.end, snapshot.octetAt(to))),
  ]);
  if (written.at(-1) === CR && octets[snapshot.octetAt(to)] === LF) {
    to++;
    written = joinedOctets([written, Uint8Array.of(LF)]);
  }
  const decoded = decodeLines(written);
  return {
    changes: { from, to, insert: Text.of(decoded.lines) },
    effects: [setTerminators.of(placedTerminators(decoded, from))],
  };
}

/** How many code units the character at a position has. A line break has one. */
function unitsAt(text: Text, position: number): number {
  const line = text.lineAt(position);
  const codePoint = line.text.codePointAt(position - line.from);
  return codePoint !== undefined && codePoint > 0xffff ? 2 : 1;
}

/** How many stray octets an inserted octet can complete to a well-formed UTF-8 sequence. */
const MAX_STRAYS = 3;

function straysBefore(text: Text, position: number): number {
  const line = text.lineAt(position);
  let count = 0;
  while (count < MAX_STRAYS && isStray(line.text, position - line.from - 1 - count)) count++;
  return count;
}

function straysAfter(text: Text, position: number): number {
  const line = text.lineAt(position);
  let count = 0;
  while (count < MAX_STRAYS && isStray(line.text, position - line.from + count)) count++;
  return count;
}

/**
 * The transaction that replaces the current file with another. Only the differing part changes, so that the cursor and the view
 * stay where they are, unless most lines of the other file end differently.
 */
export function fileChange(state: EditorState, octets: Uint8Array): TransactionSpec | null {
  const snapshot = snapshotOf(state);
  const present = snapshot.octets;
  const shared = Math.min(present.length, octets.length);
  let start = 0;
  while (start < shared && present[start] === octets[start]) start++;
  if (start === octets.length && start === present.length) return null;

  const decoded = decodeLines(octets);
  const usual = usualTerminator(decoded.terminators);
  if (usual !== terminatorsOf(state).usual) {
    return {
      changes: { from: 0, to: state.doc.length, insert: Text.of(decoded.lines) },
      effects: [setUsualTerminator.of(usual), setTerminators.of(placedTerminators(decoded, 0))],
    };
  }
  let after = 0;
  while (after < shared - start && present[present.length - 1 - after] === octets[octets.length - 1 - after])
    after++;
  return octetChange(snapshot, {
    start,
    end: present.length - after,
    octets: octets.subarray(start, octets.length - after),
  });
}
