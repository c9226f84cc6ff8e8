import createRobots from 'robots-parser';
import { type Peer, textOf } from './peer.js';

export const robotsParser: Peer = {
  name: 'robots-parser',
  prepare(octets, origin, agent) {
    const robots = createRobots(`${origin}/robots.txt`, textOf(octets));
    return (url) => robots.isAllowed(url, agent) ?? false;
  },
};
