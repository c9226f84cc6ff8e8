/** Which process owns a file: real files, and processes that run or do not. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownFile, refuseIfOwned } from '../../src/cache/sqlite-owner.js';

/** A path in a folder of its own, removed with the test. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'cache.db');
}

/** Leaves an owner file as another process would. */
function leave(file: string, owner: unknown): void {
  writeFileSync(`${file}.owner`, typeof owner === 'string' ? owner : JSON.stringify(owner));
}

const ownerOf = (file: string) =>
  JSON.parse(readFileSync(`${file}.owner`, 'utf8')) as Record<string, unknown>;

/** More than the largest process id of any system. */
const NO_PID = 2 ** 30;
const host = hostname();

describe('a file', () => {
  test('is owned until it is released, by a file that names this process', () => {
    const file = newFile();
    const owner = ownFile(file);
    expect(ownerOf(file)).toMatchObject({ host, pid: process.pid });
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db.owner']);
    owner.release();
    expect(readdirSync(join(file, '..'))).toEqual([]);
    ownFile(file).release();
  });

  test.runIf(platform() === 'linux')('is owned by a process that started at a certain time', () => {
    const file = newFile();
    const owner = ownFile(file);
    onTestFinished(() => owner.release());
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // proc(5): the program's name, in brackets, is field 2, and the start time field 22.
    const start = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[22 - 3];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    expect(ownerOf(file).started).toBe(`${boot} ${start}`);
  });

  test('has one owner, also within a process', () => {
    const file = newFile();
    const owner = ownFile(file);
    onTestFinished(() => owner.release());
    for (const attempt of [() => ownFile(file), () => refuseIfOwned(file)]) {
      expect(attempt).toThrow(
        expect.objectContaining({
          code: 'store-unusable',
          message:
            `${file} is in use by process ${process.pid} on ${host}, on a Node that cannot share it (22.13 and later ` +
            `can): use a file for each process, or a Redis store. If that process is gone, delete ${file}.owner.`,
        }),
      );
    }
    expect(ownerOf(file)).toMatchObject({ pid: process.pid });
  });

  test('is the next owner’s once it was released: releasing again changes nothing', () => {
    const file = newFile();
    const owner = ownFile(file);
    owner.release();
    leave(file, { host: 'elsewhere', pid: 1, started: null });
    owner.release();
    expect(ownerOf(file)).toMatchObject({ host: 'elsewhere' });
  });

  test('that nothing names is free', () => {
    expect(() => refuseIfOwned(newFile())).not.toThrow();
  });
});

describe('an owner that is gone', () => {
  test.each<[string, unknown]>([
    ['a file that was not written to its end', '{"host":"a'],
    ['no object', 'null'],
    ['no process', {}],
    ['a process id that is no number', { host, pid: '1', started: null }],
    ['a process that does not run', { host, pid: NO_PID, started: null }],
    ['this process’s id, of a process before it', { host, pid: process.pid, started: null }],
    ...(platform() === 'linux'
      ? [['another process with its id', { host, pid: process.ppid, started: 'boot 1' }] as [string, unknown]]
      : []),
  ])('is ignored: %s', (_, left) => {
    const file = newFile();
    leave(file, left);
    expect(() => refuseIfOwned(file)).not.toThrow();
    const owner = ownFile(file);
    expect(ownerOf(file)).toMatchObject({ host, pid: process.pid });
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db.owner']);
    owner.release();
  });
});

describe('an owner that may still run', () => {
  test.each<[string, object, string]>([
    ['on this machine', { host, pid: process.ppid, started: null }, `process ${process.ppid} on ${host}`],
    ['on another one', { host: 'elsewhere', pid: NO_PID, started: null }, `process ${NO_PID} on elsewhere`],
  ])('is respected, and its file left: %s', (_, left, name) => {
    const file = newFile();
    leave(file, left);
    for (const attempt of [() => ownFile(file), () => refuseIfOwned(file)]) {
      expect(attempt).toThrow(`${file} is in use by ${name}, on a Node`);
    }
    expect(ownerOf(file)).toEqual(left);
    expect(readdirSync(join(file, '..'))).toEqual(['cache.db.owner']);
  });
});

test('what the file system refuses is an error of its own', () => {
  const file = newFile();
  expect(() => ownFile(join(file, 'no', 'cache.db'))).toThrow('ENOENT');
  mkdirSync(`${file}.owner`);
  expect(() => refuseIfOwned(file)).toThrow('EISDIR');
});
