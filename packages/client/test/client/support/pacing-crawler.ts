/** A crawler in a process of its own, run by `pacing.slow.test.ts`: requests pages of one host, each in its turn. */
import { createInterface } from 'node:readline';
import { createClient, redisStore, robotsFetch } from '../../../src/index.js';

const { url, redis, requests, delayMs, leaseMs, holds } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  redis: string;
  requests: number;
  delayMs: number;
  leaseMs?: number;
  /** Whether it keeps its turn and reports that, instead of making requests. */
  holds?: boolean;
};

const client = createClient({
  userAgent: 'ExampleBot/1.0',
  agents: 'ExampleBot',
  store: await redisStore({ url: redis, timeoutMs: 60_000, leaseMs }),
  pacing: { defaultDelayMs: delayMs },
});
await client.isAllowed(url);
process.stdout.write('"ready"\n');
const input = createInterface({ input: process.stdin });
await new Promise((resolve) => input.once('line', resolve));
input.close();
process.stdin.destroy();
if (holds) {
  await client.inTurn(url, () => {
    process.stdout.write('"turn"\n');
    return new Promise(() => {});
  });
}
const obey = robotsFetch(client, { pace: true });
await Promise.all(Array.from({ length: requests }, async (_, i) => (await obey(`${url}?${i}`)).text()));
const { turns, storeFailures } = client.stats();
await client.close();
process.stdout.write(`${JSON.stringify({ turns, storeFailures })}\n`);
