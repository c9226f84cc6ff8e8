/** An HTTP proxy on loopback. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { pem } from './peer.js';

export interface ProxyServer {
  readonly url: string;
  /** What it was asked to connect to, such as `93.184.216.34:80`. */
  readonly asked: string[];
  readonly authorizations: (string | undefined)[];
  readonly open: () => number;
  /** Resets every connection. */
  readonly reset: () => void;
}

/** Starts a proxy that connects every tunnel to a port of loopback, answers with a status, or does not answer. It ends with the test. */
export async function startProxy(
  to: number | 'the port asked for' | { status: number } | 'nothing',
  isTls = false,
): Promise<ProxyServer> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server: Server = isTls
    ? createTlsServer({ key: pem('self-signed', 'key'), cert: pem('self-signed', 'crt') })
    : createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url, headers }, socket: Socket) => {
    asked.push(url ?? '');
    authorizations.push(headers['proxy-authorization']);
    socket.on('error', () => {});
    if (to === 'nothing') {
      socket.resume().once('end', () => socket.end());
      return;
    }
    if (typeof to === 'object') {
      socket.end(`HTTP/1.1 ${to.status} No\r\n\r\n`);
      return;
    }
    const port = typeof to === 'number' ? to : Number(url?.split(':')[1]);
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${isTls ? 's' : ''}://127.0.0.1:${port}`,
    asked,
    authorizations,
    open: () => sockets.size,
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}
