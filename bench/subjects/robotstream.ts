import { isAllowed, parseSync } from 'robotstream';
import type { Subject } from './peer.js';

export const robotstream: Subject = {
  name: 'robotstream',
  prepare(octets, _origin, agent) {
    const matcher = parseSync(octets).matcher({ agents: agent });
    return (url) => matcher.isAllowed(url);
  },
};

/** `isAllowed`, the function for one question. */
export const robotstreamOnce: Subject = {
  name: 'robotstream, isAllowed(octets, url)',
  prepare(octets, _origin, agent) {
    return (url) => isAllowed(octets, url, { agents: agent });
  },
};
