/** Whose failure it is, and what a fetch asks of the limits on concurrency that it runs under. */
import { describe, expect, test } from 'vitest';
import { fetchWith } from '../../src/access/fetch-robots.js';
import { readSettings } from '../../src/access/settings.js';
import type { FetchSlot } from '../../src/access/slot.js';
import type { FetchOptions } from '../../src/index.js';
import { getFrom, USER_AGENT } from './support/fetching.js';
import { always, answer, Peer } from './support/peer.js';

const LOOKUP_FAILS: FetchOptions['connect'] = {
  lookup: (_name, _options, callback) =>
    callback(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), []),
};

async function isLocal(url: string, options: Partial<FetchOptions> = {}): Promise<boolean | undefined> {
  const result = await fetchWith(url, readSettings({ userAgent: USER_AGENT, ...options }));
  return result.outcome === 'unreachable' ? result.isLocalFault : undefined;
}

describe('a fault is local', () => {
  test('where the name cannot be resolved', async () => {
    expect(await isLocal('http://example.test/', { connect: LOOKUP_FAILS })).toBe(true);
  });

  test('where no connection can be made', async () => {
    const gone = await Peer.start(always(200));
    const { origin } = gone;
    await gone.stop();
    expect(await isLocal(origin)).toBe(true);
  });

  test('where the guard refuses the address', async () => {
    const peer = await Peer.start(always(200));
    expect(await isLocal(peer.origin, { addresses: 'public' })).toBe(true);
  });

  test('where a time limit shorter than the default ends the fetch', async () => {
    const silent = await Peer.start(() => {});
    expect(await isLocal(silent.origin, { timeouts: { headersMs: 1 } })).toBe(true);
  });
});

describe('a fault is the site’s', () => {
  test.each([500, 503, 304])('where it answers %i', async (status) => {
    const peer = await Peer.start(always(status));
    expect(await isLocal(peer.origin)).toBe(false);
  });

  test('where it closes the connection before it answers', async () => {
    const peer = await Peer.start((socket) => socket.destroy());
    expect(await isLocal(peer.origin)).toBe(false);
  });
});

test('a fetch takes a slot of each host that it is redirected to, and of each address', async () => {
  const last = await Peer.start(always(200, ''), { host: '127.0.0.2' });
  const first = await Peer.start((socket) =>
    socket.write(answer(302, '', { Location: `http://localhost.test:${last.port}/` })),
  );
  const asked: string[] = [];
  const slot: FetchSlot = {
    moveTo: async (host) => void asked.push(`host ${host}`),
    connectTo: async (address) => void asked.push(`address ${address}`),
  };
  const lookup: NonNullable<FetchOptions['connect']>['lookup'] = (_name, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.2', family: 4 }]) : callback(null, '127.0.0.2', 4);
  const settings = readSettings({ userAgent: USER_AGENT, connect: { lookup } });
  const result = await fetchWith(first.origin, { ...settings, slot });
  expect(result.outcome).toBe('success');
  expect(asked).toEqual(['address 127.0.0.1', 'host localhost.test', 'address 127.0.0.2']);
});

test('a fetch that the limits refuse is over at once', async () => {
  const peer = await Peer.start(always(200));
  const refusal = new Error('no room');
  const slot: FetchSlot = { moveTo: async () => {}, connectTo: () => Promise.reject(refusal) };
  const result = await fetchWith(peer.origin, { ...readSettings({ userAgent: USER_AGENT }), slot });
  expect(result).toMatchObject({ outcome: 'unreachable', isLocalFault: true });
  expect(peer.connections).toBe(0);
});

test('without limits a fetch is as before', async () => {
  const peer = await Peer.start(always(200));
  expect((await getFrom(peer)).outcome).toBe('success');
});
