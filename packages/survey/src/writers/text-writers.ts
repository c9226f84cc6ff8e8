/**
 * Tables as text: NDJSON and CSV.
 */
import { aFunction } from 'robotstream/internal';
import {
  aTable,
  type Cell,
  type Output,
  type RowOf,
  TABLES,
  type TableName,
  type TableWriter,
} from '../tables.js';

/** How much text is collected before it is written to the output. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * A table as lines of JSON (ndjson.org).
 *
 * @throws {TypeError} if `output` is not a function
 * @example
 * ```js
 * import { appendFile, readFile } from 'node:fs/promises';
 * import { ndjsonWriter, survey } from '@robotstream/survey';
 *
 * const archive = new Blob(['{"url": "https://example.org/robots.txt", "status": 404}\n']);
 * const writer = ndjsonWriter((octets) => appendFile('verdicts.ndjson', octets));
 * for await (const { table, row } of survey(archive.stream(), { agents: ['GPTBot'] })) {
 *   if (table === 'verdicts') writer.write(row);
 * }
 * await writer.end();
 * console.log(JSON.parse(await readFile('verdicts.ndjson', 'latin1')).allowed); // → true
 * ```
 */
export function ndjsonWriter(output: Output): TableWriter {
  aFunction(output, 'output');
  return new TextWriter(output, '', (row) => `${JSON.stringify(row)}\n`);
}

/**
 * A table as comma-separated values (RFC 4180), with the names of the columns in the first line.
 *
 * @throws {TypeError} if there is no such table, or `output` is not a function
 * @example
 * ```js
 * import { appendFile, readFile } from 'node:fs/promises';
 * import { csvWriter, survey } from '@robotstream/survey';
 *
 * const archive = new Blob(['{"url": "https://example.org/robots.txt", "status": 404}\n']);
 * const writer = csvWriter('verdicts', (octets) => appendFile('verdicts.csv', octets));
 * for await (const { table, row } of survey(archive.stream(), { agents: ['GPTBot'] })) {
 *   if (table === 'verdicts') writer.write(row);
 * }
 * await writer.end();
 * console.log((await readFile('verdicts.csv', 'latin1')).split(',')[0]); // → source
 * ```
 */
export function csvWriter(table: TableName, output: Output): TableWriter {
  aTable(table, 'table');
  aFunction(output, 'output');
  const names = Object.keys(TABLES[table]);
  return new TextWriter(output, csvLine(names), (row) =>
    csvLine(names.map((name) => (row as Readonly<Record<string, Cell>>)[name])),
  );
}

/** A record of CSV with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

const NEEDS_QUOTES = /[",\r\n]/;

/** Null is an empty field, and the empty string a quoted one. A list is joined by spaces. */
export function csvField(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'object' ? cell.join(' ') : String(cell);
  return text === '' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

class TextWriter implements TableWriter {
  readonly #output: Output;
  readonly #lineOf: (row: RowOf<TableName>) => string;
  #text: string;

  constructor(output: Output, start: string, lineOf: (row: RowOf<TableName>) => string) {
    this.#output = output;
    this.#text = start;
    this.#lineOf = lineOf;
  }

  write(row: RowOf<TableName>): void {
    this.#text += this.#lineOf(row);
  }

  async flush(): Promise<void> {
    if (this.#text.length >= CHUNK_CHARACTERS) await this.#handOn();
  }

  async end(): Promise<void> {
    await this.#handOn();
  }

  async #handOn(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#output(Buffer.from(text));
  }
}
