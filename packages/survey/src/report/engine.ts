/**
 * DuckDB, which computes a report: within a bounded memory, with a folder on disk for what exceeds it, and without a network.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionalPackage } from '@robotstream/client/internal';

/** How much DuckDB keeps in memory. The code of DuckDB and Node, and what DuckDB does not count, come on top: about 300 MB. */
const MEMORY_LIMIT = '200MB';

/** More threads need more memory. */
const MAX_THREADS = 4;

/** A value of a result. An integer that DuckDB gives as a bigint is a number. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export type ResultRow = Readonly<Record<string, Value>>;

/** A database in memory. */
export interface Engine {
  /** Runs statements, and resolves to the rows of the first one that has any. */
  rows(sql: string): Promise<readonly ResultRow[]>;
  /** Adds rows of texts to a temporary table. */
  append(table: string, rows: Iterable<readonly string[]>): Promise<void>;
}

/**
 * Runs what needs a database, and closes it.
 *
 * @throws {RobotsError} (rejects) `report-package-missing` if DuckDB is not installed
 */
export async function withEngine<Result>(use: (engine: Engine) => Promise<Result>): Promise<Result> {
  const { DuckDBInstance } = await optionalPackage(
    '@duckdb/node-api',
    'The report of a survey',
    () => import('@duckdb/node-api'),
    'report-package-missing',
  );
  const spilled = await mkdtemp(join(tmpdir(), 'robotstream-report-'));
  try {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT,
      threads: String(Math.min(availableParallelism(), MAX_THREADS)),
      temp_directory: spilled,
      preserve_insertion_order: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    try {
      return await use({
        rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS().map(plainRow),
        append: async (table, rows) => {
          const appender = await connection.createAppender(table, 'main', 'temp');
          for (const row of rows) {
            for (const text of row) appender.appendVarchar(text);
            appender.endRow();
          }
          appender.closeSync();
        },
      });
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  } finally {
    await rm(spilled, { recursive: true, force: true });
  }
}

function plainRow(row: Readonly<Record<string, unknown>>): ResultRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): Value {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  return (value ?? null) as Value;
}

/** A text as a literal of SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as an identifier of SQL. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A path for a function that expands globs. */
export function literalPath(path: string): string {
  return sqlText(path.replace(/[*?[]/g, '[$&]'));
}
