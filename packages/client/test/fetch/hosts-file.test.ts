/** The hosts file: where it is, what its lines mean, and when it is read. */
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HostsFile, systemHostsFile } from '../../src/fetch/addresses/hosts-file.js';

/** The path of a file in a folder of its own. */
function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'hosts');
  writeFileSync(file, text);
  return file;
}

test.each<[string, Record<string, string>, string]>([
  ['linux', {}, '/etc/hosts'],
  ['darwin', { SystemRoot: 'D:\\Windows' }, '/etc/hosts'],
  ['win32', { SystemRoot: 'D:\\Windows' }, 'D:\\Windows\\System32\\drivers\\etc\\hosts'],
  ['win32', {}, 'C:\\Windows\\System32\\drivers\\etc\\hosts'],
])('%s, where the environment is %j, has it at %s', (platform, environment, expected) => {
  expect(systemHostsFile(platform, environment)).toBe(expected);
});

test.each([
  ['127.0.0.7 mine.example', ['127.0.0.7']],
  ['127.0.0.7 other.example mine.example', ['127.0.0.7']],
  ['127.0.0.7 MINE.example', ['127.0.0.7']],
  [' \t127.0.0.7 \t mine.example \t', ['127.0.0.7']],
  ['::1 mine.example\n127.0.0.7 mine.example', ['::1', '127.0.0.7']],
  ['::1 mine.example\r\n127.0.0.7 mine.example\r\n', ['::1', '127.0.0.7']],
  ['::1 mine.example\r127.0.0.7 mine.example', ['::1', '127.0.0.7']],
  ['127.0.0.7 mine.example mine.example\n127.0.0.7 mine.example', ['127.0.0.7']],
  ['127.0.0.7 other.example # as is mine.example', []],
  ['#127.0.0.7 mine.example', []],
  ['mine.example 127.0.0.7', []],
  ['127.0.0.256 mine.example', []],
  ['127.0.0.7', []],
  ['', []],
])('%j names the addresses %j', (text, addresses) => {
  expect(new HostsFile(fileWith(text)).addressesOf('Mine.Example')).toEqual(addresses);
});

test('no line names the empty name', () => {
  const hosts = new HostsFile(fileWith('127.0.0.7  mine.example  \n127.0.0.8\n127.0.0.9 #\n'));
  expect(hosts.addressesOf('')).toEqual([]);
});

test('a file is read again when its time or its size changes, and when it is back', () => {
  const file = fileWith('127.0.0.7 mine.example\n');
  const hosts = new HostsFile(file);
  const found = (): readonly string[] => hosts.addressesOf('mine.example');
  const { atime, mtime } = statSync(file);
  expect(found()).toEqual(['127.0.0.7']);
  writeFileSync(file, '127.0.0.77 mine.example\n');
  utimesSync(file, atime, mtime);
  expect(found()).toEqual(['127.0.0.77']);
  writeFileSync(file, '127.0.0.78 mine.example\n');
  utimesSync(file, atime, new Date(mtime.getTime() + 5000));
  expect(found()).toEqual(['127.0.0.78']);
  // Its time and its size are the same, so it is not read.
  writeFileSync(file, '127.0.0.79 mine.example\n');
  utimesSync(file, atime, new Date(mtime.getTime() + 5000));
  expect(found()).toEqual(['127.0.0.78']);
  rmSync(file);
  expect(found()).toEqual([]);
  writeFileSync(file, '127.0.0.78 mine.example\n');
  utimesSync(file, atime, new Date(mtime.getTime() + 5000));
  expect(found()).toEqual(['127.0.0.78']);
});
