/**
 * Many sites, mixed faults: every verdict is the one that the sites' script asks for, each site is asked once, and memory stays
 * flat. `ROBOTSTREAM_SOAK_AUTHORITIES` sets how many sites; the full soak has 20,000.
 */
import { platform } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith, type Need } from '../../../../test/support/needs.js';
import { type Program, program } from '../../../../test/support/program.js';
import { listen, stop } from './support/site.js';
import { behaviourOf, type SiteBehaviour } from './support/soak-script.js';
import { type Asked, soakServer } from './support/soak-server.js';

const AUTHORITIES = Number(process.env.ROBOTSTREAM_SOAK_AUTHORITIES ?? 3000);
const CONCURRENCY = 256;
const MIB = 1024 * 1024;

/**
 * By how much memory may grow from the first half of the sites to the second: noise, and no more with more sites. The least
 * memory of each half counts, since now and then a socket or a decoder is released late. The first tenth is left out: the
 * process warms up in it.
 */
const GROWTH_OCTETS = MIB;

interface Report {
  readonly wrong: string[];
  readonly wrongCount: number;
  readonly stats: { questions: number; fetches: number; coalesced: number; faults: number; pending: number };
  readonly most: { fetching: number; entries: number; octets: number };
  readonly memory: number[];
  readonly seconds: number;
}

/** Elsewhere only 127.0.0.1 is an address of loopback. */
const LINUX_NEED: Need = {
  isMet: platform() === 'linux',
  what: 'Linux, where all of 127.0.0.0/8 is loopback',
};

describeWith(LINUX_NEED, `${AUTHORITIES} sites on loopback`, () => {
  let crawler: Program;
  beforeAll(async () => {
    crawler = await program(new URL('./support/soak-crawler.ts', import.meta.url));
  });
  afterAll(() => crawler.remove());

  test('each verdict as the script has it, each site asked once, memory flat', async () => {
    const { server, asked } = soakServer();
    const port = await listen(server, '0.0.0.0');
    const argument = { authorities: AUTHORITIES, concurrency: CONCURRENCY, port };
    const child = crawler.start(argument);
    const report = await child.next<Report>();
    await stop(server);
    expect(await child.ended).toBe(0);

    const { stats, most, memory, seconds } = report;
    const mib = memory.map((octets) => (octets / MIB).toFixed(1)).join(', ');
    console.log(
      `soak: ${AUTHORITIES} sites in ${seconds.toFixed(1)} s; MiB held: ${mib}; ${JSON.stringify({ ...stats, ...most })}`,
    );
    expect(report.wrong).toEqual([]);
    expect(stats).toMatchObject({
      questions: AUTHORITIES * 4,
      fetches: AUTHORITIES,
      coalesced: AUTHORITIES * 3,
      pending: 0,
    });
    expect(most.fetching).toBeLessThanOrEqual(CONCURRENCY);
    expect(most.entries).toBeLessThanOrEqual(1000);
    expect(most.octets).toBeLessThanOrEqual(8 * MIB);
    expect(unexpectedRequests(asked)).toEqual([]);
    const [early, late] = [Math.min(...memory.slice(1, 5)), Math.min(...memory.slice(5))];
    expect(late - early).toBeLessThan(GROWTH_OCTETS);
  });
});

/** How many requests a site of each behaviour gets; one, if it is not listed. */
const REQUESTS: { readonly [behaviour in SiteBehaviour]?: readonly [least: number, most: number] } = {
  'nobody-there': [0, 0],
  'redirect-loop': [6, 6],
  'reset-before-headers': [2, 2],
  // If the reset arrives together with the body, Node reports the end of the connection, after which no second attempt is made.
  'reset-in-body': [1, 2],
};

/** The behaviours whose sites got more or fewer requests than they should. */
function unexpectedRequests(asked: Asked): string[] {
  const sites = new Map<SiteBehaviour, number>();
  for (let i = 0; i < AUTHORITIES; i++) {
    const behaviour = behaviourOf(i);
    sites.set(behaviour, (sites.get(behaviour) ?? 0) + 1);
  }
  return Array.from(sites, ([behaviour, count]) => {
    const [least, most] = REQUESTS[behaviour] ?? [1, 1];
    const requests = asked.get(behaviour) ?? 0;
    const isExpected = requests >= least * count && requests <= most * count;
    return isExpected ? '' : `${behaviour}: ${requests} requests to ${count} sites`;
  }).filter((message) => message !== '');
}
