/**
 * Octets → rows, and octets → directives: the two loops that know what a line is. They share every step (`scan-steps.ts`),
 * have short cuts for the lines that make up real files, and leave all other lines to `read-line.ts`, which defines
 * what a line is. Property tests compare the three.
 *
 * A turn of either loop reads one line, from left to right:
 *
 * ```
 *    ··Disallow··:··/private/*.pdf··#·letters·only CR LF
 *    │ │       │ │  │             │ │             │     └ next
 *    │ │       │ │  │             │ │             └ end
 *    │ │       │ │  │             │ └ content ends
 *    │ │       │ │  │             └ valueEnd
 *    │ │       │ │  └ valueStart
 *    │ │       │ └ colon
 *    │ │       └ fieldEnd
 *    │ └ fieldStart
 *    └ start
 *
 *    start → fieldStart         skips white space
 *    fieldStart → fieldEnd      directiveAt: compares four octets at a time; gives up at what may be a misspelling
 *    fieldEnd → valueStart      isUsualSeparator: a colon and a space; else skips white space, one colon and white space;
 *                               gives up if there is no colon
 *    valueStart → content ends  contentEnd: eight octets at a time; gives up at a control octet
 *    content ends → valueEnd    drops white space, backwards
 *    content ends → end → next  lineEnd: eight octets at a time; then the terminator
 * ```
 *
 * When a step gives up, the line is read again, in full. How often each path is taken, of the 137,983 lines of 2,030 real
 * files:
 *
 * ```
 *    a directive's own spelling and a colon         86.8 %
 *      with exactly one space after the colon         85.0 %
 *      with white space between value and line end     2.8 %
 *      with a comment after the value                  1.2 %
 *      with white space before the colon               0.3 %
 *    blank                                           7.0 %
 *    a comment alone                                 4.8 %
 *    a first letter that starts no directive         1.3 %
 *    no short cut: read in full                      0.02 %
 *    past the line limit                             none
 *
 *    ends with LF                                   71.3 %
 *    ends with CRLF                                 28.1 %
 *    ends with the file                              0.6 %
 *    ends with CR                                    0.04 %
 * ```
 *
 * Note: engines inline a limited amount of code into a function (V8: 920 octets of bytecode). The steps fit into each
 * loop, with little to spare. With a longer step, or one more, the loop calls the others for every line and loses a
 * quarter of its speed. `node --trace-turbo-inlining` shows what is inlined.
 *
 * `| 0` says that a parameter, or what a step returns, is a 32-bit integer. V8 cannot know that, and would keep every offset in a
 * form that it has to convert at each use: through floating point to write it to a row. It is worth a sixth of the time.
 */
import { BYTE_ORDER_MARK, COLON, CR, HASH, isWhiteSpace, LF, LOWER_CASE_BIT, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { ReadingAxes } from '../profiles.js';
import { lendScanMemory, type Rows, scanMemory } from './memory.js';
import { contentStart, partialMarkLength, readLine } from './read-line.js';
import {
  ALLOW,
  BLANK,
  BLANK_BEFORE,
  COMMENT,
  DIRECTIVE_SHIFT,
  DISALLOW,
  type Directive,
  directiveOf,
  ENDS_AT_INPUT_END,
  ENDS_WITH_CR,
  ENDS_WITH_CRLF,
  ENDS_WITH_LF,
  flagsOf,
  HAS_COMMENT,
  HAS_NUL,
  type LineEnding,
  NO_DIRECTIVE,
  RECORD,
  type Reading,
  ROW_END,
  ROW_START,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  type RuleDirective,
  readingTable,
  readRow,
  shapeOf,
  TERMINATOR_SHIFT,
  UNREAD,
  writeRow,
} from './row.js';
import {
  afterColon,
  afterWhiteSpace,
  contentEnd,
  directiveAt,
  FIELD_LENGTHS,
  HAS_CONTROL_OCTET,
  isDisallow,
  isUsualSeparator,
  lineEnd,
  MAYBE_A_DIRECTIVE,
  NO_COLON,
} from './scan-steps.js';

const FIRST_OF_MARK = BYTE_ORDER_MARK[0];

/**
 * {@link scanMemory}, as a constant of this module: V8 treats what a module imports as a variable, and does not compile its value into
 * the code.
 */
const memory = scanMemory;

/** The row of a line that is not kept. It is a constant of this module for the same reason. */
const row: Int32Array = new Int32Array(ROW_STRIDE);

/** In place of a row's flags: the line has no short cut. */
const MUST_READ = -1;

/** Which lines get a row: all of them, or those that are a directive under some profile. */
export type KeptRows = 'all' | 'directives';

/**
 * Reads the lines in {@link scanMemory} from `from` to `to` into rows, until the rows are full or no whole line is left. A line is whole
 * when its terminator is seen in full (a CR as the last octet can be half of a CRLF), or when `atEnd`.
 *
 * The function is long because a call for each line would cost more than reading it.
 *
 * @param to where the lines end
 * @param atEnd whether the input, and with it the last line, ends at `to`
 * @param rows gets the rows, and counts the lines
 * @returns where the first line starts that was not read; `to` if all were
 */
export function scanRows(from: number, to: number, atEnd: boolean, rows: Rows, keep: KeptRows): number {
  const { octets, view } = memory;
  const { ints } = rows;
  const keepsAll = keep === 'all';
  const inputEnd = to | 0;
  let at = rows.end | 0;
  let lineCount = rows.lineCount | 0;
  let blankBefore = rows.blankBefore | 0;
  let start = from | 0;
  while (start < inputEnd && at < ints.length) {
    let p = start;
    let octet = octets[p];
    while (octet <= SP && isWhiteSpace(octet)) octet = octets[++p];
    const fieldStart = p;
    let fieldEnd = p;
    let valueStart = p;
    let valueEnd = p;
    let flags = UNREAD;
    if (octet === LF || octet === CR) {
      flags = BLANK;
    } else if (octet === HASH) {
      flags = COMMENT;
    } else {
      const directive = directiveAt(view, p);
      if (directive > NO_DIRECTIVE) {
        flags = MUST_READ;
        fieldEnd = p + FIELD_LENGTHS[directive];
        const isUsual = isUsualSeparator(view, fieldEnd);
        const separatorEnd = isUsual ? fieldEnd + 1 : afterColon(octets, fieldEnd) | 0;
        if (separatorEnd !== NO_COLON) {
          valueStart = isUsual ? fieldEnd + 2 : afterWhiteSpace(octets, separatorEnd) | 0;
          valueEnd = contentEnd(octets, view, valueStart) | 0;
          if (valueEnd !== HAS_CONTROL_OCTET) {
            flags = RECORD | (directive << DIRECTIVE_SHIFT);
            p = valueEnd;
            octet = octets[p];
            while (valueEnd > valueStart && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
            if (valueEnd === valueStart) valueStart = valueEnd = separatorEnd;
          }
        }
      } else if (directive === MAYBE_A_DIRECTIVE || (start === 0 && octet === FIRST_OF_MARK)) {
        flags = MUST_READ;
      }
    }

    const hasComment = octet === HASH;
    let end = p;
    if (octet !== LF && octet !== CR) {
      end = lineEnd(octets, view, p) | 0;
      octet = octets[end];
    }
    let ending: LineEnding = ENDS_WITH_LF;
    let next = end + 1;
    if (end >= inputEnd) {
      // This is the padding's line feed, not the input's.
      if (!atEnd) break;
      end = inputEnd;
      next = inputEnd;
      ending = ENDS_AT_INPUT_END;
    } else if (octet === CR) {
      ending = ENDS_WITH_CR;
      if (next === inputEnd) {
        if (!atEnd) break;
      } else if (octets[next] === LF) {
        ending = ENDS_WITH_CRLF;
        next++;
      }
    }

    lineCount++;
    const context = blankBefore | (ending << TERMINATOR_SHIFT);
    if (flags === MUST_READ || end - start > LINE_LIMIT_OCTETS) {
      readLine(octets, start, end, 'reject-line', context, lineCount, ints, at);
      flags = shapeAndDirective(octets, ints, at);
    } else if (keepsAll || flags > UNREAD) {
      flags |= context | (hasComment ? HAS_COMMENT : 0);
      writeRow(ints, at, flags, start, fieldStart, fieldEnd, valueStart, valueEnd, end, lineCount);
    }
    if (keepsAll || flags > UNREAD) {
      at += ROW_STRIDE;
      blankBefore = 0;
    } else if (flags === BLANK) {
      blankBefore = BLANK_BEFORE;
    }
    start = next;
  }
  rows.end = at;
  rows.lineCount = lineCount;
  rows.blankBefore = blankBefore;
  return start;
}

/**
 * The shape of a line that was read in full, and the directive that it is under some profile. Some lines are directives
 * only for profiles that end lines at a NUL, or that skip part of a byte order mark at the start of the file.
 */
function shapeAndDirective(octets: Uint8Array, ints: Int32Array, at: number): number {
  const flags = flagsOf(ints, at);
  const start = ints[at + ROW_START];
  const skip = start === 0 ? partialMarkLength(octets) : 0;
  if (directiveOf(flags) !== NO_DIRECTIVE || (skip === 0 && (flags & HAS_NUL) === 0)) {
    return shapeOf(flags) | (directiveOf(flags) << DIRECTIVE_SHIFT);
  }
  readLine(octets, start + skip, ints[at + ROW_END], 'nul-ends-content', 0, 0, row, 0);
  return shapeOf(flags) | (directiveOf(flagsOf(row, 0)) << DIRECTIVE_SHIFT);
}

/** Decides for {@link visitDirectives} how much of each line is read, and gets what is read. */
export interface LineVisitor {
  /**
   * Whether a line can matter, by its first octet after white space. If not, the line is skipped.
   *
   * @param firstLetter the octet; if it is a letter, in lower case
   */
  wants(firstLetter: number): boolean;

  /**
   * Whether the start of a rule's value shows that the rule does not matter. The rest of the line is not read then. Asked about rules
   * with their own spelling and a colon right after it.
   *
   * @param valueStart where in `octets` the value starts, unless more white space comes first
   */
  rulesOut(octets: Uint8Array, valueStart: number, directive: RuleDirective): boolean;

  /** A blank line. */
  blank(): void;

  /**
   * A directive, and its value `octets[valueStart..valueEnd)`.
   *
   * @param line the line's number
   * @returns whether to go on
   */
  directive(
    reading: Exclude<Reading, typeof NO_DIRECTIVE>,
    octets: Uint8Array,
    valueStart: number,
    valueEnd: number,
    line: number,
  ): boolean;
}

/**
 * Reads the lines of a file as a profile does, and hands each directive to a visitor. Nothing is kept. Only as much of a line is
 * read as the visitor needs.
 *
 * @param file its octets; the visitor gets the scanner's memory, where they have the same offsets
 */
export function visitDirectives(file: Uint8Array, axes: ReadingAxes, visitor: LineVisitor): void {
  lendScanMemory((load) => visitLoaded(load(file), axes, visitor));
}

/** {@link visitDirectives} of the octets in {@link scanMemory} up to `to`. */
function visitLoaded(to: number, axes: ReadingAxes, visitor: LineVisitor): void {
  const { octets, view } = memory;
  const inputEnd = to | 0;
  let start = contentStart(octets, axes.byteOrderMark) | 0;
  for (let line = 1; start < inputEnd; line++) {
    let p = start;
    let first = octets[p];
    while (first <= SP && isWhiteSpace(first)) first = octets[++p];
    let reading: Reading = NO_DIRECTIVE;
    if (visitor.wants(first | LOWER_CASE_BIT)) {
      const directive = isDisallow(view, p) ? DISALLOW : directiveAt(view, p);
      let isSkipped = directive === NO_DIRECTIVE;
      if (directive === DISALLOW || directive === ALLOW) {
        const colon = p + FIELD_LENGTHS[directive];
        const valueStart = octets[colon + 1] === SP ? colon + 2 : colon + 1;
        isSkipped = octets[colon] === COLON && visitor.rulesOut(octets, valueStart, directive);
        if (isSkipped) p = valueStart;
      }
      if (!isSkipped) {
        reading = readDirective(octets, view, start, p, directive, axes);
        p = row[ROW_END];
      }
    }

    const end = lineEnd(octets, view, p) | 0;
    let next = end + 1;
    if (octets[end] === CR && octets[next] === LF) next++;

    if (end - start > LINE_LIMIT_OCTETS) {
      reading = readInFull(octets, start, end, axes);
      const flags = flagsOf(row, 0);
      if (shapeOf(flags) === BLANK && (flags & HAS_NUL) === 0) visitor.blank();
    } else if (first === LF || first === CR) {
      visitor.blank();
    }
    if (reading !== NO_DIRECTIVE) {
      const valueStart = row[ROW_VALUE_START];
      const valueEnd = row[ROW_VALUE_END];
      if (!visitor.directive(reading, octets, valueStart, valueEnd, line)) break;
    }
    start = next;
  }
}

/**
 * Reads a line that may be a directive. Writes to {@link row} where its value starts and ends, and as the end an offset in
 * the line after which it has no more content. It is not part of the loop, because few lines need it, and an engine inlines only so
 * much.
 *
 * @param start where the line starts
 * @param p where its field starts
 * @param directive whose own spelling is at `p`, or `MAYBE_A_DIRECTIVE`
 */
function readDirective(
  octets: Uint8Array,
  view: DataView,
  start: number,
  p: number,
  directive: Directive | typeof MAYBE_A_DIRECTIVE,
  axes: ReadingAxes,
): Reading {
  if (directive !== MAYBE_A_DIRECTIVE) {
    const separatorEnd = afterColon(octets, p + FIELD_LENGTHS[directive]) | 0;
    if (separatorEnd !== NO_COLON) {
      let valueStart = afterWhiteSpace(octets, separatorEnd) | 0;
      const end = contentEnd(octets, view, valueStart) | 0;
      if (end !== HAS_CONTROL_OCTET) {
        let valueEnd = end;
        while (valueEnd > valueStart && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
        if (valueEnd === valueStart) valueStart = valueEnd = separatorEnd;
        row[ROW_VALUE_START] = valueStart;
        row[ROW_VALUE_END] = valueEnd;
        row[ROW_END] = end;
        return directive;
      }
    }
  }
  return readInFull(octets, start, lineEnd(octets, view, p), axes);
}

/** Reads a line in full, into {@link row}. */
function readInFull(octets: Uint8Array, start: number, end: number, axes: ReadingAxes): Reading {
  readLine(octets, start, end, axes.controlOctets, 0, 0, row, 0);
  return readRow(flagsOf(row, 0), readingTable(axes));
}
