/** A hostile text must not hang a program: regular expressions take time in proportion to the text. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { slowPatternsIn } from './slow-patterns.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('every regular expression of the package takes linear time', () => {
  const paths = ['src', 'inspector'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const published = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  const found = published.flatMap((path) =>
    slowPatternsIn(path, readFileSync(`${ROOT}${path}`, 'utf8')).map((pattern) => `${path}:${pattern}`),
  );
  expect(published.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test.each([
  ['white space that two parts can take', String.raw`/^[a-z\s]*=?\s*$/`],
  ['a search that starts over at each character', String.raw`/[ \t]*\n/`],
  ['white space at the end', String.raw`/\s+$/`],
  ['nested repetition', '/^(?:a+)+$/'],
  ['a search on from each character of a set', String.raw`/[\x80-\xff][^\u0100-\uffff]*$/`],
])('the check finds %s', (_, pattern) => {
  expect(slowPatternsIn('a.ts', `\nconst pattern = ${pattern};`)).toEqual([`2: ${pattern}`]);
});

test.each([
  ['a set', String.raw`/[\x80-\xff]/`],
  ['parts without common characters', String.raw`/^[a-z\s]*(?:=\s*)?$/`],
  ['a search that starts at line ends', String.raw`/\r?\n[ \t]*/g`],
])('the check allows %s', (_, pattern) => {
  expect(slowPatternsIn('a.ts', `const pattern = ${pattern};`)).toEqual([]);
});
