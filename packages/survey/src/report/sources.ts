/**
 * The parts of a survey as views of DuckDB: a view for each table, with the columns of the table, whatever the format of the parts.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { NEEDED } from '../kept-tables/read-table.js';
import { FORMATS, type PartFormat, SURVEY_FILE } from '../kept-tables/survey-folder.js';
import { FolderError } from '../parts/folder.js';
import { refuseOtherSurveys } from '../parts/survey-file.js';
import { type Column, type ColumnType, TABLES, type TableName } from '../tables.js';
import { type Engine, literalPath, sqlName, sqlText } from './engine.js';

const REPORT_TABLES = ['captures', 'verdicts', 'faults'] as const satisfies readonly TableName[];

/** The tables that a report reads. */
type ReportTable = (typeof REPORT_TABLES)[number];

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  list: 'VARCHAR[]',
  octets: 'BLOB',
};

/** A survey as parts: where the files of each table are. */
export interface SurveyParts {
  readonly folder: string;
  /** The names of the files of each table, relative to the folder, in order. */
  readonly files: Readonly<Record<ReportTable, readonly string[]>>;
}

/**
 * Finds the parts in a folder, however deep: a file is part of the table after which the nearest folder above it is named, as in `tables/7/verdicts/a.parquet` and
 * `verdicts/month=2024-05/data_0.parquet`.
 *
 * @throws {FolderError} (rejects) if there are neither captures nor verdicts, or parts of surveys with different options
 * @throws {Error} (rejects) if the folder cannot be read
 */
export async function findParts(folder: string): Promise<SurveyParts> {
  const files: Record<ReportTable, string[]> = { captures: [], verdicts: [], faults: [] };
  const surveys: string[] = [];
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const folders = dirname(name).split(sep);
    if (basename(name) === SURVEY_FILE) surveys.push(join(folder, dirname(name)));
    const table = folders.reverse().find((one) => Object.hasOwn(TABLES, one));
    const isPart = formatOf(name) !== undefined && !folders.some((one) => /^\.[^.]/.test(one));
    if (isPart && table !== undefined && Object.hasOwn(files, table)) files[table as ReportTable].push(name);
  }
  if (files.captures.length === 0 && files.verdicts.length === 0)
    throw new FolderError(
      `${folder} has neither captures nor verdicts of a survey, so there is nothing to report`,
    );
  await refuseOtherSurveys(surveys);
  return { folder, files };
}

function formatOf(name: string): PartFormat | undefined {
  return FORMATS.find((format) => name.endsWith(`.${format}`));
}

/**
 * Makes a view of each table. A table without parts has no rows.
 *
 * @throws {Error} (rejects) if a file is not part of a survey; the message names it
 */
export async function createViews(engine: Engine, parts: SurveyParts): Promise<void> {
  for (const table of REPORT_TABLES) {
    const view = await viewOf(engine, parts, table, parts.files[table]);
    await engine.rows(`CREATE OR REPLACE TEMP VIEW ${table} AS ${view}`);
    await checkCells(engine, table, table);
  }
}

/** The query that reads some files of a table. */
async function viewOf(
  engine: Engine,
  { folder }: SurveyParts,
  table: ReportTable,
  files: readonly string[],
): Promise<string> {
  const queries: string[] = [];
  for (const format of FORMATS) {
    const paths = files.filter((name) => formatOf(name) === format).map((name) => join(folder, name));
    if (paths.length > 0) queries.push(await queryOf(engine, format, table, paths));
  }
  if (queries.length > 0) return queries.join('\nUNION ALL BY NAME\n');
  const nulls = columnsOf(table).map(([name, { type }]) => `NULL::${SQL_TYPES[type]} AS ${sqlName(name)}`);
  return `SELECT ${nulls.join(', ')} WHERE false`;
}

function columnsOf(table: ReportTable): readonly (readonly [string, Column])[] {
  return Object.entries(TABLES[table]);
}

/** @throws {NotAPart} (rejects) if a row has not the cells that every row has */
async function checkCells(engine: Engine, table: ReportTable, rows: string): Promise<void> {
  for (const name of NEEDED[table]) {
    const [found] = await engine.rows(`SELECT 1 AS one FROM ${rows} WHERE ${sqlName(name)} IS NULL LIMIT 1`);
    if (found !== undefined) throw new NotAPart(`a row has no ${name}`);
  }
}

/** Lists of files are texts of SQL, so that a name may have the wildcards of a glob. */
async function queryOf(
  engine: Engine,
  format: PartFormat,
  table: ReportTable,
  paths: readonly string[],
): Promise<string> {
  const from = await READ[format](`[${paths.map(literalPath).join(', ')}]`, table, paths);
  const known = new Set((await engine.rows(`DESCRIBE FROM ${from}`)).map((row) => row.column_name));
  const missing = NEEDED[table].find((name) => !known.has(name));
  if (missing !== undefined) throw new NotAPart(`it has no column ${missing}`);
  const cells = columnsOf(table).map(([name, { type }]) => {
    if (!known.has(name)) return `NULL::${SQL_TYPES[type]} AS ${sqlName(name)}`;
    return `${CELL[format](sqlName(name), type)} AS ${sqlName(name)}`;
  });
  return `SELECT ${cells.join(', ')} FROM ${from}`;
}

/** What is read as a part and has not the columns of one. */
class NotAPart extends Error {}

/** The longest record of a text: a line of NDJSON may have 16 MiB, and its URL goes into the tables. */
const MAX_RECORD_OCTETS = 20 * 1024 * 1024;

const MIN_RECORD_OCTETS = 2 * 1024 * 1024;

/** How long a record of some files may be. DuckDB has buffers of that length in each thread. */
async function recordOctets(paths: readonly string[]): Promise<number> {
  let largest = MIN_RECORD_OCTETS;
  for (const path of paths) largest = Math.max(largest, (await stat(path)).size);
  return Math.min(largest, MAX_RECORD_OCTETS);
}

const READ: Readonly<
  Record<PartFormat, (files: string, table: ReportTable, paths: readonly string[]) => Promise<string>>
> = {
  parquet: async (files) => `read_parquet(${files}, union_by_name = true, hive_partitioning = false)`,
  ndjson: async (files, table, paths) => {
    const columns = columnsOf(table).map(
      ([name, { type }]) => `${sqlName(name)}: ${sqlText(SQL_TYPES[type])}`,
    );
    return `read_json(${files}, format = 'newline_delimited', columns = {${columns.join(', ')}}, maximum_object_size = ${await recordOctets(paths)})`;
  },
  csv: async (files, _, paths) => {
    const octets = await recordOctets(paths);
    return `read_csv(${files}, header = true, all_varchar = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, union_by_name = true, max_line_size = ${octets}, buffer_size = ${octets})`;
  },
};

/** A cell as its column has it. Timestamps are in UTC. */
const CELL: Readonly<Record<PartFormat, (name: string, type: ColumnType) => string>> = {
  // A cast of a timestamp with a time zone would depend on the time zone of the machine.
  parquet: (name, type) =>
    type === 'timestamp' ? `make_timestamp(epoch_us(${name}))` : `${name}::${SQL_TYPES[type]}`,
  ndjson: (name) => name,
  csv: (name, type) =>
    type === 'list'
      ? `CASE WHEN ${name} = '' THEN [] ELSE string_split(${name}, ' ') END`
      : `${name}::${SQL_TYPES[type]}`,
};

/**
 * The error of a statement, or one that names the part for which it fails: each part is read by itself, to its end, until one cannot be read.
 */
export async function errorOfPart(engine: Engine, parts: SurveyParts, error: unknown): Promise<unknown> {
  for (const table of REPORT_TABLES) {
    for (const file of parts.files[table]) {
      try {
        const view = await viewOf(engine, parts, table, [file]);
        await engine.rows(`SELECT bit_xor(hash(part)) FROM (${view}) part`);
        await checkCells(engine, table, `(${view})`);
      } catch (cause) {
        const message = (cause as Error).message.split('\n', 1)[0];
        const said = cause instanceof NotAPart ? 'is not part of a survey' : 'cannot be read';
        return new Error(`${file} ${said}: ${message}`, { cause });
      }
    }
  }
  return error;
}
