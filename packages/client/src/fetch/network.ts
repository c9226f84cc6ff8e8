/**
 * The network of a process: its resolver, and recent successes of its fetches, by which faults of this process are told from those of a site.
 */
import { isIPv4, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from 'robotstream/internal';
import type { Dispatcher } from 'undici';
import { isPublicAddress } from './addresses.js';
import { NameResolver } from './resolver.js';

/** How many proxies' successes are remembered. Some programs use another proxy name for each session. */
const MAX_TUNNELS = 1000;

export class Network {
  readonly resolver: NameResolver;
  readonly #names = new RecentSuccesses();
  readonly #namesByLookup = new WeakMap<LookupFunction, RecentSuccesses>();
  readonly #origins = new WeakMap<Dispatcher, RecentSuccesses>();
  readonly #tunnels = new LRUCache<string, RecentSuccesses>({ max: MAX_TUNNELS });
  readonly #addresses = new Map<string, RecentSuccesses>();

  constructor(resolver = new NameResolver()) {
    this.resolver = resolver;
  }

  /**
   * Names that resolved.
   *
   * @param lookup the option `connect.lookup`, if it is given
   */
  names(lookup: LookupFunction | undefined): RecentSuccesses {
    return lookup === undefined ? this.#names : entryOf(this.#namesByLookup, lookup);
  }

  /** Origins that a dispatcher got a response from. */
  origins(dispatcher: Dispatcher): RecentSuccesses {
    return entryOf(this.#origins, dispatcher);
  }

  /**
   * Origins that sent a response through a proxy's tunnels, over TLS or without: a proxy that inspects TLS may fail at all https
   * sites, and at no other.
   *
   * @param url one that the proxy is used for
   */
  tunnels(proxy: URL, url: URL): RecentSuccesses {
    return entryOf(this.#tunnels, `${proxy.origin} ${url.protocol}`);
  }

  /**
   * Addresses that accepted a connection, and that this process reaches in the same way as one address: by the same version
   * of IP, within the public internet or without, and from the same address of its own.
   *
   * @param localAddress the option `connect.localAddress`, if it is given
   */
  addressesLike(address: string, localAddress?: string): RecentSuccesses {
    const key = `${isIPv4(address) ? 4 : 6} ${isPublicAddress(address)} ${localAddress}`;
    return entryOf(this.#addresses, key);
  }
}

interface Entries<Key> {
  get(key: Key): RecentSuccesses | undefined;
  set(key: Key, successes: RecentSuccesses): unknown;
}

function entryOf<Key>(entries: Entries<Key>, key: Key): RecentSuccesses {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const successes = new RecentSuccesses();
  entries.set(key, successes);
  return successes;
}

/** For how long a success is evidence, in milliseconds. */
const EVIDENCE_MS = MINUTE_MS;

/**
 * The last successes of some kind: names that resolved, addresses that accepted a connection. If another one has succeeded, a failure
 * is the site's; otherwise it may be this process's own.
 */
export class RecentSuccesses {
  /** The two that succeeded last: a frequent one hides no other. */
  readonly #latest = new LRUCache<string, true>({ max: 2, ttl: EVIDENCE_MS });

  /** Records a success. */
  note(of: string): void {
    this.#latest.set(of, true);
  }

  /** Whether another name or address has succeeded within the last minute. */
  hasOther(than: string): boolean {
    return [...this.#latest.keys()].some((of) => of !== than);
  }
}

/** The network of fetches that get no other. */
export const sharedNetwork = new Network();
