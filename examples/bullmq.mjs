/**
 * Crawlers whose URLs are jobs of BullMQ, `{ url }`, in any number of processes. The client needs `redisStore`, so that all of them take turns.
 */
import { DelayedError, Worker } from 'bullmq';

/**
 * A worker for a queue of URLs of any hosts. A URL whose host is not free becomes a delayed job, so it does not block the worker.
 *
 * @param {object} options
 * @param {import('@robotstream/client').RobotsClient} options.client
 * @param {string} options.name the name of the queue
 * @param {import('bullmq').ConnectionOptions} options.connection
 * @param {(url: string) => Promise<unknown>} options.visit requests a URL; what it returns is the result of the job
 * @param {number} [options.concurrency] how many requests are sent at once, to as many hosts
 */
export function workerOfAllHosts({ client, name, connection, visit, concurrency = 100 }) {
  const visitJob = async (job, token) => {
    const { url } = job.data;
    const later = async (at) => {
      await job.moveToDelayed(at, token);
      throw new DelayedError();
    };
    const { allowed, deferred, retryAt, explanation } = await client.check(url);
    if (deferred) return later(retryAt ?? Date.now() + 60_000);
    if (!allowed) return { refused: explanation };
    const visited = await client.tryInTurn(url, () => visit(url));
    // At least a millisecond later: a job that is delayed until now would be tried again at once.
    if (visited === undefined) return later(Math.max(await client.nextTurnAt(url), Date.now() + 1));
    return visited.value;
  };
  return new Worker(name, visitJob, { connection, concurrency });
}

/**
 * A worker for a queue with many URLs of one host. While the host is not free, BullMQ limits the rate of the whole queue, and its
 * jobs stay in place, so a thousand URLs are not all tried at each turn.
 *
 * @param {object} options as those of `workerOfAllHosts`
 */
export function workerOfOneHost({ client, name, connection, visit }) {
  const visitJob = async ({ data: { url } }) => {
    const { allowed, deferred, retryAt, explanation } = await client.check(url);
    const later = async (at) => {
      await worker.rateLimit(Math.max(at - Date.now(), 1));
      throw Worker.RateLimitError();
    };
    if (deferred) return later(retryAt ?? Date.now() + 60_000);
    if (!allowed) return { refused: explanation };
    const visited = await client.tryInTurn(url, () => visit(url));
    if (visited === undefined) return later(await client.nextTurnAt(url));
    return visited.value;
  };
  // A worker without a limiter option ignores the limit of its queue.
  const worker = new Worker(name, visitJob, { connection, limiter: { max: 1, duration: 1 } });
  return worker;
}
