/**
 * One POST request with a body of JSON, through the proxy that the environment sets, as all requests of the command.
 */
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { environmentProxy } from '../with-client.js';

/**
 * Sends JSON to an http or https URL. Redirects are not followed, and the body of the response is not read.
 *
 * @returns the status
 * @throws (rejects) the error of the connection, or that of the signal
 */
export async function postJson(url: URL, body: string, signal: AbortSignal): Promise<number> {
  const isSecure = url.protocol === 'https:';
  const proxy = environmentProxy(url);
  const tunnel = proxy === null ? null : await tunnelTo(url, new URL(proxy), signal);
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    signal,
    ...(tunnel === null
      ? { agent: false }
      : { createConnection: () => (isSecure ? securedBy(tunnel, url) : tunnel) }),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.once('error', reject);
    request.end(body);
  });
}

const OK = 200;

/** A connection to the host of a URL that a proxy makes (RFC 9110 §9.3.6). */
function tunnelTo({ protocol, hostname, port }: URL, proxy: URL, signal: AbortSignal): Promise<Duplex> {
  const authority = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const { username, password } = proxy;
  const options: RequestOptions = {
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    auth: username === '' ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
      ...options,
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
    });
    request.once('connect', ({ statusCode = 0 }, socket) => {
      socket.on('error', () => {}); // the request on it reports its errors
      if (statusCode === OK) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} answered ${statusCode} to CONNECT ${authority}`));
    });
    request.once('error', (error) => reject(new Error(`the proxy ${proxy.host}: ${error.message}`)));
    request.end();
  });
}

function securedBy(socket: Duplex, { hostname }: URL): Duplex {
  const host = hostname.replace(/^\[|\]$/g, '');
  return connectTls({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
}
