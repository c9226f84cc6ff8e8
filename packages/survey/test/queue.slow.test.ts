/** Workers that share a queue in Redis: how often they ask a host, failed inputs, and parts in folders of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import { describeWith } from '../../../test/support/needs.js';
import { CLOSED_PORT } from '../../../test/support/ports.js';
import { REDIS_NEED, startRedis } from '../../client/test/cache/support/redis-server.js';
import { KEYS, startS3, useAwsSettings } from './support/s3.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command to its end. Returns its exit code and output. */
async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(
    process.execPath,
    [join(build.folderOf('@robotstream/cli'), 'dist/main.js'), 'survey', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test.each(['enqueue a.warc.gz', 'status', 'retry'])('survey %s without a server ends', async (command) => {
  const { code } = await run(...command.split(' '), '--queue', `redis://127.0.0.1:${CLOSED_PORT}`);
  expect(code).toBe(2);
});

/** The turns at a host that workers share in Redis: how many are taken, for each second. */
async function openTurns(url: string, host: string) {
  const { createClient } = await import('@redis/client');
  const client = createClient({ url });
  await client.connect();
  onTestFinished(() => void client.destroy());
  const first = Math.floor(Date.now() / 1000);
  // Ten minutes: longer than the test, whatever the machine.
  const keys = Array.from({ length: 600 }, (_, i) => `robotstream-survey:rate:${host}:${first + i}`);
  let taken = 0;
  return {
    /** Takes turns in each second that may come. */
    use: async (turns: number) => {
      await client.mSet(keys.map((key) => [key, `${turns}`] as [string, string]));
      taken = turns;
    },
    /** Resolves when workers have asked for so many turns, or something else has happened. */
    untilAskedFor: async (turns: number, orIf: () => boolean) => {
      for (let asked = 0; asked < turns && !orIf(); ) {
        const counts = await client.mGet(keys);
        asked = counts.reduce((sum, count) => sum + Number(count) - taken, 0);
      }
    },
    free: async () => {
      await client.del(keys);
    },
  };
}

const archive = (host: string) => members([capture(host, 'User-agent: *\nDisallow: /a\n')]);

describeWith(REDIS_NEED, 'workers that share a queue', () => {
  test('survey the sites of a list, and refuse another list', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const { url } = redis;
    const folder = newFolder();
    const inputs = ['a', 'b'].map((name) => join(folder, `${name}.warc.gz`));
    const files = ['a', 'b', 'c'].map((name) => capture(`${name}.example`, 'User-agent: *\nDisallow: /a\n'));
    for (const input of inputs) writeFileSync(input, members(files));
    const list = join(folder, 'sites.txt');
    writeFileSync(list, 'b.example\n');
    const added = await run('enqueue', ...inputs, '--sites', list, '--format', 'csv', '--queue', url);
    expect(added).toEqual({ code: 0, output: '2 inputs in the queue\n' });
    const out = join(folder, 'tables');
    const work = () => run('work', '--queue', url, '--out', out, '--end-when-empty');
    expect(await work()).toEqual({ code: 0, output: '2 inputs done by this worker\n' });
    const parts = readdirSync(join(out, 'verdicts')).map((name) =>
      readFileSync(join(out, 'verdicts', name), 'utf8'),
    );
    expect(parts.map((text) => text.split('\r\n').length)).toEqual([3, 3]);
    // The list changes after the input is in the queue.
    writeFileSync(list, 'c.example\n');
    await run('enqueue', inputs[0] as string, '--sites', list, '--format', 'csv', '--queue', url);
    const refused = await work();
    expect(refused.code).toBe(2);
    expect(refused.output).toContain('has the parts of a survey made with other options (sites)');
  });

  test('read objects of S3 with the settings of their own environment', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const { url } = redis;
    const storage = await startS3();
    const inputs = ['a', 'b'].map((name) => `s3://crawl/2026/${name}.warc.gz`);
    for (const name of ['a', 'b']) await storage.put(`2026/${name}.warc.gz`, archive(`${name}.example`));
    useAwsSettings({});
    const added = await run('enqueue', ...inputs, '--format', 'csv', '--queue', url);
    expect(added).toEqual({ code: 0, output: '2 inputs in the queue\n' });
    const out = join(newFolder(), 'tables');
    useAwsSettings({
      AWS_ENDPOINT_URL_S3: storage.url,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    });
    const worked = await run('work', '--queue', url, '--out', out, '--end-when-empty');
    expect(worked.code).toBe(0);
    expect(worked.output).toContain('2 inputs done by this worker\n'); // the client of S3 warns about old versions of Node
    const parts = readdirSync(join(out, 'verdicts')).map((name) =>
      readFileSync(join(out, 'verdicts', name), 'utf8'),
    );
    expect(parts.map((text) => /^s3:.*?\.gz/m.exec(text)?.[0]).sort()).toEqual(inputs);
  });

  test('begin no more inputs of a host than --rate in each second, and collect gathers their parts', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const folder = newFolder();
    const asked = new Set<string>();
    const userAgents = new Set<string | undefined>();
    const server = createServer((request, reply) => {
      asked.add(request.url ?? '');
      userAgents.add(request.headers['user-agent']);
      reply.end(archive('a.example'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rate = 2;
    const inputs = Array.from({ length: 10 }, (_, i) => `http://${host}/${i}.warc.gz`);
    const queue = ['--queue', redis.url];
    expect((await run('enqueue', ...inputs, ...queue)).code).toBe(0);
    const turns = await openTurns(redis.url, host);
    await turns.use(rate);

    const folders = ['one', 'two'].map((name) => join(folder, name));
    const working = Promise.all(
      folders.map((out) =>
        run(
          'work',
          ...queue,
          '--out',
          out,
          '--rate',
          `${rate}`,
          '--end-when-empty',
          '--user-agent',
          'Mine/1',
        ),
      ),
    );
    // Each input has asked for a turn, and some have asked again in a later second.
    await turns.untilAskedFor(inputs.length + 1, () => asked.size > 0);
    expect([...asked]).toEqual([]);
    await turns.free();
    expect((await working).map(({ code }) => code)).toEqual([0, 0]);
    expect(asked.size).toBe(inputs.length);
    expect([...userAgents]).toEqual(['Mine/1']);

    const used = folders.filter((name) => readdirSync(folder).includes(name.slice(folder.length + 1)));
    expect((await run('collect', ...used, '--out', join(folder, 'all'))).code).toBe(0);
    expect(readdirSync(join(folder, 'all', 'verdicts'))).toHaveLength(inputs.length);
  });

  test('refuse inputs with other options than those of the parts in their folder, and lose none', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const folder = newFolder();
    const input = join(folder, 'a.warc.gz');
    writeFileSync(input, archive('a.example'));
    const queue = ['--queue', redis.url];
    const work = (out: string) => run('work', ...queue, '--out', join(folder, out), '--end-when-empty');
    const listed = ['--agent', 'GPTBot', '--format', 'ndjson'];
    const { output: enqueued } = await run('enqueue', input, relative('.', input), ...listed, ...queue);
    expect(enqueued).toBe('1 input in the queue\n');
    expect(await work('out')).toMatchObject({ code: 0, output: '1 input done by this worker\n' });
    const parts = () =>
      readdirSync(join(folder, 'out', 'verdicts')).map((name) =>
        readFileSync(join(folder, 'out', 'verdicts', name), 'utf8'),
      );
    const before = parts();

    await run('enqueue', input, '--agent', 'FooBot', '--profile', 'google', '--format', 'ndjson', ...queue);
    for (let attempt = 0; attempt < 7; attempt++) {
      const { code, output } = await work('out');
      expect(output).toContain('out has the parts of a survey made with other options (agents, profile)');
      expect(code).toBe(2);
    }
    expect(parts()).toEqual(before);
    expect((await run('status', ...queue)).output).toMatch(/^waiting {2}1\n/);
    expect((await work('other')).code).toBe(0);
    const { output } = await run('collect', join(folder, 'other'), '--out', join(folder, 'out'));
    expect(output).toContain('nothing is collected');
    expect(parts()).toEqual(before);
    const resumed = await run(input, ...listed, '--out', join(folder, 'out'), '--resume');
    expect(resumed.output).toMatch(/^1 input done/m);
    expect(
      readFileSync(join(folder, 'out', 'ledger.ndjson'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });

  test.each([
    ['allkeys-lru', 'its maxmemory-policy is allkeys-lru; noeviction is expected'],
    ['noeviction', 'OOM command not allowed'],
  ])('refuse inputs if a full server with %s would lose them', async (policy, reason) => {
    const redis = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', policy);
    onTestFinished(() => redis.stop());
    const list = join(newFolder(), 'inputs');
    writeFileSync(list, Array.from({ length: 20_000 }, (_, i) => `https://archive.example/${i}\n`).join(''));
    const { code, output } = await run('enqueue', '--inputs', list, '--queue', redis.url);
    expect(code).toBe(2);
    expect(output).toContain(reason);
    expect(output).not.toContain('unexpected');
  });

  test('keep an input that fails, with its reason, and retry reads it', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const folder = newFolder();
    const [good, late, elsewhere] = ['good', 'late', 'elsewhere'].map((name) =>
      join(folder, `${name}.warc.gz`),
    ) as [string, string, string];
    writeFileSync(good, archive('a.example'));
    writeFileSync(elsewhere, archive('b.example'));
    const archives = newFolder();
    writeFileSync(join(archives, 'c.warc'), '');
    const queue = ['--queue', redis.url];
    const work = () => run('work', ...queue, '--out', join(folder, 'out'), '--end-when-empty');
    expect((await run('enqueue', good, late, archives, ...queue)).code).toBe(0);
    await work();
    const { output } = await run('status', ...queue);
    expect(output).toContain(late);
    expect(output).toContain('ENOENT');
    expect(output).toContain(`  ${archives}: the folder has an archive, "c.warc"`);

    renameSync(elsewhere, late);
    rmSync(join(archives, 'c.warc'));
    expect((await run('retry', ...queue)).code).toBe(0);
    expect((await work()).code).toBe(0);
    expect(readdirSync(join(folder, 'out', 'verdicts'))).toHaveLength(3);
  });
});
