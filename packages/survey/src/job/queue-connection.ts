/**
 * The connection of a queue to its server, and what the server must not do.
 */
import { RobotsError } from 'robotstream';

export type Bullmq = typeof import('bullmq');

/** A client of Redis for BullMQ, and the same one to count by. */
export function connectionTo(url: string, bullmq: Bullmq, redis: typeof import('@redis/client')) {
  const counter = redis.createClient({ url });
  return { client: bullmq.createNodeRedisClient(counter), counter };
}

export type QueueConnection = ReturnType<typeof connectionTo>;

/**
 * Refuses a server that forgets keys when its memory is full: a survey would end early, and without an error. Keys that expire may be
 * forgotten: they are the locks of jobs, which are then done again.
 *
 * @throws {RobotsError} (rejects) `store-failed`
 */
export async function refuseEviction({ counter }: QueueConnection): Promise<void> {
  const facts = await counter.info('memory').catch(() => ''); // not permitted
  const [, limit] = /^maxmemory:([0-9]+)/m.exec(facts) ?? [];
  const [, policy = ''] = /^maxmemory_policy:(\S+)/m.exec(facts) ?? [];
  if (Number(limit) > 0 && policy.startsWith('allkeys'))
    throw new RobotsError(
      'store-failed',
      `The server of the queue forgets inputs when its memory is full: its maxmemory-policy is ${policy}; noeviction is expected`,
    );
}

/** @throws {RobotsError} `store-failed`: the server refused a command, as when its memory is full */
export function refused(error: Error): never {
  const text = `The server of the queue refused a command: ${error.message}`;
  throw new RobotsError('store-failed', text, { cause: error });
}
