/** The command as a process: its file descriptors, what it does with an output that closes or fails, and its exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { finished, useBuiltCommand } from './support/command.js';
import { toNdjson } from './support/ndjson.js';
import { useSites } from './support/sites.js';

const command = useBuiltCommand();
const site = useSites();

/** Runs the built command with file descriptors in place of pipes. */
async function runWith(
  args: readonly string[],
  { stdin = -1, stdout = -1 },
): Promise<[code: number, stderr: string]> {
  const child = spawn(process.execPath, [command.main, ...args], {
    stdio: [stdin < 0 ? 'pipe' : stdin, stdout < 0 ? 'pipe' : stdout, 'pipe'],
  });
  child.stdin?.end('{}\n');
  const stderr: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code] = await once(child, 'close');
  return [code, Buffer.concat(stderr).toString()];
}

test('its exit code is that of the sub-command', async () => {
  const input = 'User-agent: *\nDisallow: /x\n';
  const { code, stdout, stderr } = await command.run(['check', '-', '/x', '--agent', 'a'], { input });
  expect(stdout).toMatch(/^standard input for a, under rfc9309\n\ndisallowed {2}\/x\n/);
  expect([code, stderr]).toEqual([1, '']);
});

test('packages that are links are loaded once, also after standard input has been read', async () => {
  const folder = command.folderOf('robotstream');
  renameSync(folder, `${folder}-linked`);
  symlinkSync(`${folder}-linked`, folder, 'junction');
  onTestFinished(() => {
    rmSync(folder);
    renameSync(`${folder}-linked`, folder);
  });
  const { origin } = await site({ body: 'User-agent: *\nDisallow: /private/\n' });
  const input = 'User-agent: Bot\nDisallow: /private/\n';
  const { code, stderr } = await command.run(['test', `${origin}/`, '-'], { input });
  expect([code, stderr]).toEqual([0, '']);
});

test('an error is one line on standard error, and exit code 2', async () => {
  const { code, stdout, stderr } = await command.run(['chek']);
  expect(stderr).toMatch(
    /^robotstream: unknown command "chek"; did you mean check\? \(see robotstream --help\)\n$/,
  );
  expect([code, stdout]).toEqual([2, '']);
});

test('an answer of check --batch comes before the next question is asked', async () => {
  const body = 'User-agent: a\nDisallow: /x\n';
  const child = command.start(['check', '--batch']);
  const end = finished(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextAnswer = async () => JSON.parse((await lines.next()).value ?? 'null');
  for (let id = 0; id < 20; id++) {
    child.stdin.write(toNdjson([{ id, body, agents: ['a'], urls: ['/', '/x'] }]));
    expect([await nextAnswer(), await nextAnswer()]).toMatchObject([
      { id, allowed: true },
      { id, allowed: false },
    ]);
  }
  child.stdin.end();
  expect((await end).code).toBe(0);
});

test('a command that nothing will end fails', async () => {
  // The threads exit, and nothing hears of it.
  expect(
    await surveyWith(`${EXITING_THREADS} else Worker.prototype.on = function () { return this; };`),
  ).toEqual([
    2,
    'robotstream: stopped before the end: the command waits for something that no longer exists\n',
  ]);
});

test('a survey whose threads cannot start fails', async () => {
  expect(await surveyWith(EXITING_THREADS)).toEqual([
    2,
    expect.stringMatching(
      /^robotstream: The threads of the survey cannot be started: the thread ended with exit code 0\. If .*\n$/,
    ),
  ]);
});

test('an input whose thread dies fails, and the others are read', async () => {
  const exiting = `const { isMainThread } = require('node:worker_threads');
    const fs = require('node:fs');
    const { createReadStream } = fs;
    const isFatal = (name) => !isMainThread && String(name).endsWith('a.ndjson');
    fs.createReadStream = (name, ...rest) => isFatal(name) ? process.exit(3) : createReadStream(name, ...rest);
    require('node:module').syncBuiltinESMExports();`;
  expect(await surveyWith(exiting)).toEqual([
    2,
    expect.stringMatching(
      /^robotstream: \S+a\.ndjson: the thread ended with exit code 3\n1 input done, 1 failed, 1 capture, 0 faults in /,
    ),
  ]);
});

const EXITING_THREADS = `const { isMainThread, Worker } = require('node:worker_threads'); if (!isMainThread) process.exit(0);`;

/** The exit code and the errors of a survey with two threads, in a process that runs a script first, in each thread, too. */
async function surveyWith(script: string): Promise<readonly [number | null, string]> {
  const first = join(command.folder, 'first.cjs');
  writeFileSync(first, script);
  const inputs = ['a.ndjson', 'b.ndjson'].map((name) => join(command.folder, name));
  for (const input of inputs) writeFileSync(input, '{"url": "https://a.example/robots.txt"}\n');
  const { code, stderr } = await command.run(
    ['survey', ...inputs, '--out', join(command.folder, 'tables'), '--jobs', '2'],
    // Of a survey that nothing will end, the engine closes the open files, and warns of it if that comes before the end.
    { env: { NODE_OPTIONS: `--no-warnings --require ${first}` } },
  );
  return [code, stderr];
}

test.each([
  ['check', ['check', '-', '/', '--agent', 'a']],
  ['check --batch', ['check', '--batch']],
  ['parse --events', ['parse', '-', '--events']],
  ['survey', ['survey', '-']],
  ['survey --inputs', ['survey', '--inputs', '-']],
])('%s refuses a folder as standard input', async (_, args) => {
  expect(await runWith(args, { stdin: openSync(command.folder, 'r') })).toEqual([
    2,
    'robotstream: standard input: is a directory; a file is expected\n',
  ]);
});

describe('the output', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `Disallow: /${i}\n`).join('');

  test.each([
    ['parse', ['parse', '-']],
    ['parse --events', ['parse', '-', '--events']],
  ])('of %s may be closed early, as by head', async (_, args) => {
    const child = command.start(args);
    child.stdin.on('error', () => {});
    const end = finished(child);
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end(`User-agent: *\n${many}`);
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([0, '']);
  });

  test('of check --batch may be closed early, while questions still arrive', async () => {
    const question = `${JSON.stringify({ id: 1, body: '', agents: ['a'], urls: Array(5000).fill('/') })}\n`;
    const child = command.start(['check', '--batch']);
    const end = finished(child);
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.on('error', () => {});
    const more = (): void => {
      while (child.stdin.writable && child.stdin.write(question));
    };
    child.stdin.on('drain', more);
    more();
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([0, '']);
  });

  test('of check URL may be closed early', async () => {
    const { origin } = await site({ body: '' });
    const urls = Array.from({ length: 3000 }, (_, i) => `${origin}/${i}`);
    const child = command.start(['check', ...urls, '--agent', 'a']);
    const end = finished(child);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([0, '']);
  });

  test.runIf(existsSync('/dev/full')).each([
    ['check --batch', ['check', '--batch']],
    ['help', ['--help']],
  ])('of %s that cannot be written is reported in one line', async (_, args) => {
    expect(await runWith(args, { stdout: openSync('/dev/full', 'w') })).toEqual([
      2,
      'robotstream: standard output: no space left on the device\n',
    ]);
  });
});
