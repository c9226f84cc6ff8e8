/** Surveys by processes that are killed: by one process that is resumed, and by workers of BullMQ. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { createNodeRedisClient, Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import { describeWith } from '../../../test/support/needs.js';
import { REDIS_NEED, startRedis } from '../../client/test/store/support/redis-server.js';
import { readLines } from './support/survey-folder.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();

let folder = '';
let inputs: string[] = [];

/** How many captures an input has: enough that a process is killed while it reads. */
const CAPTURES = 200;
const INPUTS = 200;

let undisturbed: Record<string, string> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-killed-'));
  inputs = Array.from({ length: INPUTS }, (_, i) => {
    const path = join(folder, `${i}.warc.gz`);
    const hosts = Array.from({ length: CAPTURES }, (_, k) => `site-${i}-${k}.example`);
    writeFileSync(path, members(hosts.map((host) => capture(host, `User-agent: *\nDisallow: /${host}\n`))));
    return path;
  });
  writeFileSync(join(folder, 'inputs'), inputs.join('\n'));
  const out = join(folder, 'undisturbed');
  expect(await exitCode(start(['--inputs', join(folder, 'inputs'), '--out', out]))).toBe(0);
  undisturbed = parts(out);
});
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[]): ChildProcess {
  const main = join(build.folderOf('@robotstream/cli'), 'dist/main.js');
  const child = spawn(process.execPath, [main, 'survey', ...args], {
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  children.add(child);
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
      expect(parts(out)).toEqual(undisturbed);
      const ledger = readLines(join(out, 'ledger.ndjson')).map(({ input }) => input);
      expect(ledger.sort()).toEqual([...inputs].sort());
    },
  );
});

describeWith(REDIS_NEED, 'workers of examples/bullmq-survey.mjs', () => {
  test('are killed, and every part is made once, as by one process', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const example = join(build.folder, 'bullmq-survey.mjs');
    copyFileSync('examples/bullmq-survey.mjs', example);
    const out = join(folder, 'workers');
    const run = (...args: readonly string[]) => {
      const env = { ...process.env, REDIS_URL: redis.url };
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    /** As the example starts one, but a job is taken over after a second instead of half a minute. */
    const program = `import { surveyWorker } from ${JSON.stringify(example)};
import { createClient } from '@redis/client';
import { createNodeRedisClient } from 'bullmq';
const connection = createNodeRedisClient(createClient({ url: process.env.REDIS_URL }));
surveyWorker('survey', { folder: ${JSON.stringify(out)} }, { connection, lockDuration: 1000, stalledInterval: 500 });`;
    writeFileSync(join(build.folder, 'worker.mjs'), program);
    const worker = () => run(join(build.folder, 'worker.mjs'));
    const [last = '', ...others] = inputs;
    expect(await exitCode(run(example, 'add', ...others))).toBe(0);
    const workers = [worker(), worker()];
    for (const done of [20, 60, 110]) {
      await untilFiles(join(out, 'verdicts'), done);
      workers[0]?.kill('SIGKILL');
      await exitCode(workers[0] as ChildProcess);
      workers[0] = worker();
    }
    const connection = createNodeRedisClient(createClient({ url: redis.url }));
    const queue = new Queue('survey', { connection });
    const untilDone = async (count: number) => {
      while ((await queue.getJobCountByTypes('completed')) < count) await new Promise(setImmediate);
    };
    await untilDone(others.length);
    for (const one of workers) one.kill('SIGKILL');
    expect(await exitCode(run(example, 'add', last))).toBe(0);
    run(example, 'work', out);
    await untilDone(INPUTS);
    expect(await queue.getJobCountByTypes('failed', 'waiting', 'active')).toBe(0);
    await queue.close();
    connection.disconnect();
    expect(parts(out)).toEqual(undisturbed);
  });
});
