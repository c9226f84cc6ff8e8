/** The store in a SQLite file: real files. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite-engine.js';
import { type SqliteStoreOptions, sqliteStore } from '../../src/store/sqlite-store.js';
import { newFile, openStore } from './support/sqlite-files.js';

const FAR = 1e9;

describe('a store in a file', () => {
  test('keeps, replaces and forgets', async () => {
    const store = await openStore(newFile());
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', 'one', FAR);
    await store.set('b', 'é\0\n"', FAR);
    await store.set('a', 'two', FAR);
    expect([await store.get('a'), await store.get('b')]).toEqual(['two', 'é\0\n"']);
    await store.delete('a');
    await store.delete('never there');
    expect(await store.get('a')).toBeUndefined();
  });

  test('keeps its entries when it is reopened, and leaves no file but its own', async () => {
    const file = newFile();
    const first = await sqliteStore({ file });
    await first.set('a', 'x'.repeat(1_000_000), FAR);
    await first.close();
    const second = await sqliteStore({ file });
    expect(await second.get('a')).toBe('x'.repeat(1_000_000));
    await second.close();
    // The program closes it, and the client does, too.
    await second.close();
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db']);
  });

  test('removes expired entries', async () => {
    const file = newFile();
    const first = await sqliteStore({ file });
    await first.set('past', 'one', -1);
    await first.set('present', 'two', FAR);
    expect(await first.get('past')).toBeUndefined();
    await first.set('past', 'one', -1);
    await first.close();
    await (await sqliteStore({ file })).close();
    const sqlite = await openSqlite(file);
    expect(sqlite.row('SELECT count(*) AS count FROM entries', [])).toMatchObject({ count: 1 });
    sqlite.close();
  });

  test('treats another program’s value under a key as foreign, not as an error', async () => {
    const file = newFile();
    await (await sqliteStore({ file })).close();
    const sqlite = await openSqlite(file);
    for (const [key, value] of [
      ['json', '[1,2]'],
      ['number', 17],
    ] as const) {
      sqlite.run('INSERT INTO entries (key, value, expires) VALUES (?, ?, ?)', [
        key,
        value,
        Date.now() + FAR,
      ]);
    }
    sqlite.close();
    const store = await openStore(file);
    expect(await store.get('json')).toBe('[1,2]');
    expect(await store.get('number')).toBe(17);
  });
});

describe('the file', () => {
  /** The result of a statement about a file that no store has open. */
  async function ask(file: string, sql: string): Promise<unknown> {
    const sqlite = await openSqlite(file);
    try {
      return Object.values(sqlite.row(sql, []) ?? {})[0];
    } finally {
      sqlite.close();
    }
  }
  const entriesOf = (file: string) => ask(file, 'SELECT count(*) FROM entries');

  test('is marked as one of this package, and a database of another program is refused', async () => {
    const file = newFile();
    await (await sqliteStore({ file })).close();
    // The letters rbts.
    expect(await ask(file, 'PRAGMA application_id')).toBe(0x72_62_74_73);
    const other = newFile();
    const sqlite = await openSqlite(other);
    sqlite.exec('PRAGMA application_id = 1; CREATE TABLE precious (a)');
    sqlite.close();
    await expect(sqliteStore({ file: other })).rejects.toMatchObject({
      code: 'store-unusable',
      message: `${other} is a database of another program; give the path of a new file, or of a cache of this package`,
    });
    expect(await ask(other, 'SELECT count(*) FROM precious')).toBe(0);
  });

  // Windows has no file of that name.
  test.runIf(platform() !== 'win32')(
    'is named by its path alone: names that SQLite knows are no exception',
    async () => {
      const file = newFile();
      const named = join(file, '..', ':memory:');
      await (await sqliteStore({ file: named })).close();
      expect(readdirSync(join(file, '..'))).toEqual([':memory:']);
    },
  );

  test('loses expired entries every thousand writes, and when it is opened', async () => {
    for (const [writes, left] of [
      [998, 2],
      [999, 1],
    ]) {
      const file = newFile();
      const store = await sqliteStore({ file });
      await store.set('past', 'one', -1);
      for (let i = 0; i < writes; i++) await store.set('present', 'two', FAR);
      await store.close();
      expect(await entriesOf(file)).toBe(left);
      await (await sqliteStore({ file })).close();
      expect(await entriesOf(file)).toBe(1);
    }
  });
});

describe('a file that cannot be used is refused, saying why, and left as it is', () => {
  test.each<[unknown, RegExp]>([
    [undefined, /^sqliteStore: options is undefined/],
    ['cache.db', /^sqliteStore: options is "cache\.db"/],
    [{ file: '' }, /^file is ""; the path of the SQLite file is expected$/],
    [{}, /^file is undefined/],
    [{ path: 'cache.db' }, /unknown option path/],
    [
      { file: 'cache.db', maxOctets: 1000 },
      /^maxOctets is 1000; a whole number of octets from 1048576 to Infinity is expected$/,
    ],
    [{ file: 'cache.db', maxOctets: '1GB' }, /^maxOctets is "1GB"/],
  ])('invalid options: %j', async (options, message) => {
    await expect(sqliteStore(options as SqliteStoreOptions)).rejects.toThrow(message);
    expect(existsSync('cache.db')).toBe(false);
  });

  test('a file that is not a database', async () => {
    const file = newFile();
    writeFileSync(file, 'Dear diary, '.repeat(1000));
    await expect(sqliteStore({ file })).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringMatching(/cache\.db cannot be used as a cache \(SQLite: .*not a database/),
    });
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db']);
  });

  test('a database of something else', async () => {
    const file = newFile();
    const sqlite = await openSqlite(file);
    sqlite.exec('CREATE TABLE precious (a)');
    sqlite.close();
    await expect(sqliteStore({ file })).rejects.toMatchObject({ code: 'store-unusable' });
  });

  test('a folder; a folder that is not there', async () => {
    const file = newFile();
    mkdirSync(file);
    await expect(sqliteStore({ file })).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringMatching(
        / cannot be used as a cache \(SQLite: .*\); give another path, or delete the file$/,
      ),
      cause: expect.any(Error),
    });
    await expect(sqliteStore({ file: join(file, 'no', 'cache.db') })).rejects.toMatchObject({
      code: 'store-failed',
    });
  });

  test('a damaged database: operations fail, and none crashes', async () => {
    const file = newFile();
    const first = await sqliteStore({ file });
    for (let i = 0; i < 100; i++) await first.set(`key ${i}`, 'x'.repeat(5000), FAR);
    await first.close();
    const { openSync, writeSync, closeSync } = await import('node:fs');
    const fd = openSync(file, 'r+');
    for (let page = 1; page < 100; page++) writeSync(fd, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
    closeSync(fd);
    const outcome = await sqliteStore({ file }).then(
      async (store) => {
        onTestFinished(() => store.close());
        return store.get('key 1').then(
          (value) => value,
          (error) => error,
        );
      },
      (error) => error,
    );
    expect(outcome).toBeInstanceOf(Error);
  });
});
