/**
 * A connection through an HTTP proxy: a tunnel (RFC 9110 §9.3.6), for both http and https. If the proxy got whole URLs, it would
 * resolve their names itself, after the address was checked here.
 */
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { isInClass } from 'robotstream/internal';
import { bareHostname } from './bare-hostname.js';
import type { ConnectOptions } from './connect-options.js';
import { AccessError } from './faults.js';

/**
 * Asks a proxy for a tunnel.
 *
 * @param authority `host:port` to connect to, an IPv6 address in brackets
 * @param options how the proxy is connected to
 * @throws {AccessError} (rejects) `proxy-failed`
 * @throws the signal's reason (rejects) if it aborts
 */
export function openTunnel(
  proxy: URL,
  authority: string,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, cause?: unknown): void =>
      reject(
        signal.aborted
          ? signal.reason
          : new AccessError('proxy-failed', `${proxy.host}: ${message}`, { cause }),
      );
    const { lookup: _, ...connect } = options;
    const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    const request = {
      ...connect,
      host: bareHostname(proxy),
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorizationOf(proxy) },
      agent: false,
      signal,
    };
    const asked = send(request as RequestOptions);
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      // Errors of a socket that was given up are ignored.
      socket.on('error', () => {});
      if (!isInClass(statusCode, 2)) {
        socket.destroy();
        fail(`the proxy answered ${statusCode} to CONNECT ${authority}`);
        return;
      }
      socket.unshift(head);
      socket.setNoDelay(true);
      resolve(socket);
    });
    asked.once('error', (error) => fail(error.message, error));
    asked.end();
  });
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials, 'latin1').toString('base64')}` };
}

/** Decodes the escapes of a text to octets, one character for each octet. A `%` without two hex digits stays. The octets need not be UTF-8. */
function percentDecoded(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
