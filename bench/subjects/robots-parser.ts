import createRobots from 'robots-parser';
import { type Peer, type PeerRobots, textOf } from './peer.js';

export const robotsParser: Peer = {
  name: 'robots-parser',
  can: ['line', 'sitemaps'],
  read,
  prepare(octets, origin, agent) {
    const robots = read(octets, origin);
    return (url) => robots.allows(url, agent);
  },
};

function read(octets: Uint8Array, origin: string): PeerRobots {
  const robots = createRobots(`${origin}/robots.txt`, textOf(octets));
  return {
    allows: (url, agent) => robots.isAllowed(url, agent) ?? false,
    line: (url, agent) => robots.getMatchingLineNumber(url, agent),
    sitemaps: () => robots.getSitemaps(),
  };
}
