// @ts-check
/** What peers are timed doing. */
import { AGENT } from '../inputs/questions.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */
/** @typedef {import('../inputs/questions.mjs').Question} Question */

/**
 * Octets → verdict for one agent and URL, parse and check. Counts what is allowed; a peer that throws has not allowed it.
 *
 * @param {Peer} peer
 * @param {readonly Question[]} questions
 */
export function parseAndCheckPass(peer, questions) {
  return peer.name === 'robots-txt-parse + guard'
    ? async () => {
        let allowed = 0;
        for (const { octets, origin, url } of questions) {
          try {
            if ((await peer.prepare(octets, origin, AGENT))(url)) allowed++;
          } catch {}
        }
        return allowed;
      }
    : () => {
        let allowed = 0;
        for (const { octets, origin, url } of questions) {
          try {
            const ask = /** @type {import('./peer.mjs').Ask} */ (peer.prepare(octets, origin, AGENT));
            if (ask(url)) allowed++;
          } catch {}
        }
        return allowed;
      };
}
