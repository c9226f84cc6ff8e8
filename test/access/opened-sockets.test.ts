/** What becomes of the sockets of a fetch, without the fetch: RFC 9309 §2.3.1.4 makes each failure a result, never a crash. */
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { openSocket, readiness, socketOver } from '../../src/access/connection.js';
import { CLOSED_PORT } from '../support/ports.js';
import { always, Peer } from './support/peer.js';

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

test('requests are sent at once: no socket waits for more to send', async () => {
  const peer = await Peer.start(always(200));
  const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  const socket = open('http:', peer.port);
  const calls = [...setNoDelay.mock.calls];
  setNoDelay.mockRestore();
  socket.destroy();
  expect(calls).toEqual([[true]]);
});
