/** Rules for the text of the sources that no linter knows. */
import { describe, expect, test } from 'vitest';
import { urlOrNull } from '../../src/urls.js';
import { publishedSources } from '../support/source-files.js';
import { slowPatternsIn } from './slow-patterns.js';

describe('No code of the package calls `URL.canParse`', () => {
  /** More calls than V8 needs to optimize a function. */
  const MANY = 20_000;

  test('no source calls URL.canParse', () => {
    const callers = [...publishedSources()].filter(([, text]) => /canParse\(/.test(text));
    expect(callers.map(([path]) => path)).toEqual([]);
  });

  test('hosts of Latin-1 stay URLs, however often one is parsed', () => {
    const hosts = ['b\u00fccher.example', 'a\u00adb.example', '\u00df.example', 'a.example'];
    let refused = 0;
    for (let i = 0; i < MANY; i++) {
      for (const host of hosts) if (urlOrNull(`http://${host}/${i}`) === null) refused++;
    }
    expect(refused).toBe(0);
  });
});

describe('Bundlers keep a class with a static block, and all that it refers to, in programs that do not use it', () => {
  test('no class has a static block; a static method marked @internal serves as well', () => {
    const files = publishedSources();
    expect([...files.keys()]).toContain('src/robots-document.ts');
    expect([...files].filter(([, text]) => /^\s*static \{/m.test(text)).map(([path]) => path)).toEqual([]);
  });
});

describe('A hostile text must not hang a program', () => {
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
});
