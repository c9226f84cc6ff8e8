/** examples/bullmq.mjs: URLs as jobs of BullMQ, over a real Redis. */
import { createClient as createRedisClient } from '@redis/client';
import { createNodeRedisClient, Queue, QueueEvents, type Worker } from 'bullmq';
import { expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { type RobotsClient, redisStore } from '../../src/index.js';
import { REDIS_NEED, startRedis } from '../store/support/redis-server.js';
import { newClient } from './support/clients.js';
import { startPages } from './support/pages.js';

interface WorkerOptions {
  readonly client: RobotsClient;
  readonly name: string;
  readonly connection: ReturnType<typeof createNodeRedisClient>;
  readonly visit: (url: string) => Promise<unknown>;
  readonly concurrency?: number;
}

const { workerOfAllHosts, workerOfOneHost } = (await import(
  '../../../../examples/bullmq.mjs'
)) as unknown as {
  workerOfAllHosts: (options: WorkerOptions) => Worker;
  workerOfOneHost: (options: WorkerOptions) => Worker;
};

describeWith(REDIS_NEED, 'URLs as jobs of BullMQ', () => {
  test.each([
    ['workerOfAllHosts', workerOfAllHosts],
    ['workerOfOneHost', workerOfOneHost],
  ])(
    '%s, with two clients as in two processes, leaves the delay between two requests to a host',
    async (name, workerOf) => {
      const redis = await startRedis();
      const delayMs = 30;
      const pages = await startPages();
      const arrivals: number[] = [];
      for (let i = 0; i < 8; i++) {
        pages.on(`/${i}`, (_request, response) => {
          arrivals.push(performance.now());
          response.end(`page ${i}`);
        });
      }
      const connections: { readonly isOpen: boolean; destroy(): void }[] = [];
      const connect = () => {
        const connection = createRedisClient({ url: redis.url });
        connection.on('error', () => {});
        connections.push(connection);
        return createNodeRedisClient(connection);
      };
      const queue = new Queue(name, { connection: connect() });
      const events = new QueueEvents(name, { connection: connect() });
      const workers: Worker[] = [];
      onTestFinished(async () => {
        await Promise.all([...workers, events, queue].map((one) => one.close()));
        for (const connection of connections) if (connection.isOpen) connection.destroy();
        await redis.stop();
      });
      for (let i = 0; i < 2; i++) {
        const client = newClient({
          store: await redisStore({ url: redis.url }),
          pacing: { defaultDelayMs: delayMs },
        });
        const visit = async (url: string) => (await fetch(url)).text();
        workers.push(workerOf({ client, name, connection: connect(), visit }));
      }
      await events.waitUntilReady();
      const paths = [...Array.from({ length: 8 }, (_, i) => `/${i}`), '/private/1'];
      const jobs = await queue.addBulk(
        paths.map((path) => ({ name: 'visit', data: { url: pages.origin + path } })),
      );
      const results = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
      expect(results.slice(0, -1)).toEqual(Array.from({ length: 8 }, (_, i) => `page ${i}`));
      expect(results.at(-1)).toEqual({ refused: expect.stringContaining('disallow /private') });
      const gaps = arrivals.slice(1).map((at, i) => at - arrivals[i]);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
      expect(pages.visits.length).toBe(8);
    },
  );
});
