/** Processes that share a Redis take turns: measured at the server, which is all that a site sees. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { type Program, program } from '../../../../test/support/program.js';
import { startPages } from '../client/support/pages.js';
import { REDIS_NEED, type RedisServer, startRedis } from '../store/support/redis-server.js';

let crawler: Program;
beforeAll(async () => {
  crawler = await program(new URL('../client/support/pacing-crawler.ts', import.meta.url));
});
afterAll(() => crawler.remove());

describeWith(REDIS_NEED, 'processes that share a Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  test('leave the delay between any two of their requests', async () => {
    const pages = await startPages();
    const [delayMs, requests, leaseMs] = [40, 25, 600_000];
    const arrivals: number[] = [];
    const paths = ['/a', '/b'];
    for (const path of paths) {
      pages.on(path, (_request, response) => {
        arrivals.push(performance.now());
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
    const gaps = arrivals.slice(1).map((at, i) => at - arrivals[i]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
    expect(arrivals.length).toBe(2 * requests);
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
