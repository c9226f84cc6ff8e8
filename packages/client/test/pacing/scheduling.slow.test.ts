/** Processes that share a Redis try to get turns without waiting. The test checks what the site and the Redis server see. */
import { createClient as createRedisClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { type Program, program } from '../../../../test/support/program.js';
import { startPages } from '../client/support/pages.js';
import { REDIS_NEED, type RedisServer, startRedis } from '../store/support/redis-server.js';

let crawler: Program;
beforeAll(async () => {
  crawler = await program(new URL('../client/support/trying-crawler.ts', import.meta.url));
});
afterAll(() => crawler.remove());

describeWith(REDIS_NEED, 'processes that share a Redis and wait for no turn', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  /** Starts crawlers, and lets them begin at once. */
  async function start(count: number, options: Readonly<Record<string, unknown>>) {
    const children = Array.from({ length: count }, () => crawler.start({ redis: redis.url, ...options }));
    for (const child of children) await child.next();
    for (const child of children) child.process.stdin?.write('go\n');
    return children;
  }

  test('five that try in a loop never get two turns within the delay', async () => {
    const pages = await startPages();
    const admin = await createRedisClient({ url: redis.url }).connect();
    onTestFinished(() => admin.destroy());
    const [delayMs, requests] = [40, 6];
    // When the next turn is due, as Redis has it at the time of each request: a turn moves it by the delay.
    const dues: number[] = [];
    pages.on('/page', async (_request, response) => {
      dues.push(Number(await admin.hGet('robotstream::turn 127.0.0.1', 'next')));
      response.end('page');
    });
    const url = `${pages.origin}/page`;
    const children = await start(5, { url, requests, delayMs, leaseMs: 600_000, mode: 'loop' });
    for (const child of children) expect(await child.next()).toEqual({ turns: requests, storeFailures: 0 });
    for (const child of children) expect(await child.ended).toBe(0);
    expect(dues.length).toBe(5 * requests);
    // Several requests may arrive after one later turn. Different turns are the delay apart.
    const turns = [...new Set(dues)].sort((a, b) => a - b);
    expect(turns.length).toBeGreaterThan(1);
    const gaps = turns.slice(1).map((due, i) => due - turns[i]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
  });

  test('that try whenever the host is free leave the delay between any two of their requests', async () => {
    const pages = await startPages();
    const [delayMs, requests] = [30, 8];
    const arrivals: number[] = [];
    pages.on('/page', (_request, response) => {
      arrivals.push(performance.now());
      response.end('page');
    });
    const url = `${pages.origin}/page`;
    const children = await start(3, { url, requests, delayMs, leaseMs: 600_000, mode: 'free' });
    for (const child of children) expect(await child.next()).toEqual({ turns: requests, storeFailures: 0 });
    for (const child of children) expect(await child.ended).toBe(0);
    expect(arrivals.length).toBe(3 * requests);
    const gaps = arrivals.slice(1).map((at, i) => at - arrivals[i]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
  });
});
