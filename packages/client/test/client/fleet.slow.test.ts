/** Clients in processes of their own that share a Redis. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { REDIS_NEED, type RedisServer, startRedis } from '../store/support/redis-server.js';
import { newSite } from './support/clients.js';
import type { Site } from './support/site.js';
import { type Report, useWorker } from './support/workers.js';

const FILE = 'User-agent: *\nDisallow: /private\n';

const worker = useWorker();

describeWith(REDIS_NEED, 'four processes that share a Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  /** Processes that ask at the same time. */
  async function ask(site: Site, count: number, options: object = {}): Promise<Report[]> {
    const argument = {
      url: `${site.origin}/private`,
      questions: 50,
      redis: redis.url,
      waits: true,
      ...options,
    };
    const children = Array.from({ length: count }, () => worker.start(argument));
    for (const child of children) await child.next();
    for (const child of children) child.process.stdin?.write('go\n');
    const reports = await Promise.all(children.map((child) => child.next<Report>()));
    for (const child of children) expect(await child.ended).toBe(0);
    return reports;
  }

  test('ask a site once', async () => {
    const site = await newSite(FILE);
    const reports = await ask(site, 4);
    expect(site.requests.length).toBe(1);
    expect(reports.map(({ allowed }) => allowed)).toEqual([[false], [false], [false], [false]]);
    expect(reports.flatMap(({ sources }) => sources).sort()).toEqual(['fetch', 'store', 'store', 'store']);
    expect(reports.every(({ stats }) => stats.storeFailures === 0)).toBe(true);
    const [late] = await ask(site, 1);
    expect(late).toMatchObject({ sources: ['store'], stats: { fetches: 0, storeHits: 50 } });
  });

  test('find a site unreachable once', async () => {
    const site = await newSite(FILE);
    site.answer({ status: 500 });
    const reports = await ask(site, 4);
    expect(site.requests.length).toBe(1);
    expect(reports.map(({ allowed }) => allowed)).toEqual([[false], [false], [false], [false]]);
  });

  test('are not held up for long by one that is killed while it fetches', async () => {
    const site = await newSite(FILE);
    const asked = new Promise<void>((resolve) => site.answer(() => resolve()));
    const argument = { url: `${site.origin}/private`, questions: 1, redis: redis.url, leaseMs: 1000 };
    const dead = worker.start(argument);
    await asked;
    site.answer({ body: FILE });
    dead.process.kill('SIGKILL');
    await dead.ended;
    const [report] = await ask(site, 1, { leaseMs: 1000 });
    // On a busy machine the lease may have run out before the second process asks.
    expect(report).toMatchObject({ allowed: [false], stats: { fetches: 1 } });
    expect(site.requests.length).toBe(2);
  });

  test('use Redis again after it has restarted', async () => {
    const site = await newSite(FILE);
    await redis.restart();
    const [report] = await ask(site, 1);
    expect(report.stats).toMatchObject({ fetches: 1, storeFailures: 0 });
    const [next] = await ask(site, 1);
    expect(next.sources).toEqual(['store']);
  });
});
