/**
 * Making a connection to addresses that have been checked, and to no others.
 */

import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls';
import { pinnedLookup } from './addresses/host-addresses.js';
import type { ResolvedAddress } from './addresses/hostnames.js';
import { connectFault } from './fault-of-error.js';
import type { ConnectOptions } from './options.js';

/** What to connect to: what undici passes to a connector. */
export interface ConnectionTarget {
  /** `http:` or `https:`. */
  readonly protocol: string;
  /** A name or an IP address, without brackets. */
  readonly hostname: string;
  /** Decimal; empty for the protocol's own. */
  readonly port: string;
}

/** The ports of URLs that name none. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * How long one of several addresses has before the next one is tried, in milliseconds. Node gives an attempt up then, so its default of 250
 * would leave servers on the other side of the world unreached.
 */
const ATTEMPT_MS = 1000;

/**
 * Connects to the first of several addresses that accepts a connection (RFC 8305), and begins TLS if the protocol requires it.
 *
 * @throws {AccessError} (rejects) `connect-failed` or `tls-failed`
 * @throws the signal's reason (rejects) if it aborts; the socket is destroyed then
 */
export function openConnection(
  { protocol, hostname, port }: ConnectionTarget,
  addresses: readonly ResolvedAddress[],
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const target = {
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    ...options,
    host: hostname,
    // Port 0 is not the default port. No server has it, so the connection fails.
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    path: undefined,
    socket: undefined,
    lookup: pinnedLookup(addresses),
  } as TcpNetConnectOpts;
  return protocol === 'https:'
    ? established(connectTls({ ...target, ...tlsTarget(hostname) }), 'secureConnect', hostname, signal)
    : established(connectTcp(target), 'connect', hostname, signal);
}

/** Begins TLS within a tunnel. Throws as {@link openConnection}. */
export function openTls(
  tunnel: Socket,
  hostname: string,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const { lookup: _, ...tls } = options;
  const target = { ...tls, socket: tunnel, host: hostname, ...tlsTarget(hostname) } as TlsOptions;
  return established(connectTls(target), 'secureConnect', hostname, signal);
}

/** An IP address is not a server name (RFC 6066 §3). For one, the certificate is compared with `host`. */
function tlsTarget(hostname: string): Pick<TlsOptions, 'ALPNProtocols' | 'servername'> {
  return { ALPNProtocols: ['http/1.1'], servername: isIP(hostname) === 0 ? hostname : '' };
}

/** Waits until requests can be sent. */
async function established(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  hostname: string,
  signal: AbortSignal,
): Promise<Socket> {
  // TLS within a tunnel begins on a connection.
  let isConnected = !socket.connecting;
  socket.setNoDelay(true).once('connect', () => {
    isConnected = true;
  });
  // Errors of a socket that was given up are ignored.
  socket.on('error', () => {});
  try {
    await once(socket, ready, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw connectFault(error as Error, hostname, ready === 'secureConnect' && isConnected);
  }
}
