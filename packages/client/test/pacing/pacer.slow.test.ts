/** The memory of turns, in a process of its own. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Program, program } from '../../../../test/support/program.js';

/** Growth below this for each host is not a leak: one host takes more than 200 octets. */
const LITTLE_OCTETS = 32;

let turns: Program;
beforeAll(async () => {
  turns = await program(new URL('./support/pacer-memory.ts', import.meta.url));
});
afterAll(() => turns.remove());

test('a host whose delay has not passed takes few octets, and one that is free fewer', async () => {
  const memory = await program(new URL('./support/free-hosts-memory.ts', import.meta.url));
  onTestFinished(() => memory.remove());
  const hosts = 100_000;
  const child = memory.start({ hosts });
  const { delayed, ready, left, taken } = await child.next<Record<string, number>>();
  expect(await child.ended).toBe(0);
  expect(taken).toBe(hosts);
  expect(delayed).toBeLessThan(600);
  expect(ready).toBeLessThan(200);
  expect(left).toBeLessThan(LITTLE_OCTETS);
});

test.each([
  { delayMs: 100, lasts: false },
  { delayMs: 100, lasts: true },
  { delayMs: 0, lasts: false },
  { delayMs: 0, lasts: true },
])('a host takes no memory once its delay has passed: %j', async (turn) => {
  const hosts = 10_000;
  const child = turns.start({ ...turn, hosts, batches: 2 });
  const [before, after] = [await child.next<number>(), await child.next<number>()];
  expect(await child.ended).toBe(0);
  expect(after - before).toBeLessThan(hosts * LITTLE_OCTETS);
});
