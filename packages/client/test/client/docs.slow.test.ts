/** The examples of docs/client.md that need Redis do what they say. */
import { test } from 'vitest';
import { describeWith } from '../../../../test/support/needs.js';
import { REDIS_NEED, startRedis } from '../store/support/redis-server.js';
import { CLIENT_EXAMPLES, needsRedis, runAgainstServers } from './support/client-examples.js';

describeWith(REDIS_NEED, 'examples that share a Redis', () => {
  test.each(CLIENT_EXAMPLES.filter(needsRedis).map((one, i) => [i + 1, one] as const))(
    'example %i',
    async (_, one) => {
      const redis = await startRedis();
      await runAgainstServers(one, redis.url).finally(() => redis.stop());
    },
  );
});
