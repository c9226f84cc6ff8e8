// @ts-check
import { parseSync } from 'robotstream';

/** @type {import('./peer.mjs').Peer} */
export const robotstream = {
  name: 'robotstream',
  prepare(octets, _origin, agent) {
    const matcher = parseSync(octets).matcher({ agents: agent });
    return (url) => matcher.isAllowed(url);
  },
};
