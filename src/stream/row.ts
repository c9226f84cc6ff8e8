/**
 * A line as a row of integers: what the scanner writes, and what events and documents are made from. A row says what
 * stands where; which of it counts is each profile's to say ({@link readingTable}).
 */
import type { ReadingAxes } from '../profiles.js';
import { MISSPELLED, NO_DIRECTIVE, SPELLED_AS_PREFIX, USER_AGENT } from './fields.js';

/** Integers a row. */
export const ROW_STRIDE = 8;
/** Shape, directive, spelling and facts, packed as below. */
export const ROW_FLAGS = 0;
/** Where the line begins; all places are offsets into the octets that the row is about. */
export const ROW_START = 1;
/** Where what is read of the line ends: before its terminator, and within the line limit. */
export const ROW_END = 2;
export const ROW_FIELD_START = 3;
export const ROW_FIELD_END = 4;
export const ROW_VALUE_START = 5;
export const ROW_VALUE_END = 6;
/** Where the next line begins: behind the terminator, and behind what lies past the line limit. */
export const ROW_NEXT = 7;
/** In a document's rows that column holds the line's number instead, from 1. */
export const ROW_LINE = ROW_NEXT;

/** What the line's content, its comment left out, looks like. */
export const SHAPE_MASK = 0b111;
/** White space alone, or nothing. */
export const BLANK = 0;
/** A comment alone. */
export const COMMENT = 1;
/** `field ":" value`. */
export const RECORD = 2;
/** Two words with white space between: docs/semantics.md §2.2. */
export const SPACED_RECORD = 3;
/** Neither a colon nor two words. */
export const NO_SEPARATOR = 4;
/** Nothing before the colon. */
export const EMPTY_FIELD = 5;
/** Not looked into yet, and no directive under any profile: its first octet begins none. */
export const UNREAD = 6;

/** The directive that the field is or begins like (`fields.ts`), and how it is spelled. */
export const DIRECTIVE_SHIFT = 3;
export const DIRECTIVE_MASK = 0b111;
export const SPELLING_SHIFT = 6;
export const SPELLING_MASK = 0b11;

/** A forbidden control octet stands in the content; `HAS_NUL`: one of them is NUL. */
export const HAS_CONTROL = 1 << 8;
export const HAS_NUL = 1 << 9;
export const HAS_COMMENT = 1 << 10;
/** The line goes on past the line limit. */
export const OVERLONG = 1 << 11;

/** In a document's rows: a blank line stands between this row and the one before. */
export const BLANK_BEFORE = 1 << 14;
/** In a document's rows: profiles that skip part of a mark or end lines at NUL must read the line anew. */
export const READS_DIFFERENTLY = 1 << 15;

export const TERMINATOR_SHIFT = 12;
export const TERMINATOR_MASK = 0b11;
/** What the two terminator bits stand for. */
export const TERMINATORS = ['', '\n', '\r', '\r\n'] as const;
export type Terminator = (typeof TERMINATORS)[number];
export const ENDS_AT_INPUT_END = 0;
export const ENDS_WITH_LF = 1;
export const ENDS_WITH_CR = 2;
export const ENDS_WITH_CRLF = 3;

/** Bits that say how a profile reads the line: shape, directive, spelling, control. */
const READING_BITS = 9;
export const READING_MASK = (1 << READING_BITS) - 1;

/** What a profile makes of a line, beside the directive numbers of `fields.ts`. */
export const UNUSABLE_USER_AGENT = 5;

/** For each combination of the reading bits, the directive that a profile reads there. */
export type ReadingTable = Uint8Array;

const readingTables = new WeakMap<ReadingAxes, ReadingTable>();

/**
 * How a profile reads rows: for {@link readRow}. Made once a profile.
 */
export function readingTable(axes: ReadingAxes): ReadingTable {
  let table = readingTables.get(axes);
  if (table === undefined) {
    table = Uint8Array.from({ length: READING_MASK + 1 }, (_, bits) => readBits(bits, axes));
    readingTables.set(axes, table);
  }
  return table;
}

/** The directive that a row is under a profile: 0 for none, else a number of `fields.ts` or `UNUSABLE_USER_AGENT`. */
export function readRow(flags: number, table: ReadingTable): number {
  return table[flags & READING_MASK];
}

/** Whether a row is a record with a field and a value under a profile, whatever the field: docs/semantics.md §2.2 and §1.6. */
export function isRecordUnder(flags: number, axes: ReadingAxes): boolean {
  return hasFieldAndValue(flags, axes) && !isRejected(flags, axes);
}

function hasFieldAndValue(flags: number, axes: ReadingAxes): boolean {
  const shape = flags & SHAPE_MASK;
  return shape === RECORD || (shape === SPACED_RECORD && axes.separator === 'colon-or-white-space');
}

function isRejected(flags: number, axes: ReadingAxes): boolean {
  return (flags & HAS_CONTROL) !== 0 && axes.controlOctets === 'reject-line';
}

/** docs/semantics.md §2.2, §2.3 and §1.6 for one combination of bits. */
function readBits(bits: number, axes: ReadingAxes): number {
  if (!hasFieldAndValue(bits, axes)) return NO_DIRECTIVE;

  const directive = (bits >> DIRECTIVE_SHIFT) & DIRECTIVE_MASK;
  const spelling = (bits >> SPELLING_SHIFT) & SPELLING_MASK;
  if (spelling === MISSPELLED && axes.fieldMatch === 'exact') return NO_DIRECTIVE;
  if (spelling === SPELLED_AS_PREFIX && axes.fieldMatch !== 'prefix') return NO_DIRECTIVE;

  if (!isRejected(bits, axes)) return directive;
  return directive === USER_AGENT ? UNUSABLE_USER_AGENT : NO_DIRECTIVE;
}
