/**
 * The network of a process: its resolver, recent successes of its fetches, by which faults of this process are told from those of a site, and
 * the addresses of a host that may be connected to.
 */
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from 'robotstream/internal';
import type { Dispatcher } from 'undici';
import {
  type AddressCheck,
  isPublicAddress,
  lookupAll,
  type ResolvedAddress,
  refusedAddress,
} from './addresses.js';
import { AccessError, messageOf } from './faults.js';
import type { ConnectOptions } from './options.js';
import { NameResolver } from './resolver.js';
import { abortable } from './waiting.js';

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

/** How to find addresses, and which may be used. */
export interface AddressSearch {
  readonly network: Network;
  /** `lookup`, `family` and `hints` of the connection's options. */
  readonly connect: Pick<ConnectOptions, 'lookup' | 'family' | 'hints'>;
  readonly isAllowed: AddressCheck;
  readonly redirectedFrom: string | null;
}

/**
 * The addresses of a host that may be connected to, in the order in which to try them.
 *
 * @param hostname a name or an IP address, without brackets
 * @throws {AccessError} (rejects) `dns-failed`; `address-refused` if none of them may be connected to
 * @throws the signal's reason (rejects) if it aborts
 */
export async function addressesOf(
  hostname: string,
  search: AddressSearch,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const found = await foundAddresses(hostname, search, signal);
  const allowed = found.filter(({ address }) => search.isAllowed(address, search.redirectedFrom));
  if (allowed.length > 0) return allowed;
  throw refusedAddress(
    hostname,
    found.map(({ address }) => address),
  );
}

async function foundAddresses(
  hostname: string,
  { network, connect }: AddressSearch,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const version = isIP(hostname);
  if (version === 4 || version === 6) return [{ address: hostname, family: version }];
  const family = connect.family === 4 || connect.family === 6 ? connect.family : 0;
  const { lookup } = connect;
  try {
    const found =
      lookup === undefined
        ? await network.resolver.resolve(hostname, family, signal)
        : await abortable(lookupAll(lookup, hostname, family, connect.hints), signal);
    network.names(lookup).note(hostname);
    return found;
  } catch (error) {
    signal.throwIfAborted();
    throw new AccessError('dns-failed', `${hostname} could not be resolved: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
