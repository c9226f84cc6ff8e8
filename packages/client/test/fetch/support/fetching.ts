/** How the tests fetch: the same caller everywhere, and the outcome in a line. */
import { isIPv6, type LookupFunction } from 'node:net';
import { expect } from 'vitest';
import type { ProfileName } from '../../../../../src/index.js';
import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { type AccessResult, type FetchOptions, fetchRobots } from '../../../src/index.js';
import type { Peer } from './peer.js';

export const USER_AGENT = 'ExampleBot/1.0 (+https://bot.example/)';

export const PROFILE_NAMES: readonly ProfileName[] = [
  'rfc9309',
  'google',
  'draft-koster-rep-00',
  'koster-1996',
];

/** A robots.txt by which ExampleBot may fetch everything but `/private`. */
export const FILE = 'User-agent: *\nDisallow: /private\n';

/** Fetches by a clock that does not move, unless the test passes its own: however slow the machine is, no time limit ends the fetch. */
export function get(url: string, options: Partial<FetchOptions> = {}): Promise<AccessResult> {
  return fetchRobots(url, { userAgent: USER_AGENT, clock: new ManualClock(), ...options });
}

/** Fetches a server's robots.txt, and waits until each of the servers has had a connection and all are closed. */
export async function getFrom(
  peers: Peer | readonly [Peer, ...Peer[]],
  options: Partial<FetchOptions> = {},
): Promise<AccessResult> {
  const all = 'origin' in peers ? [peers] : peers;
  const result = await get(`${all[0].origin}/a/page?of=it#all`, options);
  for (const peer of all) await peer.closed();
  expect(result.robotsUrl).toBe(all[0].robotsUrl);
  return result;
}

/** What came of it and what it means, with the fault if there was one: `unreachable, disallow-all (tls-failed)`. */
export function inWords({ outcome, meaning, fault }: AccessResult): string {
  return `${outcome}, ${meaning}${fault === null ? '' : ` (${fault})`}`;
}

/** Whether a crawler with only this result may fetch a page. */
export function mayFetch(result: AccessResult, path: string): boolean {
  if (result.outcome === 'success') return result.document.matcher({ agents: 'ExampleBot' }).isAllowed(path);
  return result.meaning === 'allow-all';
}

/** A `lookup` with these answers, one after another; the last one is repeated. */
export function lookupThat(...answers: readonly (string | readonly string[] | Error)[]): LookupFunction {
  const left = [...answers];
  return (_hostname, options, callback) => {
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? [];
    setImmediate(() => {
      if (answer instanceof Error) {
        callback(answer, []);
        return;
      }
      const found = [answer].flat().map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      if (options.all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    });
  };
}
