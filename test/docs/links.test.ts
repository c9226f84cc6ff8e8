/**
 * Every relative link of a page leads somewhere, in the repository and in the published package; docs/README.md leads to every published page, and
 * ARCHITECTURE.md to every page for maintainers.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf, withoutCode } from '../../scripts/markdown.mjs';
import { PACKAGES } from '../../scripts/packages.mjs';
import { filesOf } from '../support/source-files.js';
import { isPublished, markdownIn } from './published.js';

/** The pages for maintainers that are in the folders which they are about. */
const FOLDER_PAGES = [
  ...['ast', 'lint', 'match', 'stream', 'usage'].map((name) => `src/${name}/README.md`),
  ...PACKAGES.slice(1).map(({ folder }) => `${folder}/src/README.md`),
  ...['packages/cli/inspector', 'readers', 'scripts', 'site'].map((folder) => `${folder}/README.md`),
];

const pages = [
  ...FOLDER_PAGES,
  ...markdownIn('.'),
  ...markdownIn('docs'),
  ...markdownIn('docs/internals'),
  ...PACKAGES.slice(1).flatMap(({ folder }) => markdownIn(folder)),
];

interface Link {
  /** The page that it leads to, from the root of the repository. */
  readonly path: string;
  /** What follows `#`, or nothing. */
  readonly anchor: string | undefined;
}

describe.each(pages)('%s', (page) => {
  const links = linksOf(page);

  test('leads to what exists', () => {
    expect(links.filter(({ path }) => !existsSync(path))).toEqual([]);
    const wrong = links.filter(
      ({ path, anchor }) => anchor !== undefined && !anchorsOf(path).includes(anchor),
    );
    expect(wrong).toEqual([]);
  });

  test.runIf(isPublished(page))('leads to what is published with it', () => {
    expect(links.filter(({ path }) => !isPublished(path))).toEqual([]);
  });
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', ...FOLDER_PAGES])(
  'each file that %s names exists',
  (page) => {
    const files = filesOf(['src', 'packages', 'scripts', 'site', 'readers', 'test']);
    const named = Array.from(
      readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g),
      ([, name = '']) => name,
    );
    expect(
      named.filter((name) => !existsSync(name) && !files.some((file) => file.endsWith(`/${name}`))),
    ).toEqual([]);
  },
);

test('the README and the pages it leads to are published', () => {
  expect(isPublished('README.md')).toBe(true);
  expect(linksOf('README.md').length).toBeGreaterThan(5);
});

test('docs/README.md leads to every page of docs', () => {
  const targets = linksOf('docs/README.md').map(({ path }) => path);
  expect(targets).toEqual(
    expect.arrayContaining(markdownIn('docs').filter((page) => page !== 'docs/README.md')),
  );
});

test('ARCHITECTURE.md leads to every page of docs/internals, and none of them is published', () => {
  const targets = linksOf('ARCHITECTURE.md').map(({ path }) => path);
  expect(targets).toEqual(expect.arrayContaining(markdownIn('docs/internals')));
  expect(markdownIn('docs/internals').filter(isPublished)).toEqual([]);
});

test('anchors are made as on the usual hosts', () => {
  expect(anchorOf('5.2 The canonical form')).toBe('52-the-canonical-form');
  expect(anchorOf('`--batch`: NDJSON, in order')).toBe('--batch-ndjson-in-order');
});

/** The links of a page that are neither absolute URLs nor inside code. */
function linksOf(page: string): Link[] {
  const text = withoutCode(readFileSync(page, 'utf8'));
  return Array.from(text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g), ([, path = '', anchor]) => ({
    path: path === '' ? page : posix.join(posix.dirname(page), path),
    anchor,
  }));
}

function anchorsOf(page: string): string[] {
  if (!existsSync(page) || statSync(page).isDirectory()) return [];
  return Array.from(readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    anchorOf(heading),
  );
}
