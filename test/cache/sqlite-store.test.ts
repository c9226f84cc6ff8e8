/** The store in a SQLite file: real files, real processes. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtInSqlite, openSqlite } from '../../src/cache/sqlite-engine.js';
import { type SqliteStoreOptions, sqliteStore } from '../../src/cache/sqlite-store.js';
import type { RobotsStore } from '../../src/cache/store.js';
import { type Program, program } from '../support/program.js';

/** A path in a folder of its own, removed with the test. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'cache.db');
}

/** A store that is closed with the test. */
async function open(file: string, maxOctets?: number): Promise<RobotsStore> {
  const store = await sqliteStore({ file, maxOctets });
  onTestFinished(() => store.close());
  return store;
}

const FAR = 1e9;

describe('a store in a file', () => {
  test('keeps, replaces and forgets', async () => {
    const store = await open(newFile());
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
      ['text', 'not json {'],
      ['null', 'null'],
      ['number', '17'],
    ]) {
      sqlite.run('INSERT INTO entries (key, value) VALUES (?, ?)', [`robotstream:${key}`, value]);
    }
    sqlite.close();
    const store = await open(file);
    expect(await store.get('json')).toBeUndefined();
    expect(await store.get('text')).toBe('not json {');
    expect(await store.get('null')).toBeUndefined();
    expect(await store.get('number')).toBeUndefined();
  });
});

describe('the file', () => {
  /** What a statement says about a file that no store has open. */
  async function ask(file: string, sql: string): Promise<unknown> {
    const sqlite = await openSqlite(file);
    try {
      return Object.values(sqlite.row(sql, []) ?? {})[0];
    } finally {
      sqlite.close();
    }
  }
  const entriesOf = (file: string) => ask(file, 'SELECT count(*) FROM entries');

  test('is marked as one of this package, and a new one of another program as its own', async () => {
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

describe('a bound', () => {
  const MIB = 1024 * 1024;
  const entry = (i: number): string => `${i} ${'x'.repeat(10_000)}`;

  test('holds however much is written, and the latest entries are there', async () => {
    const file = newFile();
    const store = await sqliteStore({ file, maxOctets: 2 * MIB });
    for (let i = 0; i < 1000; i++) await store.set(`key ${i}`, entry(i), FAR);
    for (let i = 900; i < 1000; i++) expect(await store.get(`key ${i}`)).toHaveLength(entry(i).length);
    expect(await store.get('key 0')).toBeUndefined();
    await store.close();
    expect(statSync(file).size).toBeLessThan(2.5 * MIB);
  });

  test('keeps entries that are written again and again', async () => {
    const store = await sqliteStore({ file: newFile(), maxOctets: MIB });
    onTestFinished(() => store.close());
    for (let i = 0; i < 500; i++) {
      await store.set(`key ${i}`, entry(i), FAR);
      if (i % 10 === 0) await store.set('hot', entry(i), FAR);
    }
    expect(String(await store.get('hot')).slice(0, 4)).toBe('490 ');
  });

  test('that is lower than before is kept to from then on', async () => {
    const file = newFile();
    const first = await sqliteStore({ file });
    for (let i = 0; i < 300; i++) await first.set(`key ${i}`, entry(i), FAR);
    await first.close();
    const second = await sqliteStore({ file, maxOctets: MIB });
    expect(await second.get('key 0')).toBeUndefined();
    expect(await second.get('key 299')).toHaveLength(entry(299).length);
    await second.close();
    const sqlite = await openSqlite(file);
    const [size, all, free] = ['page_size', 'page_count', 'freelist_count'].map((name) =>
      Number(sqlite.row(`PRAGMA ${name}`, [])?.[name]),
    );
    sqlite.close();
    expect((all - free) * size).toBeLessThanOrEqual(MIB);
  });

  test('an entry that would take most of it is not stored, and removes no other', async () => {
    const store = await sqliteStore({ file: newFile(), maxOctets: MIB });
    onTestFinished(() => store.close());
    await store.set('small', 'x', FAR);
    await store.set('large', 'x', FAR);
    await store.set('large', 'x'.repeat(3 * MIB), FAR);
    expect(await store.get('large')).toBeUndefined();
    expect(await store.get('small')).toBe('x');
    // With what Keyv wraps a text in.
    await store.set('a quarter', 'x'.repeat(MIB / 4 - 100), FAR);
    expect(await store.get('a quarter')).toHaveLength(MIB / 4 - 100);
    await store.set('a quarter', 'x'.repeat(MIB / 4 + 1), FAR);
    expect(await store.get('a quarter')).toBeUndefined();
  });

  test('counts octets, and what Keyv wraps a text in', async () => {
    const file = newFile();
    const store = await sqliteStore({ file, maxOctets: MIB });
    await store.set('empty', '', FAR);
    await store.close();
    const sqlite = await openSqlite(file);
    const wrapping = String(sqlite.row('SELECT value FROM entries', [])?.value).length;
    sqlite.close();
    const again = await open(file, MIB);
    const room = MIB / 4 - wrapping;
    const letters = Math.floor(room / 2);
    await again.set('a quarter', 'x'.repeat(room), FAR);
    expect(await again.get('a quarter')).toHaveLength(room);
    await again.set('a quarter', 'x'.repeat(room + 1), FAR);
    expect(await again.get('a quarter')).toBeUndefined();
    await again.set('two octets a letter', 'é'.repeat(letters), FAR);
    expect(await again.get('two octets a letter')).toHaveLength(letters);
    await again.set('two octets a letter', 'é'.repeat(letters + 1), FAR);
    expect(await again.get('two octets a letter')).toBeUndefined();
  });

  test('is used whole; past it, the oldest entries go, and no more of them than make room for some time', async () => {
    const store = await open(newFile(), MIB);
    const sizes = { a: 200_000, b: 200_000, c: 200_000, d: 200_000, e: 160_000 };
    for (const [key, size] of Object.entries(sizes)) await store.set(key, 'x'.repeat(size), FAR);
    for (const [key, size] of Object.entries(sizes)) expect(await store.get(key)).toHaveLength(size);
    await store.set('f', 'x'.repeat(100_000), FAR);
    expect(await store.get('a')).toBeUndefined();
    for (const key of ['b', 'c', 'd', 'e', 'f']) expect(await store.get(key)).toBeTypeOf('string');
  });

  test('leaves most entries in place when it makes room', async () => {
    const store = await sqliteStore({ file: newFile(), maxOctets: MIB });
    onTestFinished(() => store.close());
    const kept: number[] = [];
    for (let i = 0; i < 150; i++) {
      await store.set(`key ${i}`, entry(i), FAR);
      if (i < 80 || i % 3 !== 0) continue;
      let count = 0;
      for (let at = Math.max(0, i - 110); at <= i; at++) {
        if ((await store.get(`key ${at}`)) !== undefined) count++;
      }
      kept.push(count);
    }
    // A mebibyte holds 100 entries of 10,000 octets at most.
    expect(Math.min(...kept)).toBeGreaterThan(60);
    expect(Math.max(...kept)).toBeLessThan(105);
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
  ])('options that cannot be meant: %j', async (options, message) => {
    await expect(sqliteStore(options as SqliteStoreOptions)).rejects.toThrow(message);
    expect(existsSync('cache.db')).toBe(false);
  });

  test('no database', async () => {
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

describe.runIf(builtInSqlite() === undefined)('where Node has no SQLite of its own', () => {
  test('a second client cannot have the file, in this process', async () => {
    const file = newFile();
    await open(file);
    await expect(sqliteStore({ file })).rejects.toMatchObject({
      code: 'store-unusable',
      message: expect.stringContaining(`process ${process.pid} on `),
    });
  });

  test('an owner that is known to be dead is ignored', async () => {
    const file = newFile();
    writeFileSync(`${file}.owner`, 'half a wri');
    mkdirSync(`${file}.lock`);
    await (await sqliteStore({ file })).close();
    const { hostname } = await import('node:os');
    // The same number as this process, started at another time: in a container the numbers come again.
    writeFileSync(`${file}.owner`, JSON.stringify({ host: hostname(), pid: process.pid, started: 'boot 1' }));
    await (await sqliteStore({ file })).close();
    expect(existsSync(`${file}.owner`)).toBe(false);
  });

  test('an owner on another machine counts as alive', async () => {
    const file = newFile();
    writeFileSync(`${file}.owner`, JSON.stringify({ host: 'elsewhere', pid: 1, started: null }));
    await expect(sqliteStore({ file })).rejects.toThrow(`process 1 on elsewhere`);
  });

  test('a file that a Node with SQLite has open is not touched', async () => {
    const file = newFile();
    writeFileSync(`${file}-shm`, '');
    await expect(sqliteStore({ file })).rejects.toMatchObject({
      code: 'store-unusable',
      message:
        `${file} is open in a process on Node 22.13 or later, or one that had it open was killed (${file}-shm is there). ` +
        'This Node cannot share it: use a file of its own, or run this process on Node 22.13 or later.',
    });
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db-shm']);
  });
});

describe('processes', () => {
  let writer: Program;
  beforeAll(async () => {
    writer = await program(new URL('./support/sqlite-writer.ts', import.meta.url));
  });
  afterAll(() => writer.remove());

  /** Every entry is whole and none older than the one that was surely written; the file has nothing wrong. */
  async function expectWhole(file: string, written: number): Promise<void> {
    const store = await sqliteStore({ file });
    for (let i = Math.max(0, written - 49); i <= written; i++) {
      const [, first, last] = /^(\d+) x+ (\d+)$/.exec(String(await store.get(`key ${i % 50}`))) ?? [];
      // The one it was writing when it was killed may have taken the place of the oldest.
      expect(Number(first)).toBeGreaterThanOrEqual(i);
      expect(last).toBe(first);
    }
    await store.close();
    const sqlite = await openSqlite(file);
    expect(sqlite.row('PRAGMA integrity_check', [])).toMatchObject({ integrity_check: 'ok' });
    sqlite.close();
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db']);
  }

  test('killed while it writes, again and again: the file opens with nothing wrong and nothing lost', async () => {
    const file = newFile();
    let written = 0;
    for (const octets of [100, 5000, 300_000]) {
      const child = writer.start({ file, from: written, octets });
      const enough = written + 25;
      while (written < enough) written = await child.next<number>();
      child.process.kill('SIGKILL');
      await child.ended;
      await expectWhole(file, written);
      written++;
    }
  });

  test.runIf(builtInSqlite() === undefined)(
    'killed in the midst of any write to disk: the same',
    async () => {
      const template = newFile();
      const store = await sqliteStore({ file: template });
      for (let i = 0; i < 50; i++) await store.set(`key ${i}`, `${i} ${'x'.repeat(20_000)} ${i}`, FAR);
      await store.close();
      // An entry of this size takes 23 writes; with a rollback journal in place of the WAL it would take 42.
      for (const dieAtWrite of [1, 2, 12, 22, 23, 24, 35, 41]) {
        const file = newFile();
        copyFileSync(template, file);
        const child = writer.start({ file, from: 50, octets: 20_000, dieAtWrite });
        expect(await child.ended).toBeNull();
        await expectWhole(file, 49);
      }
    },
  );

  test.runIf(builtInSqlite() === undefined)(
    'a second process cannot have the file while the first lives',
    async () => {
      const file = newFile();
      const child = writer.start({ file, from: 0, octets: 10 });
      await child.next();
      await expect(sqliteStore({ file })).rejects.toThrow(`in use by process ${child.process.pid} on `);
      child.process.kill('SIGKILL');
      await child.ended;
      await (await sqliteStore({ file })).close();
    },
  );

  describe.runIf(builtInSqlite() !== undefined)('where Node has SQLite of its own', () => {
    test('share the file: each reads what the other writes', async () => {
      const file = newFile();
      const store = await open(file);
      const children = [0, 1_000_000].map((from) => writer.start({ file, from, octets: 1000 }));
      let seen = 0;
      for (let i = 0; i < 50; i++) {
        const [written] = await Promise.all(children.map((child) => child.next<number>()));
        await store.set('mine', String(i), FAR);
        if (/^\d+ x+ \d+$/.test(String(await store.get(`key ${written % 50}`)))) seen++;
      }
      for (const child of children) child.process.kill('SIGKILL');
      await Promise.all(children.map(({ ended }) => ended));
      expect(seen).toBe(50);
      expect(await store.get('mine')).toBe('49');
    });

    test('leave a file alone that a process on an older Node has', async () => {
      const file = newFile();
      const { hostname } = await import('node:os');
      const owner = { host: hostname(), pid: process.ppid, started: null };
      writeFileSync(`${file}.owner`, JSON.stringify(owner));
      await expect(sqliteStore({ file })).rejects.toMatchObject({ code: 'store-unusable' });
      rmSync(`${file}.owner`);
      await open(file);
    });
  });
});
