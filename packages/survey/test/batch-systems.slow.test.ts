/** The lines of docs/survey.md for batch systems, as they stand there: GNU parallel, and SLURM. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import { describeWith } from '../../../test/support/needs.js';
import { SLURM_NEED, startSlurm } from './support/slurm.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();

const PAGE = readFileSync(new URL('../../../docs/survey.md', import.meta.url), 'utf8');

/** The line of the page that begins with a word. */
function lineOf(start: string): string {
  const line = PAGE.split('\n').find((text) => text.startsWith(`${start} `));
  if (line === undefined) throw new Error(`docs/survey.md has no line that begins with ${start}`);
  return line;
}

const INPUTS = 5;

/** A folder with inputs, their list, and the command in `bin`. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-batch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = Array.from({ length: INPUTS }, (_, i) => `input ${i}.warc.gz`);
  for (const [i, name] of names.entries())
    writeFileSync(
      join(folder, name),
      members([capture(`${i}.example`, 'User-agent: GPTBot\nDisallow: /\n')]),
    );
  writeFileSync(join(folder, 'inputs.txt'), names.map((name) => `${name}\n`).join(''));
  mkdirSync(join(folder, 'bin'));
  const main = join(build.folderOf('@robotstream/cli'), 'dist/main.js');
  writeFileSync(join(folder, 'bin/robotstream'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(join(folder, 'bin/robotstream'), 0o755);
  return folder;
}

/** Runs a line of shell in a folder. */
async function run(folder: string, line: string, env: Readonly<Record<string, string>> = {}) {
  const path = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const child = spawn('sh', ['-c', line], { cwd: folder, env: { ...process.env, ...env, PATH: path } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Makes the report of all parts, and checks that each input has one. */
async function expectAllParts(folder: string): Promise<void> {
  expect(await run(folder, lineOf('robotstream survey report tables -o'))).toMatchObject({ code: 0 });
  const parts = readdirSync(join(folder, 'tables'), { recursive: true, encoding: 'utf8' });
  expect(parts.filter((path) => /verdicts.*\.parquet$/.test(path))).toHaveLength(INPUTS);
  const report = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(report).toContain(`${INPUTS} captures`);
}

const hasParallel = spawnSync('parallel', ['--version'], { encoding: 'utf8' }).stdout?.startsWith(
  'GNU parallel',
);

describeWith({ isMet: hasParallel === true, what: 'GNU parallel' }, 'GNU parallel', () => {
  test('surveys each line of a list, and again what is missing', async () => {
    const folder = newFolder();
    const line = lineOf('parallel');
    expect(await run(folder, line)).toMatchObject({ code: 0 });
    rmSync(join(folder, 'tables/2'), { recursive: true });
    const again = await run(folder, line);
    expect(again).toMatchObject({ code: 0 });
    await expectAllParts(folder);
  });
});

describeWith(SLURM_NEED, 'SLURM', () => {
  test('surveys an input in each task of an array, and again what is missing', async () => {
    const slurm = await startSlurm();
    onTestFinished(() => slurm.stop());
    const folder = newFolder();
    // As `sbatch --wait`.
    const env = { ...slurm.env, SBATCH_WAIT: '1' };
    const line = lineOf('sbatch');
    expect(await run(folder, line, env)).toMatchObject({ code: 0 });
    rmSync(join(folder, 'tables/2'), { recursive: true });
    expect(await run(folder, line, env)).toMatchObject({ code: 0 });
    await expectAllParts(folder);
  });
});
