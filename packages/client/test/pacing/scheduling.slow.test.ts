/** Processes that share a Redis try to get turns without waiting. The test checks what the site and the Redis server see. */
import { createClient as createRedisClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { type Program, program } from '../../../../test/support/program.js';
import { redisStore } from '../../src/index.js';
import { newClient, until } from '../client/support/clients.js';
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

  test('go on after the lease of one that is killed in its turn', async () => {
    const pages = await startPages();
    const shared = { url: `${pages.origin}/page`, requests: 2, delayMs: 10, leaseMs: 500 };
    const [dead] = await start(1, { ...shared, mode: 'hold' });
    expect(await dead.next()).toBe('turn');
    dead.process.kill('SIGKILL');
    await dead.ended;
    const [child] = await start(1, { ...shared, mode: 'free' });
    expect(await child.next()).toEqual({ turns: 2, storeFailures: 0 });
    expect(await child.ended).toBe(0);
  });

  test('pace themselves when the server dies in the middle of a turn, and share again when it is back', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const pages = await startPages();
    const url = `${pages.origin}/page`;
    const connect = async () =>
      newClient({
        store: await redisStore({ url: server.url }),
        pacing: { defaultDelayMs: 600_000, maxDelayMs: 600_000 },
      });
    const [one, other] = [await connect(), await connect()];
    const tried = await one.tryInTurn(url, async () => {
      expect(await other.tryTurn(url)).toBeUndefined();
      expect(await other.nextTurnAt(url)).toBeGreaterThan(Date.now());
      await server.kill();
      return 'page';
    });
    expect(tried).toEqual({ value: 'page' });
    // Its own turn still counts, and so does the other process's turn that it knows of.
    expect(await one.tryTurn(url)).toBeUndefined();
    expect(await one.nextTurnAt(url)).toBeGreaterThan(Date.now() + 60_000);
    expect(await other.tryTurn(url)).toBeUndefined();
    expect(one.stats().storeFailures).toBeGreaterThan(0);
    // A host without a turn so far is free, though the store fails.
    const local = url.replace('127.0.0.1', 'localhost');
    await one.put(local, '');
    expect(await one.tryTurn(local)).toBeDefined();
    expect(await one.tryTurn(local)).toBeUndefined();
    // Once the server is back, each knows of a turn that the other has had.
    await server.restart();
    let host = 0;
    let next = url;
    await until(async () => {
      // Each attempt has a host of its own: a turn that was not shared still counts for the one that had it.
      host++;
      next = url.replace('127.0.0.1', `127.${1 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`);
      for (const client of [one, other]) await client.put(next, '');
      return (await one.tryTurn(next)) !== undefined && (await other.nextTurnAt(next)) > Date.now() + 60_000;
    });
    expect(await other.tryTurn(next)).toBeUndefined();
  });
});
