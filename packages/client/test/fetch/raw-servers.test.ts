/** Random responses over real sockets, valid, damaged or missing: 10,000 of them in `npm run test:nightly`. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { byEffort } from '../../../../test/support/effort.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { checkProperty } from '../../../../test/support/property.js';
import { ACCESS_FAULTS, type AccessResult } from '../../src/index.js';
import { get, mayFetch } from './support/fetching.js';
import { Peer } from './support/peer.js';
import { type Expected, type RawAnswer, rawAnswer } from './support/raw-answers.js';
import { newSockets, until } from './support/sockets.js';

/** A server that sends one answer to every request. */
function answering({ pieces, ending }: RawAnswer): Promise<Peer> {
  return Peer.start((socket) => {
    const send = (i: number): void => {
      if (i < pieces.length) socket.write(pieces[i], () => setImmediate(send, i + 1));
      else if (ending === 'end') socket.end();
      else socket.resetAndDestroy();
    };
    send(0);
  });
}

function meaningOf(result: AccessResult): Expected {
  if (result.outcome === 'success') return 'file';
  return result.outcome === 'unavailable' ? 'unavailable' : 'unreachable';
}

describe('whatever a server answers', () => {
  checkProperty(
    'a fetch has a result that says so, and leaves nothing open',
    fc.asyncProperty(rawAnswer, async (answer) => {
      const opened = newSockets();
      const clock = new ManualClock();
      const peer = await answering(answer);
      const result = await get(peer.robotsUrl, { clock });
      await peer.closed();
      await peer.stop();
      // Time limits are virtual: they have not ended the fetch, and none is left.
      expect(clock.pending).toBe(0);
      await until(() => opened() === 0);
      expect(result.fault === null || ACCESS_FAULTS.includes(result.fault)).toBe(true);
      expect(result.fault === null).toBe(result.cause === null);
      if (result.outcome === 'success') {
        expect(result.document.size).toBe(result.octets);
        expect(result.octets).toBeLessThanOrEqual(PARSING_LIMIT_OCTETS);
      } else {
        expect(mayFetch(result, '/')).toBe(result.outcome === 'unavailable');
      }
      if (answer.expected === undefined) return;
      expect(meaningOf(result)).toBe(answer.expected);
      if (answer.expected === 'file') expect(mayFetch(result, '/private')).toBe(false);
    }),
    { runsShare: byEffort({ quick: 0.2, full: 1 }) },
  );
});
