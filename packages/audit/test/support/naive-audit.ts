/** The counts of an audit, by trying every version for every request: slow, and obviously right. */
import { accessOf, isAllowed, productTokens } from 'robotstream';
import { findCrawler } from 'robotstream/crawlers';
import type { LogRequest, RobotsVersion } from '../../src/index.js';

export interface NaiveCounts {
  readonly allowed: number;
  readonly disallowed: number;
  readonly excused: number;
  readonly robotsFetches: number;
}

/** @param requests in the order of time, each with the name of a crawler */
export function naiveAudit(
  requests: readonly LogRequest[],
  robots: readonly RobotsVersion[],
  graceMs: number,
): Map<string, NaiveCounts> {
  const names = new Set(requests.map(nameOf));
  return new Map(
    [...names].map((name) => [
      name,
      countsOf(
        requests.filter((one) => nameOf(one) === name),
        robots,
        graceMs,
      ),
    ]),
  );
}

function nameOf({ userAgent }: LogRequest): string {
  return productTokens(userAgent)[0] as string;
}

function countsOf(
  requests: readonly LogRequest[],
  robots: readonly RobotsVersion[],
  graceMs: number,
): NaiveCounts {
  const counts = { allowed: 0, disallowed: 0, excused: 0, robotsFetches: 0 };
  const changes = [...new Set(robots.map(({ since }) => since))].sort((a, b) => a - b);
  let toldNoFile = -Infinity;
  let got = -Infinity;
  for (const one of requests) {
    const { time, target, status } = one;
    if (target === '/robots.txt') {
      counts.robotsFetches++;
      if (status === 301) continue;
      const isMissing =
        status !== 304 && accessOf(status, findCrawler(nameOf(one))?.profile).meaning === 'allow-all';
      toldNoFile = isMissing ? time : -Infinity;
      if (status === 200 || status === 304) got = time;
      continue;
    }
    // A change within the grace, which the crawler has not fetched: it may go by the version before it.
    const recent = changes.filter((since) => since <= time && since > time - graceMs && since > got);
    const moments = [time, ...recent.map((since) => since - 1)];
    const [now, ...before] = moments.map((moment) => mayFetch(one, fileAt(robots, moment)));
    if (now) counts.allowed++;
    else if (before.includes(true) || toldNoFile > time - graceMs) counts.excused++;
    else counts.disallowed++;
  }
  return counts;
}

/** Of versions of the same time, the last one counts. */
function fileAt(robots: readonly RobotsVersion[], time: number): Uint8Array {
  const since = Math.max(...robots.map((version) => version.since).filter((one) => one <= time));
  return robots.filter((version) => version.since === since).at(-1)?.octets ?? new Uint8Array();
}

function mayFetch(one: LogRequest, file: Uint8Array): boolean {
  const crawler = findCrawler(nameOf(one));
  return isAllowed(file, one.target, crawler === undefined ? { agents: nameOf(one) } : { crawler });
}
