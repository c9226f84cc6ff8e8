/** Takes turns at many hosts, and writes how many octets are reachable after each batch of them. Run by `pacer.slow.test.ts`. */

import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { reachableOctets } from '../../../../../test/support/reachable.js';
import { Pacer } from '../../../src/cache/pacer.js';

const { hosts, batches, delayMs, lasts } = JSON.parse(process.argv[2] ?? '{}') as {
  /** How many hosts there are in a batch. */
  hosts: number;
  batches: number;
  delayMs: number;
  lasts: boolean;
};

const clock = new ManualClock();
const pacer = new Pacer({
  clock,
  perHost: 1,
  maxQueue: 1,
  responseTimeFactor: 0,
  maxDelayMs: 60_000,
  ttlMs: 1000,
  store: undefined,
  onTurn: () => {},
});

for (let batch = 0; batch < batches; batch++) {
  for (let i = 0; i < hosts; i++) {
    const end = await pacer.take({ key: `host-${batch}-${i}.example`, delayMs, lasts, signal: undefined });
    end();
    await Promise.resolve();
    clock.elapse(delayMs);
  }
  process.stdout.write(`${await reachableOctets()}\n`);
}
