/** Takes turns at many hosts, and writes how many octets are reachable after each batch of them. Run by `pacer.slow.test.ts`. */

import { reachableOctets } from '../../../../../test/support/reachable.js';
import { pacing } from './pacing.js';

const { hosts, batches, delayMs, lasts } = JSON.parse(process.argv[2] ?? '{}') as {
  /** How many hosts there are in a batch. */
  hosts: number;
  batches: number;
  delayMs: number;
  lasts: boolean;
};

const { clock, pacer } = pacing({ ttlMs: 1000 });

for (let batch = 0; batch < batches; batch++) {
  for (let i = 0; i < hosts; i++) {
    const end = await pacer.take({ key: `host-${batch}-${i}.example`, delayMs, lasts, signal: undefined });
    end();
    await Promise.resolve();
    clock.elapse(delayMs);
  }
  process.stdout.write(`${await reachableOctets()}\n`);
}
