/** What users of the peers do with a file, for each task of this package. */
import { AGENT, type Question, TEN_AGENTS } from '../inputs/questions.js';
import { sum } from '../inputs/sum.js';
import type { Peer, PeerRobots } from './peer.js';

/** The uses of a file by a peer. `read` only reads it. */
const PEER_USES = {
  read: () => 1,
  sitemaps: ({ sitemaps }) => sitemaps?.().length ?? 0,
  'yes/no': ({ allows }, url) => (allows(url, AGENT) ? 1 : 0),
  explained: ({ allows, line }, url) => (allows(url, AGENT) ? 1 : 0) + (line?.(url, AGENT) ?? 0),
  'ten crawlers': ({ allows }, url) => sum(TEN_AGENTS, (agent) => (allows(url, agent) ? 1 : 0)),
  'ten crawlers explained': ({ allows, line }, url) =>
    sum(TEN_AGENTS, (agent) => (allows(url, agent) ? 1 : 0) + (line?.(url, agent) ?? 0)),
} satisfies Record<string, (robots: PeerRobots, url: string) => number>;

export type PeerUse = keyof typeof PEER_USES;

/** What a peer must be able to do for a use, beyond yes and no. */
const NEEDS: Partial<Record<PeerUse, 'line' | 'sitemaps'>> = {
  sitemaps: 'sitemaps',
  explained: 'line',
  'ten crawlers explained': 'line',
};

/** Whether a peer takes part in a task. */
export function takesPart({ can }: Peer, use: PeerUse): boolean {
  const need = NEEDS[use];
  return need === undefined || can.includes(need);
}

/** What a user of a peer does with one file. A peer that throws counts as 0. */
export function peerRun({ read }: Peer, use: PeerUse): (question: Question) => number | Promise<number> {
  const count: (robots: PeerRobots, url: string) => number = PEER_USES[use];
  return ({ octets, origin, url }) => {
    try {
      const robots = read(octets, origin);
      if (!(robots instanceof Promise)) return count(robots, url);
      return robots.then((read) => count(read, url)).catch(() => 0);
    } catch {
      return 0;
    }
  };
}
