/**
 * Loads of a client: many open questions about many sites, and more sites than fit in memory. Each runs
 * in a process of its own, and the sites in another one, over real connections on loopback.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createClient } from '@robotstream/client';
import { type Dispatcher, MockAgent } from 'undici';
import { collectAllGarbage } from '../harness/collect-garbage.js';
import { FILE, PAUSING, siteOf } from '../inputs/sites.js';

const SERVER = fileURLToPath(new URL('../load-server.js', import.meta.url));
const OCTETS_A_MB = 1e6;
const NS_A_MS = 1e6;
const US_A_MS = 1e3;
const MS_A_S = 1e3;
const LAG_RESOLUTION_MS = 5;

export interface LoadResult {
  readonly seconds: number;
  /** How late the event loop is, in milliseconds, from the first question to the last answer, without the calls that ask. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  /** The same, but without the time in which other processes had the processor. */
  readonly ownLagP99Ms: number;
  /** How many octets of heap a question takes while all wait for their first fetch. Its URL is the program's. */
  readonly waitingOctets: number;
}

/** Asks about `sites` sites, `questions` times each, all at once. Every other answer is no. */
export async function load({ sites, questions }: { sites: number; questions: number }): Promise<LoadResult> {
  const { server, port } = await startSites();
  try {
    const urls = urlsOf(port, sites, questions);
    const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', connect: { lookup } });
    collectAllGarbage();
    const before = process.memoryUsage().heapUsed;
    const startMs = performance.now();
    const asked = urls.map((url) => client.isAllowed(url));
    collectAllGarbage();
    const waitingOctets = (process.memoryUsage().heapUsed - before) / urls.length;
    const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
    lag.enable();
    await new Promise((resolve) => setTimeout(resolve, LAG_RESOLUTION_MS));
    lag.reset();
    const endOwnLag = monitorOwnLag();
    let refused = 0;
    for (const answer of asked) if (!(await answer)) refused++;
    lag.disable();
    const ownLags = endOwnLag();
    if (refused !== sites * Math.floor(questions / 2))
      throw new Error(`${refused} of ${asked.length} answers are no`);
    const seconds = (performance.now() - startMs) / MS_A_S;
    await client.close();
    return {
      seconds,
      lagP50Ms: lag.percentile(50) / NS_A_MS,
      lagP99Ms: lag.percentile(99) / NS_A_MS,
      ownLagP99Ms: ownLags[Math.floor(ownLags.length * 0.99)],
      waitingOctets,
    };
  } finally {
    server.kill();
  }
}

/**
 * Measures how late a timer is because of this process: how much processor time passes between two of its calls. That includes other
 * threads of the process, such as those of the garbage collector, so it is at most too long.
 *
 * @returns a function that ends this, and returns the lags in milliseconds in ascending order
 */
function monitorOwnLag(): () => Float64Array {
  const lags: number[] = [];
  let wallMs = performance.now();
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    const passedMs = Math.min(performance.now() - wallMs, (user + system) / US_A_MS);
    lags.push(Math.max(passedMs - LAG_RESOLUTION_MS, 0));
    wallMs = performance.now();
    cpu = process.cpuUsage();
  }, LAG_RESOLUTION_MS);
  return () => {
    clearInterval(timer);
    return Float64Array.from(lags).sort();
  };
}

export interface ManySitesResult {
  /** How many microseconds of processor time a site takes among the first tenth, and among the last. */
  readonly firstUs: number;
  readonly lastUs: number;
  /** What the heap, and the whole process, take after each tenth of the sites. */
  readonly heapMb: readonly number[];
  readonly rssMb: readonly number[];
  readonly entries: number;
  /** How many of the sites that asked for a pause have a known back-off at the end. */
  readonly backOffs: number;
}

/** How the robots.txt of many sites are fetched: over connections on loopback, or through a pool of undici that makes up responses. */
export type Road = 'loopback' | 'dispatcher';

/** As many as a client looks up at once by default. */
const ASKED_AT_ONCE = 128;

/** Asks a client about `sites` sites, each once; every tenth asks for a pause. The client has its default limits. */
export async function manySites({ sites, road }: { sites: number; road: Road }): Promise<ManySitesResult> {
  const { server, port } = road === 'loopback' ? await startSites('pause') : { server: undefined, port: 80 };
  const client = createClient({
    userAgent: 'ExampleBot/1.0',
    agents: 'ExampleBot',
    ...(road === 'loopback' ? { connect: { lookup } } : { dispatcher: madeUp() }),
  });
  const urlOf = (site: number): string => `http://site-${site}.test:${port}/private-3/`;
  const tenth = sites / 10;
  const times: number[] = [];
  const heapMb: number[] = [];
  const rssMb: number[] = [];
  try {
    for (let part = 0; part < 10; part++) {
      const before = process.cpuUsage();
      let site = part * tenth;
      const crawl = async (): Promise<void> => {
        while (site < (part + 1) * tenth)
          if (await client.isAllowed(urlOf(site++))) throw new Error('a refused URL is allowed');
      };
      await Promise.all(Array.from({ length: ASKED_AT_ONCE }, crawl));
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / tenth);
      rssMb.push(process.memoryUsage().rss / OCTETS_A_MB);
      collectAllGarbage();
      heapMb.push(process.memoryUsage().heapUsed / OCTETS_A_MB);
    }
    const { entries } = client.stats();
    let backOffs = 0;
    for (let site = 0; site < sites; site += PAUSING) if (client.peek(urlOf(site))?.deferred) backOffs++;
    return { firstUs: times[0], lastUs: times[9], heapMb, rssMb, entries, backOffs };
  } finally {
    await client.close();
    server?.kill();
  }
}

/** A pool that responds for every origin as the server of the sites does. */
function madeUp(): Dispatcher {
  const pool = new MockAgent().get('http://any.test');
  const pause = { statusCode: 503, responseOptions: { headers: { 'retry-after': '86400' } } };
  pool
    .intercept({ path: '/robots.txt' })
    .reply(({ origin }) => (siteOf(String(origin)) % PAUSING === 0 ? pause : { statusCode: 200, data: FILE }))
    .persist();
  return pool;
}

/** @param kind whether every tenth site asks for a pause */
async function startSites(kind?: 'pause'): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const server = spawn(process.execPath, [SERVER, kind ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  return { server, port: Number(line) };
}

function urlsOf(port: number, sites: number, questions: number): string[] {
  const urls: string[] = [];
  for (let question = 0; question < questions; question++) {
    const folder = question % 2 === 0 ? 'public' : 'private-3';
    for (let site = 0; site < sites; site++)
      urls.push(`http://site-${site}.test:${port}/${folder}/${question}`);
  }
  return urls;
}

/** Each site has one of 40,000 addresses of loopback, so that the limit of fetches for one address does not matter. */
const lookup: LookupFunction = (name, { all }, callback) => {
  const site = siteOf(name);
  const address = `127.${1 + (site % 200)}.${1 + (Math.floor(site / 200) % 200)}.1`;
  if (all) callback(null, [{ address, family: 4 }]);
  else callback(null, address, 4);
};
