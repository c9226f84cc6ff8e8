/** What becomes of the sockets of a fetch, without the fetch: RFC 9309 §2.3.1.4 makes each failure a result, never a crash. */
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { openTunnel } from '../../src/fetch/addresses/proxy.js';
import { systemClock } from '../../src/fetch/clock.js';
import { openSocket, readiness, socketOver } from '../../src/fetch/connection.js';
import { Http1Exchange } from '../../src/fetch/http/http1-exchange.js';
import { octetLimits, TimeLimits } from '../../src/fetch/limits.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/settings.js';
import { always, head, Peer } from './support/peer.js';

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }] as const;

function open(protocol: 'http:' | 'https:', port: number): Socket {
  return openSocket({ protocol, hostname: 'site.test', port: String(port) }, LOOPBACK, {}, ['http/1.1']);
}

/** Waits for the end of a socket whose errors only the code under test listens to. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('the error of a socket that nothing waits for', () => {
  test.each(['http:', 'https:'] as const)(
    'is ignored: a connection that is refused, over %s',
    async (protocol) => {
      const socket = open(protocol, CLOSED_PORT);
      await closed(socket);
      expect(socket.errored).toMatchObject({ code: 'ECONNREFUSED' });
    },
  );

  test('is ignored: TLS within a tunnel that does not speak it', async () => {
    const peer = await Peer.start(() => {}, {
      onConnection: (socket) => socket.end('HTTP/1.1 400 No\r\n\r\n'),
    });
    const tunnel = connect(peer.port, '127.0.0.1');
    await once(tunnel, 'connect');
    const target = { protocol: 'https:', hostname: 'site.test', port: '' };
    const socket = socketOver(tunnel, target, {}, ['http/1.1']);
    await closed(socket);
    expect(socket.errored).toBeInstanceOf(Error);
    await peer.closed();
  });
});

test.each(['http:', 'https:'] as const)(
  'a socket that is closed on this side before it is connected was not established, over %s',
  async (protocol) => {
    const peer = await Peer.start(always(200));
    const socket = open(protocol, peer.port);
    const isReady = readiness(socket, 'site.test');
    socket.destroy();
    await expect(isReady).rejects.toMatchObject({
      code: 'connect-failed',
      message: 'No connection to site.test: closed',
    });
  },
);

describe('a tunnel', () => {
  /** Opens one through a proxy that answers with these octets. */
  async function tunnelAfter(response: string): Promise<{ proxy: Peer; tunnel: Socket }> {
    const proxy = await Peer.start((socket) => socket.write(response));
    const tunnel = await openTunnel(new URL(proxy.origin), 'site.test:80', {}, new AbortController().signal);
    return { proxy, tunnel };
  }

  test('begins with the octets that arrive together with the proxy’s response (RFC 9110 §9.3.6)', async () => {
    const { proxy, tunnel } = await tunnelAfter('HTTP/1.1 200 OK\r\n\r\nearly');
    expect(proxy.requests[0]).toMatch(/^CONNECT site\.test:80 HTTP\/1\.1\r\nhost: site\.test:80\r\n/i);
    expect(String((await once(tunnel, 'data'))[0])).toBe('early');
    tunnel.destroy();
    await proxy.closed();
  });

  test('may be reset when nothing waits for it', async () => {
    const { proxy, tunnel } = await tunnelAfter('HTTP/1.1 200 OK\r\n\r\n');
    const isClosed = closed(tunnel.resume());
    proxy.reset();
    await isClosed;
    expect(tunnel.errored).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('requests are sent at once: without the delay that joins small packets (RFC 896), the socket', () => {
  test.each([
    ['of a direct connection', (port: number) => open('http:', port)],
    [
      'of a tunnel',
      (port: number) =>
        openTunnel(new URL(`http://127.0.0.1:${port}`), 'site.test:80', {}, new AbortController().signal),
    ],
  ])('%s', async (_, opened) => {
    const peer = await Peer.start(always(200));
    const settings: [Socket, boolean | undefined][] = [];
    const spy = vi.spyOn(Socket.prototype, 'setNoDelay').mockImplementation(function (this: Socket, isOn) {
      settings.push([this, isOn]);
      return this;
    });
    onTestFinished(() => spy.mockRestore());
    const socket = await opened(peer.port);
    expect(settings.filter(([of]) => of === socket)).toEqual([[socket, true]]);
    socket.destroy();
  });
});

test.each([
  ['as many octets as its limit allows', 0, 204],
  ['one octet more', 1, null],
])('a response of %s, interim responses included', async (_, over, status) => {
  const response = `${head(103)}${head(204)}`;
  const peer = await Peer.start((socket) => socket.end(response));
  const socket = open('http:', peer.port);
  await once(socket, 'connect');
  const limits = new TimeLimits(systemClock, DEFAULT_TIMEOUTS, undefined);
  const octets = { maxEncodedOctets: 100, maxHeaderOctets: 1000, maxOctets: response.length - over };
  const request = { url: new URL(peer.origin), headers: {}, maxEncodedOctets: 100 };
  const exchange = new Http1Exchange(request, limits, socket, octets).begin();
  if (status !== null) await expect(exchange).resolves.toMatchObject({ status });
  else {
    await expect(exchange).rejects.toMatchObject({
      code: 'malformed-response',
      message: `${peer.origin}/: the response takes more than ${octets.maxOctets} octets, headers and framing included`,
    });
  }
  limits.end();
  socket.destroy();
});

test('a socket that is closed before its request has no response', async () => {
  const peer = await Peer.start(always(200));
  const socket = open('http:', peer.port);
  await once(socket, 'connect');
  socket.destroy();
  const limits = new TimeLimits(systemClock, DEFAULT_TIMEOUTS, undefined);
  const request = { url: new URL(peer.origin), headers: {}, maxEncodedOctets: 100 };
  const exchange = new Http1Exchange(request, limits, socket, octetLimits(100)).begin();
  await expect(exchange).rejects.toMatchObject({ code: 'connection-reset' });
  limits.end();
});
