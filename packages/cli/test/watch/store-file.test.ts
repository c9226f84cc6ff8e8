/** The file of a watch: many changes at once, and processes that stop at any moment. */
import {
  existsSync,
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
import type { SiteRecord } from '../../src/watch/records.js';
import { changeStore, readStore } from '../../src/watch/store-file.js';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-store-'));
  file = join(folder, 'store');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const siteNamed = (url: string): SiteRecord => ({
  url,
  observedAt: 0,
  state: 'file',
  since: 0,
  rules: null,
  broken: [],
  history: [],
});

const add = (name: string) =>
  changeStore(file, (state) => ({
    state: { ...state, sites: new Map([...state.sites, [name, siteNamed(name)]]) },
  }));

const names = async () => [...(await readStore(file)).sites.keys()].sort();

test('fifty changes at once are all kept, each once, and nothing else is left', async () => {
  const added = Array.from({ length: 50 }, (_, i) => `n${i}`).sort();
  await Promise.all(added.map(add));
  expect(await names()).toEqual(added);
  expect(readdirSync(folder)).toEqual(['store']);
});

test('the lock of a process that was killed is ignored after a few seconds', async () => {
  await add('one');
  const lock = `${file}.lock`;
  writeFileSync(lock, '');
  expect(await names()).toEqual(['one']);
  utimesSync(lock, new Date(0), new Date(0));
  await add('two');
  expect(await names()).toEqual(['one', 'two']);
  expect(existsSync(lock)).toBe(false);
});

test('a slow change stops nobody, and begins again with what another has written meanwhile', async () => {
  await add('one');
  const other = readFileSync(file);
  rmSync(file);
  let calls = 0;
  await changeStore(file, (state) => {
    expect(existsSync(`${file}.lock`)).toBe(false);
    if (calls++ === 0) writeFileSync(file, other);
    return { state: { ...state, sites: new Map([...state.sites, ['two', siteNamed('two')]]) } };
  });
  expect(calls).toBe(2);
  expect(await names()).toEqual(['one', 'two']);
  expect(readdirSync(folder)).toEqual(['store']);
});

test('a change waits for the one in progress', async () => {
  writeFileSync(`${file}.lock`, '');
  let isDone = false;
  const adding = add('one').then(() => {
    isDone = true;
  });
  await readStore(file);
  expect(isDone).toBe(false);
  rmSync(`${file}.lock`);
  await adding;
  expect(await names()).toEqual(['one']);
});

test('half a file that a killed process left harms nobody, and files of others stay', async () => {
  const others = ['store.1-00000000-0000-4000-8000-000000000000.tmp', 'store.1', 'stored'];
  for (const name of others) writeFileSync(join(folder, name), '{"sto');
  await add('one');
  expect(await names()).toEqual(['one']);
  expect(readdirSync(folder).sort()).toEqual(['store', ...others].sort());
});

test('a change that fails leaves the file as it is', async () => {
  await add('one');
  const before = readFileSync(file);
  const failing = changeStore(file, () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(readFileSync(file)).toEqual(before);
  await add('two');
  expect(await names()).toEqual(['one', 'two']);
});
