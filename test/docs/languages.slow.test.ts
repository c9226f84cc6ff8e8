/** The programs of docs/languages.md run, each with the command that `npx` would find. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll } from 'vitest';
import { useBuild } from '../support/build.js';
import { writeNpx } from '../support/npx.js';
import { testLanguages } from './support/languages.js';

const build = useBuild();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-languages-'));
  writeNpx(folder, `${process.execPath} ${build.folderOf('@robotstream/cli')}/dist/main.js`, [
    '@robotstream/cli',
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

testLanguages(() => folder);
