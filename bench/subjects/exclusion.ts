import { RobotsTxt } from 'exclusion';
import { type Peer, pathOf, textOf } from './peer.js';

export const exclusion: Peer = {
  name: 'exclusion',
  prepare(octets, _origin, agent) {
    const robots = new RobotsTxt(textOf(octets));
    return (url) => robots.isPathAllowed(pathOf(url), agent);
  },
};
