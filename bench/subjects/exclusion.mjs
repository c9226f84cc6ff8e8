// @ts-check
import { RobotsTxt } from 'exclusion';
import { pathOf, textOf } from './peer.mjs';

/** @type {import('./peer.mjs').Peer} */
export const exclusion = {
  name: 'exclusion',
  prepare(octets, _origin, agent) {
    const robots = new RobotsTxt(textOf(octets));
    return (url) => robots.isPathAllowed(pathOf(url), agent);
  },
};
