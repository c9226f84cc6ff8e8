/**
 * A crawler in a process of its own, run by `scheduling.slow.test.ts`: tries to get turns of one host, again and again, as fast as it can or
 * whenever the host is free.
 */
import { createInterface } from 'node:readline';
import { createClient, redisStore } from '../../../src/index.js';

const { url, redis, requests, delayMs, leaseMs, mode } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  redis: string;
  /** How many turns it takes. */
  requests: number;
  delayMs: number;
  leaseMs: number;
  /** `loop`: tryTurn in a loop; `free`: tryInTurn whenever hostsFree yields the host; `hold`: keeps the first turn. */
  mode: 'loop' | 'free' | 'hold';
};

const client = createClient({
  userAgent: 'ExampleBot/1.0',
  agents: 'ExampleBot',
  store: await redisStore({ url: redis, timeoutMs: 60_000, leaseMs }),
  pacing: { defaultDelayMs: delayMs },
});
await client.isAllowed(url);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
say('ready');
const input = createInterface({ input: process.stdin });
await new Promise((resolve) => input.once('line', resolve));
input.close();
process.stdin.destroy();

const visit = async () => {
  await (await fetch(url)).text();
};
if (mode === 'hold') {
  await client.tryInTurn(url, () => {
    say('turn');
    return new Promise(() => {});
  });
} else if (mode === 'loop') {
  // A turn is over as soon as it has begun: the request begins in the same tick, and does not last.
  for (let taken = 0; taken < requests; ) {
    const turn = await client.tryTurn(url);
    if (turn === undefined) continue;
    taken++;
    await visit();
  }
} else {
  const free = client.hostsFree();
  free.add(await client.turnKey(url));
  let taken = 0;
  for await (const _host of free) {
    if ((await client.tryInTurn(url, visit)) === undefined) continue;
    taken++;
    if (taken === requests) break;
  }
}
const { turns, storeFailures } = client.stats();
await client.close();
say({ turns, storeFailures });
