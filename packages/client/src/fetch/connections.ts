/**
 * The connections that a fetch makes itself: one for each request, closed when the fetch ends. A robots.txt is requested about once a day, so
 * keeping a connection open would be useless.
 */
import { isIPv6, type Socket } from 'node:net';
import type { Client } from 'undici';
import { addressCheck } from './addresses/address-policy.js';
import { addressesOf } from './addresses/host-addresses.js';
import { addressForProxy, openTunnel } from './addresses/proxy.js';
import { type ConnectionTarget, DEFAULT_PORTS, openConnection, openTls } from './connect.js';
import { loadUndici } from './dispatch.js';
import type { Exchange } from './exchange.js';
import { AccessError } from './faults.js';
import { HttpExchange } from './http-exchange.js';
import { octetLimits, type TimeLimits, waitForPermit } from './limits.js';
import type { FetchRequest } from './request.js';
import type { Settings } from './settings.js';

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
