/**
 * The connections that a fetch makes: to addresses that have been checked, and to no others. There is one for each request, closed when the
 * fetch ends. A robots.txt is requested about once a day, so keeping a connection open would be useless.
 */

import { once } from 'node:events';
import {
  connect as connectTcp,
  isIP,
  isIPv6,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls';
import type { Client } from 'undici';
import { addressCheck, addressesOf, type ResolvedAddress } from './addresses.js';
import { loadUndici } from './dispatch.js';
import { connectFault } from './fault-of-error.js';
import { AccessError } from './faults.js';
import { HttpExchange } from './http-exchange.js';
import { octetLimits, type TimeLimits, waitForPermit } from './limits.js';
import type { ConnectOptions } from './options.js';
import { addressForProxy, openTunnel } from './proxy.js';
import type { Exchange, FetchRequest } from './requests.js';
import type { Settings } from './settings.js';

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

/** A `lookup` for sockets whose addresses are known already. */
function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [{ address, family }] = addresses;
    if (options.all) process.nextTick(callback, null, addresses);
    else process.nextTick(callback, null, address, family);
  };
}

/** Begins TLS within a tunnel. Throws as {@link openConnection}. */
function openTls(
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
    throw connectFault(error as Error, hostname, isConnected);
  }
}

export class Connections {
  readonly #settings: Settings;
  readonly #limits: TimeLimits;
  readonly #sockets = new Set<Socket>();

  constructor(settings: Settings, limits: TimeLimits) {
    this.#settings = settings;
    this.#limits = limits;
  }

  /**
   * Sends a request, and waits for the headers of the response: through the program's dispatcher, or a client that connects
   * to checked addresses alone.
   *
   * @throws {AccessError} (rejects) if there is no response
   * @throws the limits' reason (rejects) if they abort
   */
  async exchange(request: FetchRequest, headers: Record<string, string>): Promise<Exchange> {
    const { dispatcher, maxOctets, network } = this.#settings;
    const { url, onConnected } = request;
    const { maxEncodedOctets } = octetLimits(maxOctets);
    const exchange = new HttpExchange({ url, headers, maxEncodedOctets, onSent: onConnected }, this.#limits);
    if (dispatcher !== undefined) {
      await exchange.begin(dispatcher);
      network.origins(dispatcher).note(url.origin);
      return exchange;
    }
    request.proxy = this.#settings.proxy?.(url) ?? null;
    await exchange.begin(await this.#clientFor(request, exchange));
    if (request.proxy !== null) network.tunnels(request.proxy, url).note(url.origin);
    return exchange;
  }

  /** Closes every connection. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** A client for one request, which makes one connection. */
  async #clientFor(request: FetchRequest, exchange: HttpExchange): Promise<Client> {
    const { maxHeaderOctets } = octetLimits(this.#settings.maxOctets);
    const { Client } = await loadUndici();
    let hasConnected = false;
    return new Client(request.url.origin, {
      // No connection is kept.
      pipelining: 0,
      maxHeaderSize: maxHeaderOctets,
      connect: (target, callback) => {
        if (hasConnected) {
          callback(new AccessError('connection-reset', `${request.hostname} closed the connection`), null);
          return;
        }
        hasConnected = true;
        this.#connect(target, request, exchange).then(
          (socket) => callback(null, socket),
          (error) => callback(error, null),
        );
      },
    });
  }

  /** Resolves the host's name, waits for a permit, and connects. */
  async #connect(target: ConnectionTarget, request: FetchRequest, exchange: HttpExchange): Promise<Socket> {
    const { proxy } = request;
    const connected =
      proxy === null ? this.#connectDirectly(target, request) : this.#connectThrough(proxy, target, request);
    const socket = await connected;
    this.#watch(socket, exchange);
    return socket;
  }

  /**
   * Ends the exchange when the connection is reset, and when the response has too many octets, most of which undici never shows: those of
   * chunk extensions, trailers and interim responses.
   */
  #watch(socket: Socket, exchange: HttpExchange): void {
    const { maxOctets } = octetLimits(this.#settings.maxOctets);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const { code, message } = error;
      if (code !== 'ECONNRESET') return;
      exchange.onResponseError(null, Object.assign(new Error(`connection lost: ${message}`), { code }));
      // undici takes ECONNRESET for the end of a body without a length.
      error.code = 'UND_ERR_SOCKET';
    });
    socket.on('readable', () => {
      if (socket.bytesRead > maxOctets)
        exchange.failAsMalformed(
          `the response takes more than ${maxOctets} octets, headers and framing included`,
        );
    });
  }

  async #connectDirectly(target: ConnectionTarget, request: FetchRequest): Promise<Socket> {
    const { network, connect, addresses, permit } = this.#settings;
    const { signal } = this.#limits;
    const { hostname, redirectedFrom } = request;
    const isAllowed = addressCheck(addresses);
    request.addresses = await addressesOf(hostname, { network, connect, isAllowed, redirectedFrom }, signal);
    const [{ address: first }] = request.addresses;
    await waitForPermit(first, permit, this.#limits);
    const socket = this.#owned(await openConnection(target, request.addresses, connect, signal));
    const address = (request.addresses.length > 1 ? socket.remoteAddress : undefined) ?? first;
    request.address = address;
    network.addressesLike(address, connect.localAddress).note(address);
    return socket;
  }

  /** Connects through a proxy: to an address that was checked, or to the name if the policy checks nothing. */
  async #connectThrough(
    proxy: URL,
    { protocol, hostname, port }: ConnectionTarget,
    request: FetchRequest,
  ): Promise<Socket> {
    const { connect, permit } = this.#settings;
    const { signal } = this.#limits;
    const address = await addressForProxy(request, this.#settings, signal);
    request.address = address;
    const host = address ?? hostname;
    await waitForPermit(host, permit, this.#limits);
    const authority = `${isIPv6(host) ? `[${host}]` : host}:${port || DEFAULT_PORTS[protocol]}`;
    const tunnel = this.#owned(await openTunnel(proxy, authority, connect, signal));
    return protocol === 'https:' ? this.#owned(await openTls(tunnel, hostname, connect, signal)) : tunnel;
  }

  /** Adds a socket to those that are closed when the fetch ends. */
  #owned(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket;
  }
}
