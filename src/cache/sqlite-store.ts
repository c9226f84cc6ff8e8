/**
 * A store in one SQLite file: outlives the process, needs no server.
 */
import { resolve } from 'node:path';
import type { KeyvStoreAdapter } from 'keyv';
import { RobotsError } from '../errors.js';
import { KEYV_OPTIONS, keyvStore, NAMESPACE } from './keyv-store.js';
import { openSqlite, type Sqlite } from './sqlite-engine.js';
import type { RobotsStore } from './store.js';

export interface SqliteStoreOptions {
  /** The file's path; made if it is not there. */
  readonly file: string;
}

/** Says in the file's header whose it is (SQLite's `application_id`): `rbts`. */
const APPLICATION_ID = 0x72627473;

/** Writes between two times that entries past their time are removed. */
const WRITES_A_SWEEP = 1000;

const TABLE = `
  CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires) WHERE expires IS NOT NULL;
`;

/**
 * Opens a store in a SQLite file. On Node 22.13 and later any number of processes on one machine may share the file; before,
 * the package `node-sqlite3-wasm` is needed, and one process at a time has it.
 *
 * @throws {TypeError} (rejects) if no path is given
 * @throws {RobotsError} (rejects) `store-package-missing`; `store-unusable` if another process has the file, or it is a
 *   database of something else; `store-failed` if it is no database or cannot be opened
 */
export async function sqliteStore(options: SqliteStoreOptions): Promise<RobotsStore> {
  if (typeof options?.file !== 'string' || options.file === '') {
    throw new TypeError(`file is ${JSON.stringify(options?.file)}; the path of the SQLite file is expected`);
  }
  // A path and nothing else: SQLite would take `:memory:` and `file:` for something other than a file's name.
  const file = resolve(options.file);
  const sqlite = await open(file);
  try {
    prepare(sqlite, file);
  } catch (error) {
    sqlite.close();
    throw asStoreError(file, error);
  }
  const { default: Keyv } = await import('keyv');
  const store = new SqliteAdapter(sqlite);
  return keyvStore(new Keyv({ store, namespace: NAMESPACE, ...KEYV_OPTIONS }));
}

async function open(file: string): Promise<Sqlite> {
  try {
    return await openSqlite(file);
  } catch (error) {
    throw asStoreError(file, error);
  }
}

function prepare(sqlite: Sqlite, file: string): void {
  const id = sqlite.row('PRAGMA application_id', [])?.application_id;
  const tables = sqlite.row('SELECT count(*) AS count FROM sqlite_schema', [])?.count;
  if (id !== APPLICATION_ID && tables !== 0) {
    throw new RobotsError(
      'store-unusable',
      `${file} is a database of something else; give a path where there is none, or a cache of this package`,
    );
  }
  sqlite.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA synchronous = NORMAL; ${TABLE}`);
}

function asStoreError(file: string, error: unknown): RobotsError {
  if (error instanceof RobotsError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RobotsError(
    'store-failed',
    `${file} cannot be used as a cache (SQLite says: ${message}); give another path, or delete it if it is a cache`,
    { cause: error },
  );
}

/** SQLite behind Keyv's interface for storage adapters. */
class SqliteAdapter implements KeyvStoreAdapter {
  readonly opts = {};
  readonly #sqlite: Sqlite;
  #writes = 0;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    this.#sweep();
  }

  async get<Value>(key: string): Promise<Value | undefined> {
    // Keyv wraps values as text and unwraps what it gets.
    return this.#sqlite.row('SELECT value FROM entries WHERE key = ?', [key])?.value as Value | undefined;
  }

  async set(key: string, value: string, ttlMs?: number): Promise<void> {
    const expires = ttlMs === undefined ? null : Date.now() + ttlMs;
    this.#sqlite.run('INSERT OR REPLACE INTO entries (key, value, expires) VALUES (?, ?, ?)', [
      key,
      value,
      expires,
    ]);
    this.#writes++;
    if (this.#writes % WRITES_A_SWEEP === 0) this.#sweep();
  }

  async delete(key: string): Promise<boolean> {
    const was = this.#sqlite.row('DELETE FROM entries WHERE key = ? RETURNING 1 AS was', [key]);
    return was !== undefined;
  }

  async clear(): Promise<void> {
    this.#sqlite.exec('DELETE FROM entries');
  }

  async disconnect(): Promise<void> {
    this.#sqlite.close();
  }

  /** Its failures are thrown by the calls that have them. */
  on(): this {
    return this;
  }

  #sweep(): void {
    this.#sqlite.run('DELETE FROM entries WHERE expires < ?', [Date.now()]);
  }
}
