/** What fetching a robots.txt costs beside undici alone, over real connections on loopback. The server is a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fetchRobots } from '@robotstream/client';
import { request } from 'undici';
import { atMost, type Findings } from '../harness/measurements.js';
import { type Summary, summarize } from '../harness/statistics.js';

const SERVER = fileURLToPath(new URL('../load-server.js', import.meta.url));

const FETCHES = 2000;
const CONCURRENCY = 16;
/** The first rounds compile the code. */
const WARM_UP_ROUNDS = 2;
const ROUNDS = 9;

/** How many times the CPU time of undici alone. */
const GOAL = 1.6;

const OURS = 'fetchRobots';
const ALONE = 'undici.request, a connection each';
const KEPT = 'undici.request, connections kept';

/** Fetches one small file in several ways, in turn, and counts the CPU time of this process. */
export async function fetches(): Promise<Findings> {
  const server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  const url = `http://127.0.0.1:${Number(line)}/robots.txt`;
  const ways: Readonly<Record<string, () => Promise<boolean>>> = {
    [OURS]: async () => (await fetchRobots(url, { userAgent: 'ExampleBot/1.0' })).outcome === 'success',
    [ALONE]: async () => (await (await request(url, { reset: true })).body.text()).startsWith('User-agent'),
    [KEPT]: async () => (await (await request(url)).body.text()).startsWith('User-agent'),
  };
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  try {
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (const [name, fetch] of Object.entries(ways)) {
        const us = await cpuUs(fetch);
        if (round >= 0) times.get(name)?.push(us);
      }
    }
  } finally {
    server.kill();
  }
  const of = (name: string): number[] => times.get(name) ?? [];
  const ratios: Summary = summarize(of(OURS).map((us, round) => us / of(ALONE)[round]));
  const input = 'a file of 500 octets';
  return {
    measurements: Object.keys(ways).map((subject) => ({
      input,
      subject: `CPU time of ${subject}`,
      unit: 'µs',
      value: summarize(of(subject)),
    })),
    goals: [atMost(`${input}: CPU time of ${OURS} vs ${ALONE}`, GOAL, '×', ratios)],
  };
}

/** The CPU time of one fetch in microseconds, of many that run some at once. */
async function cpuUs(fetch: () => Promise<boolean>): Promise<number> {
  let begun = 0;
  const fetchOneByOne = async (): Promise<void> => {
    while (begun++ < FETCHES) if (!(await fetch())) throw new Error('the file was not fetched');
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchOneByOne));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / FETCHES;
}
