/** Which process owns a file: real files, and processes that run or do not. */
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownFile, refuseIfOwned } from '../../src/store/sqlite-owner.js';

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

/** Runs a function just before the first call of a file system function with a given path. */
function meanwhile<Value>(
  call: 'linkSync' | 'readFileSync' | 'renameSync',
  path: string,
  happens: () => void,
  run: () => Value,
): Value {
  const real = fs[call] as (...values: unknown[]) => unknown;
  const restore = () => {
    Object.assign(fs, { [call]: real });
    syncBuiltinESMExports();
  };
  const instead = (...values: unknown[]) => {
    if (values[0] === path) {
      restore();
      happens();
    }
    return real(...values);
  };
  Object.assign(fs, { [call]: instead });
  syncBuiltinESMExports();
  try {
    return run();
  } finally {
    restore();
  }
}

/** When a process started, on Linux: the machine's boot, and the time since then. */
function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // proc(5): the program's name, in brackets, is field 2, and the start time field 22.
  const start = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[22 - 3];
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${start}`;
}

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
    expect(ownerOf(file).started).toBe(startOf(process.pid));
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

  test('can have another owner after its release; releasing it again has no effect', () => {
    const file = newFile();
    const owner = ownFile(file);
    owner.release();
    leave(file, { host: 'elsewhere', pid: 1, started: null });
    owner.release();
    expect(ownerOf(file)).toMatchObject({ host: 'elsewhere' });
  });

  test('is released even if the file that names the owner was deleted', () => {
    const file = newFile();
    const owner = ownFile(file);
    rmSync(`${file}.owner`);
    expect(() => owner.release()).not.toThrow();
    ownFile(file).release();
  });

  test('that no owner file names is free', () => {
    expect(() => refuseIfOwned(newFile())).not.toThrow();
  });
});

describe('an owner that has ended', () => {
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
    ...(platform() === 'linux'
      ? [
          [
            'on this machine, started when it says',
            { host, pid: process.ppid, started: startOf(process.ppid) },
            `process ${process.ppid} on ${host}`,
          ] as [string, object, string],
        ]
      : []),
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

describe('another process, at the same moment,', () => {
  const other = { host: 'elsewhere', pid: 7, started: null };
  const dead = { host, pid: NO_PID, started: null };
  const onlyOwner = ['cache.db.owner'];
  const filesBeside = (file: string) => readdirSync(join(file, '..'));

  test('releases the file: it is free', () => {
    const file = newFile();
    leave(file, other);
    const release = () => rmSync(`${file}.owner`);
    const owner = meanwhile('readFileSync', `${file}.owner`, release, () => ownFile(file));
    expect(ownerOf(file)).toMatchObject({ pid: process.pid });
    owner.release();
  });

  test('removes the file of an owner that is gone: it is free', () => {
    const file = newFile();
    leave(file, dead);
    const remove = () => rmSync(`${file}.owner`);
    const owner = meanwhile('renameSync', `${file}.owner`, remove, () => ownFile(file));
    expect(ownerOf(file)).toMatchObject({ pid: process.pid });
    expect(filesBeside(file)).toEqual(onlyOwner);
    owner.release();
  });

  test.each<[string, unknown, string]>([
    ['by name', other, 'process 7 on elsewhere'],
    ['in a way that makes no sense', 'half a wri', 'another process'],
  ])('takes the place of an owner that is gone, %s: it has the file', (_, left, name) => {
    const file = newFile();
    leave(file, dead);
    const takeOver = () => leave(file, left);
    expect(() => meanwhile('renameSync', `${file}.owner`, takeOver, () => ownFile(file))).toThrow(
      `${file} is in use by ${name}, on a Node`,
    );
    expect(readFileSync(`${file}.owner`, 'utf8')).toBe(
      typeof left === 'string' ? left : JSON.stringify(left),
    );
    expect(filesBeside(file)).toEqual(onlyOwner);
    rmSync(`${file}.owner`);
    ownFile(file).release();
  });
});

test('without start times, any other process with the id of the owner counts as the owner', () => {
  const file = newFile();
  leave(file, { host, pid: process.ppid, started: 'boot 1' });
  const noProc = () => {
    throw new Error('there is no /proc');
  };
  const own = () =>
    meanwhile('readFileSync', `/proc/${process.ppid}/stat`, noProc, () => refuseIfOwned(file));
  expect(own).toThrow(`in use by process ${process.ppid} on `);
});

test('a process of another user, which this one cannot signal, counts as running', () => {
  const file = newFile();
  leave(file, { host, pid: NO_PID, started: null });
  const { kill } = process;
  process.kill = () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  };
  try {
    expect(() => refuseIfOwned(file)).toThrow(`in use by process ${NO_PID} on `);
  } finally {
    process.kill = kill;
  }
});

test.each(['linkSync', 'renameSync'] as const)('an error of the file system has its own code: %s', (call) => {
  const file = newFile();
  leave(file, { host, pid: NO_PID, started: null });
  const refuse = () => {
    throw Object.assign(new Error('refused'), { code: 'EPERM' });
  };
  const from = call === 'linkSync' ? `${file}.owner.${process.pid}` : `${file}.owner`;
  expect(() => meanwhile(call, from, refuse, () => ownFile(file))).toThrow('refused');
  expect(readdirSync(join(file, '..'))).toEqual(['cache.db.owner']);
});

test('an error of the file system has its own code', () => {
  const file = newFile();
  expect(() => ownFile(join(file, 'no', 'cache.db'))).toThrow('ENOENT');
  mkdirSync(`${file}.owner`);
  expect(() => refuseIfOwned(file)).toThrow('EISDIR');
});
