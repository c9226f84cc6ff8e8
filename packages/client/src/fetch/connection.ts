/**
 * Making a connection to addresses that have been checked.
 */
import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, TLSSocket, type ConnectionOptions as TlsOptions } from 'node:tls';
import { ATTEMPT_DELAY_MS, connectToAny } from './addresses/address-race.js';
import { pinnedLookup } from './addresses/host-addresses.js';
import type { ResolvedAddress } from './addresses/hostnames.js';
import type { Clock } from './clock.js';
import type { EndSignal } from './ending.js';
import { AccessError } from './faults.js';
import type { ConnectOptions } from './options.js';
import { abortable } from './waiting.js';

/** What to connect to. */
export interface ConnectionTarget {
  /** `http:` or `https:`. */
  readonly protocol: string;
  /** A name or an IP address, without brackets. */
  readonly hostname: string;
  /** Decimal; empty for the protocol's own. */
  readonly port: string;
}

/** The protocols offered over TLS, in order of preference (RFC 7301). */
export type ApplicationProtocols = readonly ('h2' | 'http/1.1')[];

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/**
 * Connects to the first of several addresses that accepts a connection (RFC 8305), and begins TLS if the protocol requires it. With
 * the option `autoSelectFamily: false`, only the first address is tried.
 *
 * @throws {AccessError} (rejects) `connect-failed` or `tls-failed`
 * @throws the signal's reason (rejects) if it aborts; every socket is destroyed then
 */
export async function openConnection(
  target: ConnectionTarget,
  addresses: readonly ResolvedAddress[],
  options: ConnectOptions,
  protocols: ApplicationProtocols,
  { clock, signal }: { readonly clock: Clock; readonly signal: EndSignal },
): Promise<Socket> {
  const { hostname } = target;
  if (addresses.length === 1 || options.autoSelectFamily === false) {
    const socket = openSocket(target, addresses, options, protocols);
    await established(socket, hostname, signal);
    return socket;
  }
  const race = {
    open: ({ address }: ResolvedAddress) => connectTcp(tcpTarget({ ...target, hostname: address }, options)),
    clock,
    attemptDelayMs: options.autoSelectFamilyAttemptTimeout ?? ATTEMPT_DELAY_MS,
  };
  let connection: Socket;
  try {
    connection = await connectToAny(addresses, race, signal);
  } catch (error) {
    throw error instanceof AggregateError ? connectFault(error, hostname, false) : error;
  }
  connection.setNoDelay(true);
  const socket = socketOver(connection, target, options, protocols);
  if (socket === connection) return socket;
  socket.once('close', () => connection.destroy());
  await established(socket, hostname, signal);
  return socket;
}

/** Begins a connection to the first of several addresses. */
export function openSocket(
  connection: ConnectionTarget,
  addresses: readonly ResolvedAddress[],
  options: ConnectOptions,
  protocols: ApplicationProtocols,
): Socket {
  const { protocol, hostname } = connection;
  const isTls = protocol === 'https:';
  const target = Object.assign(tcpTarget(connection, options), { lookup: pinnedLookup(addresses) });
  const socket = isTls ? connectTls({ ...target, ...tlsTarget(hostname, protocols) }) : connectTcp(target);
  socket.setNoDelay(true);
  // Errors of a socket that was given up are ignored.
  socket.on('error', () => {});
  return socket;
}

function tcpTarget(
  { protocol, hostname, port }: ConnectionTarget,
  options: ConnectOptions,
): TcpNetConnectOpts {
  return {
    // Node 20 copies the options for each socket. The copy of an object without prototype has no hidden class of its own, which takes 2 KB.
    __proto__: null,
    ...options,
    host: hostname,
    // Port 0 is not the default port. No server has it, so the connection fails.
    port: port === '' ? (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT) : Number(port),
    path: undefined,
    socket: undefined,
  } as TcpNetConnectOpts;
}

/**
 * Begins to use an established connection: begins TLS on it if the protocol requires it.
 *
 * @returns the connection, or the TLS connection to wait for
 */
export function socketOver(
  established: Socket,
  { protocol, hostname }: ConnectionTarget,
  options: ConnectOptions,
  protocols: ApplicationProtocols,
): Socket {
  if (protocol !== 'https:') return established;
  const { lookup: _, ...tls } = options;
  const target = { ...tls, socket: established, host: hostname, ...tlsTarget(hostname, protocols) };
  const socket = connectTls(target as TlsOptions);
  socket.on('error', () => {});
  return socket;
}

/** An IP address is not a server name (RFC 6066 §3). For one, the certificate is compared with `host`. */
function tlsTarget(
  hostname: string,
  protocols: ApplicationProtocols,
): Pick<TlsOptions, 'ALPNProtocols' | 'servername'> {
  return { ALPNProtocols: [...protocols], servername: isIP(hostname) === 0 ? hostname : '' };
}

/**
 * Waits until requests can be sent: the connection, and TLS if the socket uses it, are established.
 *
 * @throws {AccessError} (rejects) `connect-failed` or `tls-failed`
 * @throws the signal's reason (rejects) if it aborts; the socket is destroyed then
 */
export async function established(socket: Socket, hostname: string, signal: EndSignal): Promise<void> {
  try {
    await abortable(readiness(socket, hostname), signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Resolves once a socket that is connecting can be used. Rejects as {@link established}. */
export function readiness(socket: Socket, hostname: string): Promise<void> {
  const isTls = socket instanceof TLSSocket;
  // TLS within a tunnel begins on a connection.
  let isConnected = !socket.connecting;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(connectFault(error, hostname, isTls && isConnected));
    socket.once('connect', () => {
      isConnected = true;
    });
    socket.once(isTls ? 'secureConnect' : 'connect', () => resolve());
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('closed')));
  });
}

function connectFault(error: Error, hostname: string, isTls: boolean): AccessError {
  if (isTls) {
    // Messages of OpenSSL end with a line end.
    return new AccessError('tls-failed', `TLS with ${hostname} failed: ${error.message.trim()}`, {
      cause: error,
    });
  }
  return new AccessError('connect-failed', `No connection to ${hostname}: ${connectMessage(error)}`, {
    cause: error,
  });
}

/** An error of several attempts (RFC 8305) has no message of its own. */
function connectMessage(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((e: Error) => e.message).join('; ')
    : error.message;
}
