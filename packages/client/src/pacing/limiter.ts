/**
 * How many fetches run at once: overall, for each host, and for each address. A fetch waits first for a place at its host, then for one of the
 * total, each in the order of coming, so that a host with a long queue delays no other. A fetch that waits for an address holds no place of the
 * total.
 */
import { isIPv6 } from 'node:net';
import { dnsNameOf } from '../fetch/addresses.js';
import type { FetchPermit } from '../fetch/limits.js';
import { Places } from '../fetch/waiting.js';

/** How many fetches of robots.txt may run at once. Each limit is at least 1. */
export interface ConcurrencyLimits {
  /** How many fetches run at once. */
  readonly total: number;
  /** How many of them send requests to one host name, whatever the port. Redirects count for the host that they lead to. */
  readonly perHost: number;
  /** How many of them send requests to one IPv4 address, or to one /64 network of IPv6, whatever the host names. */
  readonly perAddress: number;
}

/** The most fetches that begin in a turn of the event loop. Each takes about a millisecond to begin, so a burst would block the process. */
const STARTS_PER_TURN = 4;

/** Gives out permits within limits. */
export class Limiter {
  readonly #limits: ConcurrencyLimits;
  readonly #total: Places;
  readonly #places = new Map<string, Places>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    this.#total = new Places(limits.total, STARTS_PER_TURN);
  }

  /** Fetches that hold a permit and do not wait. */
  get running(): number {
    return this.#total.taken;
  }

  /** Fetches that wait. */
  get waiting(): number {
    let count = this.#total.waiting;
    for (const { waiting } of this.#places.values()) count += waiting;
    return count;
  }

  /** The places of all fetches. */
  get total(): Places {
    return this.#total;
  }

  /** The places at a host or an address. */
  placesAt(kind: 'host' | 'address', of: string): Places {
    const name = `${kind} ${of}`;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const limit = kind === 'host' ? this.#limits.perHost : this.#limits.perAddress;
    const places = new Places(limit, Infinity, () => this.#places.delete(name));
    this.#places.set(name, places);
    return places;
  }
}

/** The permit of one fetch. {@link leave} is always called when the fetch ends. */
export class Permit implements FetchPermit {
  readonly #limiter: Limiter;
  /** At most one place at a host, one at an address, and one of the total. */
  readonly #held = new Map<string, Places>();
  /** How often all places were left. A wait that began before the last time is obsolete. */
  #leaves = 0;

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  async moveTo(host: string, signal: AbortSignal): Promise<void> {
    this.leave();
    await this.#wait('host', this.#limiter.placesAt('host', dnsNameOf(host)), signal);
    try {
      await this.#wait('total', this.#limiter.total, signal);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  async connectTo(address: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#leave('address');
    const places = this.#limiter.placesAt('address', networkOf(address));
    if (places.tryTake()) {
      this.#held.set('address', places);
      return;
    }
    this.#leave('total');
    await this.#wait('address', places, signal);
    await this.#wait('total', this.#limiter.total, signal);
  }

  /** Leaves all places. Calling it again has no effect. */
  leave(): void {
    this.#leaves++;
    for (const kind of ['address', 'host', 'total']) this.#leave(kind);
  }

  #leave(kind: string): void {
    this.#held.get(kind)?.leave();
    this.#held.delete(kind);
  }

  /** Waits for a place, and leaves it if the permit was released meanwhile. */
  async #wait(kind: string, places: Places, signal: AbortSignal): Promise<void> {
    const leaves = this.#leaves;
    await places.take(signal);
    if (this.#leaves === leaves) this.#held.set(kind, places);
    else {
      places.leave();
      throw new Error('The fetch ended before it had a permit');
    }
  }
}

/** An IPv6 address has eight groups of 16 bits; four of them are the /64 network that one site usually has (RFC 4291 §2.5.1). */
const ADDRESS_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What an address is counted as: itself, or the network of an IPv6 address, since one host may have all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser writes an address in its one canonical form.
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [start, end] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = end === undefined ? 0 : ADDRESS_GROUPS - start.length - end.length;
  const network = [...start, ...new Array<string>(zeros).fill('0'), ...(end ?? [])].slice(0, NETWORK_GROUPS);
  // `::1` and the addresses that represent IPv4 addresses have no network of their own.
  return network.every((group) => group === '0') ? canonical : `${network.join(':')}::/64`;
}
