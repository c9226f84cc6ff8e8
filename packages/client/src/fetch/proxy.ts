/**
 * A connection through an HTTP proxy: a tunnel (RFC 9110 §9.3.6), for both http and https. If the proxy got whole URLs, it would
 * resolve their names itself, after the address was checked here.
 */

import type { Socket } from 'node:net';
import { isInClass } from 'robotstream/internal';
import type { buildConnector } from 'undici';
import {
  type AddressCheck,
  type AddressPolicy,
  addressCheck,
  addressesOf,
  isPublicAddress,
} from './addresses.js';
import { loadUndici } from './dispatch.js';
import { AccessError } from './faults.js';
import type { ConnectOptions } from './options.js';
import type { FetchRequest } from './requests.js';
import type { Settings } from './settings.js';

/**
 * Asks a proxy for a tunnel.
 *
 * @param authority `host:port` to connect to, an IPv6 address in brackets
 * @param options how the proxy is connected to
 * @throws {AccessError} (rejects) `proxy-failed`
 * @throws the signal's reason (rejects) if it aborts
 */
export async function openTunnel(
  proxy: URL,
  authority: string,
  { lookup: _, ...connect }: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const { Client } = await loadUndici();
  // The time limits of the fetch apply, by the signal.
  const limits = { connectTimeout: 0, headersTimeout: 0 };
  const client = new Client(proxy.origin, { ...limits, connect: connect as buildConnector.BuildOptions });
  try {
    const headers = { host: authority, ...authorizationOf(proxy) };
    const { statusCode, socket } = await client.connect({ path: authority, headers, signal });
    // Errors of a socket that was given up are ignored.
    socket.on('error', () => {});
    if (isInClass(statusCode, 2)) return (socket as Socket).setNoDelay(true);
    socket.destroy();
    throw new Error(`the proxy answered ${statusCode} to CONNECT ${authority}`);
  } catch (error) {
    void client.destroy();
    signal.throwIfAborted();
    const { message } = error as Error;
    throw new AccessError('proxy-failed', `${proxy.host}: ${message}`, { cause: error });
  }
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
  request: FetchRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<string | null> {
  const { network, connect, addresses: policy } = settings;
  if (policy === 'any') return null;
  const search = {
    network,
    connect,
    isAllowed: checkFor(policy, request),
    redirectedFrom: request.redirectedFrom,
  };
  try {
    request.addresses = await addressesOf(request.hostname, search, signal);
  } catch (error) {
    const isUnresolved = error instanceof AccessError && error.code === 'dns-failed';
    // The first request goes to any address. Within many networks only the proxy resolves names.
    if (isUnresolved && policy === 'no-inward-redirects' && isSameHost(request)) return null;
    throw error;
  }
  // A proxy may lack IPv6, and does not try a second address.
  const [first] = request.addresses;
  return (request.addresses.find(({ family }) => family === 4) ?? first).address;
}

/** The check of a policy. A server that only the proxy could find, which only `no-inward-redirects` allows, counts as public. */
function checkFor(policy: AddressPolicy, { from }: FetchRequest): AddressCheck {
  const isFromUnknown = from !== null && from.address === null;
  return isFromUnknown ? isPublicAddress : addressCheck(policy);
}

/** Whether a request goes to the host of the first one. */
function isSameHost({ hostname, from }: FetchRequest): boolean {
  return from === null || (hostname === from.hostname && isSameHost(from));
}
