/** The inspector's folders import downwards only, and know the library by its public entry points. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importCircles } from './circles.js';
import { referencesOf } from './references.js';

const INSPECTOR = fileURLToPath(new URL('../../packages/cli/inspector/', import.meta.url));

/** Each folder may import itself and those before it; files at the top may import all. */
const FOLDERS = ['style', 'state', 'server', 'engine', 'page', 'editor', 'panels', '.'] as const;

/** Packages besides the library: what runs in the browser. */
const PACKAGES =
  /^(?:robotstream\/(?:web|lint|compare|crawlers|crawlers\/internal|readers)|built:crawler-sources|preact|preact\/hooks|@preact\/signals|@codemirror\/[a-z]+)$/;

/** What the page shares with the package besides entry points, and the folders that may import it. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([
  // The messages between the page and the command that serves it.
  ['../../src/inspect/messages.js', ['server']],
  // Lists of URLs, and tables for spreadsheets.
  ['../../src/url-lists/entries.js', ['panels']],
  ['../../src/url-lists/read-list.js', ['panels']],
  ['../../src/csv.js', ['engine']],
  // What files that are no robots.txt are called.
  // What the registry says about a crawler, in words.
  ['../../src/crawler-notes.js', ['engine']],
  // How a path is asked about, and what decides on a side of a comparison.
  ['../../src/asked-url.js', ['engine', 'panels']],
  ['../../src/diff/deciding-rules.js', ['engine']],
  ['robotstream/internal', ['state', 'engine', 'page', 'editor', 'panels']],
]);

test('inspector has no import circle', () => {
  expect(importCircles(sourceFiles())).toEqual([]);
});

test('every file of inspector imports only folders below its own and the packages that it may', () => {
  const files = sourceFiles();
  expect([...files.keys()]).toContain('engine/engine.ts');
  expect(Array.from(files).flatMap(([path, text]) => violationsOf(path, text))).toEqual([]);
});

test.each([
  ['a folder above', 'state/a.ts', `import { a } from '../engine/a.js';`],
  ['the library past its entry points', 'engine/a.ts', `import { a } from '../../src/core.js';`],
  ["the library's entry point for Node", 'engine/a.ts', `import { a } from 'robotstream';`],
  ['Node', 'engine/a.ts', `import 'node:fs';`],
  ['another package', 'page/a.tsx', `import { a } from 'undici';`],
])('the check finds %s', (_, path, text) => {
  expect(violationsOf(path, text)).toHaveLength(1);
});

function violationsOf(path: string, text: string): string[] {
  return referencesOf(path, text).flatMap((reference) => {
    if (reference.kind !== 'import') return [];
    const { line, specifier = 'something that is not a literal' } = reference;
    const isAllowed =
      SHARED.get(specifier)?.includes(path.split('/', 1)[0] ?? '') ||
      (specifier.startsWith('.') ? isBelow(path, specifier) : PACKAGES.test(specifier));
    return isAllowed ? [] : [`${path}:${line} imports ${specifier}`];
  });
}

function isBelow(path: string, specifier: string): boolean {
  const to = layerOf(posix.join(posix.dirname(path), specifier));
  return to !== -1 && to <= layerOf(path);
}

/** @returns -1 if the path is outside of the inspector or in a folder that the list does not know */
function layerOf(path: string): number {
  const folder = path.includes('/') ? (path.split('/', 1)[0] ?? '') : '.';
  return (FOLDERS as readonly string[]).indexOf(folder);
}

/** Every file that is built, by its path relative to `inspector`. */
function sourceFiles(): Map<string, string> {
  const paths = readdirSync(INSPECTOR, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const built = paths.filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|d)\.ts$/.test(path));
  return new Map(built.map((path) => [path, readFileSync(`${INSPECTOR}${path}`, 'utf8')]));
}
