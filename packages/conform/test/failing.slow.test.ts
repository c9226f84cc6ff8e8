/** Asking programs that crash and hang. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import type { CommandLine } from '../src/program/process.js';
import { asked, LIMIT_MS } from './support/asked.js';
import { program } from './support/programs.js';

test('a program that never stops writing is ended', async () => {
  const { kinds, replies } = await asked(
    program(`const write = () => process.stdout.write('{"id":1,"allowed":true}\\n'.repeat(1000), write);
      lines.once('line', write);`),
    2,
  );
  expect(kinds).toEqual(['yes', 'crashed']);
  expect(replies.get(2)).toMatchObject({
    how: expect.stringMatching(
      /^was ended because more than 10\d+ lines of its output answer no open question$/,
    ),
  });
});

describe('a crash', () => {
  test('is the fault of the question that is asked alone when it happens again', async () => {
    const { kinds, restarts, replies } = await asked(
      program(`lines.on('line', (line) => {
        const { id } = JSON.parse(line);
        if (id === 2 || id === 5) { console.error('cannot do ' + id); process.exit(3); }
        say(id, true);
      });`),
      6,
    );
    expect(kinds).toEqual(['yes', 'crashed', 'yes', 'yes', 'crashed', 'yes']);
    expect(replies.get(2)).toEqual({
      kind: 'crashed',
      how: 'ended with exit code 3',
      lastWords: 'cannot do 2',
    });
    expect(restarts).toBe(4);
  });

  test('of a program that answers at its end is narrowed down', async () => {
    const { kinds, restarts } = await asked(
      program(`const all = [];
        lines.on('line', (line) => all.push(JSON.parse(line).id));
        lines.on('close', () => {
          if (all.includes(11)) process.kill(process.pid, 'SIGKILL');
          for (const id of all) say(id, true);
        });`),
      16,
    );
    expect(
      kinds.map((kind, index) => (kind === 'yes' ? '' : `${index + 1} ${kind}`)).filter(Boolean),
    ).toEqual(['11 crashed']);
    expect(restarts).toBeLessThan(12);
  });

  test('after the last answer is only reported', async () => {
    const { kinds, restarts, complaints } = await asked(
      program(`lines.on('line', (line) => say(JSON.parse(line).id, true));
        lines.on('close', () => { process.exitCode = 4; });`),
      2,
    );
    expect([kinds, restarts]).toEqual([['yes', 'yes'], 0]);
    expect(complaints).toEqual(['it answered everything and ended with exit code 4']);
  });

  test('happens as often as --restarts says; then the rest is not asked', async () => {
    const { kinds, restarts } = await asked(
      program(`lines.on('line', (line) => {
        const { id } = JSON.parse(line);
        if (id > 1) process.exit(1);
        say(id, true);
      });`),
      4,
      { maxRestarts: 2 },
    );
    expect(kinds).toEqual(['yes', 'crashed', 'unasked', 'unasked']);
    expect(restarts).toBe(2);
  });

  test('of a program that never answers is a mistake in the command line', async () => {
    const wrong = program(`console.error("no module named x"); process.exit(1);`);
    await expect(asked(wrong, 4)).rejects.toThrow(
      / answers no question: it ended with exit code 1 and wrote: no module named x$/,
    );
    await expect(asked(['no-such-program-4711'], 4)).rejects.toThrow(
      '"no-such-program-4711" cannot be started: no such program',
    );
  });
});

describe('the time limit', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-conform-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A program that hangs at question 2, after it has written to a file that it does. */
  const hanging = (file: string): CommandLine =>
    program(`lines.on('line', (line) => {
      const { id } = JSON.parse(line);
      if (id === 2) {
        require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
        require('node:fs').appendFileSync(${JSON.stringify(file)}, 'hangs\\n');
        for (;;) ;
      }
      say(id, true);
    });`);

  test('ends endless lines that are no answers', async () => {
    const timers = new ManualClock();
    const garbage = program(
      `const more = () => process.stdout.write('garbage\\n'.repeat(1000), more); more();`,
    );
    const result = asked(garbage, 3, { timers }).catch((error: Error) => error.message);
    for (let processes = 0; processes < 3; processes++) {
      await until(() => timers.hasTimerIn(LIMIT_MS));
      await timers.advance(LIMIT_MS);
    }
    expect(await result).toMatch(/ answers no question: it neither answered nor read anything for 10 s/);
  });

  test('ends a program that hangs, and what it has started', async () => {
    const timers = new ManualClock();
    const file = join(folder, 'hangs');
    const result = asked(hanging(file), 3, { timers });
    for (const times of [1, 2]) {
      await until(() => existsSync(file) && readFileSync(file, 'utf8').split('\n').length > times);
      await until(() => timers.hasTimerIn(LIMIT_MS));
      await timers.advance(LIMIT_MS);
    }
    const { kinds, restarts } = await result;
    expect([kinds, restarts]).toEqual([['yes', 'timeout', 'yes'], 2]);
  });
});
