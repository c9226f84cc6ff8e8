/** Processes that share a Redis take turns: measured at the server, which is all that a site sees. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REDIS_NEED, type RedisServer, startRedis } from '../cache/support/redis-server.js';
import { describeWith } from '../support/needs.js';
import { type Program, program } from '../support/program.js';
import { startPages } from './support/pages.js';

let crawler: Program;
beforeAll(async () => {
  crawler = await program(new URL('./support/pacing-crawler.ts', import.meta.url));
});
afterAll(() => crawler.remove());

describeWith(REDIS_NEED, 'processes that share a Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  test('leave the delay between any two of their requests, and serve each other in turn', async () => {
    const pages = await startPages();
    const delayMs = 40;
    const arrivals: { at: number; process: string }[] = [];
    for (const path of ['/a', '/b']) {
      pages.on(path, (_request, response) => {
        arrivals.push({ at: performance.now(), process: path });
        response.end('page');
      });
    }
    const children = ['/a', '/b'].map((path) =>
      crawler.start({ url: pages.origin + path, redis: redis.url, requests: 25, delayMs }),
    );
    for (const child of children) await child.next();
    for (const child of children) child.process.stdin?.write('go\n');
    for (const child of children) expect(await child.next()).toEqual({ turns: 25, storeFailures: 0 });
    for (const child of children) expect(await child.ended).toBe(0);
    expect(arrivals.length).toBe(50);
    const gaps = arrivals.slice(1).map(({ at }, i) => at - arrivals[i].at);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
    // One process may have had some turns before the other asked. From then on they alternate.
    const order = arrivals.map(({ process }) => process).join('');
    expect(order).toContain('/a/b/a/b/a/b');
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
