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
 *    a first letter that starts no directive         1.3 %, of which documents find the end alone
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
 * loop, with little to spare. With a longer step, or one more, the loop calls the others for every line.
 * `node --trace-turbo-inlining` shows what is inlined.
 *
 * `| 0` says that a parameter, or what a step returns, is a 32-bit integer. V8 cannot know that, and would keep every offset in a
 * form that it has to convert at each use. docs/internals/scanner.md has what both save.
 */
import { COLON, CR, HASH, isWhiteSpace, LF, LOWER_CASE_BIT, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { ReadingAxes } from '../profiles.js';
import { lendScanMemory, type ScanMemory, scanMemory } from './memory.js';
import { lineOneStart, markLength, partialMarkLength, readLine } from './read-line.js';
import * as Row from './row.js';
import {
  afterWhiteSpace,
  contentEnd,
  directiveAt,
  FIELD_LENGTHS,
  HAS_CONTROL_OCTET,
  isUsualSeparator,
  lineEnd,
  MAYBE_A_DIRECTIVE,
} from './scan-steps.js';

/** In place of what a short cut gives: the line must be read in full. */
const MUST_READ = -1;

/** The flags of a line that starts no directive, where only directives get a row. */
const NO_ROW = Row.NO_SEPARATOR;

/** Which lines get a row: all of them, or those that are a directive under some profile. */
export type KeptRows = 'all' | 'directives';

/**
 * Reads lines that are loaded, and adds their rows to those of the memory, until there is no room for another row or no whole line is
 * left. A line is whole when its terminator is seen in full (a CR as the last octet can be half of a CRLF), or when `atEnd`.
 *
 * @param from where the lines start
 * @param to where they end
 * @param atEnd whether the input, and with it the last line, ends at `to`
 * @returns where the first line starts that was not read; `to` if all were
 */
export function scanRows(
  memory: ScanMemory,
  from: number,
  to: number,
  atEnd: boolean,
  keep: KeptRows,
): number {
  const { octets, view } = scanMemory;
  const { rows } = memory;
  const keepsAll = keep === 'all';
  const inputEnd = to | 0;
  let at = memory.rowsEnd | 0;
  let lineCount = memory.lineCount | 0;
  let blankBefore = memory.blankBefore | 0;
  const partialMark = lineCount === 0 ? partialMarkLength(octets) : 0;
  let start = from | 0;
  while (start < inputEnd && at < rows.length) {
    let p = start;
    while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
    const fieldStart = p;
    let fieldEnd = p;
    let valueStart = p;
    let valueEnd = p;
    let flags: number = MUST_READ;
    const directive = directiveAt(view, p);
    if (directive === Row.NO_DIRECTIVE) {
      const first = octets[p];
      if (first === HASH) flags = Row.COMMENT;
      else if (first === LF || first === CR) flags = Row.BLANK;
      else if (!keepsAll) flags = NO_ROW;
    } else if (directive !== MAYBE_A_DIRECTIVE) {
      // As `readRecord` does. V8 would inline a call of it, but then not that of `contentEnd`.
      fieldEnd = p + FIELD_LENGTHS[directive];
      const isUsual = isUsualSeparator(view, fieldEnd);
      const colon = isUsual ? fieldEnd : afterWhiteSpace(octets, fieldEnd) | 0;
      if (octets[colon] === COLON) {
        valueStart = isUsual ? colon + 2 : afterWhiteSpace(octets, colon + 1) | 0;
        valueEnd = contentEnd(octets, view, valueStart) | 0;
        if (valueEnd !== HAS_CONTROL_OCTET) {
          flags = Row.RECORD | (directive << Row.DIRECTIVE_SHIFT);
          p = valueEnd;
          while (valueEnd > colon + 1 && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
          if (valueEnd < valueStart) valueStart = valueEnd;
        }
      }
    }
    const stop = octets[p];
    if (stop === HASH) flags |= Row.HAS_COMMENT;

    // `lineEnd` asks this, too. Here, it makes the call so rare that V8 inlines others, which it has no room for otherwise.
    const end = stop === LF || stop === CR ? p : lineEnd(octets, view, p) | 0;
    let ending: number = Row.ENDS_WITH_LF;
    let next = end + 1;
    if (end === inputEnd) {
      // This is the padding's line feed, not the input's.
      if (!atEnd) break;
      next = inputEnd;
      ending = 0;
    } else if (octets[end] === CR) {
      ending = Row.ENDS_WITH_CR;
      if (next === inputEnd) {
        if (!atEnd) break;
      } else if (octets[next] === LF) {
        ending |= Row.ENDS_WITH_LF;
        next++;
      }
    }

    lineCount++;
    if (flags === MUST_READ || end - start > LINE_LIMIT_OCTETS) {
      flags = readLine(octets, start, end, 'reject-line', rows, at);
    } else {
      Row.writeParts(rows, at, fieldStart, fieldEnd, valueStart, valueEnd);
    }
    if (
      keepsAll ||
      Row.isDirective(flags) ||
      (lineCount === 1 && partialMark > 0 && isDirectiveForSome(memory, start + partialMark, end)) ||
      ((flags & Row.HAS_NUL) !== 0 && isDirectiveForSome(memory, start, end))
    ) {
      Row.writeLine(rows, at, flags | blankBefore | ending, start, end, lineCount);
      at += Row.STRIDE;
      blankBefore = 0;
    } else if (Row.shapeOf(flags as Row.Flags) === Row.BLANK) {
      blankBefore = Row.BLANK_BEFORE;
    }
    start = next;
  }
  memory.rowsEnd = at;
  memory.lineCount = lineCount;
  memory.blankBefore = blankBefore;
  return start;
}

/** Whether a line is a directive for profiles that end lines at a NUL. */
function isDirectiveForSome({ octets, row }: ScanMemory, start: number, end: number): boolean {
  return Row.isDirective(readLine(octets, start, end, 'nul-ends-content', row, 0));
}

/**
 * Reads the record of a line whose field is a directive's own spelling, and writes where its parts are to the row at the index `at`.
 *
 * @returns where the content ends; `MUST_READ` if there is no colon after the field, or a control octet
 */
function readRecord(
  octets: Uint8Array,
  view: DataView,
  fieldStart: number,
  directive: number,
  ints: Int32Array,
  at: number,
): number {
  const fieldEnd = fieldStart + FIELD_LENGTHS[directive];
  const isUsual = isUsualSeparator(view, fieldEnd);
  const colon = isUsual ? fieldEnd : afterWhiteSpace(octets, fieldEnd) | 0;
  if (octets[colon] !== COLON) return MUST_READ;
  const valueStart = isUsual ? colon + 2 : afterWhiteSpace(octets, colon + 1) | 0;
  const end = contentEnd(octets, view, valueStart) | 0;
  if (end === HAS_CONTROL_OCTET) return MUST_READ;
  let valueEnd = end;
  while (valueEnd > colon + 1 && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
  // An empty value is right after the colon.
  Row.writeParts(ints, at, fieldStart, fieldEnd, valueEnd < valueStart ? valueEnd : valueStart, valueEnd);
  return end;
}

/** The lines of a file. */
export interface FileLines {
  /** A row for each line that is a directive under some profile. */
  readonly rows: Int32Array;
  /** How many lines the file has. */
  readonly lineCount: number;
}

/**
 * Reads the lines of a file.
 *
 * @param keep makes the copy of the rows
 */
export function readFileLines(
  octets: Uint8Array,
  keep = (memory: ScanMemory): Int32Array => memory.keepRows(),
): FileLines {
  return lendScanMemory(readLinesWith, octets, keep);
}

/** {@link readFileLines} in a memory. */
function readLinesWith(
  memory: ScanMemory,
  octets: Uint8Array,
  keep: (memory: ScanMemory) => Int32Array,
): FileLines {
  memory.load(octets);
  const { length } = octets;
  for (let next = lineOneStart(markLength(octets)); next < length; ) {
    if (memory.rowsEnd === memory.rows.length) memory.growRows();
    next = scanRows(memory, next, length, true, 'directives');
  }
  return { rows: keep(memory), lineCount: memory.lineCount };
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
  rulesOut(octets: Uint8Array, valueStart: number, directive: Row.RuleDirective): boolean;

  /** A blank line. */
  blank(): void;

  /**
   * A directive.
   *
   * @param row has the directive, the line's number and where field and value are in `octets`; the next line is written over it
   */
  directive(
    reading: Exclude<Row.Reading, typeof Row.NO_DIRECTIVE>,
    octets: Uint8Array,
    row: Int32Array,
  ): void;
}

/**
 * Reads the lines of a file as a profile does, and hands each directive to a visitor. Nothing is kept. Only as much of a line is
 * read as the visitor needs.
 *
 * @param file its octets; the visitor gets the scanner's memory, where they have the same offsets
 */
export function visitDirectives(file: Uint8Array, axes: ReadingAxes, visitor: LineVisitor): void {
  lendScanMemory(visitWith, file, axes, visitor);
}

/** {@link visitDirectives} in a memory. */
function visitWith(memory: ScanMemory, file: Uint8Array, axes: ReadingAxes, visitor: LineVisitor): void {
  memory.load(file);
  const { octets, view, row } = scanMemory;
  const inputEnd = file.length | 0;
  const markOctets = markLength(octets);
  let start = (axes.byteOrderMark === 'whole' ? lineOneStart(markOctets) : markOctets) | 0;
  for (let line = 1; start < inputEnd; line++) {
    let p = start;
    let first = octets[p];
    while (first <= SP && isWhiteSpace(first)) first = octets[++p];
    let reading: Row.Reading = Row.NO_DIRECTIVE;
    if (first === LF || first === CR || p - start >= LINE_LIMIT_OCTETS) {
      visitor.blank();
    } else if (visitor.wants(first | LOWER_CASE_BIT)) {
      const directive = directiveAt(view, p);
      let isRuledOut = directive === Row.NO_DIRECTIVE;
      if (directive === Row.DISALLOW || directive === Row.ALLOW) {
        const colon = p + FIELD_LENGTHS[directive];
        const valueStart = octets[colon + 1] === SP ? colon + 2 : colon + 1;
        isRuledOut = octets[colon] === COLON && visitor.rulesOut(octets, valueStart, directive);
        if (isRuledOut) p = valueStart;
      }
      if (!isRuledOut) {
        reading = readDirective(memory, start, p, directive, axes);
        p = row[Row.END];
      }
    }

    const end = lineEnd(octets, view, p) | 0;
    if (end - start > LINE_LIMIT_OCTETS) reading = readInFull(memory, start, end, axes);
    if (reading !== Row.NO_DIRECTIVE) {
      // Two stores, because the loop has no room for a call of `writeLine` to be inlined.
      row[Row.FLAGS] = reading << Row.DIRECTIVE_SHIFT;
      row[Row.LINE] = line;
      visitor.directive(reading, octets, row);
    }
    start = octets[end] === CR && octets[end + 1] === LF ? end + 2 : end + 1;
  }
}

/**
 * Reads a line that may be a directive into the row of the memory. The row's end is a place after which the line has no more content. It
 * is not part of the loop, because few lines need it, and V8 inlines only so much: in the loop, it took a tenth longer.
 *
 * @param fieldStart where the field starts
 * @param directive the one whose own spelling is there, or `MAYBE_A_DIRECTIVE`
 */
function readDirective(
  memory: ScanMemory,
  start: number,
  fieldStart: number,
  directive: Row.Directive | typeof MAYBE_A_DIRECTIVE,
  axes: ReadingAxes,
): Row.Reading {
  const { octets, view, row } = memory;
  if (directive !== MAYBE_A_DIRECTIVE) {
    const recordEnd = readRecord(octets, view, fieldStart, directive, row, 0);
    if (recordEnd !== MUST_READ) {
      row[Row.END] = recordEnd;
      return directive;
    }
  }
  const end = lineEnd(octets, view, fieldStart);
  row[Row.END] = end;
  return readInFull(memory, start, end, axes);
}

function readInFull({ octets, row }: ScanMemory, start: number, end: number, axes: ReadingAxes): Row.Reading {
  return Row.readRow(readLine(octets, start, end, axes.controlOctets, row, 0), Row.readingTable(axes));
}
