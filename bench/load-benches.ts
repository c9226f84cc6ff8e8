/** The benchmark of a client's loads. */
import { type Context, JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, atMost, type Findings, type Measurement } from './harness/measurements.js';
import { single } from './harness/statistics.js';
import { PAUSING } from './inputs/sites.js';
import type { Road } from './jobs/load.js';

const SITES = 2000;
const QUESTIONS = 5;
const MANY_SITES = 1_000_000;
const QUICK_MANY_SITES = 100_000;
/** Connections take longer. */
const CONNECTED_SITES = 200_000;
const QUICK_CONNECTED_SITES = 50_000;
const HOSTS = 100_000;
const QUICK_HOSTS = 10_000;

const LAG_MS = 50;
/** The memory of a question while it waits, its share of the lookup included. */
const WAITING_OCTETS = 2500;
/** A site or a host among the last may take this many times as long as one among the first. */
const FLAT_TIMES = 1.5;
/** The process may take this many times as much memory after the last tenth of the sites as after the first half, when the client's memory is full. */
const FLAT_MEMORY_TIMES = 1.25;

export async function loads({ options: { quick } }: Context): Promise<Findings> {
  const asked = await runJob('load', { sites: SITES, questions: QUESTIONS }, JOB_LIMIT_MS);
  const roads = [
    await crawled('dispatcher', quick ? QUICK_MANY_SITES : MANY_SITES),
    await crawled('loopback', quick ? QUICK_CONNECTED_SITES : CONNECTED_SITES),
  ];
  const hosts = quick ? QUICK_HOSTS : HOSTS;
  const paced = await runJob('turns', { hosts }, JOB_LIMIT_MS);
  const inLine = `turns of ${hosts} hosts`;
  const all = `${SITES * QUESTIONS} open questions for ${SITES} sites`;
  return {
    measurements: [
      row(all, 'until the last answer', 's', asked.seconds),
      row(all, 'event-loop lag, median', 'ms', asked.lagP50Ms),
      row(all, 'event-loop lag, p99', 'ms', asked.lagP99Ms),
      row(all, 'event-loop lag without other processes, p99', 'ms', asked.ownLagP99Ms),
      row(all, 'heap for a question that waits', 'octets', asked.waitingOctets),
      ...roads.flatMap(({ measurements }) => measurements),
      row(inLine, 'tryTurn, a host among the first tenth', 'µs', paced.firstUs),
      row(inLine, 'tryTurn, a host among the last tenth', 'µs', paced.lastUs),
      row(inLine, 'hostsFree, a host', 'µs', paced.yieldUs),
      row(inLine, 'heap for a host that waits', 'octets', paced.waitingOctets),
    ],
    goals: [
      atMost(`${all}: event-loop lag without other processes, p99`, LAG_MS, 'ms', single(asked.ownLagP99Ms)),
      atMost(`${all}: heap for a question that waits`, WAITING_OCTETS, 'octets', single(asked.waitingOctets)),
      ...roads.flatMap(({ goals }) => goals),
      atMost(`${inLine}: last hosts vs first`, FLAT_TIMES, '×', single(paced.lastUs / paced.firstUs)),
    ],
  };
}

/** Many sites in one process, each asked once, in the default memory. */
async function crawled(road: Road, sites: number): Promise<Findings> {
  const { firstUs, lastUs, heapMb, rssMb, entries, backOffs } = await runJob(
    'many-sites',
    { sites, road },
    JOB_LIMIT_MS,
  );
  const input = `${sites} sites in one process, ${road === 'loopback' ? 'over connections' : 'through a MockPool'}`;
  const [halfMb, endMb] = [rssMb[4], rssMb[9]];
  return {
    measurements: [
      row(input, 'CPU time of a site among the first tenth', 'µs', firstUs),
      row(input, 'CPU time of a site among the last tenth', 'µs', lastUs),
      row(input, 'heap after the first half', 'MB', heapMb[4]),
      row(input, 'heap after the last tenth', 'MB', heapMb[9]),
      row(input, 'resident after the first half', 'MB', halfMb),
      row(input, 'resident after the last tenth', 'MB', endMb),
      row(input, 'files in memory', '', entries),
    ],
    goals: [
      atMost(`${input}: CPU time, last vs first`, FLAT_TIMES, '×', single(lastUs / firstUs)),
      atMost(`${input}: resident, end vs half`, FLAT_MEMORY_TIMES, '×', single(endMb / halfMb)),
      atLeast(`${input}: back-offs known`, 1, '×', single(backOffs / (sites / PAUSING))),
    ],
  };
}

function row(input: string, subject: string, unit: string, value: number): Measurement {
  return { input, subject, unit, value: single(value) };
}
