/**
 * Mutation testing (Stryker): changes the code of a file or folder in many small ways, and lists the changes that no test
 * notices. `test/mutation.md` says what it found.
 *
 * Usage: npm run mutate -- PATH [OPTION OF STRYKER...], such as src/match/url or src/stream/fields.ts
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What all code of the core is tried against. */
const CORE_TESTS = [
  'src/*.test.ts',
  'src/{stream,ast,match}/**/*.test.ts',
  'test/{property,conformance,reference}/**/*.test.ts',
];

/** The tests that code is tried against, by its folder below `src`; '' is the top. Tests of processes are too slow. */
const TESTS = {
  '': CORE_TESTS,
  stream: [...CORE_TESTS, 'test/streams/**/!(examples).test.ts'],
  ast: CORE_TESTS,
  match: CORE_TESTS,
  access: ['test/access/**/!(*.slow).test.ts', 'test/conformance/rfc9309-2.3*.test.ts'],
  cache: [
    'test/cache/**/!(*.slow).test.ts',
    'test/client/{client,changes,concurrency,fleet,waiting}.test.ts',
  ],
};

const [given = '', ...options] = process.argv.slice(2);
const target = path.relative(ROOT, path.resolve(given)).replaceAll('\\', '/');
const tests =
  target.startsWith('src/') && existsSync(path.join(ROOT, target)) ? TESTS[folderOf(target)] : undefined;
if (tests === undefined) {
  console.error(
    `usage: npm run mutate -- PATH; a file or folder in ${Object.keys(TESTS)
      .map((name) => `src/${name}`)
      .join(', ')}`,
  );
  process.exit(2);
}

const mutated = isFolder(target) ? `${target}/**/*.ts` : target;
const { status } = spawnSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    'stryker.config.mjs',
    '--mutate',
    `${mutated},!**/*.test.ts`,
    ...options,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ROBOTSTREAM_MUTATION_TESTS: tests.join(','),
      // Stryker works on a copy of the project, elsewhere.
      ROBOTSTREAM_SHARED: process.env.ROBOTSTREAM_SHARED ?? path.join(ROOT, '../shared'),
    },
  },
);
process.exitCode = status ?? 1;

/** The first folder below `src` on a path; '' at the top. */
function folderOf(below) {
  const [, first = '', ...rest] = below.split('/');
  return rest.length > 0 || isFolder(below) ? first : '';
}

function isFolder(relative) {
  return statSync(path.join(ROOT, relative)).isDirectory();
}
