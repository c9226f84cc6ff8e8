/**
 * The two ways to open a SQLite file: Node's own SQLite (Node 22.13 and later), else SQLite compiled to WebAssembly
 * (`node-sqlite3-wasm`). Neither needs a compiler to install.
 *
 * Node's SQLite locks the file as SQLite does, so any number of processes may share it. The WebAssembly build cannot
 * share it. Its lock is a folder next to the file, which a killed process leaves there. While that folder exists, SQLite
 * believes that a journal which needs rolling back is in use, so half a transaction would stay in the file. The process
 * therefore owns the file while it is open (`sqlite-owner.ts`), and uses WAL mode with exclusive locking, where recovery
 * needs no lock.
 */
import { existsSync, rmdirSync } from 'node:fs';
import { RobotsError } from 'robotstream';
import { optionalPackage } from './optional-package.js';
import { ownFile, refuseIfOwned } from './sqlite-owner.js';

export type SqlValue = string | number | Uint8Array;

/** The part of SQLite that a store needs. Every call is synchronous. */
export interface Sqlite {
  /** Runs statements without values. */
  exec(sql: string): void;
  /** Runs one statement. */
  run(sql: string, values: readonly SqlValue[]): void;
  /** The first row of a statement's result; undefined if there is none. */
  row(sql: string, values: readonly SqlValue[]): Readonly<Record<string, unknown>> | undefined;
  close(): void;
}

/** How long a process waits for the lock of another one, in milliseconds. It blocks while it waits. */
const BUSY_MS = 250;

/**
 * Opens a SQLite file. A file that does not exist is created.
 *
 * @throws {RobotsError} `store-package-missing`; `store-unusable` if another process has the file
 */
export async function openSqlite(file: string): Promise<Sqlite> {
  const builtIn = builtInSqlite();
  return builtIn === undefined ? openWasm(file) : openBuiltIn(builtIn, file);
}

/** Node's own SQLite; undefined if this version of Node has none. */
export function builtInSqlite(): BuiltInSqlite | undefined {
  return process.getBuiltinModule('node:sqlite') as BuiltInSqlite | undefined;
}

/** The part of `node:sqlite` that is used. The types of the oldest supported Node do not have it. */
interface BuiltInSqlite {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): {
      run(...values: readonly SqlValue[]): unknown;
      get(...values: readonly SqlValue[]): Record<string, unknown> | undefined;
    };
    close(): void;
  };
}

function openBuiltIn({ DatabaseSync }: BuiltInSqlite, file: string): Sqlite {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    database.exec('PRAGMA journal_mode = WAL');
    // After opening: each of the two announces itself before it checks for the other.
    refuseIfOwned(file);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, values) => void database.prepare(sql).run(...values),
    row: (sql, values) => database.prepare(sql).get(...values),
    close: () => database.close(),
  };
}

async function openWasm(file: string): Promise<Sqlite> {
  const { default: sqlite } = await optionalPackage(
    'node-sqlite3-wasm',
    `A SQLite store on Node ${process.versions.node} (22.13 and later have SQLite built in)`,
    () => import('node-sqlite3-wasm'),
  );
  const owner = ownFile(file);
  let database: InstanceType<typeof sqlite.Database> | undefined;
  try {
    refuseIfShared(file);
    // A killed process has left it. This process owns the file now.
    if (existsSync(`${file}.lock`)) rmdirSync(`${file}.lock`);
    database = new sqlite.Database(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
  } catch (error) {
    database?.close();
    owner.release();
    throw error;
  }
  const opened = database;
  return {
    exec: (sql) => opened.exec(sql),
    run: (sql, values) => void opened.run(sql, [...values]),
    row: (sql, values) => opened.get(sql, [...values]) ?? undefined,
    close: () => {
      opened.close();
      owner.release();
    },
  };
}

/** While processes with built-in SQLite have a database open, they share memory in a file next to it. */
function refuseIfShared(file: string): void {
  if (!existsSync(`${file}-shm`)) return;
  throw new RobotsError(
    'store-unusable',
    `${file} is open in a process on Node 22.13 or later, or one that had it open was killed (${file}-shm is there). ` +
      'This Node cannot share it: use a file of its own, or run this process on Node 22.13 or later.',
  );
}
