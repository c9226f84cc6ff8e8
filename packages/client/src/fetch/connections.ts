/**
 * The connections that a fetch makes itself. All are closed when it ends: a robots.txt is requested about once a day, so
 * keeping a connection open would be useless.
 */
import { isIPv6, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { addressCheck } from './addresses/address-policy.js';
import { addressesOf } from './addresses/host-addresses.js';
import { addressForProxy, openTunnel } from './addresses/proxy.js';
import { type ApplicationProtocols, established, openConnection, socketOver } from './connection.js';
import type { Exchange } from './exchange.js';
import type { Hop } from './hop.js';
import { Http1Exchange } from './http/http1-exchange.js';
import { octetLimits, type TimeLimits } from './limits.js';
import type { Settings } from './settings.js';
import { waitForSlot } from './slot.js';

/** The port of a URL that names none. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export class Connections {
  readonly #settings: Settings;
  readonly #limits: TimeLimits;
  readonly #sockets = new Set<Socket>();
  /** Whether to offer HTTP/2 to servers. */
  offersHttp2 = true;

  constructor(settings: Settings, limits: TimeLimits) {
    this.#settings = settings;
    this.#limits = limits;
  }

  /**
   * Connects to the host of a hop, sends the request and waits for the headers of the response.
   *
   * @throws {AccessError} (rejects) if there is no response
   * @throws the limits' reason (rejects) if they abort
   */
  async exchange(hop: Hop, headers: Record<string, string>): Promise<Exchange> {
    const exchange = await this.#exchangeOver(await this.#connect(hop), hop, headers);
    if (hop.proxy !== null) this.#settings.network.tunnels(hop.proxy, hop.url).note(hop.url.origin);
    return exchange;
  }

  async #exchangeOver(socket: Socket, hop: Hop, headers: Record<string, string>): Promise<Exchange> {
    const octets = octetLimits(this.#settings.maxOctets);
    const request = { url: hop.url, headers, maxEncodedOctets: octets.maxEncodedOctets };
    if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') {
      hop.usesHttp2 = true;
      const { Http2Exchange } = await import('./http/http2-exchange.js');
      return new Http2Exchange(request, this.#limits, socket, octets).begin();
    }
    return new Http1Exchange(request, this.#limits, socket, octets).begin();
  }

  /** Closes every connection. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves the host's name, waits for a slot, and connects. */
  async #connect(hop: Hop): Promise<Socket> {
    this.#limits.enter('connect');
    hop.proxy = this.#settings.proxy?.(hop.url) ?? null;
    const { proxy } = hop;
    const socket = proxy === null ? await this.#connectDirectly(hop) : await this.#connectThrough(proxy, hop);
    hop.onConnected();
    return socket;
  }

  async #connectDirectly(hop: Hop): Promise<Socket> {
    const { network, connect, addresses, clock } = this.#settings;
    const { signal } = this.#limits;
    const { hostname, url, redirectedFrom } = hop;
    const isAllowed = addressCheck(addresses);
    hop.addresses = await addressesOf(hostname, { network, connect, isAllowed, redirectedFrom }, signal);
    await waitForSlot(hop.addresses[0].address, this.#settings.slot, this.#limits);
    const { protocol, port } = url;
    const target = { protocol, hostname, port };
    const socket = this.#owned(
      await openConnection(target, hop.addresses, connect, this.#protocols, { clock, signal }),
    );
    const address = socket.remoteAddress ?? hop.addresses[0].address;
    hop.address = address;
    network.addressesLike(address, connect.localAddress).note(address);
    return socket;
  }

  /** Connects through a proxy: to an address that was checked, or to the name if the policy checks nothing. */
  async #connectThrough(proxy: URL, hop: Hop): Promise<Socket> {
    const { connect } = this.#settings;
    const { signal } = this.#limits;
    const { hostname, url } = hop;
    const address = await addressForProxy(hop, this.#settings, signal);
    hop.address = address;
    const host = address ?? hostname;
    await waitForSlot(host, this.#settings.slot, this.#limits);
    const { protocol, port } = url;
    const authority = `${isIPv6(host) ? `[${host}]` : host}:${port || DEFAULT_PORTS[protocol]}`;
    const tunnel = this.#owned(await openTunnel(proxy, authority, connect, signal));
    const socket = socketOver(tunnel, { protocol, hostname, port }, connect, this.#protocols);
    if (socket !== tunnel) await established(this.#owned(socket), hostname, signal);
    return socket;
  }

  get #protocols(): ApplicationProtocols {
    return this.offersHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'];
  }

  /** Adds a socket to those that are closed when the fetch ends. */
  #owned(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket;
  }
}
