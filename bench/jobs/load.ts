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
import { collectAllGarbage } from '../harness/collect-garbage.js';

const SERVER = fileURLToPath(new URL('../load-server.js', import.meta.url));
const OCTETS_A_MB = 1e6;
const NS_A_MS = 1e6;
const US_A_MS = 1e3;
const MS_A_S = 1e3;
const LAG_RESOLUTION_MS = 5;

const FILE = `User-agent: *\n${Array.from({ length: 20 }, (_, i) => `Disallow: /private-${i}/`).join('\n')}\n`;

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
  /** How many microseconds a site takes among the first tenth, and among the last. */
  readonly firstUs: number;
  readonly lastUs: number;
  readonly mb: number;
  readonly entries: number;
  /** How many of the sites that asked for a pause have a known back-off at the end. */
  readonly backOffs: number;
}

/** Asks a client about `sites` sites, one after another; every tenth asks for a pause. The client's memory has its default limit. */
export async function manySites({ sites }: { sites: number }): Promise<ManySitesResult> {
  const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot' });
  const urlOf = (site: number): string => `https://site-${site}.example/`;
  const tenth = sites / 10;
  const times: number[] = [];
  const pause = { status: 503, headers: { 'retry-after': '86400' } };
  collectAllGarbage();
  const before = process.memoryUsage().rss;
  for (let part = 0; part < 10; part++) {
    const startMs = performance.now();
    for (let site = part * tenth; site < (part + 1) * tenth; site++) {
      await client.put(urlOf(site), FILE, site % 10 === 0 ? pause : {});
      await client.isAllowed(`${urlOf(site)}a`);
    }
    times.push(((performance.now() - startMs) / tenth) * MS_A_S);
  }
  const mb = (process.memoryUsage().rss - before) / OCTETS_A_MB;
  const { entries } = client.stats();
  let backOffs = 0;
  for (let site = 0; site < sites; site += 10) if (client.peek(urlOf(site))?.deferred) backOffs++;
  await client.close();
  return { firstUs: times[0], lastUs: times[9], mb, entries, backOffs };
}

async function startSites(): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
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
  const site = Number(/\d+/.exec(name)?.[0]);
  const address = `127.${1 + (site % 200)}.${1 + (Math.floor(site / 200) % 200)}.1`;
  if (all) callback(null, [{ address, family: 4 }]);
  else callback(null, address, 4);
};
