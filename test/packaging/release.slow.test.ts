/** A release has the same octets wherever it is made, and its bills of materials name what is in the packages. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGES, ROOT } from '../../scripts/packages.mjs';

const { version } = PACKAGES[0]?.manifest ?? {};
const work = mkdtempSync(path.join(tmpdir(), 'robotstream-release-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

let releases: string[];
beforeAll(() => {
  const clones = [path.join(work, 'one'), path.join(work, 'another folder with a longer name')] as const;
  copyProject(clones[0]);
  execFileSync('cp', ['-a', ...clones]);
  releases = clones.map((clone) => {
    const folder = path.join(clone, 'release');
    execFileSync(process.execPath, ['scripts/release.mjs', folder, `v${version}`], { cwd: clone });
    return folder;
  });
});

/** Copies the files that git knows, and those that npm has installed. Symbolic links would reveal the original folder to the build. */
function copyProject(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean))
    cpSync(path.join(ROOT, file), path.join(folder, file));
  const installed = readdirSync(path.join(ROOT, 'node_modules')).filter((name) => name !== '.cache');
  const to = path.join(folder, 'node_modules');
  mkdirSync(to);
  execFileSync('cp', ['-a', ...installed, to], { cwd: path.join(ROOT, 'node_modules') });
}

test('two releases of the same tree, made in different folders, have the same octets', () => {
  const [one = '', other = ''] = releases;
  const files = readdirSync(one);
  expect(files).toEqual(readdirSync(other));
  expect(files).toHaveLength(2 * PACKAGES.length + ['SHA256SUMS', 'ORDER', 'NOTES.md'].length);
  const isSame = (file: string) =>
    readFileSync(path.join(one, file)).equals(readFileSync(path.join(other, file)));
  expect(files.filter((file) => !isSame(file))).toEqual([]);
});

test('the checksums are right', () => {
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: releases[0] });
});

interface Bill {
  readonly components: { readonly name: string; readonly properties?: { readonly name: string }[] }[];
}

test('the bill of the core is empty; the bill of the command lists what is installed and what is bundled in its page', () => {
  const bill = (name: string): Bill =>
    JSON.parse(readFileSync(path.join(releases[0] ?? '', `${name}-${version}.cdx.json`), 'utf8'));
  expect(bill('robotstream').components).toEqual([]);
  const { components } = bill('robotstream-cli');
  const isBundled = (name: string) =>
    components.find((one) => one.name === name)?.properties?.some((one) => one.name.endsWith(':bundled'));
  expect(isBundled('preact')).toBe(true);
  expect(isBundled('undici')).toBe(false);
});
