/** A Redis server of a test's own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Need } from '../../../../../test/support/needs.js';
import { onFreePort } from '../../../../../test/support/ports.js';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it at once; it forgets everything. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  restart(): Promise<void>;
  /** Makes it stop answering, or go on. */
  pause(): void;
  resume(): void;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/** The program, of Redis or of Valkey, which speaks the same protocol. */
const PROGRAM = ['redis-server', 'valkey-server']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path));

export const REDIS_NEED: Need = { isMet: PROGRAM !== undefined, what: 'redis-server or valkey-server' };

/**
 * Starts a server on a free port of loopback.
 *
 * @param extra further arguments of the program, such as `--cluster-enabled yes`
 */
export async function startRedis(...extra: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-redis-'));
  const { port, first } = await onFreePort(async (port) => ({ port, first: await run(port, folder, extra) }));
  let child = first;
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    restart: async () => {
      await kill();
      child = await run(port, folder, extra);
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once the server says that it takes connections. */
async function run(port: number, folder: string, extra: readonly string[]) {
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    ...extra,
  ];
  return start(options, 'Ready to accept connections');
}

/** Starts the program, and resolves once it says that it is ready. */
async function start(options: readonly string[], ready: string) {
  const child = spawn(PROGRAM ?? 'redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the Redis server ended (${code}): ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(ready)) resolve();
    });
  });
  return child;
}

/** A Sentinel of a test’s own. */
export interface Sentinel {
  readonly port: number;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Starts it again where it was, after `kill`. */
  restart(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/** Starts a Sentinel that watches a server under the name `main`, and considers it down only after ten minutes. */
export async function startSentinel(watched: RedisServer): Promise<Sentinel> {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const run = () => start([file, '--sentinel'], '+monitor master main');
  const { port, first } = await onFreePort(async (port) => {
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${watched.port} 1`,
      'sentinel down-after-milliseconds main 600000',
      'sentinel failover-timeout main 5000',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return { port, first: await run() };
  });
  let child = first;
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    kill,
    restart: async () => {
      child = await run();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
