/** The probe of a random path: a site that answers every missing page with a 5xx has no robots.txt (docs/semantics.md §6.1). */
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../../../src/index.js';
import type { AccessResult } from '../../src/index.js';
import { FILE, getFrom, inWords } from './support/fetching.js';
import { always, answer, Peer, pathOf, type Reply } from './support/peer.js';

const ON = { probe: true, profile: 'google' } as const;

/** One status for robots.txt, another for every other path. */
function answering(robotsTxt: number, others: number): Reply {
  return (socket, request) => socket.write(answer(pathOf(request) === '/robots.txt' ? robotsTxt : others));
}

function probeOf(result: AccessResult): unknown {
  return 'probe' in result ? result.probe : 'no probe';
}

describe('under google', () => {
  test.each([500, 501, 502, 504, 599])(
    'a %i is a 404 where a missing page is answered so',
    async (status) => {
      const peer = await Peer.start(always(status));
      const result = await getFrom(peer, ON);
      expect(inWords(result)).toBe('unavailable, allow-all (server-error)');
      expect(result.status).toBe(status);
      const [, probed] = peer.requests;
      expect(peer.requests).toHaveLength(2);
      expect(probeOf(result)).toEqual({ url: `${peer.origin}${pathOf(probed)}`, status });
      expect(pathOf(probed)).toMatch(/^\/robotstream-probe-[0-9a-f-]{36}$/);
    },
  );

  test.each([200, 204, 301, 400, 404, 410, 429])(
    'a 500 is a failure where a missing page is a %i',
    async (status) => {
      const peer = await Peer.start(answering(500, status));
      const result = await getFrom(peer, ON);
      expect(inWords(result)).toBe('unreachable, disallow-all (server-error)');
      expect(result.status).toBe(500);
      expect(probeOf(result)).toMatchObject({ status });
      expect(peer.requests).toHaveLength(2);
    },
  );

  test('a 503 is how a site suspends crawling, for all its pages: no probe is sent', async () => {
    const peer = await Peer.start(always(503));
    const result = await getFrom(peer, ON);
    expect(inWords(result)).toBe('unreachable, disallow-all (server-error)');
    expect(probeOf(result)).toBe(null);
    expect(peer.requests).toHaveLength(1);
  });

  test('the probe goes to the server that answered, each time to another path', async () => {
    const there = await Peer.start(always(500), { host: '127.0.0.2' });
    const peer = await Peer.start(always(301, '', { Location: `${there.origin}/a/b` }));
    await getFrom([peer, there], ON);
    await getFrom([peer, there], ON);
    expect(peer.requests).toHaveLength(2);
    const paths = there.requests.map(pathOf);
    expect(new Set(paths).size).toBe(3);
    expect(paths.filter((path) => /^\/robotstream-probe-/.test(path))).toHaveLength(2);
  });

  test.each([200, 404, 429])('no probe is sent after a %i', async (status) => {
    const peer = await Peer.start(always(status, FILE));
    await getFrom(peer, ON);
    expect(peer.requests).toHaveLength(1);
  });

  test('a 500 is a failure where the probe gets no answer', async () => {
    const peer = await Peer.start((socket, _request, index) => {
      if (index === 0) socket.write(answer(500));
      else socket.destroy();
    });
    const result = await getFrom(peer, ON);
    expect(inWords(result)).toBe('unreachable, disallow-all (server-error)');
    expect(probeOf(result)).toMatchObject({ status: null });
  });

  test('an error of the program ends it', async () => {
    const peer = await Peer.start(always(500));
    const proxy = ({ pathname }: URL): string | null => (pathname === '/robots.txt' ? null : 'not a proxy');
    await expect(getFrom(peer, { ...ON, proxy })).rejects.toThrow(/^proxy\(.*\) is "not a proxy"/);
  });

  test('the caller can abort it', async () => {
    const controller = new AbortController();
    const peer = await Peer.start((socket, _request, index) => {
      if (index === 0) socket.write(answer(500));
      else controller.abort(new Error('enough'));
    });
    await expect(getFrom(peer, { ...ON, signal: controller.signal })).rejects.toThrow('enough');
    await peer.closed();
  });
});

test.each<ProfileName>(['rfc9309', 'draft-koster-rep-00', 'koster-1996'])(
  'under %s it would change nothing and is not sent',
  async (profile) => {
    const peer = await Peer.start(always(500));
    expect((await getFrom(peer, { probe: true, profile })).outcome).toBe('unreachable');
    expect(peer.requests).toHaveLength(1);
  },
);
