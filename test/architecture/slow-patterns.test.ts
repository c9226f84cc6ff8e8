/** A hostile text must not hang a program: regular expressions take time in proportion to the text. */
import { expect, test } from 'vitest';
import { publishedSources } from '../support/source-files.js';
import { slowPatternsIn } from './slow-patterns.js';

test('every regular expression of the packages takes linear time', () => {
  const published = publishedSources();
  const found = [...published].flatMap(([path, text]) =>
    slowPatternsIn(path, text).map((pattern) => `${path}:${pattern}`),
  );
  expect(published.size).toBeGreaterThan(100);
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
