/**
 * A crawler that measures itself, run by `memory.alone.test.ts` in a process of its own: how much memory its cache really
 * takes when it has heard of far more small sites than fit.
 */

import { reachableOctets } from '../../../../../test/support/reachable.js';
import { createClient, type RobotsClient } from '../../../src/index.js';

const { sites, maxOctets } = JSON.parse(process.argv[2] ?? '{}') as {
  /** How many sites it hears of. */
  sites: number;
  /** The bound of its memory. */
  maxOctets: number;
};

const newClient = (): RobotsClient =>
  createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', memoryOctets: maxOctets });

/** What sites send: no file, an outage, an empty file, and two small ones. */
const RESPONSES = [
  ['', 404],
  ['', 503],
  ['', 200],
  ['User-agent: *\nDisallow: /private\n', 200],
  [`User-agent: *\n${'Disallow: /some/path\n'.repeat(20)}`, 200],
] as const;

/** @returns the memory that a client really holds, the memory that it reports, and its files */
async function measure(sites: number): Promise<{ real: number; said: number; entries: number }> {
  const client = newClient();
  const before = await reachableOctets();
  for (let site = 0; site < sites; site++) {
    const url = `https://site-${site}.example/`;
    const [file, status] = RESPONSES[site % RESPONSES.length];
    await client.put(url, file, { status });
    client.peek(url);
    await client.isAllowed(url);
    await client.crawlDelay(url);
  }
  const real = (await reachableOctets()) - before;
  const { octets: said, entries } = client.stats();
  await client.close();
  return { real, said, entries };
}

// The first run warms everything up: the memory that it leaves in use is not the cache's.
await measure(1000);
process.stdout.write(`${JSON.stringify(await measure(sites))}\n`);
