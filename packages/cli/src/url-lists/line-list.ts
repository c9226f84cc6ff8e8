/**
 * Reads plain lists, with a URL on each line, and the column of URLs, found by its heading, of CSV tables from crawlers such as Screaming Frog
 * and Sitebulb. A CSV library would make every cell of a row though only one is needed, and would take most of the time allowed for a million URLs.
 */
import {
  type ListKind,
  type ListPart,
  MAX_ENTRY_CHARACTERS,
  PartBuilder,
  type TextReader,
} from './entries.js';

/** Headings of URL columns in tables of crawlers and search consoles, in lower case without spaces and signs, the best first. */
const HEADINGS = [
  'address',
  'url',
  'pageurl',
  'fullurl',
  'originalurl',
  'urladdress',
  'urlencodedaddress',
  'loc',
  'location',
  'toppages',
  'landingpage',
  'page',
  'link',
  'href',
  'uri',
];

const DELIMITERS = [',', ';', '\t', '|'];

/** The form of a table. */
export interface TableShape {
  readonly delimiter: string;
  /** The column of URLs, from 0. */
  readonly column: number;
  /** Whether the first row has headings. */
  readonly hasHeadings: boolean;
}

/**
 * Finds out whether a line begins a table, and which of its columns has URLs.
 *
 * @param isTable whether the name of the list says that it is a table; then it need not have headings
 * @returns `null` if the line begins a plain list
 */
export function tableShape(line: string, isTable: boolean): TableShape | null {
  const rows = DELIMITERS.map((delimiter) => ({ delimiter, cells: cellsOfLine(line, delimiter) }));
  for (const heading of HEADINGS) {
    for (const { delimiter, cells } of rows) {
      const column = cells.findIndex((cell) => cell.toLowerCase().replace(/[^a-z]/g, '') === heading);
      if (column >= 0) return { delimiter, column, hasHeadings: true };
    }
  }
  for (const { delimiter, cells } of rows) {
    const column = cells.findIndex((cell) => /^https?:\/\//i.test(cell.trim()));
    const isCertain = delimiter === '\t' || isTable || line.startsWith('"');
    if (column >= 0 && isCertain && (cells.length > 1 || line.startsWith('"'))) {
      return { delimiter, column, hasHeadings: false };
    }
  }
  return null;
}

/** The cells of a single line. */
function cellsOfLine(line: string, delimiter: string): string[] {
  const ends = endsOfCells(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const end = endOfCell(line, at, ends, false) ?? endOfCell(line, at, ends, true) ?? line.length;
    cells.push(unquoted(line.slice(at, end)));
    at = end + 1;
  }
  return cells;
}

/** What a cell ends before: a delimiter, or the end of the line. */
function endsOfCells(delimiter: string): RegExp {
  return new RegExp(`[${delimiter}\\r\\n]`, 'g');
}

/**
 * Where a cell ends; null if it begins with a quotation mark that is not closed.
 *
 * @param isLiteral whether quotation marks are ordinary characters
 */
function endOfCell(text: string, start: number, ends: RegExp, isLiteral: boolean): number | null {
  const isQuoted = !isLiteral && text.charCodeAt(start) === QUOTE;
  const close = isQuoted ? closingQuote(text, start + 1) : start;
  if (close < 0) return null;
  ends.lastIndex = close;
  return ends.test(text) ? ends.lastIndex - 1 : text.length;
}

/** The place of the quotation mark that ends a cell; -1 if there is none. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  return -1;
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replaceAll('""', '"')
    : text.replace(/^"/, '');
}

const QUOTE = 0x22;

export class LineListReader implements TextReader {
  readonly kind: ListKind;
  readonly #shape: TableShape | null;
  readonly #ends: RegExp;
  readonly #column: number;
  #rest = '';
  #line = 1;
  #isFirst = true;
  /** Whether the row so far is too long to keep, so that its end is skipped. */
  #isOverlong = false;

  /** @param shape `null` for a plain list, in which blank lines, and lines that begin with `#`, are skipped */
  constructor(shape: TableShape | null) {
    this.kind = shape === null ? 'list' : 'csv';
    this.#shape = shape;
    this.#ends = endsOfCells(shape?.delimiter ?? '');
    this.#column = shape?.column ?? 0;
  }

  read(text: string): ListPart {
    return this.#rows(this.#rest + text, false);
  }

  end(): ListPart {
    return this.#rows(this.#rest, true);
  }

  /** Reads the complete rows of a text; a row that may continue waits for the next text. */
  #rows(text: string, isAll: boolean): ListPart {
    const part = new PartBuilder();
    let at = this.#isOverlong ? this.#endOfOverlong(text) : 0;
    while (at < text.length) {
      const end = this.#row(text, at, isAll, this.#shape === null, part);
      if (end < 0) break;
      at = end;
    }
    this.#rest = text.slice(at);
    return part.part(this.kind);
  }

  /** Where the row after one that is too long begins; the end of the text if that goes on. */
  #endOfOverlong(text: string): number {
    const end = /\r\n|\n|\r(?!$)/.exec(text);
    // A CR at the end of a chunk waits, because an LF may follow.
    if (end === null) return text.endsWith('\r') ? text.length - 1 : text.length;
    this.#isOverlong = false;
    this.#line++;
    return end.index + end[0].length;
  }

  /**
   * Reads a row.
   *
   * @param isLiteral whether quotation marks are ordinary characters, as in a plain list, or because one is missing in the row
   * @returns the place where the next row begins; -1 if the row may continue in the next text
   */
  #row(text: string, start: number, isAll: boolean, isLiteral: boolean, part: PartBuilder): number {
    let wanted: string | null = null;
    let at = start;
    for (let cell = 0, cellStart = start; ; cell++, cellStart = at + 1) {
      const end = endOfCell(text, cellStart, this.#ends, isLiteral);
      if (end === null && !isAll && text.length - start <= MAX_ENTRY_CHARACTERS) return -1;
      if (end === null) {
        part.problem('bad-csv', this.#line, 'a quotation mark is not closed');
        return this.#row(text, start, isAll, true, part);
      }
      at = end;
      if (cell === this.#column) wanted = text.slice(cellStart, at);
      if (at === text.length || text[at] !== this.#shape?.delimiter) break;
    }
    // A quotation mark at the end of a chunk may be the first of two, and a CR that of a CRLF.
    const isEnded = at < text.length && !(text[at] === '\r' && at + 1 === text.length && !isAll);
    const isTooLong = at - start > MAX_ENTRY_CHARACTERS;
    if (!isEnded && !isAll && !isTooLong) return -1;
    if (isTooLong) {
      part.problem('too-long', this.#line, `the line has more than ${MAX_ENTRY_CHARACTERS} characters`);
      this.#isOverlong = !isEnded;
      if (!isEnded) return at;
    } else if (at > start) this.#take(wanted, part);
    // A search in the whole text would find the next line feed, which may be far away.
    const row = text.slice(start, at);
    this.#line++;
    for (let lf = row.indexOf('\n'); lf >= 0; lf = row.indexOf('\n', lf + 1)) this.#line++;
    return text.startsWith('\r\n', at) ? at + 2 : at + 1;
  }

  #take(wanted: string | null, part: PartBuilder): void {
    if (this.#shape === null) {
      if (wanted !== null && !/^\s*#/.test(wanted)) part.add(wanted, this.#line);
      return;
    }
    const isHeading = this.#isFirst && this.#shape.hasHeadings;
    this.#isFirst = false;
    if (isHeading) return;
    const url = wanted === null ? '' : unquoted(wanted);
    if (url === '') part.problem('no-cell', this.#line, 'the row has no URL');
    else part.add(url, this.#line);
  }
}
