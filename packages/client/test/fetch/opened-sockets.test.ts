/** What becomes of the sockets of a fetch, without the fetch: RFC 9309 §2.3.1.4 makes each failure a result, never a crash. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openConnection } from '../../src/fetch/connections.js';
import { openTunnel } from '../../src/fetch/proxy.js';
import { always, Peer } from './support/peer.js';

/** Waits for the end of a socket whose errors only the code under test listens to. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

test.each(['http:', 'https:'] as const)(
  'an abort ends a connection that is being made, over %s',
  async (protocol) => {
    const peer = await Peer.start(always(200));
    const ending = new AbortController();
    const target = { protocol, hostname: 'site.test', port: String(peer.port) };
    const socket = openConnection(target, [{ address: '127.0.0.1', family: 4 }], {}, ending.signal);
    ending.abort(new Error('enough'));
    await expect(socket).rejects.toThrow('enough');
  },
);

test('a socket sends at once, whatever is on its way, and errors of one that nothing waits for are ignored', async () => {
  const noDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  onTestFinished(() => noDelay.mockRestore());
  const peer = await Peer.start((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  const target = { protocol: 'http:', hostname: 'site.test', port: String(peer.port) };
  const { signal } = new AbortController();
  const connection = await openConnection(target, [{ address: '127.0.0.1', family: 4 }], {}, signal);
  const tunnel = await openTunnel(new URL(peer.origin), 'site.test:80', {}, signal);
  for (const socket of [connection, tunnel]) {
    expect(noDelay.mock.calls[noDelay.mock.contexts.lastIndexOf(socket)]).toEqual([true]);
    socket.emit('error', new Error('late'));
    socket.destroy();
  }
});

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
