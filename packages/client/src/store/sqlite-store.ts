/**
 * A store in one SQLite file: it outlives the process and needs no server.
 */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { RobotsError } from 'robotstream';
import { aWholeNumber, checkOptions, misshapen, type OptionCheck, optionTable } from 'robotstream/internal';
import { messageOf } from '../fetch/faults.js';
import type { RobotsStore } from './store.js';

/** Options for `sqliteStore`. */
export interface SqliteStoreOptions {
  /** The file's path. A file that does not exist is created. */
  readonly file: string;
  /**
   * How large the database may become, in octets, at least 1 MiB. Past that, the entries written longest ago are removed; an
   * entry that would take more than a quarter of it is not stored. Default: 1 GiB, room for about 200,000 robots.txt files;
   * Infinity for no bound. SQLite's write-ahead log, next to the file, adds a few MiB.
   */
  readonly maxOctets?: number | undefined;
}

/** Marks the file in its header as one of this package (SQLite's `application_id`): `rbts`. */
const APPLICATION_ID = 0x72627473;

/** How many writes there are between two removals of expired entries. */
const WRITES_PER_SWEEP = 1000;

const MEBIBYTE = 1024 * 1024;
const MIN_OCTETS = MEBIBYTE;
const DEFAULT_MAX_OCTETS = 1024 * MEBIBYTE;

/** The share of the bound that one entry may take: one large file must not remove all others. */
const MAX_ENTRY_PART = 1 / 4;

/** The share of the bound that a removal leaves in use. Removing one entry at a time would double each write. */
const KEPT_PART = 0.9;

/** Removes a sixteenth of all entries: those with the lowest row ids, since a row that is written gets the highest. */
const REMOVE_OLDEST = `
  DELETE FROM entries WHERE rowid IN (
    SELECT rowid FROM entries ORDER BY rowid LIMIT (SELECT max(1, count(*) / 16) FROM entries)
  ) RETURNING 1
`;

const TABLE = `
  CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires) WHERE expires IS NOT NULL;
`;

const aPath: OptionCheck = (value, name) => {
  if (typeof value !== 'string' || value === '') throw misshapen(value, name, 'the path of the SQLite file');
};

const SQLITE_OPTIONS = optionTable<SqliteStoreOptions>({
  file: aPath,
  maxOctets: aWholeNumber(MIN_OCTETS, Infinity, 'octets'),
});

/** The part of `node:sqlite` that is used. The types of the oldest supported Node do not have it. */
interface Sqlite {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: readonly SqlValue[]): unknown;
    get(...values: readonly SqlValue[]): Readonly<Record<string, unknown>> | undefined;
  };
  close(): void;
}

type SqlValue = string | number | Uint8Array;

/** How long a process waits for the lock of another one, in milliseconds. It blocks while it waits. */
const BUSY_MS = 250;

/**
 * Opens a store in a SQLite file. Any number of processes on one machine may share the file. Needs Node 22.13 or later, where SQLite is built in.
 *
 * @throws {TypeError} (rejects) if an option is unknown or malformed, or no path is given
 * @throws {RangeError} (rejects) if `maxOctets` is less than 1 MiB
 * @throws {RobotsError} (rejects) `store-unusable` on an older Node, or if another program's database is in the file; `store-failed` if it is
 *   not a database, or cannot be opened
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient, sqliteStore } from '@robotstream/client';
 *
 * const store = await sqliteStore({ file: 'robots.sqlite' });
 * const client = createClient({ userAgent: 'FooBot/1.0', agents: 'FooBot', store });
 * console.log(await client.isAllowed('http://localhost:8124/shop/cart')); // → false
 * await client.close();
 * ```
 */
export async function sqliteStore(options: SqliteStoreOptions): Promise<RobotsStore> {
  checkOptions('sqliteStore', options, SQLITE_OPTIONS);
  const { file: path, maxOctets = DEFAULT_MAX_OCTETS } = options;
  aPath(path, 'file');
  // An absolute path, since `:memory:` and `file:` have a special meaning in SQLite.
  const file = resolve(path);
  let sqlite: Sqlite | undefined;
  try {
    sqlite = open(file);
    prepare(sqlite, file);
    return new SqliteStore(sqlite, maxOctets);
  } catch (error) {
    sqlite?.close();
    if (error instanceof RobotsError) throw error;
    const message = `${file} cannot be used as a cache (SQLite: ${messageOf(error)}); ${remedyFor(file)}`;
    throw new RobotsError('store-failed', message, { cause: error });
  }
}

function remedyFor(file: string): string {
  if (!existsSync(file)) return 'give the path of a file in a folder that exists';
  return statSync(file).isDirectory()
    ? 'it is a folder: give the path of a file'
    : 'give another path, or delete the file';
}

/** @throws {RobotsError} `store-unusable` if this Node has no SQLite */
function open(file: string): Sqlite {
  const builtIn = process.getBuiltinModule('node:sqlite') as
    | { readonly DatabaseSync: new (file: string) => Sqlite }
    | undefined;
  if (builtIn !== undefined) return new builtIn.DatabaseSync(file);
  throw new RobotsError(
    'store-unusable',
    `A SQLite file as a store needs Node 22.13 or later, and this is Node ${process.versions.node}; use redisStore(), or no store, which ` +
      'keeps everything in memory',
  );
}

function prepare(sqlite: Sqlite, file: string): void {
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  const id = resultOf(sqlite, 'PRAGMA application_id');
  const tables = resultOf(sqlite, 'SELECT count(*) FROM sqlite_schema');
  if (id !== APPLICATION_ID && tables !== 0) {
    throw new RobotsError(
      'store-unusable',
      `${file} is a database of another program; give the path of a new file, or of a cache of this package`,
    );
  }
  const settings = `PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA synchronous = NORMAL`;
  sqlite.exec(`${settings}; ${TABLE}`);
}

/** The result of a statement: the value of the only column of the first row; undefined if there is no row. */
function resultOf(sqlite: Sqlite, sql: string, ...values: readonly SqlValue[]): unknown {
  return Object.values(sqlite.prepare(sql).get(...values) ?? {})[0];
}

class SqliteStore implements RobotsStore {
  readonly #sqlite: Sqlite;
  readonly #maxOctets: number;
  #writes = 0;
  #isClosed = false;

  constructor(sqlite: Sqlite, maxOctets: number) {
    this.#sqlite = sqlite;
    this.#maxOctets = maxOctets;
    this.#sweep();
    this.#keepWithinBound();
  }

  async get(key: string): Promise<unknown> {
    const sql = 'SELECT value FROM entries WHERE key = ? AND expires > ?';
    const value = resultOf(this.#sqlite, sql, key, Date.now());
    return value instanceof Uint8Array ? Buffer.from(value).toString() : value;
  }

  async set(key: string, text: string, ttlMs: number): Promise<void> {
    // As octets: a SQLite text that has a NUL is cut there when it is read.
    const value = Buffer.from(text);
    if (value.length > this.#maxOctets * MAX_ENTRY_PART) return this.delete(key);
    const sql = 'INSERT OR REPLACE INTO entries (key, value, expires) VALUES (?, ?, ?)';
    this.#sqlite.prepare(sql).run(key, value, Date.now() + ttlMs);
    this.#writes++;
    if (this.#writes % WRITES_PER_SWEEP === 0) this.#sweep();
    this.#keepWithinBound();
  }

  async delete(key: string): Promise<void> {
    this.#sqlite.prepare('DELETE FROM entries WHERE key = ?').run(key);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sqlite.close();
  }

  #sweep(): void {
    this.#sqlite.prepare('DELETE FROM entries WHERE expires < ?').run(Date.now());
  }

  /** Removes the entries written longest ago if the database is too large. */
  #keepWithinBound(): void {
    if (this.#maxOctets === Infinity || this.#octets() <= this.#maxOctets) return;
    while (this.#octets() > this.#maxOctets * KEPT_PART) {
      if (resultOf(this.#sqlite, REMOVE_OLDEST) === undefined) return;
    }
  }

  /** How much of the file is in use, in octets. */
  #octets(): number {
    const pages = this.#pragma('page_count') - this.#pragma('freelist_count');
    return pages * this.#pragma('page_size');
  }

  #pragma(name: string): number {
    return Number(resultOf(this.#sqlite, `PRAGMA ${name}`));
  }
}
