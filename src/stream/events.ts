/**
 * The events of a file, in file order: the start, one event for each line, the parsing limit if it is reached, and the end.
 * Events read lines as RFC 9309 does. To read a file under another profile, use a document.
 */
import { HASH } from '../ascii.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import type { Span } from '../octets.js';
import { isObject, misshapen } from '../option-checks.js';
import { RFC_9309_READING } from '../profiles.js';
import { OctetText } from './octet-text.js';
import { type ByteOrderMark, indexOf, readingEnd } from './read-line.js';
import * as Row from './row.js';

/** What a line is, as RFC 9309 reads it: the `type` of its event. */
export type LineType = Row.DirectiveName | 'other' | 'comment' | 'blank' | 'invalid';

/** Consecutive rows, their octets, and their place in the file. */
export interface LinesInFile {
  /** The octets that the rows refer to. */
  readonly octets: Uint8Array;
  /** At least one row. */
  readonly rows: Int32Array;
  /** The offset in the file of `octets[0]`. Negative if that octet is not part of the file. */
  readonly base: number;
  /** How many octets of a batch's only line were discarded; 0 in a batch of several lines. */
  readonly discardedOctets: number;
}

/** The lines of a batch. Programs never see this memory: other batches and files may share it. */
export interface BatchRows extends LinesInFile {
  /** Whether events show the octets past the line limit. */
  readonly keepsOverlong: boolean;
}

/** The place in the file of the line whose row starts at `at`. */
export function spanOf({ base, rows, discardedOctets }: LinesInFile, at: number): Span {
  return { start: base + rows[at + Row.START], end: base + rows[at + Row.END] + discardedOctets };
}

/** The members of every line event. Places are octet offsets in the file. */
export interface LineFacts {
  /** The line's number, from 1. */
  readonly line: number;
  /** The place of the line, without its terminator. */
  readonly span: Span;
  /** How the line ends; `''` at the end of the input. */
  readonly terminator: Row.Terminator;
  /** The octets of the line, without its terminator. A copy in memory of its own, made each time it is read. */
  readonly octets: Uint8Array;
  /** How many octets past the line limit (16,663) were discarded. They are not in `octets`. */
  readonly discardedOctets: number;
  /** The comment, from `#` to the end of the line; null if there is none. */
  readonly comment: OctetText | null;
  /** The event as plain data, with its texts and without its octets and diagnostics. */
  toJSON(): object;
}

/** The members of every event of a line with a field and a value. */
export interface RecordFacts extends LineFacts {
  /** The field: the text before the colon, trimmed. */
  readonly field: OctetText;
  /** The value: the text after the colon, trimmed. It can be empty. */
  readonly value: OctetText;
}

/** A line of each of some types, with what its event has. */
type OfType<Types extends LineType, Facts> = Types extends LineType
  ? Facts & { readonly type: Types }
  : never;

/**
 * The event of a line: a record, by its directive, or `other` for one such as `Crawl-delay`; a line with only a comment; an empty line,
 * or one with only white space; or a line that is ignored. `lineDiagnostics(event)` says why it is, and whether the value of a user-agent
 * line is a usable name (docs/semantics.md §3.3).
 */
export type LineEvent =
  | OfType<'allow' | 'disallow', RecordFacts & { /** The path pattern. */ readonly pattern: string }>
  | OfType<'user-agent', RecordFacts & { /** The product token, or `*`. */ readonly name: string }>
  | OfType<'sitemap', RecordFacts & { /** The value, as text. */ readonly url: string }>
  | OfType<'other', RecordFacts>
  | OfType<'comment', LineFacts & { readonly comment: OctetText }>
  | OfType<'blank' | 'invalid', LineFacts>;

/** The first event of every file. */
export interface StartEvent {
  readonly type: 'start';
  /** How much of a UTF-8 byte order mark the file starts with. */
  readonly byteOrderMark: ByteOrderMark;
  /** The place of the mark. An incomplete mark is also part of line 1. */
  readonly span: Span;
}

/** The file is longer than the parsing limit. Only the `end` event follows. */
export interface LimitEvent {
  readonly type: 'limit';
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** The number of the line that the limit cuts. */
  readonly line: number;
  /** The place of the octets of that line that were read and dropped. Empty if the limit is between two lines. */
  readonly span: Span;
}

/** The last event of every file. */
export interface EndEvent {
  readonly type: 'end';
  /** How many octets were read, with the byte order mark; never more than the parsing limit. */
  readonly octets: number;
  /** How many line events there were. */
  readonly lines: number;
  /** Whether the parsing limit cut the file short. */
  readonly truncated: boolean;
}

/** Any event of a file. */
export type RobotsEvent = LineEvent | StartEvent | LimitEvent | EndEvent;

const LINE_TYPES = ['user-agent', 'allow', 'disallow', 'sitemap', 'other', 'comment', 'blank', 'invalid'];
const OTHER_TYPES = ['start', 'limit', 'end'];

/**
 * Whether an event is a line event, and not the start, the limit or the end.
 *
 * @throws {TypeError} if it is not an event of a file
 * @example
 * ```js
 * import { isLineEvent, lineEvents } from 'robotstream';
 *
 * for await (const event of lineEvents('User-agent: *\nDisallow: /')) {
 *   if (isLineEvent(event)) console.log(event.line, event.type);
 * }
 * // → 1 user-agent
 * // → 2 disallow
 * ```
 */
export function isLineEvent(event: RobotsEvent): event is LineEvent {
  if (isObject(event)) {
    if (LINE_TYPES.includes(event.type)) return true;
    if (OTHER_TYPES.includes(event.type)) return false;
  }
  throw misshapen(event, 'event', 'an event of a file');
}

/** The event of the line whose row in a batch starts at `at`. */
export function lineEvent(batch: BatchRows, at: number): LineEvent {
  return new Line(typeOfRow(batch.rows, at), batch, at) as LineEvent;
}

/** The row of a line event, and where it starts; `undefined` for any other value. Only this package reads it. */
export function rowOfEvent(event: object): { batch: BatchRows; at: number } | undefined {
  return Line.rowOf(event);
}

/**
 * A line event: a window on a row. The types above say which of these members each type of event has. It has no private methods,
 * because they would add a field to each event.
 */
class Line {
  readonly type: LineType;
  readonly #batch: BatchRows;
  /** Where the row starts in the batch's rows. */
  readonly #at: number;

  static rowOf(event: object): { batch: BatchRows; at: number } | undefined {
    return #batch in event ? { batch: event.#batch, at: event.#at } : undefined;
  }

  constructor(type: LineType, batch: BatchRows, at: number) {
    this.type = type;
    this.#batch = batch;
    this.#at = at;
  }

  get line(): number {
    return this.#batch.rows[this.#at + Row.LINE];
  }

  get span(): Span {
    return spanOf(this.#batch, this.#at);
  }

  get terminator(): Row.Terminator {
    return Row.terminatorOf(Row.flagsOf(this.#batch.rows, this.#at));
  }

  get octets(): Uint8Array {
    const { octets, rows, keepsOverlong } = this.#batch;
    const start = rows[this.#at + Row.START];
    const end = rows[this.#at + Row.END];
    return octets.slice(start, keepsOverlong ? end : readingEnd(start, end));
  }

  get discardedOctets(): number {
    const { rows, discardedOctets, keepsOverlong } = this.#batch;
    if (keepsOverlong) return 0;
    const end = rows[this.#at + Row.END];
    return discardedOctets + end - readingEnd(rows[this.#at + Row.START], end);
  }

  get field(): OctetText | undefined {
    return isRecord(this.type) ? textOf(this.#batch, this.#at, Row.FIELD_START, Row.FIELD_END) : undefined;
  }

  get value(): OctetText | undefined {
    return isRecord(this.type) ? textOf(this.#batch, this.#at, Row.VALUE_START, Row.VALUE_END) : undefined;
  }

  get pattern(): string | undefined {
    return this.type === 'allow' || this.type === 'disallow' ? (this.value as OctetText).text : undefined;
  }

  get name(): string | undefined {
    return this.type === 'user-agent' ? (this.value as OctetText).text : undefined;
  }

  get url(): string | undefined {
    return this.type === 'sitemap' ? (this.value as OctetText).text : undefined;
  }

  get comment(): OctetText | null {
    return commentAt(this.#batch, this.#at);
  }

  toJSON(): object {
    const { type, line, span, terminator, field, value, comment, discardedOctets } = this;
    return {
      type,
      line,
      span,
      terminator,
      ...(field && { field: field.toJSON() }),
      ...(value && { value: value.toJSON() }),
      ...(comment && { comment: comment.toJSON() }),
      ...(discardedOctets > 0 && { discardedOctets }),
    };
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('LineEvent', this.toJSON(), depth, options, inspect);
  }
}

function isRecord(type: LineType): boolean {
  return type !== 'blank' && type !== 'comment' && type !== 'invalid';
}

/** The text between the places in two columns of a row. */
function textOf({ octets, rows, base }: BatchRows, at: number, start: number, end: number): OctetText {
  return new OctetText(octets, rows[at + start], rows[at + end], base);
}

/** The comment of the line whose row starts at `at`; null if there is none. */
export function commentAt({ octets, rows, base }: LinesInFile, at: number): OctetText | null {
  if ((Row.flagsOf(rows, at) & Row.HAS_COMMENT) === 0) return null;
  const start = rows[at + Row.START];
  const end = readingEnd(start, rows[at + Row.END]);
  return new OctetText(octets, indexOf(octets, HASH, start, end), end, base);
}

/** What the line of a row is. */
export function typeOfRow(rows: Int32Array, at: number): LineType {
  return Row.readRow(Row.flagsOf(rows, at), TYPE_OF_BITS);
}

/** How the default profile reads rows. */
const READING = Row.readingTable(RFC_9309_READING);

const TYPE_OF_BITS = Row.tableOf(describe);

function describe(flags: Row.Flags): LineType {
  const shape = Row.shapeOf(flags);
  if (shape === Row.BLANK) return 'blank';
  if (shape === Row.COMMENT) return 'comment';
  if (shape !== Row.RECORD && shape !== Row.SPACED_RECORD) return 'invalid';
  const directive = Row.readRow(flags, READING);
  if (directive === Row.UNUSABLE_USER_AGENT) return 'user-agent';
  if (directive === Row.CONTENT_USAGE) return 'other';
  if (directive !== Row.NO_DIRECTIVE) return Row.DIRECTIVE_NAMES[directive - 1];
  return flags & Row.HAS_CONTROL ? 'invalid' : 'other';
}
