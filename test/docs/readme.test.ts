/**
 * The examples of the READMEs of the core and the client, and of the path's pages without a client, do what they say, against the site that they
 * show and a real archive.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type SurveyOptions, survey } from '../../packages/survey/src/index.js';
import { capture, members } from '../../packages/survey/test/support/warc-writer.js';
import { examplesOf, runShown } from '../support/examples.js';

const PAGES = [
  'README.md',
  'packages/client/README.md',
  ...['start', 'check', 'archives', 'anywhere'].map((name) => `docs/${name}.md`),
];
const EXAMPLES = PAGES.flatMap((page) => examplesOf(page).map((code, i) => [page, i + 1, code] as const));

test.each(EXAMPLES)('%s, example %i', async (page, _number, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-readme-'));
  writeFileSync(
    join(folder, 'crawl.warc.gz'),
    members([capture('example.com', 'User-agent: GPTBot\nDisallow: /\n')]),
  );
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const replacements = {
    survey: (input: string | ReadableStream, options: SurveyOptions) =>
      survey(typeof input === 'string' ? join(folder, input) : input, options),
  };
  await runShown(page, code, replacements);
});

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
