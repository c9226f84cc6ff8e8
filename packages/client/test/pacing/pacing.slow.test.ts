/** Processes that share a Redis take turns: measured at the server, which is all that a site sees. */
import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { type Program, program } from '../../../../test/support/program.js';
import { until } from '../../../../test/support/until.js';
import { startPages } from '../client/support/pages.js';
import { REDIS_NEED, type RedisServer, startRedis } from '../store/support/redis-server.js';

let crawler: Program;
beforeAll(async () => {
  crawler = await program(new URL('../client/support/pacing-crawler.ts', import.meta.url));
});
afterAll(() => crawler.remove());

const connect = (url: string) => createClient({ url }).connect();

describeWith(REDIS_NEED, 'processes that share a Redis', () => {
  let redis: RedisServer;
  let admin: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    redis = await startRedis();
    admin = await connect(redis.url);
  });
  afterAll(async () => {
    admin.destroy();
    await redis.stop();
  });

  /** Whether a process waits for its turn: it has a place in the queue of a host. */
  async function isOneWaiting(): Promise<boolean> {
    const keys = await admin.keys('robotstream::turn *');
    const fields = await Promise.all(keys.map((key) => admin.hKeys(key)));
    return fields.flat().some((field) => field.startsWith('w '));
  }

  test('leave the delay between any two of their requests, and serve each other in turn', async () => {
    const pages = await startPages();
    const [delayMs, requests, leaseMs] = [40, 25, 600_000];
    const arrivals: { at: number; process: string }[] = [];
    const paths = ['/a', '/b'];
    for (const path of paths) {
      pages.on(path, async (_request, response) => {
        arrivals.push({ at: performance.now(), process: path });
        // A turn lasts until the other process waits for the next one, unless it has had all of its own.
        const others = arrivals.filter(({ process }) => process !== path).length;
        if (others < requests) await until(isOneWaiting);
        response.end('page');
      });
    }
    const children = paths.map((path) =>
      crawler.start({ url: pages.origin + path, redis: redis.url, requests, delayMs, leaseMs }),
    );
    for (const child of children) await child.next();
    for (const child of children) child.process.stdin?.write('go\n');
    for (const child of children) expect(await child.next()).toEqual({ turns: requests, storeFailures: 0 });
    for (const child of children) expect(await child.ended).toBe(0);
    const gaps = arrivals.slice(1).map(({ at }, i) => at - arrivals[i].at);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
    const [{ process: first }] = arrivals;
    expect(arrivals.map(({ process }) => process)).toEqual(
      Array.from({ length: 2 * requests }, (_, i) => ((i % 2 === 0) === (first === '/a') ? '/a' : '/b')),
    );
  });

  test('go on after the lease of one that is killed in its turn', async () => {
    const pages = await startPages();
    const delayMs = 10;
    const shared = { url: `${pages.origin}/page`, redis: redis.url, requests: 2, delayMs, leaseMs: 500 };
    const dead = crawler.start({ ...shared, holds: true });
    await dead.next();
    dead.process.stdin?.write('go\n');
    expect(await dead.next()).toBe('turn');
    const child = crawler.start(shared);
    await child.next();
    child.process.stdin?.write('go\n');
    dead.process.kill('SIGKILL');
    await dead.ended;
    expect(await child.next()).toEqual({ turns: 2, storeFailures: 0 });
    expect(await child.ended).toBe(0);
  });
});
