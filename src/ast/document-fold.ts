/**
 * The fold from lines to what a document is made of. It keeps the octets and a row for each line that is a directive
 * under some profile; everything else is read from the octets when somebody asks. That bounds what a document retains:
 * the shortest such line has seven octets, its row 32.
 */
import { BYTE_ORDER_MARK, CR, LF } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { ReadingAxes } from '../profiles.js';
import type { ByteOrderMark } from '../stream/events.js';
import { completeRow } from '../stream/line-batch.js';
import { readLine } from '../stream/read-line.js';
import {
  BLANK,
  BLANK_BEFORE,
  DIRECTIVE_MASK,
  DIRECTIVE_SHIFT,
  HAS_NUL,
  READS_DIFFERENTLY,
  ROW_END,
  ROW_FLAGS,
  ROW_LINE,
  ROW_START,
  ROW_STRIDE,
  SHAPE_MASK,
  UNREAD,
} from '../stream/row.js';
import type { DirectiveRows } from '../stream/scan-directives.js';

/** What a document is made of. */
export interface DocumentFacts {
  /**
   * The octets of all whole lines, byte order mark and terminators included. Where the facts are borrowed, line ends
   * follow that are not the file's.
   */
  readonly octets: Uint8Array;
  /** A row for each line that is a directive under some profile (`stream/row.ts`, with `ROW_LINE`); perhaps with room behind. */
  readonly rows: Int32Array;
  /** How many rows there are. */
  readonly rowCount: number;
  /** How many lines the file has. */
  readonly lineCount: number;
  readonly byteOrderMark: ByteOrderMark;
  /** How many octets were taken from the source; more than `octets` holds where a line was cut or let go. */
  readonly size: number;
  /** Whether the parsing limit cut the file short. */
  readonly truncated: boolean;
  /** The parsing limit that held, in octets. */
  readonly maxOctets: number;
  /** How many octets past the line limit were let go while streaming; 0 if the octets are the file's own. */
  readonly discardedOctets: number;
}

/** Rows that a fold has room for at first; the room doubles as needed. */
const FIRST_ROWS = 64;

/** Rows that a fold which is used again keeps room for: more than any but a hostile file has. */
const KEPT_ROWS = 16_384;

/** Collects the rows of a document. */
export class RowFold implements DirectiveRows {
  rows = new Int32Array(FIRST_ROWS * ROW_STRIDE);
  count = 0;
  lines = 0;
  blankBefore = 0;
  readonly #scratch = new Int32Array(ROW_STRIDE);

  /** Begins anew; the rows are overwritten. */
  clear(): void {
    this.count = 0;
    this.lines = 0;
    this.blankBefore = 0;
    if (this.rows.length > KEPT_ROWS * ROW_STRIDE) this.rows = new Int32Array(FIRST_ROWS * ROW_STRIDE);
  }

  /** The rows so far, in memory of just their size. */
  copyRows(): Int32Array {
    return this.rows.slice(0, this.count * ROW_STRIDE);
  }

  grow(): void {
    const larger = new Int32Array(this.rows.length * 2);
    larger.set(this.rows);
    this.rows = larger;
  }

  /**
   * Adds the next line.
   *
   * @param octets what the row refers to
   * @param row the line as `scanLines` wrote it
   * @param markOctets how many octets of a partial byte order mark the first line begins with
   */
  add(octets: Uint8Array, row: Int32Array, markOctets: number): void {
    const flags = row[ROW_FLAGS];
    this.lines++;
    if ((flags & SHAPE_MASK) === BLANK) {
      this.blankBefore = BLANK_BEFORE;
      return;
    }
    const isDirective = ((flags >> DIRECTIVE_SHIFT) & DIRECTIVE_MASK) !== 0;
    const hasMark = markOctets > 0 && this.lines === 1;
    const readsDifferently = hasMark || (flags & HAS_NUL) !== 0;
    if (
      !isDirective &&
      !(readsDifferently && this.#isDirectiveElsewhere(octets, row, hasMark ? markOctets : 0))
    )
      return;
    if ((flags & SHAPE_MASK) === UNREAD) completeRow(octets, row, 0);

    const at = this.count * ROW_STRIDE;
    if (at === this.rows.length) this.grow();
    this.rows.set(row, at);
    this.rows[at + ROW_FLAGS] |= this.blankBefore | (readsDifferently ? READS_DIFFERENTLY : 0);
    this.rows[at + ROW_LINE] = this.lines;
    this.count++;
    this.blankBefore = 0;
  }

  /** Whether the line is a directive to a reader who skips part of a mark, or ends lines at NUL. */
  #isDirectiveElsewhere(octets: Uint8Array, row: Int32Array, skip: number): boolean {
    const scratch = this.#scratch;
    readLine(octets, row[ROW_START] + skip, row[ROW_END], 'nul-ends-content', scratch, 0);
    return ((scratch[ROW_FLAGS] >> DIRECTIVE_SHIFT) & DIRECTIVE_MASK) !== 0;
  }
}

/** How many octets of a byte order mark, whole or partial, `octets` begins with. */
export function markLength(octets: Uint8Array): number {
  let length = 0;
  while (length < BYTE_ORDER_MARK.length && octets[length] === BYTE_ORDER_MARK[length]) length++;
  return length;
}

export function markKind(length: number): ByteOrderMark {
  if (length === 0) return 'none';
  return length === BYTE_ORDER_MARK.length ? 'whole' : 'partial';
}

/**
 * A document's rows as a profile's reading has them: its own, or a copy in which the lines are read anew that this
 * reading takes differently (docs/semantics.md §1.2, §1.6).
 */
export function rowsUnder(facts: DocumentFacts, axes: ReadingAxes): Int32Array {
  const skippedMark = partialMarkOctets(facts, axes);
  const endsAtNul = axes.controlOctets === 'nul-ends-content';
  if (skippedMark === 0 && !endsAtNul) return facts.rows;

  const { octets, rowCount } = facts;
  let rows = facts.rows;
  for (let i = 0, at = 0; i < rowCount; i++, at += ROW_STRIDE) {
    const flags = rows[at + ROW_FLAGS];
    if ((flags & READS_DIFFERENTLY) === 0) continue;
    if (rows === facts.rows) rows = facts.rows.slice();
    const start = rows[at + ROW_START] + (rows[at + ROW_LINE] === 1 ? skippedMark : 0);
    readLine(octets, start, lineEnd(octets, start), axes.controlOctets, rows, at);
    rows[at + ROW_FLAGS] |= flags & BLANK_BEFORE;
  }
  return rows;
}

/** How many octets of line 1 a profile skips, because they are part of a byte order mark. */
export function partialMarkOctets(facts: DocumentFacts, axes: ReadingAxes): number {
  const skips = axes.byteOrderMark === 'whole-or-partial' && facts.byteOrderMark === 'partial';
  return skips ? markLength(facts.octets) : 0;
}

/** Where the line that begins at `start` ends: at its terminator, or the line limit. */
function lineEnd(octets: Uint8Array, start: number): number {
  const limit = Math.min(octets.length, start + LINE_LIMIT_OCTETS);
  let p = start;
  while (p < limit && octets[p] !== LF && octets[p] !== CR) p++;
  return p;
}
