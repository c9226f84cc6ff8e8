/** The store in a SQLite file: real files. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith, SQLITE_NEED } from '../../../../test/support/needs.js';
import { type Program, program } from '../../../../test/support/program.js';
import { type SqliteStoreOptions, sqliteStore } from '../../src/store/sqlite-store.js';
import { newFile, openSqlite, openStore } from './support/sqlite-files.js';
import { unlocked } from './support/unlocked.js';

const FAR = 1e9;

/** The result of a statement about a file. */
function ask(file: string, sql: string): unknown {
  const sqlite = openSqlite(file);
  try {
    return Object.values(sqlite.prepare(sql).get() ?? {})[0];
  } finally {
    sqlite.close();
  }
}

describeWith(SQLITE_NEED, 'a store in a file', () => {
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

  test('treats another program’s value under a key as foreign, not as an error', async () => {
    const file = newFile();
    await (await sqliteStore({ file })).close();
    const sqlite = openSqlite(file);
    for (const [key, value] of [
      ['json', '[1,2]'],
      ['number', 17],
    ] as const) {
      const insert = sqlite.prepare('INSERT INTO entries (key, value, expires) VALUES (?, ?, ?)');
      insert.run(key, value, Date.now() + FAR);
    }
    sqlite.close();
    const store = await openStore(file);
    expect(await store.get('json')).toBe('[1,2]');
    expect(await store.get('number')).toBe(17);
  });
});

describeWith(SQLITE_NEED, 'the file', () => {
  test('is marked as one of this package, and a database of another program is refused', async () => {
    const file = newFile();
    await (await sqliteStore({ file })).close();
    // The letters rbts.
    expect(ask(file, 'PRAGMA application_id')).toBe(0x72_62_74_73);
    const other = newFile();
    const sqlite = openSqlite(other);
    sqlite.exec('PRAGMA application_id = 1; CREATE TABLE precious (a)');
    sqlite.close();
    await expect(sqliteStore({ file: other })).rejects.toMatchObject({
      code: 'store-unusable',
      message: `${other} is a database of another program; give the path of a new file, or of a cache of this package`,
    });
    expect(ask(other, 'SELECT count(*) FROM precious')).toBe(0);
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
});

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

test.skipIf(SQLITE_NEED.isMet)('a Node without SQLite is refused, saying what to use', async () => {
  const file = newFile();
  await expect(sqliteStore({ file })).rejects.toMatchObject({
    code: 'store-unusable',
    message:
      `A SQLite file as a store needs Node 22.13 or later, and this is Node ${process.versions.node}; use redisStore(), or no store, ` +
      'which keeps everything in memory',
  });
  expect(existsSync(file)).toBe(false);
});

describeWith(SQLITE_NEED, 'a file that cannot be used is refused, saying why, and left as it is', () => {
  test.each<[string, (file: string) => void, string, RegExp]>([
    ['a folder', mkdirSync, '.', /\); it is a folder: give the path of a file$/],
    [
      'a path in no folder',
      () => {},
      '../no/cache.db',
      /\); give the path of a file in a folder that exists$/,
    ],
    [
      'another file',
      (file) => writeFileSync(file, 'Dear diary, '.repeat(1000)),
      '.',
      /not a database\); give another path, or delete the file$/,
    ],
  ])('%s', async (_, make, path, remedy) => {
    const file = newFile();
    make(file);
    const before = readdirSync(join(file, '..'));
    await expect(sqliteStore({ file: join(file, path) })).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringMatching(remedy),
      cause: expect.any(Error),
    });
    expect(readdirSync(join(file, '..'))).toEqual(before);
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
    const opened = openStore(file).then((store) => store.get('key 1'));
    const outcome = await opened.catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Error);
  });
});

describeWith(SQLITE_NEED, 'a bound', () => {
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

  test('is used whole; past it, the oldest entries go, and no more of them than make room for some time', async () => {
    const store = await openStore(newFile(), MIB);
    const sizes = { a: 50_000, b: 230_000, c: 230_000, d: 230_000, e: 230_000 };
    for (const [key, size] of Object.entries(sizes)) await store.set(key, 'x'.repeat(size), FAR);
    for (const [key, size] of Object.entries(sizes)) expect(await store.get(key)).toHaveLength(size);
    await store.set('f', 'x'.repeat(200_000), FAR);
    for (const key of ['a', 'b']) expect(await store.get(key)).toBeUndefined();
    for (const key of ['c', 'd', 'e', 'f']) expect(await store.get(key)).toBeTypeOf('string');
  });

  test('leaves a quarter to one entry: what is larger is not stored, and removes the one before it', async () => {
    const store = await openStore(newFile(), MIB);
    await store.set('a', 'x'.repeat(MIB / 4), FAR);
    expect(await store.get('a')).toHaveLength(MIB / 4);
    await store.set('a', 'x'.repeat(MIB / 4 + 1), FAR);
    expect(await store.get('a')).toBeUndefined();
  });

  test('is not used up by what has expired: that is removed now and then, and when the file is opened', async () => {
    const file = newFile();
    const store = await openStore(file);
    const count = () => ask(file, 'SELECT count(*) FROM entries');
    await store.set('old', 'x', -1);
    for (let i = 0; i < 1000; i++) await store.set('a', 'x', FAR);
    expect(count()).toBe(1);
    await store.set('old', 'x', -1);
    expect([count(), await store.get('old')]).toEqual([2, undefined]);
    await openStore(file);
    expect(count()).toBe(1);
  });
});

describeWith(SQLITE_NEED, 'processes', () => {
  let writer: Program;
  beforeAll(async () => {
    writer = await program(new URL('./support/sqlite-writer.ts', import.meta.url));
  });
  afterAll(() => writer.remove());

  /** Every entry is whole, none is older than the last one known to be written, and SQLite finds no fault in the file. */
  async function expectWhole(file: string, written: number): Promise<void> {
    const store = await sqliteStore({ file });
    for (let i = Math.max(0, written - 49); i <= written; i++) {
      const [, first, last] = /^(\d+) x+ (\d+)$/.exec(String(await store.get(`key ${i % 50}`))) ?? [];
      // The one it was writing when it was killed may have taken the place of the oldest.
      expect(Number(first)).toBeGreaterThanOrEqual(i);
      expect(last).toBe(first);
    }
    await store.close();
    expect(ask(file, 'PRAGMA integrity_check')).toBe('ok');
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

  test('share the file: each reads what the other writes', async () => {
    const file = newFile();
    const store = await openStore(file);
    const children = [0, 1_000_000].map((from) => writer.start({ file, from, octets: 1000 }));
    let seen = 0;
    for (let i = 0; i < 50; i++) {
      const [written] = await Promise.all(children.map((child) => child.next<number>()));
      await unlocked(() => store.set('mine', String(i), FAR));
      const read = await unlocked(() => store.get(`key ${written % 50}`));
      if (/^\d+ x+ \d+$/.test(String(read))) seen++;
    }
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
    expect(seen).toBe(50);
    expect(await store.get('mine')).toBe('49');
  });
});
