/**
 * How many fetches run at once: overall, for each host, and for each address. A fetch waits first for a place at its host, then for one of the
 * total, each in the order of coming, so that a host with a long queue delays no other. A fetch that waits for an address holds no place of the
 * total.
 */
import { isIPv6 } from 'node:net';
import { dnsNameOf } from '../fetch/addresses/hostnames.js';
import type { EndSignal } from '../fetch/ending.js';
import type { FetchSlot } from '../fetch/slot.js';
import { WaitingQueue } from '../fetch/waiting.js';

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

/** A number of places, and a queue for them. */
class Places {
  readonly #limit: number;
  readonly #perTurn: number;
  readonly #onIdle: () => void;
  readonly #queue = new WaitingQueue(() => this.#update());
  #taken = 0;
  #isScheduled = false;

  /**
   * @param perTurn how many of those that wait get a place in a turn of the event loop
   * @param onIdle called when no place is taken, and none is waited for
   */
  constructor(limit: number, perTurn = Infinity, onIdle: () => void = () => {}) {
    this.#limit = limit;
    this.#perTurn = perTurn;
    this.#onIdle = onIdle;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Takes a place if one is free. */
  tryTake(): boolean {
    if (this.#taken >= this.#limit || this.#queue.size > 0) return false;
    this.#taken++;
    return true;
  }

  /**
   * Waits for a place.
   *
   * @throws the signal's reason (rejects) if it aborts first
   */
  async take(signal: EndSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#perTurn === Infinity && this.tryTake()) return;
    const { turn } = this.#queue.join(undefined, signal);
    this.#schedule();
    await turn;
  }

  leave(): void {
    this.#taken--;
    this.#update();
  }

  #update(): void {
    if (this.#perTurn === Infinity) this.#fill();
    else this.#schedule();
    if (this.#taken === 0 && this.#queue.size === 0) this.#onIdle();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.size === 0 || this.#taken >= this.#limit) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#fill();
      this.#schedule();
    });
  }

  #fill(): void {
    for (let count = 0; count < this.#perTurn && this.#taken < this.#limit; count++) {
      const { first } = this.#queue;
      if (first === undefined) return;
      this.#taken++;
      first.begin();
    }
  }
}

/** Gives out slots within limits. */
export class Limiter {
  readonly #limits: ConcurrencyLimits;
  readonly #total: Places;
  readonly #places = new Map<string, Places>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    this.#total = new Places(limits.total, STARTS_PER_TURN);
  }

  /** Fetches that hold a slot and do not wait. */
  get running(): number {
    return this.#total.taken;
  }

  /** Fetches that wait. */
  get waiting(): number {
    let count = this.#total.waiting;
    for (const { waiting } of this.#places.values()) count += waiting;
    return count;
  }

  /**
   * Waits for a slot for a fetch from a host.
   *
   * @throws the signal's reason (rejects) if it aborts first
   */
  async enter(host: string, signal: EndSignal): Promise<Slot> {
    const slot = new Slot(this.#total, (kind, of) => this.#placesAt(kind, of));
    await slot.moveTo(host, signal);
    return slot;
  }

  #placesAt(kind: PlaceKind, of: string): Places {
    const name = `${kind} ${of}`;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const limit = kind === 'host' ? this.#limits.perHost : this.#limits.perAddress;
    const places = new Places(limit, Infinity, () => this.#places.delete(name));
    this.#places.set(name, places);
    return places;
  }
}

type PlaceKind = 'host' | 'address';

/** The slot of one fetch. {@link leave} is always called when the fetch ends. */
export class Slot implements FetchSlot {
  readonly #total: Places;
  readonly #placesAt: (kind: PlaceKind, of: string) => Places;
  /** The places that it holds. */
  readonly #held = new Set<Places>();
  #address: Places | undefined;
  /** How often all places were left. A wait that began before the last time is obsolete. */
  #leaves = 0;

  constructor(total: Places, placesAt: (kind: PlaceKind, of: string) => Places) {
    this.#total = total;
    this.#placesAt = placesAt;
  }

  async moveTo(host: string, signal: EndSignal): Promise<void> {
    this.leave();
    signal.throwIfAborted();
    try {
      await this.#take(this.#placesAt('host', dnsNameOf(host)), signal);
      await this.#take(this.#total, signal);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  async connectTo(address: string, signal: EndSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#address !== undefined) this.#leave(this.#address);
    this.#address = this.#placesAt('address', networkOf(address));
    if (this.#address.tryTake()) this.#held.add(this.#address);
    else {
      this.#leave(this.#total);
      await this.#take(this.#address, signal);
      await this.#take(this.#total, signal);
    }
  }

  /** Leaves all places. Calling it again has no effect. */
  leave(): void {
    this.#leaves++;
    for (const places of this.#held) this.#leave(places);
  }

  async #take(places: Places, signal: EndSignal): Promise<void> {
    const leaves = this.#leaves;
    await places.take(signal);
    this.#held.add(places);
    if (this.#leaves === leaves) return;
    this.#leave(places);
    throw new Error('The fetch ended before it had a slot');
  }

  #leave(places: Places): void {
    if (this.#held.delete(places)) places.leave();
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
