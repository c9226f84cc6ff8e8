/**
 * What the command says about verdicts, put to the naive reference of `test/reference`. Each sentence, row and block that it prints has a form
 * with a checker. A test fails if a claim is not true, if there is a sentence without a form, and if there is a form without a sentence.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyFile, fileOfGroups } from '../../../../test/lint/arbitrary-lint-files.js';
import { byEffort } from '../../../../test/support/effort.js';
import { describeWith } from '../../../../test/support/needs.js';
import { checkProperty } from '../../../../test/support/property.js';
import { loadCorpus, loadCorpusSample, SHARED_NEED } from '../../../../test/support/shared.js';
import { FileClaims } from './file-claims.js';

const GOLDEN = fileURLToPath(new URL('../golden/files', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-claims-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const claims = new FileClaims();

/** Puts a file on disk, runs the commands, and throws what is wrong with what they print. */
async function expectTrue(octets: Uint8Array, name = ''): Promise<void> {
  const path = join(folder, 'robots.txt');
  writeFileSync(path, octets);
  const faults = await claims.faultsOf(path, octets);
  if (faults.length > 0) throw new Error(`${name} ${faults.join('\n')}`);
}

const octetsOf = (text: string) => new TextEncoder().encode(text);

/** Files for the sentences that others do not lead to. */
const SPECIAL: readonly (readonly [string, string])[] = [
  [
    'groups of one name',
    'User-agent: A\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n\nUser-agent: A\n',
  ],
  [
    'a name that is misspelled',
    'User-agent: Gogglebot\nDisallow: /%61%62%63%64%65%66%67%68%69%6a%6b%6c%6d\n',
  ],
  ['a preference', 'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /aaa\n'],
  [
    'more names than are reported on',
    `${Array.from({ length: 120 }, (_, i) => `User-agent: bot${'x'.repeat(i)}\n`).join('')}Disallow: /abc\n`,
  ],
  ['rules that all match', `User-agent: *\n${'Disallow: /\nAllow: /*\n'.repeat(10)}`],
];

describe('what the command says is true', () => {
  test('about files as sites have them', async () => {
    for (const name of readdirSync(GOLDEN)) await expectTrue(readFileSync(join(GOLDEN, name)), name);
  });

  test.each(SPECIAL)('about %s', (_, text) => expectTrue(octetsOf(text)));

  const options = { seed: 34, runsShare: 0.01 };
  checkProperty(
    'about files of groups',
    fc.asyncProperty(fileOfGroups, (octets) => expectTrue(octets)),
    options,
  );
  checkProperty(
    'about files of any lines',
    fc.asyncProperty(anyFile, (octets) => expectTrue(octets)),
    options,
  );
});

describeWith(SHARED_NEED, 'real files', () => {
  test('what the command says is true', async () => {
    const files = byEffort({
      quick: () => [...loadCorpus()].filter((_, i) => i % 300 === 0),
      full: loadCorpusSample,
    });
    for (const [name, octets] of files()) await expectTrue(octets, name);
  });
});

// Some forms are printed about real files alone.
describeWith(SHARED_NEED, 'after all commands', () => {
  test('each form was printed', () => {
    expect(claims.unused).toEqual([]);
  });
});
