/** Turns of many hosts in one process, as the frontier of a large crawler asks for them. The clock is moved by hand, so nothing waits. */
import { type Clock, createClient } from '@robotstream/client';
import { collectAllGarbage } from '../harness/collect-garbage.js';

const SITE = 'https://www.example.com';
const DELAY_MS = 1000;
const MS_A_S = 1e3;
const PARTS = 10;

export interface TurnsResult {
  /** How many microseconds `tryTurn` takes for a host among the first tenth, and among the last. */
  readonly firstUs: number;
  readonly lastUs: number;
  /** How many microseconds `hostsFree` takes to yield a host. */
  readonly yieldUs: number;
  /** How many octets of heap a host takes while it waits for its next turn. */
  readonly waitingOctets: number;
}

/** Takes a turn of each of `hosts` hosts, waits until all are free, and takes them from `hostsFree`. Paths of one site count as hosts. */
export async function turns({ hosts }: { hosts: number }): Promise<TurnsResult> {
  let nowMs = 0;
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => nowMs,
    setTimeout: (callback) => timers.add(callback) && callback,
    clearTimeout: (timer) => timers.delete(timer as () => void),
  };
  const client = createClient({
    userAgent: 'ExampleBot/1.0',
    agents: 'ExampleBot',
    clock,
    pacing: { by: ({ pathname }) => pathname, minDelayMs: DELAY_MS, maxDelayMs: DELAY_MS },
  });
  await client.put(SITE, 'User-agent: *\nAllow: /\n');
  const free = client.hostsFree();
  collectAllGarbage();
  const before = process.memoryUsage().heapUsed;
  const times: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const startMs = performance.now();
    for (let host = (part * hosts) / PARTS; host < ((part + 1) * hosts) / PARTS; host++) {
      if ((await client.tryTurn(`${SITE}/${host}`)) === undefined) throw new Error('a free host has no turn');
    }
    times.push(microsecondsEach(startMs, hosts / PARTS));
  }
  collectAllGarbage();
  const waitingOctets = (process.memoryUsage().heapUsed - before) / hosts;
  nowMs += DELAY_MS;
  for (const fire of timers) fire();
  const startMs = performance.now();
  for (let host = 0; host < hosts; host++) {
    if ((await free.next()).done) throw new Error('a host did not become free');
  }
  const yieldUs = microsecondsEach(startMs, hosts);
  await client.close();
  return { firstUs: times[0], lastUs: times[PARTS - 1], yieldUs, waitingOctets };
}

function microsecondsEach(startMs: number, count: number): number {
  return ((performance.now() - startMs) / count) * MS_A_S;
}
