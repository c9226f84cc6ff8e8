/**
 * A crawler that measures itself, run by `memory.alone.test.ts` in a process of its own: how much memory its cache really
 * takes, and how much it reports.
 */

import { reachableOctets } from '../../../../../test/support/reachable.js';
import { createClient, type RobotsClient } from '../../../src/index.js';

const { port, sites, questions } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  /** How many sites it asks about. */
  sites: number;
  /** What it asks about each. */
  questions: 'few' | 'many' | 'every-kind';
};

/** Each site has an address: 127.1.0.0 and up, all of them loopback on Linux. */
const origin = (site: number): string =>
  `http://127.${1 + (site >> 16)}.${(site >> 8) & 255}.${site & 255}:${port}`;

async function ask(client: RobotsClient, site: number): Promise<void> {
  const times = questions === 'many' ? 200 : 1;
  for (let i = 0; i < times; i++) await client.isAllowed(`${origin(site)}/some/path/${i}`);
  if (questions !== 'every-kind') return;
  await client.check(`${origin(site)}/p1`);
  await client.crawlDelay(origin(site));
  await client.sitemaps(origin(site));
  await client.robots(origin(site));
}

/**
 * Asks about all sites by a client that may keep so many octets; once about each if it may keep nothing, because each question fetches then.
 *
 * @returns the memory it really holds, and the memory it reports
 */
async function measure(memoryOctets: number): Promise<{ real: number; said: number; entries: number }> {
  const client = createClient({
    userAgent: 'ExampleBot/1.0',
    agents: 'ExampleBot',
    memoryOctets,
    timeouts: { connectMs: 600_000, headersMs: 600_000, bodyMs: 600_000, totalMs: 600_000 },
  });
  const before = await reachableOctets();
  for (let site = 0; site < sites; site++) {
    if (memoryOctets === 1) await client.isAllowed(origin(site));
    else await ask(client, site);
  }
  const real = (await reachableOctets()) - before;
  const { octets: said, entries } = client.stats();
  await client.close();
  return { real, said, entries };
}

// The first run warms everything up: the memory that it leaves in use is not the cache's.
await measure(1);
const control = await measure(1);
const full = await measure(Infinity);
process.stdout.write(`${JSON.stringify({ control, full })}\n`);
