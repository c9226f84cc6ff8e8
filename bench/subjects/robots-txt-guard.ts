/** robots-txt-parse, which reads a stream, with robots-txt-guard, which answers from what it read. */
import { Readable } from 'node:stream';
import createGuard, { type Guard } from 'robots-txt-guard';
import parse from 'robots-txt-parse';
import { type Peer, type PeerRobots, pathOf } from './peer.js';

export const robotsTxtGuard: Peer = {
  name: 'robots-txt-parse + guard',
  can: ['sitemaps'],
  read,
  async prepare(octets, _origin, agent) {
    const robots = await read(octets);
    return (url) => robots.allows(url, agent);
  },
};

async function read(octets: Uint8Array): Promise<PeerRobots> {
  const parsed = await parse(Readable.from([octets], { objectMode: false }));
  let guard: Guard | undefined;
  return {
    allows: (url, agent) => {
      guard ??= createGuard(parsed);
      return guard.isAllowed(agent, pathOf(url));
    },
    sitemaps: () =>
      parsed.extensions.filter(({ extension }) => extension === 'sitemap').map(({ value }) => value),
  };
}
