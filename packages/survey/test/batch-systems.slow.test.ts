/** Engines that split a survey among processes, by the lines of docs/survey.md and by examples: GNU parallel, SLURM, AWS Batch, Dask, Spark. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import { describeWith } from '../../../test/support/needs.js';
import { SLURM_NEED, startSlurm } from './support/slurm.js';
import { archive, folder, useFolder, write } from './support/survey-folder.js';

const build = useBuild();

const PAGE = readFileSync(new URL('../../../docs/survey.md', import.meta.url), 'utf8');

/** The line of the page that begins with a word. */
function lineOf(start: string): string {
  const line = PAGE.split('\n').find((text) => text.startsWith(`${start} `));
  if (line === undefined) throw new Error(`docs/survey.md has no line that begins with ${start}`);
  return line;
}

const INPUTS = 5;

useFolder();

/** The folder has inputs, their list, and the command in `bin`. */
beforeEach(() => {
  const names = Array.from({ length: INPUTS }, (_, i) => `input ${i}.warc.gz`);
  for (const [i, name] of names.entries()) archive(name, [`${i}.example`]);
  write('inputs.txt', names.map((name) => `${name}\n`).join(''));
  mkdirSync(join(folder, 'bin'));
  const main = join(build.folderOf('@robotstream/cli'), 'dist/main.js');
  const command = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
  writeFileSync(join(folder, 'bin/robotstream'), command, { mode: 0o755 });
});

/** Runs a line of shell in the folder. */
async function run(line: string, env: Readonly<Record<string, string>> = {}) {
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
async function expectAllParts(): Promise<void> {
  expect(await run(lineOf('robotstream survey report tables -o'))).toMatchObject({ code: 0 });
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
    const line = lineOf('parallel');
    expect(await run(line)).toMatchObject({ code: 0 });
    rmSync(join(folder, 'tables/2'), { recursive: true });
    expect(await run(line)).toMatchObject({ code: 0 });
    await expectAllParts();
  });
});

describeWith(SLURM_NEED, 'SLURM', () => {
  test('surveys an input in each task of an array, and again what is missing', async () => {
    const slurm = await startSlurm();
    onTestFinished(() => slurm.stop());
    // As `sbatch --wait`.
    const env = { ...slurm.env, SBATCH_WAIT: '1' };
    const line = lineOf('sbatch');
    expect(await run(line, env)).toMatchObject({ code: 0 });
    rmSync(join(folder, 'tables/2'), { recursive: true });
    expect(await run(line, env)).toMatchObject({ code: 0 });
    await expectAllParts();
  });
});

test('a job of an AWS Batch array surveys the input of its index', async () => {
  const [, command = ''] = /--command '(.*)'$/.exec(lineOf('aws batch')) ?? [];
  for (let index = 0; index < INPUTS; index++)
    expect(await run(command, { AWS_BATCH_JOB_ARRAY_INDEX: `${index}` })).toMatchObject({ code: 0 });
  await expectAllParts();
});

const LINES = 2000;

/** Captures as NDJSON in four files, and what one process prints for all of them. */
async function captures() {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.ndjson`);
  const lines = Array.from({ length: LINES }, (_, nth) =>
    nth % 100 === 7
      ? `{"id":"${nth}","url":"https://${nth}.example/robots.txt","status":"damaged"}`
      : JSON.stringify({
          id: `${nth}`,
          url: `https://${nth}.example/robots.txt`,
          status: nth % 5 === 0 ? 404 : 200,
          body: `User-agent: GPTBot\nDisallow: ${nth % 2 === 0 ? '/' : '/a\u2028'}\n`,
        }),
  );
  for (const [i, name] of names.entries())
    write(name, `${lines.slice((i * LINES) / 4, ((i + 1) * LINES) / 4).join('\n')}\n`);
  const whole = await run(`cat ${names.join(' ')} | robotstream survey - --agent GPTBot --rows both`);
  return { names, lines, rows: rowsOf(whole.output) };
}

/** Rows by what they say. Where a line begins is another offset in each partition. */
function rowsOf(text: string): string[] {
  const rows = text.split('\n').filter((line) => line !== '');
  return rows.map((line) => JSON.stringify({ ...JSON.parse(line), inputOffset: 0 })).sort();
}

const rowsIn = (name: string) =>
  rowsOf(
    readdirSync(join(folder, name))
      .map((part) => readFileSync(join(folder, name, part), 'utf8'))
      .join('\n'),
  );

const PYTHON = '/usr/bin/python3';
const hasDask = spawnSync(PYTHON, ['-c', 'import distributed, dask.bag']).status === 0;

describeWith({ isMet: hasDask, what: 'python3-distributed' }, 'Dask', () => {
  test('a scheduler and two workers, of which one is killed in the middle, give the rows of one process; DuckDB reads them', async () => {
    const { names, rows } = await captures();
    const env = { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
    const start = (program: string, ...args: readonly string[]) => {
      const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const facts = join(folder, 'scheduler.json');
    const client = ['--scheduler-file', facts, '--no-dashboard'];
    start('dask-scheduler', '--host', '127.0.0.1', '--port', '0', ...client);
    // The second worker waits until the first one is killed in the middle of a partition: the command of the first one waits, too.
    const command = readFileSync(join(folder, 'bin/robotstream'), 'utf8');
    writeFileSync(
      join(folder, 'bin/robotstream'),
      command.replace(
        'exec',
        `if [ ! -e killed ]; then touch begun; while [ ! -e killed ]; do sleep 0.1; done; exit 1; fi\nexec`,
      ),
    );
    // The scheduler writes its file in place.
    const written = () => existsSync(facts) && readFileSync(facts, 'utf8').trimEnd().endsWith('\n}');
    while (!written()) await new Promise(setImmediate);
    const { address } = JSON.parse(readFileSync(facts, 'utf8')) as { address: string };
    const worker = () =>
      start('dask-worker', ...client, '--host', '127.0.0.1', '--nthreads', '1', '--no-nanny');
    const first = worker();
    const example = join(process.cwd(), 'examples/dask-survey.py');
    const survey = run([PYTHON, example, address, 'rows', ...names].join(' '));
    let ended: unknown;
    survey.then((end) => {
      ended = end;
    });
    while (!existsSync(join(folder, 'begun')) && ended === undefined) await new Promise(setImmediate);
    expect(ended).toBeUndefined();
    first.kill('SIGKILL');
    await once(first, 'exit');
    writeFileSync(join(folder, 'killed'), '');
    worker();
    expect(await survey).toMatchObject({ code: 0 });
    expect(rows).toHaveLength(2 * LINES - 20);
    expect(rowsIn('rows')).toEqual(rows);

    const sql = readFileSync('examples/duckdb.sql', 'utf8').replaceAll(
      /'(rows\/\*|verdicts\.parquet)'/g,
      `'${folder}/$1'`,
    );
    const db = await (await DuckDBInstance.create()).connect();
    let last: unknown;
    for (const statement of sql.split(';\n').slice(0, -1))
      last = (await db.runAndReadAll(statement)).getRowObjectsJson();
    db.closeSync();
    const verdicts = rows.map((row) => JSON.parse(row)).filter(({ table }) => table === 'verdicts');
    const count = (wanted: string) => `${verdicts.filter((row) => row.restriction === wanted).length}`;
    const counts = ['all', 'few', 'none'].map((one) => ({
      agent: 'GPTBot',
      restriction: one,
      urls: count(one),
    }));
    expect(last).toEqual(counts);
  });
});

describe('Spark, whose protocol is played', () => {
  test('partitions that are split anywhere, killed and run again, or run twice, give the rows of one process', async () => {
    const { lines, rows } = await captures();
    const pipe = async (partition: readonly string[], isKilled: boolean) => {
      const args = ['survey', '-', '--agent', 'GPTBot', '--rows', 'both'];
      const child = spawn(join(folder, 'bin/robotstream'), args);
      onTestFinished(() => void child.kill('SIGKILL'));
      child.stdin.on('error', () => {}); // it is killed
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (isKilled) child.kill('SIGKILL');
      });
      for (const line of partition) child.stdin.write(`${line}\n`);
      if (!isKilled) child.stdin.end();
      const [code] = await once(child, 'close');
      return code === 0 ? output : undefined;
    };
    let all = '';
    for (const [from, to] of [
      [0, 1],
      [1, 700],
      [700, 700],
      [700, 1999],
      [1999, LINES],
    ] as const) {
      const partition = lines.slice(from, to);
      // A partition whose executor dies is run again, and a slow one is run twice: what ends first counts.
      if (partition.length > 0) expect(await pipe(partition, true)).toBeUndefined();
      const [one, other] = await Promise.all([pipe(partition, false), pipe(partition, false)]);
      expect(one).toBe(other);
      all += one;
    }
    expect(rowsOf(all)).toEqual(rows);
  });

  test('examples/spark-survey.py compiles', () => {
    const compiled = spawnSync('python3', [
      '-c',
      "compile(open('examples/spark-survey.py').read(), 'spark.py', 'exec')",
    ]);
    expect(compiled.stderr.toString()).toBe('');
  });
});
