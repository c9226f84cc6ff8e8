/**
 * Every example of the README, of the pages and of the doc comments compiles under strict TypeScript, as it is. Those that import a package which is not
 * installed are run instead (migrating.slow.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ENTRY_POINTS, PACKAGES } from '../../scripts/packages.mjs';
import { examplesOf } from '../support/examples.js';
import { HUNG_AFTER_MS } from '../support/hung.js';
import { peerOf } from './support/migrating.js';
import { examplesOfNames } from './support/public-names.js';

/** Below node_modules, so that the examples find Node's types. */
const CACHE = 'node_modules/.cache';

/** Packages that are not installed. */
const ABSENT = ['@crawlee/http', '@crawlee/cheerio', 'got'];

const DOCS = readdirSync('docs').filter((name) => name.endsWith('.md'));
const PAGES = [
  ...PACKAGES.map(({ folder }) => join(folder, 'README.md')),
  ...DOCS.map((name) => `docs/${name}`),
];

test('every example compiles', () => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'robotstream-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = PAGES.flatMap((page) =>
    examplesOf(page).flatMap((code, i) => {
      if (ABSENT.includes(peerOf(code) ?? '')) return [];
      const name = `${page.replaceAll(/\W/g, '-')}-${i + 1}.ts`;
      writeFileSync(join(folder, name), `${code}\nexport {};\n`);
      return [name];
    }),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const [i, [name, code]] of examplesOfNames().entries()) {
    // `pageReader` and `PageReader` differ only in case.
    files.push(`doc-comment-${i + 1}-${name}.ts`);
    writeFileSync(join(folder, `doc-comment-${i + 1}-${name}.ts`), code);
  }
  writeFileSync(join(folder, 'absent.d.ts'), ABSENT.map((name) => `declare module '${name}';\n`).join(''));
  files.push('absent.d.ts');
  const paths = Object.fromEntries(
    Object.entries(ENTRY_POINTS).map(([name, source]) => [name, [resolve(source)]]),
  );
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    paths,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compile = ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false'];
  const { status, stdout } = spawnSync(process.execPath, compile, {
    encoding: 'utf8',
    timeout: HUNG_AFTER_MS,
    killSignal: 'SIGKILL',
  });
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([]);
  expect(status).toBe(0);
});
