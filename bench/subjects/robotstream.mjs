// @ts-check
import { isAllowed, parseSync } from 'robotstream';

/** @type {import('./peer.mjs').Peer} */
export const robotstream = {
  name: 'robotstream',
  prepare(octets, _origin, agent) {
    const matcher = parseSync(octets).matcher({ agents: agent });
    return (url) => matcher.isAllowed(url);
  },
};

/**
 * The short way for one question.
 *
 * @type {import('./peer.mjs').Peer}
 */
export const robotstreamOnce = {
  name: 'robotstream, isAllowed(octets, url)',
  prepare(octets, _origin, agent) {
    return (url) => isAllowed(octets, url, { agents: agent });
  },
};
