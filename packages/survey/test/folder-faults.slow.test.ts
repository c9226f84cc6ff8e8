/** The command with a folder that it cannot write into, in threads too. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import { withoutProgress } from '../../cli/test/support/command.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-folder-'));
  for (const name of ['a', 'b', 'c', 'd'])
    writeFileSync(join(folder, `${name}.warc.gz`), members([capture(`${name}.example`, '')]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INPUTS = ['a', 'b', 'c', 'd'].map((name) => `${name}.warc.gz`);

/** Runs the command to its end. */
async function survey(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const main = join(build.folderOf('@robotstream/cli'), 'dist/main.js');
  const child = spawn(process.execPath, [main, 'survey', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const stderr = withoutProgress(await text(child.stderr));
  return { code: (await closed)[0], stderr };
}

test.each(['1', '3'])(
  'with --jobs %s, a folder that fails is named once, and no input is blamed',
  async (jobs) => {
    const out = `tables-${jobs}`;
    mkdirSync(join(folder, out));
    writeFileSync(join(folder, out, 'verdicts'), '');
    const { code, stderr } = await survey(...INPUTS, '--out', out, '--jobs', jobs);
    expect(stderr).toMatch(
      /^robotstream: tables-\d\/verdicts: is not a directory; a directory that can be written is expected \(--out\)\n$/,
    );
    expect(code).toBe(2);
    expect(readdirSync(join(folder, out, '.unfinished'))).toEqual([]);
    rmSync(join(folder, out, 'verdicts'));
    const resumed = await survey(...INPUTS, '--out', out, '--jobs', jobs, '--resume');
    expect(resumed.code).toBe(0);
    expect(readdirSync(join(folder, out, 'verdicts'))).toHaveLength(INPUTS.length);
  },
);

test('a file instead of a folder is named', async () => {
  const { code, stderr } = await survey('a.warc.gz', '--out', 'b.warc.gz');
  expect(stderr).toMatch(/^robotstream: b\.warc\.gz: is not a directory; /);
  expect(code).toBe(2);
});

test.each(['1', '2'])(
  'with --jobs %s, an input that cannot be read is named in plain words',
  async (jobs) => {
    const { stderr } = await survey('a.warc.gz', 'none.warc.gz', '--out', `plain-${jobs}`, '--jobs', jobs);
    expect(stderr).toMatch(/^robotstream: none\.warc\.gz: no such file$/m);
  },
);
