import { RobotsTxt } from 'exclusion';
import { type Peer, type PeerRobots, pathOf, textOf } from './peer.js';

export const exclusion: Peer = {
  name: 'exclusion',
  can: [],
  read,
  prepare(octets, _origin, agent) {
    const robots = read(octets);
    return (url) => robots.allows(url, agent);
  },
};

function read(octets: Uint8Array): PeerRobots {
  const robots = new RobotsTxt(textOf(octets));
  return { allows: (url, agent) => robots.isPathAllowed(pathOf(url), agent) };
}
