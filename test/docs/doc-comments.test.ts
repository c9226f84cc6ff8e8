/**
 * Every public name has a doc comment, and every public function and class has an example there, which prints
 * what it promises. The site's API reference is made from these comments.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENTRY_POINTS, PUBLIC_ENTRIES } from '../../scripts/packages.mjs';
import { runExample, type ShownSite, startShownSite } from '../support/examples.js';
import { SQLITE_NEED, skipWithout } from '../support/needs.js';
import { exampleIn, examplesOfNames, type PublicName, publicNames } from './support/public-names.js';

/** Examples that only compile (examples-compile.slow.test.ts), and what running them would take. */
const NOT_RUN: Readonly<Record<string, string>> = {
  redisStore: 'a Redis server',
  robotsCrawlee: 'Crawlee',
  robotsPlaywright: 'a browser',
  robotsGit: 'a git repository',
};

describe.each(PUBLIC_ENTRIES)('%s', (entry) => {
  const names = [...publicNames(ENTRY_POINTS[entry] as string).values()];

  test('each name has a doc comment', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(({ comment }) => comment === undefined).map(placeOf)).toEqual([]);
  });

  test('each function and class has an example', () => {
    const withExample = names.filter(({ kind }) => kind === 'function' || kind === 'class');
    expect(withExample.filter(({ comment }) => exampleIn(comment) === undefined).map(placeOf)).toEqual([]);
  });
});

describe('each example prints what it promises', () => {
  const home = process.cwd();
  let folder: string;
  let site: ShownSite;

  beforeEach(async () => {
    // A new one for each, so that no example waits for the turn of another.
    site = await startShownSite('docs/crawl.md');
    folder = mkdtempSync(join(tmpdir(), 'robotstream-doc-comments-'));
    process.chdir(folder);
  });
  afterEach(async () => {
    process.chdir(home);
    rmSync(folder, { recursive: true });
    await site.close();
  });

  const examples = examplesOfNames();
  test.for(examples.filter(([name]) => !(name in NOT_RUN)))('%s', async ([name, code], context) => {
    if (name === 'sqliteStore') skipWithout(SQLITE_NEED, context);
    await runExample(site.asking(code));
  });

  test('those that are not run exist', () => {
    const names = examples.map(([name]) => name);
    expect(Object.keys(NOT_RUN).filter((name) => !names.includes(name))).toEqual([]);
  });
});

function placeOf({ name, file }: PublicName): string {
  return `${file}: ${name}`;
}
