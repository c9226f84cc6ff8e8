/** What needs SQLite, on a Node that has it: the tests run on the oldest Node that the packages support. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { SQLITE_NEED, skipWithout } from '../../../../test/support/needs.js';

const NODE = ['-y', 'node@22'];

/** The files whose tests need SQLite. */
const FILES = [
  'packages/client/test/store/sqlite-store.test.ts',
  'packages/client/test/client/client.test.ts',
  'packages/client/test/client/docs.test.ts',
  'packages/client/test/client/processes.test.ts',
  'packages/cli/test/fetch.test.ts',
  'packages/cli/test/signals.test.ts',
  'packages/cli/test/sites.test.ts',
];

test.skipIf(SQLITE_NEED.isMet)('the tests of SQLite pass on Node 22', (context) => {
  skipWithout({ isMet: hasNode(), what: 'Node 22, which npx could not install' }, context);
  const printed = execFileSync('npx', [...NODE, 'node_modules/vitest/vitest.mjs', 'run', ...FILES], {
    encoding: 'utf8',
  });
  expect(printed).toContain('Test Files');
  expect(printed).not.toContain('needs Node 22.13');
});

function hasNode(): boolean {
  try {
    return execFileSync('npx', [...NODE, '--version'], { encoding: 'utf8' }).startsWith('v22.');
  } catch {
    return false;
  }
}
