/**
 * Tables as Parquet, a row group at a time.
 */
import { gzipSync } from 'node:zlib';
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

/** How many rows end a row group. 50,000 make tables a tenth smaller, but for 35 crawlers a survey takes a tenth longer. */
const MAX_GROUP_ROWS = 15_000;

/**
 * The most characters of the distinct texts of a row group, about. They are on the heap until it ends, and the collector leaves several row
 * groups uncollected.
 */
const MAX_GROUP_CHARACTERS = 2 * 1024 * 1024;

/** The page size by which hyparquet-writer does not divide a column of a row group into pages. */
const ONE_PAGE = 0;

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
  return new ParquetTableWriter(table, output, () => metadata);
}

/** A row group ends with the row that reaches a limit. It must not depend on when the rows are flushed, or the octets would. */
export class ParquetTableWriter implements TableWriter {
  readonly #columns: readonly ColumnRuns[];
  readonly #byName: ReadonlyMap<string, ColumnRuns>;
  readonly #output: Output;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #metadata: () => Readonly<Record<string, string>>;
  /** The rows of the row group in progress, and the characters of their texts, those of equal ones in a row once. */
  #rows = 0;
  #characters = 0;

  /** @param metadata that of the file beside the dictionary of its columns, asked for when all rows are written */
  constructor(table: TableName, output: Output, metadata: () => Readonly<Record<string, string>>) {
    const columns = Object.entries<Column>(TABLES[table]);
    this.#columns = columns.map(([name, column]) => new ColumnRuns(name, column));
    this.#byName = new Map(this.#columns.map((column) => [column.name, column]));
    this.#output = output;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(columns),
      compressors: { GZIP: (octets) => gzipSync(octets) },
      createdBy: 'robotstream',
    });
    this.#metadata = () => ({
      ...metadata(),
      [METADATA_KEYS.columns]: JSON.stringify(Object.fromEntries(columns)),
    });
  }

  write(row: RowOf<TableName>): void {
    const cells = row as Readonly<Record<string, Cell>>;
    for (const column of this.#columns) this.#characters += column.add(cells[column.name], 1);
    this.#added(1);
  }

  /** Adds rows that share cells. They are in one row group. */
  writeShared({ length, parts }: Pick<SharedRows<TableName>, 'length' | 'parts'>): void {
    for (const part of parts) {
      const objects = part as readonly Readonly<Record<string, Cell>>[];
      const columns = Object.keys(objects[0]).map((name) => this.#byName.get(name) as ColumnRuns);
      for (let start = 0; start < objects.length; ) {
        let end = start + 1;
        while (end < objects.length && objects[end] === objects[start]) end++;
        const count = objects.length === 1 ? length : end - start;
        for (const column of columns) this.#characters += column.add(objects[start][column.name], count);
        start = end;
      }
    }
    this.#added(length);
  }

  #added(rows: number): void {
    this.#rows += rows;
    if (this.#rows >= MAX_GROUP_ROWS || this.#characters >= MAX_GROUP_CHARACTERS) this.#endGroup();
  }

  async flush(): Promise<void> {
    const octets = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    if (octets.length > 0) await this.#output(octets);
  }

  async end(): Promise<void> {
    if (this.#rows > 0) this.#endGroup();
    this.#writer.kvMetadata = Object.entries(this.#metadata()).map(([key, value]) => ({ key, value }));
    const footerStart = this.#bytes.index;
    this.#writer.finish();
    if (this.#writer.row_groups.length === 0)
      nameTypeOfNoRowGroups(
        Buffer.from(this.#bytes.getBytes().buffer, footerStart, this.#bytes.index - footerStart),
      );
    await this.flush();
  }

  /** Writes the row group in progress to memory. It takes far less than its cells do. */
  #endGroup(): void {
    this.#writer.write({
      columnData: this.#columns.map((column) => column.source()),
      rowGroupSize: this.#rows,
      pageSize: ONE_PAGE,
    });
    for (const column of this.#columns) column.clear();
    this.#rows = 0;
    this.#characters = 0;
  }
}

/** The cells of a column in the row group in progress: runs of equal ones, because the rows of a capture share most of theirs. */
class ColumnRuns {
  readonly name: string;
  readonly #type: ColumnType;
  #values: Cell[] = [];
  /** Of each run, the row after its last one. */
  #ends: number[] = [];

  constructor(name: string, { type }: Column) {
    this.name = name;
    this.#type = type;
  }

  /** Adds equal cells. Returns how many characters are kept for them. */
  add(cell: Cell, count: number): number {
    const last = this.#ends.length - 1;
    const start = last < 0 ? 0 : this.#ends[last];
    if (last >= 0 && cell === this.#values[last]) {
      this.#ends[last] = start + count;
      return 0;
    }
    this.#values.push(cell);
    this.#ends.push(start + count);
    return typeof cell === 'string' ? cell.length : 0;
  }

  /** The column of the row group as hyparquet-writer takes it. Its cells are made when the writer comes to it, so that memory holds those of one column. */
  source() {
    const type = this.#type;
    const cells = () => this.#cells();
    return {
      name: this.name,
      get data() {
        return cells();
      },
      codec: type === 'octets' ? ('GZIP' as const) : ('SNAPPY' as const),
      encoding: type === 'octets' || type === 'boolean' ? ('PLAIN' as const) : ('RLE_DICTIONARY' as const),
      offsetIndex: false,
      statistics: WITH_STATISTICS.has(this.name),
    };
  }

  /** The cell of each row. */
  #cells(): unknown[] {
    const stored = STORED[this.#type];
    const cells: unknown[] = new Array(this.#ends.at(-1) ?? 0);
    let from = 0;
    for (let run = 0; run < this.#ends.length; run++) {
      const given = this.#values[run];
      const cell = given === null || stored === undefined ? given : stored(given);
      while (from < this.#ends[run]) cells[from++] = cell;
    }
    return cells;
  }

  /** Begins the next row group. */
  clear(): void {
    this.#values = [];
    this.#ends = [];
  }
}

/** The value of a cell as hyparquet-writer takes it, where that is another. */
const STORED: Readonly<Partial<Record<ColumnType, (cell: Cell) => unknown>>> = {
  integer: (cell) => BigInt(cell as number),
  timestamp: (cell) => BigInt(Date.parse(cell as string)),
  octets: (cell) => Buffer.from(cell as string, 'base64'),
};

/**
 * In the footer of a table without rows, as hyparquet-writer 0.17 writes it: `num_rows`, a 64-bit integer, is 0; then `row_groups`, a list of no elements, which
 * have no type (Parquet's `FileMetaData`, in Thrift's compact protocol).
 */
const UNTYPED_ROW_GROUPS = Uint8Array.of(0x16, 0x00, 0x19, 0x00);

/** The list of no elements, which are structs. */
const NO_STRUCTS = 0x0c;

/** Gives an empty list of row groups the type of its elements. arrow-rs, which many programs read Parquet by, refuses another type. */
function nameTypeOfNoRowGroups(footer: Buffer): void {
  const at = footer.indexOf(UNTYPED_ROW_GROUPS);
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
