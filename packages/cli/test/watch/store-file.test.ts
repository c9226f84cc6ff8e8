/** The file of a watch: many changes at once, and processes that stop at any moment. */
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeStore, type Format, readStore, type Stamp } from '../../src/watch/store-file.js';

interface Counts {
  readonly stamp: Stamp;
  readonly names: readonly string[];
}

const FORMAT: Format<Counts> = {
  empty: { stamp: { generation: 0, commits: [] }, names: [] },
  stampOf: ({ stamp }) => stamp,
  read: (octets) => JSON.parse(octets.toString()) as Counts,
  *write({ names }, stamp) {
    yield JSON.stringify({ stamp, names });
  },
};

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-store-'));
  file = join(folder, 'store');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const add = (name: string) =>
  changeStore(file, FORMAT, (state) => ({ state: { ...state, names: [...state.names, name] } }));

test('fifty changes at once are all kept, each once', async () => {
  const names = Array.from({ length: 50 }, (_, i) => `n${i}`);
  await Promise.all(names.map(add));
  const state = await readStore(file, FORMAT);
  expect([...state.names].sort()).toEqual([...names].sort());
  expect(state.stamp.generation).toBe(50);
  expect(readdirSync(folder)).toEqual(['store']);
});

test('a generation that was decided by a process that was killed counts', async () => {
  await add('one');
  const stamp = { generation: 2, commits: ['killed'] };
  writeFileSync(`${file}.next-2`, JSON.stringify({ stamp, names: ['one', 'two'] }));
  expect((await readStore(file, FORMAT)).names).toEqual(['one']);
  utimesSync(`${file}.next-2`, new Date(0), new Date(0));
  expect((await readStore(file, FORMAT)).names).toEqual(['one', 'two']);
  expect(existsSync(`${file}.next-2`)).toBe(false);
  await add('three');
  expect((await readStore(file, FORMAT)).names).toEqual(['one', 'two', 'three']);
});

test('one that is over does not come back, and is removed', async () => {
  await add('one');
  const old = readFileSync(file);
  await add('two');
  writeFileSync(`${file}.next-1`, old);
  expect((await readStore(file, FORMAT)).names).toEqual(['one', 'two']);
  await add('three');
  expect(readdirSync(folder)).toEqual(['store']);
});

test('a process that slept while others went on tries again', async () => {
  await add('one');
  let isFirst = true;
  const { names } = await changeStore(file, FORMAT, (state) => {
    if (isFirst) {
      isFirst = false;
      // Others make the generations 2 and 3 meanwhile.
      const stamp = { generation: 3, commits: ['b', 'a'] };
      writeFileSync(file, JSON.stringify({ stamp, names: ['one', 'two', 'three'] }));
    }
    const names = [...state.names, 'late'];
    return { state: { ...state, names }, names };
  });
  expect(names).toEqual(['one', 'two', 'three', 'late']);
  expect((await readStore(file, FORMAT)).names).toEqual(names);
});

test('half a file that a killed process left harms nobody, and is removed after an hour', async () => {
  const left = `${file}.1-00000000-0000-4000-8000-000000000000.tmp`;
  writeFileSync(left, '{"sta');
  await add('one');
  expect(existsSync(left)).toBe(true);
  utimesSync(left, new Date(0), new Date(0));
  await add('two');
  expect(readdirSync(folder)).toEqual(['store']);
});

test('files of others with similar names stay', async () => {
  const others = ['store.next-x', 'store.tmp', 'store.1', 'stored'];
  for (const name of others) writeFileSync(join(folder, name), 'x');
  await add('one');
  expect(readdirSync(folder).sort()).toEqual(['store', ...others].sort());
});

test('a change that fails leaves the file as it is', async () => {
  await add('one');
  linkSync(file, join(folder, 'copy'));
  const failing = changeStore(file, FORMAT, () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await readStore(file, FORMAT)).names).toEqual(['one']);
});
