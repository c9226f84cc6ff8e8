/** The bound of a store in a SQLite file. */
import { statSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite-engine.js';
import { sqliteStore } from '../../src/store/sqlite-store.js';
import { newFile, openStore } from './support/sqlite-files.js';

const FAR = 1e9;

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
    await store.set('a quarter', 'x'.repeat(MIB / 4), FAR);
    expect(await store.get('a quarter')).toHaveLength(MIB / 4);
    await store.set('a quarter', 'x'.repeat(MIB / 4 + 1), FAR);
    expect(await store.get('a quarter')).toBeUndefined();
  });

  test('counts octets, not characters', async () => {
    const store = await openStore(newFile(), MIB);
    await store.set('two octets a letter', 'é'.repeat(MIB / 8), FAR);
    expect(await store.get('two octets a letter')).toHaveLength(MIB / 8);
    await store.set('two octets a letter', 'é'.repeat(MIB / 8 + 1), FAR);
    expect(await store.get('two octets a letter')).toBeUndefined();
  });

  test('is used whole; past it, the oldest entries go, and no more of them than make room for some time', async () => {
    const store = await openStore(newFile(), MIB);
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
