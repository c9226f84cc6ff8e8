/** Stores in SQLite files of a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sqliteStore } from '../../../src/store/sqlite-store.js';
import type { RobotsStore } from '../../../src/store/store.js';

/** A path in a folder of its own, removed with the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'cache.db');
}

/** The part of a database of `node:sqlite` that tests use. The types of the oldest Node do not have it. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: unknown[]): unknown;
    get(): Record<string, unknown> | undefined;
  };
  close(): void;
}

/** The database in a file. */
export function openSqlite(file: string): Database {
  const builtIn = process.getBuiltinModule('node:sqlite') as { DatabaseSync: new (file: string) => Database };
  return new builtIn.DatabaseSync(file);
}

/** A store that is closed with the test. */
export async function openStore(file: string, maxOctets?: number): Promise<RobotsStore> {
  const store = await sqliteStore({ file, maxOctets });
  onTestFinished(() => store.close());
  return store;
}
