/** Unfinished files: those of killed processes are removed when a survey begins in their folder, and no others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { unfinishedPath } from '../src/parts/unfinished.js';
import { archive, out, run, useFolder } from './support/survey-folder.js';

useFolder();

/** No system has processes with such a number. */
const KILLED = 2 ** 30;

const DAY_S = 24 * 60 * 60;

const unfinished = () => join(out(), '.unfinished');

/** Writes a file that is not complete, and returns its name. */
function leave(name: string, daysOld = 0): string {
  const path = join(unfinished(), name);
  writeFileSync(path, '');
  const writtenAt = Date.now() / 1000 - daysOld * DAY_S;
  utimesSync(path, writtenAt, writtenAt);
  return name;
}

/** The name of a file of this process, and of files of others. */
async function names() {
  const own = basename(await unfinishedPath(out(), 'a'));
  const [, machine, writer = ''] = own.split('@');
  const [, start] = writer.split('+');
  return { own, of: (pid: number, began = start, at = machine) => `b@${at}@${pid}+${began}@1` };
}

test('of a process that has ended are removed, and those of this one are kept', async () => {
  const { own, of } = await names();
  const kept = [leave(own, 30), leave('another-file', 30)];
  leave(of(KILLED));
  await run({ inputs: [archive('a.warc.gz', ['a.example'])] });
  expect(readdirSync(unfinished()).sort()).toEqual(kept.sort());
});

test('of another machine are removed after a week', async () => {
  const { of } = await names();
  const kept = leave(of(KILLED, '1', 'other'), 6);
  leave(of(KILLED, '2', 'other'), 8);
  await run({ inputs: [archive('a.warc.gz', ['a.example'])] });
  expect(readdirSync(unfinished())).toEqual([kept]);
});

describeWith({ isMet: existsSync('/proc/self/stat'), what: 'Linux' }, 'on Linux', () => {
  test('those of an earlier process with the number of this one are removed, as the first process of a container', async () => {
    const { of } = await names();
    leave(of(process.pid, '1'));
    await run({ inputs: [archive('a.warc.gz', ['a.example'])] });
    expect(readdirSync(unfinished())).toEqual([]);
  });

  test('those of a killed process that its parent has not asked about are removed', async () => {
    // The shell becomes a program that asks about no child.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const statOf = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    const start = statOf()[19];
    const { of } = await names();
    const name = leave(of(pid, start));
    await run({ inputs: [archive('a.warc.gz', ['a.example'])] });
    expect(readdirSync(unfinished())).toEqual([name]);
    process.kill(pid, 'SIGKILL');
    while (statOf()[0] !== 'Z') await turn();
    await run({ inputs: [archive('a.warc.gz', ['a.example'])], resume: true });
    expect(readdirSync(unfinished())).toEqual([]);
  });
});
