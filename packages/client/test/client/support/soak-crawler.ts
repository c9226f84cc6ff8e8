/** The crawler of the soak, in a process of its own: asks about every site, and reports wrong verdicts. */

import { CLOSED_PORT } from '../../../../../test/support/ports.js';
import { reachableOctets } from '../../../../../test/support/reachable.js';
import { createClient } from '../../../src/index.js';
import { addressOf, behaviourOf, expectationsOf } from './soak-script.js';

const { authorities, concurrency, port } = JSON.parse(process.argv[2] ?? '{}') as {
  authorities: number;
  concurrency: number;
  port: number;
};

const client = createClient({
  userAgent: 'SoakBot/1.0',
  agents: 'SoakBot',
  concurrency: { total: concurrency, perHost: 2 },
  memoryOctets: 8 * 1024 * 1024,
  // Silent sites keep the crawler waiting for half a minute; a site that answers does so sooner on any machine.
  timeouts: { connectMs: 600_000, headersMs: 30_000, bodyMs: 600_000, totalMs: 600_000 },
});

const wrong: string[] = [];
const memory: number[] = [];
let most = { fetching: 0, entries: 0, octets: 0 };
let next = 0;

/** One of those that crawl at the same time. */
async function crawl(end: number): Promise<void> {
  while (next < end) {
    const index = next++;
    const authority = `${addressOf(index)}:${behaviourOf(index) === 'nobody-there' ? CLOSED_PORT : port}`;
    // All at once: one of them starts the fetch, the others wait for it.
    const questions = expectationsOf(index).map(async ([path, expected]) => {
      const allowed = await client.isAllowed(`http://${authority}${path}`);
      if (allowed === expected) return;
      const { explanation, provenance } = await client.check(`http://${authority}${path}`);
      wrong.push(`${behaviourOf(index)} ${authority}${path}: ${explanation} ${provenance.faultMessage}`);
    });
    const { fetching, entries, octets } = client.stats();
    most = {
      fetching: Math.max(most.fetching, fetching),
      entries: Math.max(most.entries, entries),
      octets: Math.max(most.octets, octets),
    };
    await Promise.all(questions);
  }
}

const begun = performance.now();
const BATCHES = 10;
for (let batch = 1; batch <= BATCHES; batch++) {
  const end = Math.round((authorities * batch) / BATCHES);
  await Promise.all(Array.from({ length: concurrency }, () => crawl(end)));
  memory.push(await reachableOctets());
}
const { questions, fetches, coalesced, faults, pending } = client.stats();
await client.close();
const report = {
  wrong: wrong.slice(0, 20),
  wrongCount: wrong.length,
  stats: { questions, fetches, coalesced, faults, pending },
  most,
  memory,
  seconds: (performance.now() - begun) / 1000,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
