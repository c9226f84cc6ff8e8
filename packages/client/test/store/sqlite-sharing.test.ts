/** A SQLite file that several clients or processes use: real files, real processes. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, program } from '../../../../test/support/program.js';
import { builtInSqlite, openSqlite } from '../../src/store/sqlite-engine.js';
import { sqliteStore } from '../../src/store/sqlite-store.js';
import { newFile, openStore } from './support/sqlite-files.js';
import { unlocked } from './support/unlocked.js';

const FAR = 1e9;

describe.runIf(builtInSqlite() === undefined)('where Node has no SQLite of its own', () => {
  test('a second client cannot have the file, in this process', async () => {
    const file = newFile();
    await openStore(file);
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
    // The same id as this process, started at another time: in a container, ids are used again.
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

    test('leave a file alone that a process on an older Node has', async () => {
      const file = newFile();
      const { hostname } = await import('node:os');
      const owner = { host: hostname(), pid: process.ppid, started: null };
      writeFileSync(`${file}.owner`, JSON.stringify(owner));
      await expect(sqliteStore({ file })).rejects.toMatchObject({ code: 'store-unusable' });
      rmSync(`${file}.owner`);
      await openStore(file);
    });
  });
});
