/**
 * What the stream says of a file, in its order: one event a line, and the facts of start, limit and end. Events are
 * read as RFC 9309 reads lines; what other profiles make of the same octets is decided when a document is judged.
 */
import { HASH } from '../ascii.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Span } from '../places.js';
import type { ByteOrderMark } from './byte-order-mark.js';
import type { LineBatch } from './line-batch.js';
import { diagnoseLine } from './line-diagnostics.js';
import { indexOf, readingEnd } from './read-line.js';
import {
  flagsOf,
  HAS_COMMENT,
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_START,
  ROW_VALUE_END,
  ROW_VALUE_START,
  type RowFlags,
  type Terminator,
  terminatorOf,
} from './row.js';
import { OctetText } from './text.js';

/** What every line event has. Places are octet offsets in the file. */
export interface LineFacts {
  /** The line's number, from 1. */
  readonly line: number;
  /** The line without its terminator. */
  readonly span: Span;
  /** How the line ends; `''` at the end of input. */
  readonly terminator: Terminator;
  /** The line's octets without its terminator: a view, valid as long as it is held. */
  readonly octets: Uint8Array;
  /** How many octets of the line lie past the line limit (16,663) and were let go; they are not in `octets`. */
  readonly discardedOctets: number;
  /** From `#` to the end of the line; null if there is none. */
  readonly comment: OctetText | null;
  /** What is odd about the line. */
  readonly diagnostics: readonly Diagnostic[];
  toJSON(): object;
}

/** A line with a field and a value. */
export interface RecordFacts extends LineFacts {
  /** What stands before the colon, trimmed. */
  readonly field: OctetText;
  /** What stands behind the colon, trimmed; empty if nothing does. */
  readonly value: OctetText;
}

/** `User-agent: …`. Also one whose value is no usable name (docs/semantics.md §3.3): its diagnostics say so. */
export interface UserAgentEvent extends RecordFacts {
  readonly type: 'user-agent';
}
export interface AllowEvent extends RecordFacts {
  readonly type: 'allow';
}
export interface DisallowEvent extends RecordFacts {
  readonly type: 'disallow';
}
export interface SitemapEvent extends RecordFacts {
  readonly type: 'sitemap';
}
/** A record with any other field, such as `Crawl-delay`. */
export interface OtherRecordEvent extends RecordFacts {
  readonly type: 'other';
}
/** A comment alone. */
export interface CommentEvent extends LineFacts {
  readonly type: 'comment';
  readonly comment: OctetText;
}
/** White space alone, or nothing. */
export interface BlankEvent extends LineFacts {
  readonly type: 'blank';
}
/** A line that is not read; its diagnostics say why. */
export interface InvalidEvent extends LineFacts {
  readonly type: 'invalid';
}

/** Any line. */
export type LineEvent =
  | UserAgentEvent
  | AllowEvent
  | DisallowEvent
  | SitemapEvent
  | OtherRecordEvent
  | CommentEvent
  | BlankEvent
  | InvalidEvent;

/** The first event of every file. */
export interface StartEvent {
  readonly type: 'start';
  readonly byteOrderMark: ByteOrderMark;
  /** The octets of the mark, whole or partial. A partial one is also part of line 1. */
  readonly span: Span;
}

/** The parsing limit was reached with more to come. Only `end` follows. */
export interface LimitEvent {
  readonly type: 'limit';
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** The number the line has that the limit cuts. */
  readonly line: number;
  /** What was read of that line and is dropped; empty if the limit falls between two lines. */
  readonly span: Span;
}

/** The last event of every file. */
export interface EndEvent {
  readonly type: 'end';
  /** How many octets were taken, byte order mark included; never more than the parsing limit. */
  readonly octets: number;
  /** How many line events there were. */
  readonly lines: number;
  /** Whether the parsing limit cut the file short. */
  readonly truncated: boolean;
}

/** Everything a stream of octets turns into. */
export type RobotsEvent = LineEvent | StartEvent | LimitEvent | EndEvent;

/** Appends the events of a batch to `events`. */
export function appendEvents(batch: LineBatch, events: RobotsEvent[]): void {
  for (let i = 0; i < batch.count; i++) events.push(lineEvent(batch, i));
}

/** The event of the line with index `i` in a batch. */
export function lineEvent(batch: LineBatch, i: number): LineEvent {
  return new Line(batch.type(i), batch.firstLine + i, batch, batch.rowOf(i)) as LineEvent;
}

/** A line event: a window on a batch. The types above say which of its parts each type has. */
class Line {
  readonly type: LineEvent['type'];
  readonly line: number;
  readonly #batch: LineBatch;
  readonly #at: number;

  constructor(type: LineEvent['type'], line: number, batch: LineBatch, at: number) {
    this.type = type;
    this.line = line;
    this.#batch = batch;
    this.#at = at;
  }

  get span(): Span {
    const { base, rows, discardedOctets } = this.#batch;
    return {
      start: base + rows[this.#at + ROW_START],
      end: base + rows[this.#at + ROW_END] + discardedOctets,
    };
  }

  get terminator(): Terminator {
    return terminatorOf(this.#flags);
  }

  get octets(): Uint8Array {
    const { octets, rows, keepsOverlong } = this.#batch;
    return octets.subarray(
      rows[this.#at + ROW_START],
      keepsOverlong ? rows[this.#at + ROW_END] : this.#readingEnd,
    );
  }

  get discardedOctets(): number {
    const { rows, discardedOctets, keepsOverlong } = this.#batch;
    return keepsOverlong ? 0 : discardedOctets + rows[this.#at + ROW_END] - this.#readingEnd;
  }

  get field(): OctetText | undefined {
    return this.#isRecord ? this.#text(ROW_FIELD_START, ROW_FIELD_END) : undefined;
  }

  get value(): OctetText | undefined {
    return this.#isRecord ? this.#text(ROW_VALUE_START, ROW_VALUE_END) : undefined;
  }

  get comment(): OctetText | null {
    if ((this.#flags & HAS_COMMENT) === 0) return null;
    const { octets, rows, base } = this.#batch;
    const end = this.#readingEnd;
    const start = indexOf(octets, HASH, rows[this.#at + ROW_START], end);
    return new OctetText(octets, start, end, base);
  }

  get diagnostics(): readonly Diagnostic[] {
    const { octets, rows, base } = this.#batch;
    return diagnoseLine({ octets, rows, at: this.#at, base, line: this.line, span: this.span });
  }

  toJSON(): object {
    const { type, line, span, terminator, field, value, comment, diagnostics, discardedOctets } = this;
    return {
      type,
      line,
      span,
      terminator,
      ...(field && { field: field.toJSON() }),
      ...(value && { value: value.toJSON() }),
      ...(comment && { comment: comment.toJSON() }),
      ...(discardedOctets > 0 && { discardedOctets }),
      diagnostics,
    };
  }

  get #flags(): RowFlags {
    return flagsOf(this.#batch.rows, this.#at);
  }

  /** Where in the batch's octets reading stopped: at the line's end or at the line limit. */
  get #readingEnd(): number {
    const { rows } = this.#batch;
    return readingEnd(rows[this.#at + ROW_START], rows[this.#at + ROW_END]);
  }

  get #isRecord(): boolean {
    return this.type !== 'blank' && this.type !== 'comment' && this.type !== 'invalid';
  }

  #text(startColumn: number, endColumn: number): OctetText {
    const { octets, rows, base } = this.#batch;
    return new OctetText(octets, rows[this.#at + startColumn], rows[this.#at + endColumn], base);
  }
}

/** Whether an event is a line, and not one of the facts of start, limit and end. */
export function isLineEvent(event: RobotsEvent): event is LineEvent {
  return event.type !== 'start' && event.type !== 'limit' && event.type !== 'end';
}
