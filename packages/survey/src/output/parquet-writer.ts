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
  type SharedRows,
  TABLES,
  type TableName,
  type TableWriter,
} from '../tables.js';
import { ColumnCells } from './column-cells.js';
import { PageMemory, writeColumnChunk } from './column-chunk.js';

/** The most rows of a row group, unless the caller wants more. */
const MAX_GROUP_ROWS = 100_000;

/**
 * The most characters of the distinct texts of a row group, about. They are on the heap until it ends, and the collector leaves several row
 * groups uncollected.
 */
const MAX_GROUP_CHARACTERS = 2 * 1024 * 1024;

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
  octets: { type: 'BYTE_ARRAY' },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** The keys of a file's metadata. */
export const METADATA_KEYS = {
  /** How the table was made. */
  survey: 'robotstream.survey',
  /** What it was made of. */
  input: 'robotstream.input',
  /** What each column holds: a data dictionary. */
  columns: 'robotstream.columns',
} as const;

/**
 * A table as Parquet, compressed with Snappy, and files with GZIP. The file's metadata has a dictionary of its columns. The same rows give the same octets.
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
  const metadata = survey === undefined ? {} : { [METADATA_KEYS.survey]: survey };
  return new ParquetTableWriter(table, output, { metadata: () => metadata });
}

export interface ParquetOptions {
  /** The metadata of the file beside the dictionary of its columns, asked for when all rows are written. */
  readonly metadata: () => Readonly<Record<string, string>>;
  /** The most rows of a row group; default 100,000. */
  readonly maxGroupRows?: number | undefined;
  /** The most characters of the distinct texts of a row group, about; default 2 Mi. */
  readonly maxGroupCharacters?: number | undefined;
}

/** A row group ends with the row that reaches a limit. It must not depend on when the rows are flushed, or the octets would. */
export class ParquetTableWriter implements TableWriter {
  readonly #columns: readonly (readonly [name: string, column: Column])[];
  readonly #names: readonly string[];
  readonly #output: Output;
  readonly #bytes = new ByteWriter();
  readonly #pages = new PageMemory();
  readonly #writer: ParquetWriter;
  readonly #metadata: ParquetOptions['metadata'];
  readonly #maxGroupRows: number;
  readonly #maxGroupCharacters: number;
  /** The row group in progress. */
  #cells: readonly ColumnCells[];
  #rows = 0;
  #characters = 0;

  constructor(
    table: TableName,
    output: Output,
    { metadata, maxGroupRows = MAX_GROUP_ROWS, maxGroupCharacters = MAX_GROUP_CHARACTERS }: ParquetOptions,
  ) {
    this.#columns = Object.entries<Column>(TABLES[table]);
    this.#names = Object.keys(TABLES[table]);
    this.#output = output;
    this.#maxGroupRows = maxGroupRows;
    this.#maxGroupCharacters = maxGroupCharacters;
    this.#cells = this.#columns.map(() => new ColumnCells());
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      createdBy: 'robotstream',
    });
    this.#metadata = metadata;
  }

  write(row: RowOf<TableName>): void {
    const cells = row as Readonly<Record<string, Cell>>;
    const names = this.#names;
    for (let index = 0; index < names.length; index++)
      this.#characters += this.#cells[index].add(cells[names[index]]);
    this.#added(1);
  }

  /** Adds rows that share cells. A row group may end between them. */
  writeShared({ length, parts }: SharedRows<TableName>): void {
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#maxGroupRows - this.#rows);
      for (const part of parts) this.#addPart(part, from, to);
      this.#added(to - from);
      from = to;
    }
  }

  #addPart(part: readonly object[], from: number, to: number): void {
    const objects = part as readonly Readonly<Record<string, Cell>>[];
    for (const name of Object.keys(part[0])) {
      const cells = this.#cells[this.#names.indexOf(name)];
      if (part.length === 1) {
        this.#characters += cells.add(objects[0][name], to - from);
        continue;
      }
      for (let at = from; at < to; ) {
        const start = at++;
        while (at < to && objects[at] === objects[start]) at++;
        this.#characters += cells.add(objects[start][name], at - start);
      }
    }
  }

  #added(rows: number): void {
    this.#rows += rows;
    if (this.#rows >= this.#maxGroupRows || this.#characters >= this.#maxGroupCharacters) this.#endGroup();
  }

  async flush(): Promise<void> {
    const octets = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    if (octets.length > 0) await this.#output(octets);
  }

  async end(): Promise<void> {
    if (this.#rows > 0) this.#endGroup();
    const dictionary = { [METADATA_KEYS.columns]: JSON.stringify(Object.fromEntries(this.#columns)) };
    this.#writer.kvMetadata = Object.entries({ ...this.#metadata(), ...dictionary }).map(([key, value]) => ({
      key,
      value,
    }));
    const footerStart = this.#bytes.index;
    await this.#writer.finish();
    if (this.#writer.row_groups.length === 0)
      nameTypeOfNoRowGroups(new Uint8Array(this.#bytes.buffer, footerStart, this.#bytes.index - footerStart));
    await this.flush();
  }

  /** Writes the row group in progress to memory. It takes far less than its cells do. */
  #endGroup(): void {
    const start = this.#bytes.offset;
    const columns = this.#columns.map(([name, column], index) =>
      writeColumnChunk(this.#bytes, this.#pages, {
        name,
        column,
        cells: this.#cells[index],
        hasBounds: WITH_STATISTICS.has(name),
      }),
    );
    const uncompressed = columns.reduce(
      (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
      0n,
    );
    this.#writer.row_groups.push({
      columns,
      total_byte_size: uncompressed,
      num_rows: BigInt(this.#rows),
      total_compressed_size: BigInt(this.#bytes.offset - start),
    });
    this.#writer.num_rows += BigInt(this.#rows);
    this.#cells = this.#columns.map(() => new ColumnCells());
    this.#rows = 0;
    this.#characters = 0;
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
