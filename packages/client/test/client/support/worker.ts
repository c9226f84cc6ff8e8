/** A crawler in a process of its own, run by `workers.ts`: asks, reports its answers, and ends by itself. */
import { createInterface } from 'node:readline';
import { createClient, type RobotsStore, redisStore, sqliteStore } from '../../../src/index.js';

const MINUTE_MS = 60_000;

const {
  url,
  questions,
  redis,
  file,
  hangs,
  leaseMs = MINUTE_MS,
  storeTimeoutMs = MINUTE_MS,
  waits,
  stays,
} = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  /** How often it asks, all at once. */
  questions: number;
  redis?: string;
  file?: string;
  /** Whether its store never answers. */
  hangs?: boolean;
  /** Default: a minute, longer than any process waits on a busy machine. */
  leaseMs?: number;
  /** Default: a minute. */
  storeTimeoutMs?: number;
  /** Whether it waits for a line of input before it asks. */
  waits?: boolean;
  /** Whether it leaves the client open. */
  stays?: boolean;
};

const never = (): Promise<never> => new Promise(() => {});

async function storeOf(): Promise<RobotsStore | undefined> {
  if (hangs)
    return { get: never, set: never, delete: never, close: never, timeoutMs: storeTimeoutMs, leaseMs };
  if (redis !== undefined) return redisStore({ url: redis, timeoutMs: storeTimeoutMs, leaseMs });
  return file === undefined ? undefined : sqliteStore({ file });
}

const client = createClient({
  userAgent: 'ExampleBot/1.0',
  agents: 'ExampleBot',
  store: await storeOf(),
});
if (waits) {
  process.stdout.write('"ready"\n');
  const input = createInterface({ input: process.stdin });
  await new Promise((resolve) => input.once('line', resolve));
  input.close();
  process.stdin.destroy();
}
const answers = await Promise.all(Array.from({ length: questions }, () => client.check(url)));
const { fetches, storeHits, leaseWaits, storeFailures } = client.stats();
if (!stays) await client.close();
const line = {
  allowed: [...new Set(answers.map(({ allowed }) => allowed))],
  sources: [...new Set(answers.map(({ provenance }) => provenance.source))],
  stats: { fetches, storeHits, leaseWaits, storeFailures },
};
process.stdout.write(`${JSON.stringify(line)}\n`);
process.stdin.destroy();
