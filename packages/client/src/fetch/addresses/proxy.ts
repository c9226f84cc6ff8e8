/**
 * A connection through an HTTP proxy: a tunnel (RFC 9110 §9.3.6), for both http and https. If the proxy got whole URLs, it would
 * resolve their names itself, after the address was checked here.
 */
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { isInClass } from 'robotstream/internal';
import { type EndSignal, onEnd } from '../ending.js';
import { AccessError } from '../faults.js';
import type { Hop } from '../hop.js';
import type { ConnectOptions } from '../options.js';
import type { Settings } from '../settings.js';
import { type AddressCheck, type AddressPolicy, addressCheck } from './address-policy.js';
import { addressesOf } from './host-addresses.js';
import { bareHostname } from './hostnames.js';
import { isPublicAddress } from './public-addresses.js';

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
  signal: EndSignal,
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
    };
    const asked = send(request as RequestOptions);
    const stopListening = onEnd(signal, () => asked.destroy());
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      stopListening();
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
    asked.once('error', (error) => {
      stopListening();
      fail(error.message, error);
    });
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

/**
 * The address that a proxy is asked for; null if it is asked for the name, because the policy leaves the address to it.
 *
 * @throws {AccessError} (rejects) `address-refused`; `dns-failed` if the name has to be checked and cannot be resolved here
 * @throws the signal's reason (rejects) if it aborts
 */
export async function addressForProxy(
  hop: Hop,
  settings: Settings,
  signal: EndSignal,
): Promise<string | null> {
  const { network, connect, addresses: policy } = settings;
  if (policy === 'any') return null;
  const search = { network, connect, isAllowed: checkFor(policy, hop), redirectedFrom: hop.redirectedFrom };
  try {
    hop.addresses = await addressesOf(hop.hostname, search, signal);
  } catch (error) {
    const isUnresolved = error instanceof AccessError && error.code === 'dns-failed';
    // The first request goes to any address. Within many networks only the proxy resolves names.
    if (isUnresolved && policy === 'no-inward-redirects' && isSameHost(hop)) return null;
    throw error;
  }
  // A proxy may lack IPv6, and does not try a second address.
  const [first] = hop.addresses;
  return (hop.addresses.find(({ family }) => family === 4) ?? first).address;
}

/** The check of a policy. Under `no-inward-redirects`, a server that only the proxy could find counts as public. */
function checkFor(policy: AddressPolicy, { from }: Hop): AddressCheck {
  const isFromUnknown = from !== null && from.address === null;
  return policy === 'no-inward-redirects' && isFromUnknown ? isPublicAddress : addressCheck(policy);
}

/** Whether a request goes to the host of the first one. */
function isSameHost({ hostname, from }: Hop): boolean {
  return from === null || (hostname === from.hostname && isSameHost(from));
}
