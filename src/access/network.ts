/**
 * What all fetches of a process share: the resolver, and recent successes of other fetches.
 */
import { isIPv4, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isPublicAddress } from './public-addresses.js';
import { RecentSuccesses } from './recent-successes.js';
import { NameResolver } from './resolver/resolver.js';

export class Network {
  readonly resolver: NameResolver;
  readonly #names = new RecentSuccesses();
  readonly #namesByLookup = new WeakMap<LookupFunction, RecentSuccesses>();
  readonly #origins = new WeakMap<Dispatcher, RecentSuccesses>();
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
   * Addresses that accepted a connection, and that this process reaches in the same way as one address: by the same version
   * of IP, within the public internet or without, and from the same address of its own.
   *
   * @param localAddress the option `connect.localAddress`, if it is given
   */
  addressesLike(address: string, localAddress = ''): RecentSuccesses {
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

/** The network of fetches that get no other. */
export const sharedNetwork = new Network();
