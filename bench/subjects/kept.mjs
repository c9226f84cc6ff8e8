// @ts-check
/** What there is to keep of a file that was read. */
import { parseSync } from 'robotstream';
import { AGENT } from '../inputs/questions.mjs';
import { PEERS } from './index.mjs';

/** @typedef {import('../inputs/questions.mjs').Question} Question */

/** @type {Record<string, (question: Question) => unknown>} */
export const KEPT = {
  'robotstream, document': ({ octets }) => parseSync(octets),
  'robotstream, matcher after one verdict': ({ octets, url }) => {
    const matcher = parseSync(octets).matcher({ agents: AGENT });
    matcher.isAllowed(url);
    return matcher;
  },
  'robotstream, document with all nodes': ({ octets }) => {
    const document = parseSync(octets);
    return [document, document.groups, document.otherRecords, document.comments];
  },
  ...Object.fromEntries(PEERS.slice(1).map((peer) => [peer.name, keptByPeer(peer)])),
};

/** @param {import('./peer.mjs').Peer} peer */
function keptByPeer({ prepare }) {
  return async (/** @type {Question} */ { octets, origin, url }) => {
    try {
      const ask = await prepare(octets, origin, AGENT);
      ask(url);
      return ask;
    } catch {
      return null;
    }
  };
}
