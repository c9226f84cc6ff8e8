/** What a public site names on addresses that are not public is not fetched. Here, 127.0.0.2 and 127.0.0.3 count as public. */
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient } from '../../src/index.js';
import { always, Peer } from '../fetch/support/peer.js';
import { PUBLIC, usePublicLoopback } from '../fetch/support/public-loopback.js';

usePublicLoopback();

const RSL = '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license/></content></rsl>';

async function about(host: string, named: string, options: Partial<ClientOptions> = {}) {
  const target = await Peer.start(always(200, RSL), { host: named });
  const site = await Peer.start(
    (socket, request, index) => {
      const isRobots = request.startsWith('GET /robots.txt');
      const headers = request.startsWith('GET /page') ? { Location: `${target.origin}/x` } : {};
      always(isRobots ? 200 : 302, isRobots ? `License: ${target.origin}/l\n` : '', headers)(
        socket,
        request,
        index,
      );
    },
    { host },
  );
  const client = createClient({
    userAgent: 'a',
    agents: '*',
    pacing: { defaultDelayMs: 0, minDelayMs: 0 },
    ...options,
  });
  onTestFinished(() => client.close());
  const { licenses, page } = await client.about(`${site.origin}/page`);
  return { license: licenses[0]?.fault, page: page.fault, connections: target.connections };
}

test.each<[string, string, string, string | null, boolean]>([
  ['a public site names a public host', PUBLIC, '127.0.0.3', null, true],
  ['a public site names a private host', PUBLIC, '127.0.0.1', 'address-refused', false],
  ['a private site names another private host', '127.0.0.1', '127.0.0.4', null, true],
])('%s', async (_, host, named, fault, isAsked) => {
  const found = await about(host, named);
  expect(found).toMatchObject({ license: fault, page: fault });
  expect(found.connections > 0).toBe(isAsked);
});

test('through a dispatcher, a literal address is refused', async () => {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  expect(await about(PUBLIC, '127.0.0.1', { dispatcher })).toEqual({
    license: 'address-refused',
    page: 'address-refused',
    connections: 0,
  });
});

test('the policy "public" holds for the files, too', async () => {
  expect(await about(PUBLIC, '127.0.0.1', { addresses: 'public' })).toMatchObject({
    license: 'address-refused',
    connections: 0,
  });
});
