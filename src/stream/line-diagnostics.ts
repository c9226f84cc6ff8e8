/**
 * Finds the problems of a single line. `src/ast/diagnose.ts` finds those that involve more of the file.
 */
import * as Octet from '../ascii.js';
import { type Diagnostic, type DiagnosticCode, diagnostic } from '../diagnostics.js';
import { octetsOf } from '../octets.js';
import { misshapen, shortened } from '../option-checks.js';
import { urlOrNull } from '../urls.js';
import { isLineEvent, type LinesInFile, type RobotsEvent, rowOfEvent, spanOf } from './events.js';
import { decodeText } from './octet-text.js';
import { readingEnd } from './read-line.js';
import * as Row from './row.js';

/** A message quotes at most this many characters of a value. */
const QUOTED_CHARACTERS = 60;

/**
 * The problems of the line of an event, as RFC 9309 reads it. Problems that involve more than the line, such as a rule above the
 * first user-agent line, are in `document.diagnostics` only. A program that does not call this has none of its texts in its bundle.
 *
 * @param event an event of this package; a copy or JSON of that of a line has lost its octets
 * @returns the diagnostics, with places in the file; empty if the line has no problem, and for the start, the limit and the end of a file
 * @throws {TypeError} if it is not such an event
 * @example
 * ```js
 * import { lineDiagnostics, lineEvents } from 'robotstream';
 *
 * for await (const event of lineEvents('User-agent: *\nDisalow: /')) {
 *   for (const { line, code } of lineDiagnostics(event)) console.log(line, code);
 * }
 * // → 2 misspelled-field
 * ```
 */
export function lineDiagnostics(event: RobotsEvent): Diagnostic[] {
  if (!isLineEvent(event)) return [];
  const row = rowOfEvent(event);
  if (row === undefined) throw misshapen(event, 'event', 'an event of this package, and no copy,');
  const found: Diagnostic[] = [];
  diagnoseLine(row.batch, row.at, found);
  return found;
}

/** A line, and the list that gets its problems. */
interface DiagnosedLine {
  readonly lines: LinesInFile;
  /** The index of its row in the rows of the lines. */
  readonly at: number;
  readonly found: Diagnostic[];
}

/** Adds every problem of a line, in the order of the checks below, to a list. Its row is in the rows of `lines`, at an index. */
export function diagnoseLine(lines: LinesInFile, at: number, found: Diagnostic[]): void {
  const diagnosed: DiagnosedLine = { lines, at, found };
  const { octets, rows, base } = lines;
  const flags = Row.flagsOf(rows, at);
  const lineStart = rows[at + Row.START];
  const lineEnd = readingEnd(lineStart, rows[at + Row.END]);

  if ((flags & Row.OVERLONG) !== 0) {
    const { start, end } = spanOf(lines, at);
    const excess = { start: base + lineEnd, end };
    found.push(diagnostic('line-too-long', rows[at + Row.LINE], excess, `${end - start} octets`));
  }
  const invalid = firstInvalidUtf8(octets, lineStart, lineEnd);
  if (invalid >= 0) report(diagnosed, 'invalid-utf-8', invalid, invalid + 1, hex(octets[invalid]));
  if ((flags & Row.HAS_CONTROL) !== 0) {
    let control = lineStart;
    while (!Octet.isForbiddenControl(octets[control])) control++;
    report(diagnosed, 'control-octet', control, control + 1, hex(octets[control]));
  }

  const shape = Row.shapeOf(flags);
  if (shape === Row.NO_SEPARATOR) report(diagnosed, 'not-a-record', lineStart, lineEnd);
  if (shape === Row.EMPTY_FIELD) report(diagnosed, 'empty-field', lineStart, lineEnd);

  const directive = Row.directiveOf(flags);
  const fieldStart = rows[at + Row.FIELD_START];
  const fieldEnd = rows[at + Row.FIELD_END];
  const valueStart = rows[at + Row.VALUE_START];
  const valueEnd = rows[at + Row.VALUE_END];
  if (shape === Row.SPACED_RECORD && (directive !== Row.NO_DIRECTIVE || (flags & Row.HAS_CONTROL) === 0))
    report(diagnosed, 'missing-colon', fieldEnd, valueStart, quote(octets, fieldStart, valueEnd));
  if (directive === Row.NO_DIRECTIVE) return;
  const name = Row.DIRECTIVE_NAMES[directive - 1];
  const spelling = Row.spellingOf(flags);
  if (spelling === Row.MISSPELLED || spelling === Row.SPELLED_AS_PREFIX) {
    const code = spelling === Row.MISSPELLED ? 'misspelled-field' : 'field-with-extra';
    const detail = `${quote(octets, fieldStart, fieldEnd)} instead of ${JSON.stringify(name)}`;
    report(diagnosed, code, fieldStart, fieldEnd, detail);
  }
  if (spelling === Row.SPELLED_AS_PREFIX) return;

  if (directive === Row.USER_AGENT) {
    if (valueStart === valueEnd) report(diagnosed, 'empty-user-agent', fieldStart, fieldEnd);
    else if (!isIdentifierOrStar(octets, valueStart, valueEnd))
      report(diagnosed, 'unusual-product-token', valueStart, valueEnd);
  } else if (directive === Row.SITEMAP) {
    const url = decodeText(octets.subarray(valueStart, valueEnd));
    if (urlOrNull(url) === null) report(diagnosed, 'sitemap-not-absolute', valueStart, valueEnd);
  } else if ((directive === Row.ALLOW || directive === Row.DISALLOW) && valueStart < valueEnd) {
    diagnosePattern(diagnosed, valueStart, valueEnd);
  }
}

/** Adds the problems of a pattern, `octets[start..end)`. */
function diagnosePattern(diagnosed: DiagnosedLine, start: number, end: number): void {
  const { octets } = diagnosed.lines;
  if (octets[start] !== Octet.SLASH && octets[start] !== Octet.STAR)
    report(diagnosed, 'pattern-without-slash', start, end);
  let percent = end;
  let space = end;
  for (let p = end - 1; p >= start; p--) {
    if (octets[p] > Octet.PERCENT) continue; // as most are
    if (Octet.isWhiteSpace(octets[p])) space = p;
    if (octets[p] === Octet.PERCENT && !isEscape(octets, p, end)) percent = p;
  }
  if (percent < end) report(diagnosed, 'stray-percent', percent, percent + 1, quote(octets, start, end));
  if (space < end) report(diagnosed, 'white-space-in-pattern', space, space + 1, quote(octets, start, end));
}

/** Reports `code` about the octets from `start` to `end`, quoting them. */
function report(
  { lines, at, found }: DiagnosedLine,
  code: DiagnosticCode,
  start: number,
  end: number,
  detail = quote(lines.octets, start, end),
): void {
  const span = { start: lines.base + start, end: lines.base + end };
  found.push(diagnostic(code, lines.rows[at + Row.LINE], span, detail));
}

/** Whether a value is `*` or an identifier of RFC 9309 §2.2: `1*(%x2D / %x41-5A / %x5F / %x61-7A)`. */
function isIdentifierOrStar(octets: Uint8Array, start: number, end: number): boolean {
  if (end - start === 1 && octets[start] === Octet.STAR) return true;
  for (let p = start; p < end; p++) {
    const octet = octets[p];
    if (!Octet.isLetter(octet) && octet !== Octet.UNDERSCORE && octet !== Octet.HYPHEN) return false;
  }
  return true;
}

/** Whether the `%` at an offset has two hexadecimal digits after it, before `end`. */
function isEscape(octets: Uint8Array, percent: number, end: number): boolean {
  return (
    percent + 2 < end && Octet.hexValue(octets[percent + 1]) >= 0 && Octet.hexValue(octets[percent + 2]) >= 0
  );
}

function quote(octets: Uint8Array, start: number, end: number): string {
  // A character has at most four octets. If this cuts one in two, `quoteText` removes it.
  return quoteText(decodeText(octets.subarray(start, Math.min(end, start + QUOTED_CHARACTERS * 4))));
}

/** Quotes the start of a text for a message, with control characters escaped. */
export function quoteText(text: string): string {
  return JSON.stringify(shortened(text, QUOTED_CHARACTERS));
}

function hex(octet: number): string {
  const digits = octet.toString(16).toUpperCase().padStart(2, '0');
  return octet < Octet.FIRST_NON_ASCII ? `control octet ${digits}` : `octet ${digits}`;
}

const REPLACEMENT = '\ufffd';
const REPLACEMENT_OCTETS = [0xef, 0xbf, 0xbd];

/** The offset of the first octet in `octets[start..end)` that is not part of valid UTF-8, or -1. */
export function firstInvalidUtf8(octets: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end && octets[p] < Octet.FIRST_NON_ASCII) p++;
  if (p === end) return -1;
  // A decoder writes U+FFFD in place of what is not UTF-8. A file may have that character itself, too.
  const valid = decodeText(octets.subarray(p, end)).split(REPLACEMENT);
  valid.pop();
  for (const text of valid) {
    p += octetsOf(text).length;
    const isInFile = REPLACEMENT_OCTETS.every((octet, i) => p + i < end && octets[p + i] === octet);
    if (!isInFile) return p;
    p += REPLACEMENT_OCTETS.length;
  }
  return -1;
}
