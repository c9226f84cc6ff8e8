/** Local faults, and how a fetch uses the permit that it is given. */
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { fetchWith } from '../../src/fetch/fetch-robots.js';
import { DEFAULT_TIMEOUTS, type FetchPermit } from '../../src/fetch/limits.js';
import { Network } from '../../src/fetch/network.js';
import { NameResolver } from '../../src/fetch/resolver.js';
import { readSettings } from '../../src/fetch/settings.js';
import type { AccessResult, FetchOptions } from '../../src/index.js';
import { lookupOf } from '../client/support/clients.js';
import { lookupThat, USER_AGENT } from './support/fetching.js';
import { NameServer, NEVER_AGAIN_MS } from './support/name-server.js';
import { always, answer, Peer, pem } from './support/peer.js';
import { startProxy } from './support/proxy-server.js';
import { until } from './support/sockets.js';

/** Resolves the names that begin with `good`. */
const lookup = lookupOf((name) => (name.startsWith('good') ? '127.0.0.1' : null));

/** Fetches as a process that has fetched nothing before, and then more of the same process. */
function newProcess(): (url: string, options?: Partial<FetchOptions>) => Promise<AccessResult> {
  const network = new Network();
  const clock = new ManualClock();
  return (url, options = {}) =>
    fetchWith(url, { ...readSettings({ userAgent: USER_AGENT, clock, ...options }), network });
}

async function isLocal(result: Promise<AccessResult>): Promise<boolean | undefined> {
  const got = await result;
  return got.outcome === 'unreachable' ? got.isLocalFault : undefined;
}

/** The origin of a host on which no server listens. */
const goneFrom = (host: string): string => `http://${host}:${CLOSED_PORT}`;

describe('a name that cannot be resolved', () => {
  test('is a local fault as long as no other was resolved', async () => {
    const fetch = newProcess();
    const connect = { lookup };
    const peer = await Peer.start(always(200));
    expect(await isLocal(fetch('http://bad.example/', { connect }))).toBe(true);
    await fetch(`http://good.example:${peer.port}/`, { connect });
    expect(await isLocal(fetch('http://bad.example/', { connect }))).toBe(false);
    expect(await isLocal(fetch('http://worse.example/', { connect }))).toBe(false);
  });

  test('is judged by the successes of its own lookup', async () => {
    const fetch = newProcess();
    const peer = await Peer.start(always(200));
    await fetch(`http://good.example:${peer.port}/`, { connect: { lookup } });
    const other: typeof lookup = (...args) => lookup(...args);
    expect(await isLocal(fetch('http://bad.example/', { connect: { lookup: other } }))).toBe(true);
  });

  test('by the DNS is a local fault if the DNS answers for no name', async () => {
    const clock = new ManualClock();
    const server = await NameServer.start((name) =>
      name === 'good.example' ? { a: ['127.0.0.1'] } : 'servfail',
    );
    const resolver = new NameResolver({
      servers: [server.address],
      firstTryMs: NEVER_AGAIN_MS,
      hostsFile: '/nonexistent',
      clock,
    });
    const settings = { ...readSettings({ userAgent: USER_AGENT, clock }), network: new Network(resolver) };
    const peer = await Peer.start(always(200));
    expect(await isLocal(fetchWith('http://bad.example/', settings))).toBe(true);
    expect((await fetchWith(`http://good.example:${peer.port}/`, settings)).outcome).toBe('success');
    expect(await isLocal(fetchWith('http://worse.example/', settings))).toBe(false);
  });
});

describe('a connection that cannot be made', () => {
  test('is a local fault as long as none was made to another address', async () => {
    const fetch = newProcess();
    const gone = goneFrom('127.0.0.2');
    expect(await isLocal(fetch(gone))).toBe(true);
    const peer = await Peer.start(always(200));
    await fetch(peer.origin);
    expect(await isLocal(fetch(gone))).toBe(false);
  });

  test('from a chosen local address is a local fault as long as none was made from there', async () => {
    const fetch = newProcess();
    const other = await Peer.start(always(200), { host: '127.0.0.2' });
    const gone = goneFrom('127.0.0.1');
    const connect = { localAddress: '127.0.0.3' };
    await fetch(other.origin);
    expect(await isLocal(fetch(gone, { connect }))).toBe(true);
    await fetch(other.origin, { connect });
    expect(await isLocal(fetch(gone, { connect }))).toBe(false);
  });

  test('to any address of a name is no local fault once an address like one of them accepted a connection', async () => {
    const fetch = newProcess();
    const connect = { lookup: lookupThat(['127.0.0.2', '::1']) };
    const peer = await Peer.start(always(200));
    await fetch(peer.origin);
    expect(await isLocal(fetch(goneFrom('two.example'), { connect }))).toBe(false);
  });

  test('to an address counts under that address, however the system writes it', async () => {
    const fetch = newProcess();
    const peer = await Peer.start(always(200));
    await fetch(`http://0.0.0.0:${peer.port}`);
    expect(await isLocal(fetch(goneFrom('0.0.0.0')))).toBe(true);
  });

  test('within the default time limit is a local fault as long as none was made to another address', async () => {
    const [clock, fetch] = [new ManualClock(), newProcess()];
    const silent = await Peer.start(() => {}, { host: '127.0.0.2' });
    const peer = await Peer.start(always(200));
    for (const expected of [true, false]) {
      const { connections } = silent;
      const fetched = fetch(silent.origin.replace('http', 'https'), { clock });
      await until(() => silent.connections > connections);
      clock.elapse(DEFAULT_TIMEOUTS.connectMs);
      expect(await fetched).toMatchObject({ fault: 'connect-timeout', isLocalFault: expected });
      await fetch(peer.origin);
    }
  });
});

test('a failure within the tunnel of a proxy is a local fault as long as no other site was reached through it', async () => {
  const fetch = newProcess();
  const [good, bad] = await Promise.all([Peer.start(always(404)), Peer.start((socket) => socket.destroy())]);
  const options = { proxy: (await startProxy('the port asked for')).url };
  expect(await isLocal(fetch(bad.origin, options))).toBe(true);
  await fetch(good.origin, options);
  expect(await isLocal(fetch(bad.origin, options))).toBe(false);
  expect(await isLocal(fetch(bad.origin, { proxy: () => null }))).toBe(false);
});

describe('through a dispatcher of the caller', () => {
  test('a connection that fails is a local fault as long as the dispatcher has reached no other site', async () => {
    const fetch = newProcess();
    const dispatcher = new Agent();
    const gone = goneFrom('127.0.0.2');
    expect(await isLocal(fetch(gone, { dispatcher }))).toBe(true);
    const peer = await Peer.start(always(404));
    await fetch(peer.origin, { dispatcher });
    expect(await isLocal(fetch(gone, { dispatcher }))).toBe(false);
    await dispatcher.destroy();
  });

  test.each([
    ['a status', always(503)],
    ['a redirect to nowhere', always(301)],
    ['a body in a wrong coding', always(200, 'a', { 'Content-Encoding': 'gzip' })],
  ])('%s of the site is not a local fault', async (_, reply) => {
    const dispatcher = new Agent();
    const peer = await Peer.start(reply);
    expect(await isLocal(newProcess()(peer.origin, { dispatcher }))).toBe(false);
    await dispatcher.destroy();
  });
});

describe('a local fault, whatever works otherwise, is', () => {
  test('an address that the guard refuses', async () => {
    const peer = await Peer.start(always(200));
    expect(await isLocal(newProcess()(peer.origin, { addresses: 'public' }))).toBe(true);
  });

  test('a time limit shorter than the default', async () => {
    const clock = new ManualClock();
    const headersMs = DEFAULT_TIMEOUTS.headersMs - 1;
    const silent = await Peer.start(() => {});
    const fetched = isLocal(newProcess()(silent.origin, { clock, timeouts: { headersMs } }));
    await until(() => silent.requests.length === 1);
    clock.elapse(headersMs);
    expect(await fetched).toBe(true);
  });
});

describe('a fault is of the site', () => {
  test.each([500, 503, 304])('where it answers %i', async (status) => {
    const peer = await Peer.start(always(status));
    expect(await isLocal(newProcess()(peer.origin))).toBe(false);
  });

  test('where it takes longer than the default time limit', async () => {
    const clock = new ManualClock();
    const silent = await Peer.start(() => {});
    const fetched = isLocal(newProcess()(silent.origin, { clock }));
    await until(() => silent.requests.length === 1);
    clock.elapse(DEFAULT_TIMEOUTS.headersMs);
    expect(await fetched).toBe(false);
  });

  test('where its certificate is not trusted, unless an option of the connection may be the reason', async () => {
    const peer = await Peer.start(always(200), { certificate: 'self-signed' });
    expect(await isLocal(newProcess()(peer.origin))).toBe(false);
    expect(await isLocal(newProcess()(peer.origin, { connect: { ca: pem('expired', 'crt') } }))).toBe(true);
  });
});

test('a fetch takes a permit of each host that it is redirected to, and of each address', async () => {
  const last = await Peer.start(always(200, ''), { host: '127.0.0.2' });
  const first = await Peer.start((socket) =>
    socket.write(answer(302, '', { Location: `http://localhost.test:${last.port}/` })),
  );
  const asked: string[] = [];
  const permit: FetchPermit = {
    moveTo: async (host) => void asked.push(`host ${host}`),
    connectTo: async (address) => void asked.push(`address ${address}`),
  };
  const settings = readSettings({ userAgent: USER_AGENT, connect: { lookup: lookupThat('127.0.0.2') } });
  const result = await fetchWith(first.origin, { ...settings, permit });
  expect(result.outcome).toBe('success');
  expect(asked).toEqual(['address 127.0.0.1', 'host localhost.test', 'address 127.0.0.2']);
});

test('time spent waiting for a permit does not count against the time limits', async () => {
  const clock = new ManualClock();
  const there = await Peer.start(always(200), { host: '127.0.0.2' });
  const peer = await Peer.start(always(302, '', { Location: there.robotsUrl }));
  const wait = async (): Promise<void> => {
    clock.elapse(10 * DEFAULT_TIMEOUTS.totalMs);
  };
  const permit: FetchPermit = { moveTo: wait, connectTo: wait };
  const settings = { ...readSettings({ userAgent: USER_AGENT, clock }), permit };
  const result = await fetchWith(peer.origin, settings);
  expect(result.outcome).toBe('success');
  expect(result.timings.totalMs).toBe(30 * DEFAULT_TIMEOUTS.totalMs);
  expect(clock.pending).toBe(0);
});
