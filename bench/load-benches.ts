/** The benchmark of a client's loads. */
import { type Context, JOB_LIMIT_MS } from './context.js';
import { runJob } from './harness/child.js';
import { atLeast, atMost, type Findings, type Measurement } from './harness/measurements.js';
import { single } from './harness/statistics.js';

const SITES = 20_000;
const QUICK_SITES = 2000;
const QUESTIONS = 100;
const URLS = 200_000;
const MANY_SITES = 1_000_000;
const QUICK_MANY_SITES = 100_000;
const HOSTS = 1_000_000;
const QUICK_HOSTS = 100_000;

const LAG_MS = 50;
/** The waiting questions and their URLs may take this many times the memory of as many bare promises. */
const PROMISES_TIMES = 1.5;
/** The event loop may be blocked for this share of the time that one synchronous loop takes. */
const LIST_SHARE = 0.2;
/** The memory at most, for the questions of all sites at once. */
const PEAK_MB = 600;
/** A site or a host among the last may take this many times as long as one among the first. */
const FLAT_TIMES = 1.5;

export async function loads({ options: { quick } }: Context): Promise<Findings> {
  const sites = quick ? QUICK_SITES : SITES;
  const many = quick ? QUICK_MANY_SITES : MANY_SITES;
  const asked = await runJob('load', { sites, questions: QUESTIONS }, JOB_LIMIT_MS);
  const bare = await runJob('bare-promises', { count: sites * QUESTIONS }, JOB_LIMIT_MS);
  const list = await runJob('long-list', { urls: URLS }, JOB_LIMIT_MS);
  const kept = await runJob('many-sites', { sites: many }, JOB_LIMIT_MS);
  const hosts = quick ? QUICK_HOSTS : HOSTS;
  const paced = await runJob('turns', { hosts }, JOB_LIMIT_MS);
  const inLine = `turns of ${hosts} hosts`;
  const all = `${sites} sites, ${QUESTIONS} questions each, at once`;
  const inOneCall = `areAllowed of ${URLS} URLs`;
  const inTurn = `${many} sites in one process, in 128 MiB`;
  const promises = `${sites * QUESTIONS} promises`;
  return {
    measurements: [
      row(all, 'until the last answer', 's', asked.seconds),
      row(all, 'the one synchronous loop that asks: the program’s own, no lag', 's', asked.askingSeconds),
      row(all, 'event-loop lag, median', 'ms', asked.lagP50Ms),
      row(all, 'event-loop lag, p99', 'ms', asked.lagP99Ms),
      row(all, 'event-loop lag without other processes, p99', 'ms', asked.ownLagP99Ms),
      row(all, 'memory while all wait', 'MB', asked.waitingMb),
      row(all, `memory of ${promises} alone`, 'MB', bare.mb),
      row(all, 'memory at most', 'MB', asked.peakMb),
      row(all, 'heap left after close', 'MB', asked.leftMb),
      row(inOneCall, 'longest event-loop lag', 'ms', list.lagMs),
      row(inOneCall, 'the same in one loop', 'ms', list.loopMs),
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
      atMost(`${all}: memory at most`, PEAK_MB, 'MB', single(asked.peakMb)),
      atMost(
        `${all}: memory while all wait vs bare promises`,
        PROMISES_TIMES,
        '×',
        single(asked.waitingMb / bare.mb),
      ),
      atMost(`${inOneCall}: lag vs one loop`, LIST_SHARE, '×', single(list.lagMs / list.loopMs)),
      atMost(`${inTurn}: last sites vs first`, FLAT_TIMES, '×', single(kept.lastUs / kept.firstUs)),
      atMost(`${inLine}: last hosts vs first`, FLAT_TIMES, '×', single(paced.lastUs / paced.firstUs)),
      atLeast(`${inTurn}: back-offs known`, 1, '×', single(kept.backOffs / (many / 10))),
    ],
  };
}

function row(input: string, subject: string, unit: string, value: number): Measurement {
  return { input, subject, unit, value: single(value) };
}
