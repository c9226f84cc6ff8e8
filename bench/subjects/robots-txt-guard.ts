/** robots-txt-parse, which reads a stream, with robots-txt-guard, which answers from what it read. */
import { Readable } from 'node:stream';
import createGuard from 'robots-txt-guard';
import parse from 'robots-txt-parse';
import { type Peer, pathOf } from './peer.js';

export const robotsTxtGuard: Peer = {
  name: 'robots-txt-parse + guard',
  async prepare(octets, _origin, agent) {
    const guard = createGuard(await parse(Readable.from([octets], { objectMode: false })));
    return (url) => guard.isAllowed(agent, pathOf(url));
  },
};
