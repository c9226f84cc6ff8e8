/**
 * Octets → rows: the loop that knows what a line is. It has short cuts for the lines that make up real files (`scan-steps.ts`), and leaves
 * all other lines to `read-line.ts`, which defines what a line is. Property tests compare the two.
 *
 * A turn of the loop reads one line, from left to right:
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
 * Note: engines inline a limited amount of code into a function (V8: 920 octets of bytecode). The steps fit into the
 * loop, with little to spare. With a longer step, or one more, the loop calls the others for every line.
 * `node --trace-turbo-inlining` shows what is inlined.
 *
 * `| 0` says that a parameter, or what a step returns, is a 32-bit integer. V8 cannot know that, and would keep every offset in a
 * form that it has to convert at each use. docs/internals/scanner.md has what both save.
 */
import { COLON, CR, HASH, isLetter, isWhiteSpace, LF, SLASH, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
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

/** 1 for each letter: in every form of patterns and paths, a letter is itself. */
const IS_LETTER = Uint8Array.from({ length: 256 }, (_, octet) => (isLetter(octet) ? 1 : 0));

/** Which lines get a row: all of them, or those that are a directive under some profile. */
export type KeptRows = 'all' | 'directives';

/** In place of the octet after the `/` of a path: it may be any, so every rule gets a row. */
export const ANY_OCTET = -2;

/**
 * Reads lines that are loaded, and adds their rows to those of the memory, until there is no room for another row or no whole line is
 * left. A line is whole when its terminator is seen in full (a CR as the last octet can be half of a CRLF), or when `atEnd`.
 *
 * @param from where the lines start
 * @param to where they end
 * @param atEnd whether the input, and with it the last line, ends at `to`
 * @param second disallow rules below a rule of every profile need no row if they begin with `/` and a letter that is not this octet
 * @param skipped the same of rules with this directive
 * @returns where the first line starts that was not read; `to` if all were
 */
export function scanRows(
  memory: ScanMemory,
  from: number,
  to: number,
  atEnd: boolean,
  keep: KeptRows,
  second: number = ANY_OCTET,
  skipped: Row.RuleDirective = Row.DISALLOW,
): number {
  const { octets, view } = scanMemory;
  const { rows, rowsStart } = memory;
  const keepsAll = keep === 'all';
  /** Below a row that starts after this one, a rule may need no row. */
  const skipsAbove = (second === ANY_OCTET ? rows.length : rowsStart) | 0;
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
      fieldEnd = p + FIELD_LENGTHS[directive];
      const isUsual = isUsualSeparator(view, fieldEnd);
      const colon = isUsual ? fieldEnd : afterWhiteSpace(octets, fieldEnd) | 0;
      if (octets[colon] === COLON) {
        valueStart = isUsual ? colon + 2 : afterWhiteSpace(octets, colon + 1) | 0;
        // Written out: calls would take the room in which the steps are inlined (see the note above).
        if (
          (directive === Row.DISALLOW || directive === skipped) &&
          at > skipsAbove &&
          octets[valueStart + 1] !== second &&
          octets[valueStart] === SLASH &&
          IS_LETTER[octets[valueStart + 1]] === 1 &&
          (rows[at - Row.STRIDE] & Row.PLAIN_RULE_MASK) === Row.PLAIN_RULE
        ) {
          flags = NO_ROW;
          p = valueStart;
        } else {
          valueEnd = contentEnd(octets, view, valueStart) | 0;
          if (valueEnd !== HAS_CONTROL_OCTET) {
            flags = Row.RECORD | (directive << Row.DIRECTIVE_SHIFT);
            p = valueEnd;
            while (valueEnd > colon + 1 && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
            if (valueEnd < valueStart) valueStart = valueEnd;
          }
        }
      }
    }
    const stop = octets[p];
    if (stop === HASH) flags |= Row.HAS_COMMENT;

    // `lineEnd` asks this, too. Here, it makes the call rare, which leaves room to inline others (see the note above).
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
    const isRead = flags === MUST_READ || end - start > LINE_LIMIT_OCTETS;
    if (isRead) flags = readLine(octets, start, end, false, rows, at);
    if (
      keepsAll ||
      Row.isDirective(flags) ||
      (lineCount === 1 && partialMark > 0 && isDirectiveForSome(memory, start + partialMark, end)) ||
      ((flags & Row.HAS_NUL) !== 0 && isDirectiveForSome(memory, start, end))
    ) {
      if (!isRead) Row.writeParts(rows, at, fieldStart, fieldEnd, valueStart, valueEnd);
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
  return Row.isDirective(readLine(octets, start, end, true, row, 0));
}

/** The lines of a file. */
export interface FileLines {
  /** A row for each line that is a directive under some profile. */
  readonly rows: Int32Array;
  /** How many lines the file has. */
  readonly lineCount: number;
}

/** Reads the lines of a file. The rows are kept as the octets are: in memory that files share, or in memory of their own. */
export function readFileLines(octets: Uint8Array): FileLines {
  return lendScanMemory(readLinesWith, octets);
}

/** {@link readFileLines} in a memory. */
function readLinesWith(memory: ScanMemory, octets: Uint8Array): FileLines {
  memory.load(octets);
  const { length } = octets;
  for (let next = lineOneStart(markLength(octets)); next < length; ) {
    if (memory.rowsEnd === memory.rows.length) memory.growRows();
    next = scanRows(memory, next, length, true, 'directives');
  }
  const isShared = length < octets.buffer.byteLength;
  return { rows: isShared ? memory.keepRows() : memory.copyRows(), lineCount: memory.lineCount };
}
