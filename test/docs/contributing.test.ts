/** CONTRIBUTING.md has every script of package.json, every folder of tests, and every environment variable. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('CONTRIBUTING.md', 'utf8');

/** Scripts that npm runs by itself. */
const HOOKS = ['prepack', 'version'];

test('every script of package.json is in the table of commands, and no other', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const rows = Array.from(page.matchAll(/^\| `npm (?:run )?([\w:]+)/gm), ([, name]) => name);
  const expected = Object.keys(scripts).filter((name) => !HOOKS.includes(name));
  expect(rows.sort()).toEqual(expected.sort());
});

test('every folder of tests is in the table of places', () => {
  const folders = readdirSync('test').filter((name) => statSync(join('test', name)).isDirectory());
  expect(folders.length).toBeGreaterThan(15);
  expect(folders.filter((name) => !page.includes(`\`test/${name}\``))).toEqual([]);
});

test('every environment variable of the tests and the scripts is on the page', () => {
  const texts = [
    'src',
    'test',
    'scripts',
    'packages/client',
    'packages/survey',
    'packages/audit',
    'packages/cli',
  ].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs)$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const read = texts.flatMap((text) => text.match(/(?<=env\??\.)ROBOTSTREAM_[A-Z_]+/g) ?? []);
  expect(new Set(read).size).toBeGreaterThan(5);
  expect([...new Set(read)].filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
