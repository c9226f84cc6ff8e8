// @ts-check
/** robots-txt-parse, which reads a stream, with robots-txt-guard, which judges what it read. */
import { Readable } from 'node:stream';
// @ts-expect-error it has no declarations
import createGuard from 'robots-txt-guard';
// @ts-expect-error it has no declarations
import parse from 'robots-txt-parse';
import { pathOf } from './peer.mjs';

/** @type {import('./peer.mjs').Peer} */
export const robotsTxtGuard = {
  name: 'robots-txt-parse + guard',
  async prepare(octets, _origin, agent) {
    const guard = createGuard(await parse(Readable.from([octets], { objectMode: false })));
    return (url) => guard.isAllowed(agent, pathOf(url));
  },
};
