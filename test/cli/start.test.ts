/** `npm start`: the first thing that a visitor runs. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finished, useBuiltCommand } from './support/command.js';

const command = useBuiltCommand();

test('shows the main job, and ends by itself', async () => {
  const child = spawn(process.execPath, [join(command.folder, 'examples/start.mjs')]);
  const { code, stdout, stderr } = await finished(child);
  expect([code, stderr]).toEqual([0, '']);

  const [, breaks, characters, words] =
    /(\d+) tear a CRLF apart, (\d+) a character, (\d+) a word/.exec(stdout) ?? [];
  for (const count of [breaks, characters, words]) expect(Number(count)).toBeGreaterThan(1);
  expect(stdout).toContain('byte order mark: whole; truncated: false');
  expect(stdout).toMatch(/^ {2}ExampleBot, MJ12bot$/m);
  expect(stdout).toContain(
    'Disallowed: the group of line 10 names ExampleBot; line 17 decides: disallow /carte/déjeuner',
  );
  expect(stdout).toMatch(/\/drafts\/new\n {4}rfc9309 {2}Allowed: .*\n {4}google {3}Disallowed: .*line 22/);
  expect(stdout).not.toContain('\ufffd');
});
