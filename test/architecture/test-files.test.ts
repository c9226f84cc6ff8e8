/** No test may fail by chance. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/packages.mjs';
import { GATE_TESTS } from '../support/gate-tests.js';
import { filesOf } from '../support/source-files.js';
import { chancesIn } from './chance.js';

test('no test sleeps, waits by a clock, sets a timeout of its own, is retried, or replaces modules of others', () => {
  const paths = filesOf([
    'src',
    'test',
    'packages/client',
    'packages/survey',
    'packages/audit',
    'packages/cli',
    'packages/command-line',
    'packages/conform',
  ]);
  const files = paths.filter((path) =>
    (/^(?:packages\/[\w-]+\/)?test\//.test(path) ? /\.(ts|mjs)$/ : /\.test\.ts$/).test(path),
  );
  const found = files.flatMap((path) =>
    chancesIn(path, readFileSync(join(ROOT, path), 'utf8')).map((chance) => `${path}:${chance}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test('the tests of the core, which a browser runs too, import neither Node nor the entry point that needs it', () => {
  const paths = filesOf(['src', 'test/property', 'test/conformance']).filter(
    (path) => path.endsWith('.test.ts') && !/\.(node|isolated)\.test\.ts$/.test(path),
  );
  const found = paths.flatMap((path) => {
    const imports = readFileSync(join(ROOT, path), 'utf8').matchAll(/^import [^;]*from '([^']+)';/gm);
    const modules = Array.from(imports, ([, from = '']) =>
      from.startsWith('.') ? posix.join(posix.dirname(path), from) : from,
    );
    return modules
      .filter((module) => module.startsWith('node:') || module === 'src/index.js')
      .map((module) => `${path} imports ${module}`);
  });
  expect(paths.length).toBeGreaterThan(80);
  expect(found, 'import src/core.js, or name the file *.node.test.ts').toEqual([]);
});

test('every slow test of the gate is there', () => {
  expect(GATE_TESTS.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe('the check finds', () => {
  test.each([
    ['a sleep', `await new Promise((resolve) => setTimeout(resolve, 100));`, '1 calls setTimeout'],
    ['an interval', `setInterval(look, 10);`, '1 calls setInterval'],
    ['a sleep of Node', `import { setTimeout as sleep } from 'node:timers/promises';`, '1 imports timers'],
    ['a timeout', `test('a', () => {}, 100);`, '1 sets a timeout'],
    ['a named timeout', `beforeAll(async () => {}, TIMEOUT_MS);`, '1 sets a timeout'],
    ['a timeout among options', `test('a', { timeout: 100 }, () => {});`, '1 sets timeout'],
    ['a timeout of cases', `test.each([1])('a', { timeout: 100 }, () => {});`, '1 sets timeout'],
    ['a timeout of some cases', `test.runIf(a).each([1])('a', () => {}, 100);`, '1 sets a timeout'],
    ['retries', `describe('a', { retry: 3 }, () => {});`, '1 sets retry'],
    ['a timeout for a whole file', `\nvi.setConfig({ testTimeout: 100 });`, '2 calls vi.setConfig'],
    ['waiting', `await vi.waitFor(() => {});`, '1 calls vi.waitFor'],
    ['waiting for a value', `await expect.poll(() => 1).toBe(1);`, '1 calls expect.poll'],
    ['a module replaced for other files, too', `vi.mock('undici');`, '1 calls vi.mock'],
  ])('%s', (_, text, chance) => {
    expect(chancesIn('a.test.ts', text)).toEqual([chance]);
  });
});

test('the check allows a module replaced in a file with a process of its own', () => {
  expect(chancesIn('a.isolated.test.ts', `vi.mock('undici');`)).toEqual([]);
});

test.each([
  ['turns of the event loop', `import { setImmediate } from 'node:timers/promises'; await setImmediate();`],
  ['a clock of the test', `const clock = { setTimeout(callback, ms) {} }; clock.setTimeout(f, 5);`],
  ['the options of what is tested', `test('a', () => { get({ timeout: 5 }); });`],
])('the check allows %s', (_, text) => {
  expect(chancesIn('a.test.ts', text)).toEqual([]);
});
