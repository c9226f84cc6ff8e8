/**
 * Tables as Parquet, a row group at a time.
 */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { aFunction, aString } from 'robotstream/internal';
import {
  aTable,
  type Cell,
  type Column,
  type ColumnType,
  type Output,
  type RowOf,
  TABLES,
  type TableName,
  type TableWriter,
} from '../tables.js';

/** The most rows of a row group. */
const MAX_GROUP_ROWS = 100_000;

/** The most characters of a row group's strings, about. */
const MAX_GROUP_CHARACTERS = 16 * 1024 * 1024;

/**
 * The columns with the least and the greatest value of each row group, by which a reader passes over row groups. The values of the
 * others are as widely spread in every row group. Statistics of all columns took a fifth of the time that writing a table takes.
 */
const WITH_STATISTICS: ReadonlySet<string> = new Set(['source', 'inputOffset', 'fetchedAt']);

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type SchemaElement = Schema[number];

/** Columns by their types, as Parquet's schema has them ("Logical types": STRING, TIMESTAMP, LIST). */
const ELEMENTS: Readonly<Record<Exclude<ColumnType, 'list'>, Partial<SchemaElement>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** The key of the text that says how the table was made, in the file's metadata. */
const METADATA_KEY = 'robotstream.survey';

/**
 * A table as Parquet, compressed with Snappy. The same rows give the same octets.
 *
 * @param survey how the table is made: a text for the file's metadata, under the key `robotstream.survey`
 * @throws {TypeError} if there is no such table, `output` is not a function, or `survey` is not a string
 * @example
 * ```js
 * import { appendFile, readFile } from 'node:fs/promises';
 * import { parquetWriter, survey } from '@robotstream/survey';
 *
 * const archive = new Blob(['{"url": "https://example.org/robots.txt", "status": 404}\n']);
 * const writer = parquetWriter('verdicts', (octets) => appendFile('verdicts.parquet', octets));
 * for await (const { table, row } of survey(archive.stream(), { agents: ['GPTBot'] })) {
 *   if (table === 'verdicts') writer.write(row);
 * }
 * await writer.end();
 * console.log((await readFile('verdicts.parquet', 'latin1')).slice(0, 4)); // → PAR1
 * ```
 */
export function parquetWriter(table: TableName, output: Output, survey?: string): TableWriter {
  aTable(table, 'table');
  aFunction(output, 'output');
  if (survey !== undefined) aString(survey, 'survey');
  return new ParquetTableWriter(TABLES[table], output, survey);
}

/** A row group ends with the row that reaches a limit. It must not depend on when the rows are flushed, or the octets would. */
class ParquetTableWriter implements TableWriter {
  readonly #columns: readonly (readonly [name: string, column: Column])[];
  readonly #output: Output;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  /** The row groups that are complete and not written yet, each as its cells by column. */
  #complete: Cell[][][] = [];
  /** The row group in progress. */
  #cells: Cell[][];
  #rows = 0;
  #characters = 0;
  /** Whether there is no row group yet. */
  #isEmpty = true;

  constructor(columns: Readonly<Record<string, Column>>, output: Output, survey: string | undefined) {
    this.#columns = Object.entries(columns);
    this.#output = output;
    this.#cells = this.#columns.map(() => []);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      createdBy: 'robotstream',
      ...(survey === undefined ? {} : { kvMetadata: [{ key: METADATA_KEY, value: survey }] }),
    });
  }

  write(row: RowOf<TableName>): void {
    const cells = row as Readonly<Record<string, Cell>>;
    const columns = this.#columns;
    for (let index = 0; index < columns.length; index++) {
      const cell = cells[columns[index][0]];
      this.#cells[index].push(cell);
      if (typeof cell === 'string') this.#characters += cell.length;
      else if (typeof cell === 'object' && cell !== null) this.#characters += charactersOf(cell);
    }
    this.#rows++;
    if (this.#rows >= MAX_GROUP_ROWS || this.#characters >= MAX_GROUP_CHARACTERS) this.#endGroup();
  }

  async flush(): Promise<void> {
    const groups = this.#complete;
    this.#complete = [];
    for (const group of groups) await this.#writeGroup(group);
  }

  async end(): Promise<void> {
    if (this.#rows > 0) this.#endGroup();
    await this.flush();
    const footerStart = this.#bytes.index;
    await this.#writer.finish();
    if (this.#isEmpty)
      nameTypeOfNoRowGroups(new Uint8Array(this.#bytes.buffer, footerStart, this.#bytes.index - footerStart));
    await this.#handOn();
  }

  #endGroup(): void {
    this.#isEmpty = false;
    this.#complete.push(this.#cells);
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
    this.#characters = 0;
  }

  async #writeGroup(group: readonly Cell[][]): Promise<void> {
    const columnData = this.#columns.map(([name, { type }], index) => {
      const cells = group[index];
      return {
        name,
        data: physical(type, cells),
        statistics: WITH_STATISTICS.has(name),
      };
    });
    await this.#writer.write({ columnData, rowGroupSize: group[0].length });
    await this.#handOn();
  }

  async #handOn(): Promise<void> {
    const octets = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    if (octets.length > 0) await this.#output(octets);
  }
}

/**
 * In the footer of a table without rows, as hyparquet-writer 0.17 writes it: `num_rows`, a 64-bit integer, is 0; then `row_groups`, a list
 * of no elements, which have no type (Parquet's `FileMetaData`, in Thrift's compact protocol).
 */
const UNTYPED_ROW_GROUPS = Uint8Array.of(0x16, 0x00, 0x19, 0x00);

/** The list of no elements, which are structs. */
const NO_STRUCTS = 0x0c;

/** Gives an empty list of row groups the type of its elements. arrow-rs, which many programs read Parquet by, refuses another type. */
function nameTypeOfNoRowGroups(footer: Uint8Array): void {
  const at = Buffer.from(footer.buffer, footer.byteOffset, footer.length).indexOf(UNTYPED_ROW_GROUPS);
  if (at !== -1) footer[at + UNTYPED_ROW_GROUPS.length - 1] = NO_STRUCTS;
}

/** The cells of a column as Parquet stores them. */
function physical(type: ColumnType, cells: Cell[]): (Cell | bigint)[] {
  if (type === 'integer') return converted(cells as (number | null)[], BigInt);
  return type === 'timestamp' ? converted(cells as (string | null)[], millisecondsOf) : cells;
}

function millisecondsOf(timestamp: string): bigint {
  return BigInt(Date.parse(timestamp));
}

/** Cells as Parquet's INT64. Rows of the same capture share most of them. */
function converted<From>(
  cells: readonly (From | null)[],
  convert: (cell: From) => bigint,
): (bigint | null)[] {
  let last: From | undefined;
  let big = 0n;
  return cells.map((cell) => {
    if (cell === null) return null;
    if (cell !== last) {
      last = cell;
      big = convert(cell);
    }
    return big;
  });
}

function charactersOf(list: readonly string[]): number {
  return list.reduce((sum, text) => sum + text.length, 0);
}

function schemaOf(columns: readonly (readonly [name: string, column: Column])[]): Schema {
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  return [root, ...columns.flatMap(([name, column]) => elementsOf(name, column))];
}

function elementsOf(name: string, { type, nullable }: Column): SchemaElement[] {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  if (type !== 'list') return [{ name, repetition_type, ...ELEMENTS[type] }];
  return [
    { name, repetition_type, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...ELEMENTS.string },
  ];
}
