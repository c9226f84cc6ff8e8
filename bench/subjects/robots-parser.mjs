// @ts-check
import createRobots from 'robots-parser';
import { textOf } from './peer.mjs';

/** @type {import('./peer.mjs').Peer} */
export const robotsParser = {
  name: 'robots-parser',
  prepare(octets, origin, agent) {
    // The declarations are of a CommonJS default export that TypeScript sees as a namespace.
    const robots = /** @type {any} */ (createRobots)(`${origin}/robots.txt`, textOf(octets));
    return (url) => robots.isAllowed(url, agent);
  },
};
