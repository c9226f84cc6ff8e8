/** A proxy on loopback that leads names to servers of the tests, for commands that are asked about names. */
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { listen, stop } from '../../../client/test/client/support/site.js';

export interface NamedHosts {
  /** The environment by which the command uses the proxy. */
  readonly env: { readonly [name: string]: string };
  /** What was asked for: `example.invalid:443`. */
  readonly asked: string[];
}

/**
 * Starts a proxy and stops it after the test. A name that is not listed does not resolve.
 *
 * @param ports the port of the server for `HOST:PORT`
 */
export function useNamedHosts(): (ports: { readonly [authority: string]: number }) => Promise<NamedHosts> {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });
  return async (ports) => {
    const asked: string[] = [];
    const sockets = new Set<Socket>();
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, client: Socket) => {
      asked.push(url);
      sockets.add(client);
      client.on('error', () => {});
      const port = ports[url];
      if (port === undefined) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      const server = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        client.pipe(server).pipe(client);
      });
      sockets.add(server);
      server.on('error', () => client.destroy());
    });
    await listen(proxy, '127.0.0.1');
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      return stop(proxy);
    });
    return { env: { HTTP_PROXY: origin, HTTPS_PROXY: origin, NO_PROXY: '' }, asked };
  };
}
