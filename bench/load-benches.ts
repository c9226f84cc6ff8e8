/** The benchmark of a client's loads. */
import { type Context, JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, atMost, type Findings, type Measurement } from './harness/measurements.js';
import { single } from './harness/statistics.js';

const SITES = 2000;
const QUESTIONS = 5;
const MANY_SITES = 1_000_000;
const QUICK_MANY_SITES = 100_000;
const HOSTS = 100_000;
const QUICK_HOSTS = 10_000;

const LAG_MS = 50;
/** The memory of a question while it waits, its share of the lookup included. */
const WAITING_OCTETS = 2500;
/** A site or a host among the last may take this many times as long as one among the first. */
const FLAT_TIMES = 1.5;

export async function loads({ options: { quick } }: Context): Promise<Findings> {
  const many = quick ? QUICK_MANY_SITES : MANY_SITES;
  const asked = await runJob('load', { sites: SITES, questions: QUESTIONS }, JOB_LIMIT_MS);
  const kept = await runJob('many-sites', { sites: many }, JOB_LIMIT_MS);
  const hosts = quick ? QUICK_HOSTS : HOSTS;
  const paced = await runJob('turns', { hosts }, JOB_LIMIT_MS);
  const inLine = `turns of ${hosts} hosts`;
  const all = `${SITES * QUESTIONS} open questions for ${SITES} sites`;
  const inTurn = `${many} sites in one process, in 128 MiB`;
  return {
    measurements: [
      row(all, 'until the last answer', 's', asked.seconds),
      row(all, 'event-loop lag, median', 'ms', asked.lagP50Ms),
      row(all, 'event-loop lag, p99', 'ms', asked.lagP99Ms),
      row(all, 'event-loop lag without other processes, p99', 'ms', asked.ownLagP99Ms),
      row(all, 'heap for a question that waits', 'octets', asked.waitingOctets),
      row(inTurn, 'a site among the first tenth', 'µs', kept.firstUs),
      row(inTurn, 'a site among the last tenth', 'µs', kept.lastUs),
      row(inTurn, 'memory', 'MB', kept.mb),
      row(inTurn, 'files in memory', '', kept.entries),
      row(inLine, 'tryTurn, a host among the first tenth', 'µs', paced.firstUs),
      row(inLine, 'tryTurn, a host among the last tenth', 'µs', paced.lastUs),
      row(inLine, 'hostsFree, a host', 'µs', paced.yieldUs),
      row(inLine, 'heap for a host that waits', 'octets', paced.waitingOctets),
    ],
    goals: [
      atMost(`${all}: event-loop lag without other processes, p99`, LAG_MS, 'ms', single(asked.ownLagP99Ms)),
      atMost(`${all}: heap for a question that waits`, WAITING_OCTETS, 'octets', single(asked.waitingOctets)),
      atMost(`${inTurn}: last sites vs first`, FLAT_TIMES, '×', single(kept.lastUs / kept.firstUs)),
      atMost(`${inLine}: last hosts vs first`, FLAT_TIMES, '×', single(paced.lastUs / paced.firstUs)),
      atLeast(`${inTurn}: back-offs known`, 1, '×', single(kept.backOffs / (many / 10))),
    ],
  };
}

function row(input: string, subject: string, unit: string, value: number): Measurement {
  return { input, subject, unit, value: single(value) };
}
