/** `npm start`, the first thing that a visitor runs. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finished, type Run, useBuiltCommand } from './support/command.js';

const command = useBuiltCommand();

/** Runs what `npm start` runs after the build. */
function start(args: readonly string[], callersDirectory = command.folder): Promise<Run> {
  return finished(
    spawn(process.execPath, [join(command.folder, 'scripts/start.mjs'), ...args], {
      cwd: command.folder,
      env: { PATH: process.env.PATH, INIT_CWD: callersDirectory },
    }),
  );
}

test('npm start builds and runs this script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toMatch(/^npm run -s build && node scripts\/start\.mjs$/);
});

test('without arguments it shows the main job, and ends by itself', async () => {
  const { code, stdout, stderr } = await start([]);
  expect([code, stderr]).toEqual([0, '']);

  const [, breaks, characters, words] =
    /(\d+) split a CRLF, (\d+) a character, (\d+) a word/.exec(stdout) ?? [];
  for (const count of [breaks, characters, words]) expect(Number(count)).toBeGreaterThan(1);
  expect(stdout).toContain('byte order mark: whole; truncated: false');
  expect(stdout).toMatch(/^ {2}ExampleBot, MJ12bot$/m);
  expect(stdout).toMatch(/Disallowed: .*line 17.*\/carte\/déjeuner/);
  expect(stdout).toMatch(/\/drafts\/new\n {4}rfc9309 {2}Allowed: .*\n {4}google {3}Disallowed: .*line 22/);
  expect(stdout).not.toContain('\ufffd');
});

test('with arguments it runs the command in the caller’s directory', async () => {
  const directory = join(command.folder, 'site');
  mkdirSync(directory);
  writeFileSync(join(directory, 'robots.txt'), 'User-agent: *\nDisallow: /x\n');
  const run = await start(['check', 'robots.txt', '/x', '--agent', 'ExampleBot'], directory);
  expect(run.stdout).toMatch(/^robots\.txt for ExampleBot, under rfc9309\n\ndisallowed {2}\/x\n/);
  expect([run.code, run.stderr]).toEqual([1, '']);
  const wrong = await start(['chek']);
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain('unknown command "chek"');
});
