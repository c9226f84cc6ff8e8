/**
 * A crawler that measures itself, run by `memory.slow.alone.test.ts` in a process of its own with `--expose-gc`: how much memory
 * what it caches really takes, and how much it says.
 */
import { createClient, type RobotsClient } from '../../../src/client/index.js';
import { addressOf } from './soak-script.js';

const { port, sites, questions } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  /** How many sites it asks about. */
  sites: number;
  /** What it asks about each. */
  questions: 'few' | 'many' | 'every-kind';
};

const origin = (site: number): string => `http://${addressOf(site)}:${port}`;

async function ask(client: RobotsClient, site: number): Promise<void> {
  const times = questions === 'many' ? 200 : 1;
  for (let i = 0; i < times; i++) await client.isAllowed(`${origin(site)}/some/path/${i}`);
  if (questions !== 'every-kind') return;
  await client.check(`${origin(site)}/p1`);
  await client.crawlDelay(origin(site));
  await client.sitemaps(origin(site));
  await client.robots(origin(site));
}

/** Octets in use once everything that can be collected is. */
async function used(): Promise<number> {
  for (let turn = 0; turn < 6; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Asks about all sites by a client that keeps up to so many of them. @returns what it holds, really and as it says */
async function measure(maxEntries: number): Promise<{ real: number; said: number; entries: number }> {
  const client = createClient({
    userAgent: 'ExampleBot/1.0',
    agents: 'ExampleBot',
    memory: { maxEntries, maxOctets: Infinity },
    timeouts: { headersMs: 60_000 },
  });
  const before = await used();
  for (let site = 0; site < sites; site++) await ask(client, site);
  const real = (await used()) - before;
  const { octets: said, entries } = client.stats();
  await client.close();
  return { real, said, entries };
}

// The first run warms everything up: the memory that it leaves in use is not the cache's.
await measure(1);
const control = await measure(1);
const full = await measure(sites);
process.stdout.write(`${JSON.stringify({ control, full })}\n`);
