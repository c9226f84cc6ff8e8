/** What a newcomer reads is short: bounds on the words of the five pages of the path and on the lines of the README. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** In the order in which they are read. */
const PATH = ['start', 'crawl', 'check', 'archives', 'anywhere'].map((name) => `docs/${name}.md`);

const read = (page: string): string => readFileSync(page, 'utf8');

/** The words of pages, code and tables included: what stands between white space and has a letter or a digit, so not the lines of a table. */
function wordsOf(pages: readonly string[]): number {
  return pages.reduce((sum, page) => sum + read(page).split(/\s+/).filter(hasWord).length, 0);
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

test('the five pages of the path are read in twenty minutes: at most 4,500 words', () => {
  expect(wordsOf(PATH)).toBeLessThanOrEqual(4500);
});

test('the README has at most 180 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(180);
});

test('each page of the path leads to the others, and docs/README.md leads to it first', () => {
  const links = (page: string): string[] =>
    Array.from(read(page).matchAll(/\]\((\w+\.md)\)/g), ([, name]) => `docs/${name}`);
  expect(links('docs/README.md').slice(0, PATH.length)).toEqual(PATH);
  for (const page of PATH) {
    expect(links(page)).toEqual(expect.arrayContaining(PATH.filter((other) => other !== page)));
  }
});
