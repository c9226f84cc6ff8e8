/** Redirects from public addresses to others: docs/semantics.md §6.7. Here, 127.0.0.2 and 127.0.0.3 count as public. */
import { describe, expect, test } from 'vitest';
import type { FetchOptions } from '../../src/index.js';
import { lookupOf } from '../client/support/clients.js';
import { FILE, get, inWords, lookupThat } from './support/fetching.js';
import { FtpPeer, serving } from './support/ftp-peer.js';
import { always, Peer } from './support/peer.js';
import { ALSO_PUBLIC, PUBLIC, usePublicLoopback } from './support/public-loopback.js';

usePublicLoopback();

const PRIVATE = '127.0.0.1';
const ALSO_PRIVATE = '127.0.0.4';
const REFUSED = 'unreachable, disallow-all (address-refused)';

/** Servers of which each redirects to the next; the last one has the file. */
async function chain(...hosts: string[]): Promise<Peer[]> {
  const [host, ...rest] = hosts;
  const behind = rest.length === 0 ? [] : await chain(...rest);
  const [next] = behind;
  const reply = next === undefined ? always(200, FILE) : always(302, '', { Location: next.robotsUrl });
  return [await Peer.start(reply, { host }), ...behind];
}

async function through(hosts: string[], options: Partial<FetchOptions> = {}): Promise<[string, number[]]> {
  const peers = await chain(...hosts);
  const result = await get(peers[0].origin, options);
  return [inWords(result), peers.map(({ connections }) => connections)];
}

describe('by default', () => {
  test.each([
    ['within the public internet', [PUBLIC, ALSO_PUBLIC]],
    ['within a private network', [PRIVATE, ALSO_PRIVATE]],
    ['outwards', [PRIVATE, PUBLIC, ALSO_PUBLIC]],
  ])('a redirect %s is followed', async (_, hosts) => {
    expect(await through(hosts)).toEqual(['success, rules', hosts.map(() => 1)]);
  });

  test.each([
    ['to a private address', [PUBLIC, PRIVATE], [1, 0]],
    ['to a private address after another', [PUBLIC, ALSO_PUBLIC, PRIVATE], [1, 1, 0]],
    ['back to a private address', [PRIVATE, PUBLIC, PRIVATE], [1, 1, 0]],
  ])('a redirect %s is not', async (_, hosts, connections) => {
    expect(await through(hosts)).toEqual([REFUSED, connections]);
  });

  test('the address that a name resolves to counts', async () => {
    const hidden = await Peer.start(always(200, FILE), { host: PRIVATE });
    const peer = await Peer.start(always(302, '', { Location: `http://inner.example:${hidden.port}/` }), {
      host: PUBLIC,
    });
    const lookup = lookupOf((name) => (name === 'outer.example' ? PUBLIC : PRIVATE));
    const result = await get(`http://outer.example:${peer.port}/`, { connect: { lookup } });
    expect(inWords(result)).toBe(REFUSED);
    expect(result.redirects).toHaveLength(1);
    expect(hidden.connections).toBe(0);
  });

  test('a redirect of a name that resolves to a private address leads to another one', async () => {
    const inner = await Peer.start(always(200, FILE), { host: ALSO_PRIVATE });
    const outer = await Peer.start(always(302, '', { Location: inner.robotsUrl }), { host: PRIVATE });
    const result = await get(`http://outer.example:${outer.port}/`, {
      connect: { lookup: lookupThat(PRIVATE) },
    });
    expect(inWords(result)).toBe('success, rules');
  });

  test('the address connected to counts, not the first address of the name', async () => {
    const inner = await Peer.start(always(200, FILE), { host: PRIVATE });
    const outer = await Peer.start(always(302, '', { Location: inner.robotsUrl }), { host: PUBLIC });
    // Nothing listens on the private address.
    const lookup = lookupThat([ALSO_PRIVATE, PUBLIC]);
    const result = await get(`http://outer.example:${outer.port}/`, { connect: { lookup } });
    expect([inWords(result), outer.connections, inner.connections]).toEqual([REFUSED, 1, 0]);
  });

  test('of a name that resolves to both, the public address is connected to', async () => {
    const peer = await Peer.start(always(200, FILE), { host: ALSO_PUBLIC });
    const outer = await Peer.start(always(302, '', { Location: `http://both.example:${peer.port}/` }), {
      host: PUBLIC,
    });
    const lookup = lookupThat([PRIVATE, ALSO_PUBLIC]);
    expect(inWords(await get(outer.origin, { connect: { lookup } }))).toBe('success, rules');
    expect(peer.connections).toBe(1);
  });

  test('it applies to FTP', async () => {
    const inner = await FtpPeer.start(serving(FILE), PRIVATE);
    const peer = await Peer.start(always(302, '', { Location: inner.robotsUrl }), { host: PUBLIC });
    expect(inWords(await get(peer.origin))).toBe(REFUSED);
    expect(inner.connections).toBe(0);
  });
});

test('addresses: any follows every redirect', async () => {
  expect(await through([PUBLIC, PRIVATE], { addresses: 'any' })).toEqual(['success, rules', [1, 1]]);
});
