/**
 * Has a turn at each of many hosts, waits until they are free, and takes them from the iteration. Writes how many octets a host takes meanwhile. Run by
 * `pacer.slow.test.ts`.
 */
import { reachableOctets } from '../../../../../test/support/reachable.js';
import { pacing } from './pacing.js';

const { hosts } = JSON.parse(process.argv[2] ?? '{}') as { hosts: number };

const { clock, pacer } = pacing({ ttlMs: 1000 });
const free = pacer.hostsFree(undefined);
// The names count as memory of the client: a crawler may keep its own in a database.
const nameOf = (i: number): string => `host-${i}.example`;

const before = await reachableOctets();
const perHost = async (): Promise<number> => Math.round(((await reachableOctets()) - before) / hosts);
// Different delays, in another order than the hosts.
for (let i = 0; i < hosts; i++)
  await pacer.tryTake({ key: nameOf(i), delayMs: 1000 + ((i * 7919) % 9973), lasts: false });
const delayed = await perHost();
for (let ms = 0; ms < 11_000; ms += 100) clock.elapse(100);
const ready = await perHost();
let taken = 0;
for (; taken < hosts; taken++) await free.next();
process.stdout.write(`${JSON.stringify({ delayed, ready, left: await perHost(), taken })}\n`);
