/** Surveys by processes that are killed: by one process that is resumed, and by workers that share a queue. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import { describeWith } from '../../../test/support/needs.js';
import { REDIS_NEED, startRedis } from '../../client/test/cache/support/redis-server.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();

let folder = '';
let inputs: string[] = [];

/** How many captures an input has: enough that a process is killed while it reads. */
const CAPTURES = 200;
const INPUTS = 200;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-killed-'));
  inputs = Array.from({ length: INPUTS }, (_, i) => {
    const path = join(folder, `${i}.warc.gz`);
    const hosts = Array.from({ length: CAPTURES }, (_, k) => `site-${i}-${k}.example`);
    writeFileSync(path, members(hosts.map((host) => capture(host, `User-agent: *\nDisallow: /${host}\n`))));
    return path;
  });
  writeFileSync(join(folder, 'inputs'), inputs.join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    [join(build.folderOf('@robotstream/cli'), 'dist/main.js'), 'survey', ...args],
    {
      stdio: ['ignore', 'inherit', 'ignore'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

/** Resolves when a folder has so many files, or another number of them. */
async function untilFiles(path: string, count: number): Promise<void> {
  mkdirSync(path, { recursive: true });
  const watcher = watch(path);
  try {
    while (readdirSync(path).length < count) await once(watcher, 'change');
  } finally {
    watcher.close();
  }
}

/** Every part, with its octets. */
function parts(from: string): Record<string, string> {
  return Object.fromEntries(
    ['verdicts', 'faults'].flatMap((table) =>
      readdirSync(join(from, table)).map((name) => [
        `${table}/${name}`,
        readFileSync(join(from, table, name), 'latin1'),
      ]),
    ),
  );
}

const undisturbed = async (): Promise<Record<string, string>> => {
  const out = join(folder, 'undisturbed');
  if (!existsSync(out))
    expect(await exitCode(start(['--inputs', join(folder, 'inputs'), '--out', out]))).toBe(0);
  return parts(out);
};

describe('one process', () => {
  test.each([1, 2])(
    'with %i jobs is killed several times, and resumed: the same parts, each once',
    async (jobs) => {
      const out = join(folder, `killed-${jobs}`);
      const args = ['--inputs', join(folder, 'inputs'), '--out', out, '--jobs', `${jobs}`, '--resume'];
      for (const done of [1, 40, 41, 120]) {
        const child = start(args);
        await untilFiles(join(out, 'verdicts'), done);
        child.kill('SIGKILL');
        await exitCode(child);
      }
      expect(await exitCode(start(args))).toBe(0);
      expect(parts(out)).toEqual(await undisturbed());
      const ledger = readFileSync(join(out, 'ledger.ndjson'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).input);
      expect(ledger.sort()).toEqual([...inputs].sort());
    },
  );
});

describeWith(REDIS_NEED, 'workers that share a queue', () => {
  test('are killed at random, and Redis is restarted: every part once, as by one process', async () => {
    const redis = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
    onTestFinished(() => redis.stop());
    const queue = ['--queue', redis.url];
    expect(await exitCode(start(['enqueue', '--inputs', join(folder, 'inputs'), ...queue]))).toBe(0);

    const out = join(folder, 'workers');
    const work = () => start(['work', ...queue, '--out', out, '--end-when-empty']);
    const workers = [work(), work(), work(), work()];
    for (const done of [20, 60, 110]) {
      await untilFiles(join(out, 'verdicts'), done);
      const index = done % workers.length;
      workers[index]?.kill('SIGKILL');
      await exitCode(workers[index] as ChildProcess);
      workers[index] = work();
      if (done === 60) await redis.restart();
    }
    expect(await Promise.all(workers.map(exitCode))).toEqual([0, 0, 0, 0]);
    expect(parts(out)).toEqual(await undisturbed());
    for (const name of readdirSync(join(out, 'verdicts')))
      expect(statSync(join(out, 'verdicts', name)).size).toBeGreaterThan(0);

    const status = start(['status', ...queue]);
    expect(await exitCode(status)).toBe(0);
  });
});
