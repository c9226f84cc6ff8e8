/**
 * Mutation testing (Stryker): changes the code of a file or folder in many small ways, and lists the changes that no test
 * notices. `test/mutation.md` says what it found.
 *
 * Usage: npm run mutate -- PATH [OPTION OF STRYKER...], such as src/match/explain or src/stream/row.ts
 *
 * Stryker keeps the results of each path in `node_modules/.cache/stryker`. The next run of the path tries again what survived and
 * what changed; `--force` tries everything again.
 *
 * `ROBOTSTREAM_MUTATION_TESTS` replaces the tests that are run, by a list of globs in JSON. The tests of the file alone take a tenth
 * of the time, and their score is a lower bound. So is the score with `ROBOTSTREAM_MUTATION_TEST_MS=100`, which leaves out tests that take
 * more processor time, where counters make everything slower. A second run without it tries these tests on the survivors alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The tests that code is tried against, by its folder below `src`; '' is the top. Each mutant loads every file that covers it, so these
 * are the ones that are about the folder. Tests that start processes are left out: a mutant is not active in those. Isolated
 * tests are left out, too: all files share one worker here, so a module that one of them replaces is replaced for the others.
 */
const TESTS = {
  '': ['src/*.test.ts', 'test/conformance/*.test.ts', 'test/property/*.test.ts'],
  stream: [
    'src/*.test.ts',
    'src/stream/**/*.test.ts',
    'src/match/first-question.test.ts',
    'test/streams/!(examples).test.ts',
    'test/property/{stream,document,matcher}.test.ts',
    'test/conformance/!(*.node).test.ts',
  ],
  ast: [
    'src/*.test.ts',
    'src/ast/**/*.test.ts',
    'src/match/*.test.ts',
    'src/match/explain/*.test.ts',
    'src/usage/**/*.test.ts',
    'src/lint/*.test.ts',
    'test/property/{document,usage}.test.ts',
    'test/conformance/!(*.node).test.ts',
  ],
  match: [
    'src/match/**/*.test.ts',
    'test/property/matcher.test.ts',
    'test/conformance/{semantics-4,semantics-5,google-}*.test.ts',
  ],
  access: [
    'test/access/!(*.slow|*.isolated).test.ts',
    'test/conformance/rfc9309-2.3*.test.ts',
    // What an interceptor needs of requests, and results of responses that were fetched elsewhere.
    'test/client/{changes,interceptor}.test.ts',
  ],
  cache: [
    'test/cache/!(*.slow).test.ts',
    // Redis has no quick tests. Where no server is installed, its mutants are not covered.
    'test/cache/redis-{store,turns}.slow.test.ts',
    'test/client/{client,changes,concurrency,fleet,observing,overrides,pacing,waiting}.test.ts',
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

const results = path.join(ROOT, 'node_modules/.cache/stryker', `${target.replaceAll('/', '-')}.json`);
forgetSurvivors();
const mutated = isFolder(target) ? `${target}/**/*.ts` : target;
const { status } = spawnSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    'stryker.config.mjs',
    '--mutate',
    `${mutated},!**/*.test.ts`,
    '--incremental',
    '--incrementalFile',
    results,
    ...options,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ROBOTSTREAM_MUTATION_TESTS: process.env.ROBOTSTREAM_MUTATION_TESTS || JSON.stringify(tests),
      // Stryker works on a copy of the project, elsewhere.
      ROBOTSTREAM_SHARED: process.env.ROBOTSTREAM_SHARED ?? path.join(ROOT, '../shared'),
    },
  },
);
process.exitCode = status ?? 1;

/**
 * Leaves only mutants that a test noticed in the results of earlier runs. Stryker would keep the survivors among those that run when a
 * module loads, whatever tests have been added since, because no test covers them by itself.
 */
function forgetSurvivors() {
  if (!existsSync(results)) return;
  const report = JSON.parse(readFileSync(results, 'utf8'));
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(results, JSON.stringify(report));
}

/** The first folder below `src` on a path; '' at the top. */
function folderOf(below) {
  const [, first = '', ...rest] = below.split('/');
  return rest.length > 0 || isFolder(below) ? first : '';
}

function isFolder(relative) {
  return statSync(path.join(ROOT, relative)).isDirectory();
}
