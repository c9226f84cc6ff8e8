/**
 * One request of a fetch: the first one, or one that follows a redirect.
 */

import type { ResolvedAddress } from './addresses/hostnames.js';
import { bareHostname } from './addresses/hostnames.js';

/** Where a request goes, and how far it has come. */
export class Hop {
  readonly url: URL;
  /** The hop that redirected here; null if this is the first. */
  readonly from: Hop | null;
  /** The addresses to connect to; empty before the host's name is resolved, and where a dispatcher connects. */
  addresses: readonly ResolvedAddress[] = [];
  /** The address that is connected to; null before, and where a dispatcher connects. */
  address: string | null = null;
  /** The proxy of the connection; null for none, and where a dispatcher connects. */
  proxy: URL | null = null;
  /** Called when the request can be sent. */
  readonly onConnected: () => void;

  constructor(url: URL, from: Hop | null, onConnected: () => void = () => {}) {
    this.url = url;
    this.from = from;
    this.onConnected = onConnected;
  }

  /** The address of the server that redirected here; null if this is the first hop, or the address is unknown. */
  get redirectedFrom(): string | null {
    return this.from?.address ?? null;
  }

  /** The URL's host, an IPv6 address without its brackets. */
  get hostname(): string {
    return bareHostname(this.url);
  }
}
