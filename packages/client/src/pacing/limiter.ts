/**
 * How many fetches run at once: overall, for each host, and for each address. Within a host, fetches begin in the order in
 * which they were asked for. Hosts that could begin one take turns, so that a host with a long queue delays no other.
 *
 * A fetch that waits occupies no slot that another could use: while it waits for an address, or for the host of a
 * redirect, it does not count against the total.
 */
import { isIPv6 } from 'node:net';
import { dnsNameOf } from '../fetch/addresses/hostnames.js';
import { type Clock, MAX_TIMER_MS } from '../fetch/clock.js';
import type { EndSignal } from '../fetch/ending.js';
import { AccessError } from '../fetch/faults.js';
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

export interface LimiterOptions extends ConcurrencyLimits {
  /** How long a fetch waits in a queue at most, in milliseconds; Infinity for no limit. */
  readonly queueMs: number;
  readonly clock: Clock;
  /** Called when the total has room that no queued fetch can use. */
  readonly onRoom?: () => void;
}

/** A host or an address with a limit of its own. */
interface Gate {
  readonly name: string;
  readonly limit: number;
  running: number;
  /** Fetches that wait. */
  readonly queue: WaitingQueue;
}

/** Gives out slots within limits. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #gates = new Map<string, Gate>();
  /** Gates that could let another fetch in if the total allowed it, in the order of their turns. */
  readonly #turns = new Set<Gate>();
  #running = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Fetches that hold a slot and do not wait. */
  get running(): number {
    return this.#running;
  }

  /** Fetches in a queue. */
  get waiting(): number {
    let count = 0;
    for (const { queue } of this.#gates.values()) count += queue.size;
    return count;
  }

  /**
   * Waits for a slot for a fetch from a host.
   *
   * @param waitedMs how long the fetch has already waited elsewhere, in milliseconds; it counts against the time limit
   * @throws {AccessError} (rejects) `queue-timeout`
   * @throws the signal's reason (rejects) if it aborts first
   */
  async enter(host: string, signal: EndSignal, waitedMs = 0): Promise<Slot> {
    const slot = new Slot(this);
    await slot.moveTo(host, signal, waitedMs);
    return slot;
  }

  /** Waits until a gate, and the total, have room for another fetch, and counts it in. */
  async pass(kind: GateKind, of: string, signal: EndSignal, waitedMs: number): Promise<Gate> {
    signal.throwIfAborted();
    const gate = this.#gateOf(kind, of);
    if (this.#running < this.#options.total && gate.running < gate.limit) this.#letIn(gate);
    else await this.#wait(gate, signal, waitedMs);
    return gate;
  }

  /** Counts a fetch in that the total counts already, if the gate has room. */
  tryPass(kind: GateKind, of: string): Gate | undefined {
    const gate = this.#gateOf(kind, of);
    if (gate.running >= gate.limit) return undefined;
    gate.running++;
    this.#update(gate);
    return gate;
  }

  /** Ends the count of a fetch against a gate. */
  leave(gate: Gate): void {
    gate.running--;
    this.#update(gate);
    this.#letInMore();
  }

  /** Ends the count of a fetch against the total. */
  leaveTotal(): void {
    this.#running--;
    this.#letInMore();
  }

  #gateOf(kind: GateKind, of: string): Gate {
    const name = `${kind} ${kind === 'host' ? dnsNameOf(of) : networkOf(of)}`;
    const known = this.#gates.get(name);
    if (known !== undefined) return known;
    const { perHost, perAddress } = this.#options;
    const limit = kind === 'host' ? perHost : perAddress;
    const gate: Gate = { name, limit, running: 0, queue: new WaitingQueue(() => this.#update(gate)) };
    this.#gates.set(name, gate);
    return gate;
  }

  #letIn(gate: Gate): void {
    gate.running++;
    this.#running++;
  }

  /** Resolves once the fetch has been counted in. */
  async #wait(gate: Gate, signal: EndSignal, waitedMs: number): Promise<void> {
    const { clock, queueMs } = this.#options;
    const { turn, giveUp } = gate.queue.join(undefined, signal);
    this.#update(gate);
    const timer =
      queueMs <= MAX_TIMER_MS &&
      clock.setTimeout(
        () => giveUp(queueTimeout(gate, `for ${queueMs} ms`)),
        Math.max(queueMs - waitedMs, 0),
      );
    try {
      await turn;
    } catch (reason) {
      throw queueFault(reason, gate);
    } finally {
      clock.clearTimeout(timer);
    }
  }

  #letInMore(): void {
    while (this.#running < this.#options.total) {
      const [gate] = this.#turns;
      if (gate === undefined) {
        this.#options.onRoom?.();
        return;
      }
      // If more of its fetches wait, it comes after the others.
      this.#turns.delete(gate);
      this.#letIn(gate);
      gate.queue.first?.begin();
      this.#update(gate);
    }
  }

  /** Queues a gate for a turn if it can use one, and forgets an unused gate. */
  #update(gate: Gate): void {
    if (gate.queue.size > 0 && gate.running < gate.limit) {
      this.#turns.add(gate);
    } else {
      this.#turns.delete(gate);
    }
    if (gate.queue.size === 0 && gate.running === 0) this.#gates.delete(gate.name);
  }
}

type GateKind = 'host' | 'address';

/** The slot of one fetch. {@link leave} is always called when the fetch ends. */
export class Slot implements FetchSlot {
  readonly #limiter: Limiter;
  #host: Gate | undefined;
  #address: Gate | undefined;
  #countsInTotal = false;
  /** How often the slot was released. A wait that began before the last release is obsolete. */
  #leaves = 0;

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  async moveTo(host: string, signal: EndSignal, waitedMs = 0): Promise<void> {
    this.leave();
    this.#host = await this.#pass('host', host, signal, waitedMs);
  }

  async connectTo(address: string, signal: EndSignal): Promise<void> {
    this.#leaveAddress();
    signal.throwIfAborted();
    this.#address = this.#limiter.tryPass('address', address);
    if (this.#address !== undefined) return;
    this.#leaveTotal();
    this.#address = await this.#pass('address', address, signal, 0);
  }

  /** Releases the slot. Calling it again has no effect. */
  leave(): void {
    this.#leaves++;
    this.#leaveAddress();
    if (this.#host !== undefined) this.#limiter.leave(this.#host);
    this.#host = undefined;
    this.#leaveTotal();
  }

  async #pass(kind: GateKind, of: string, signal: EndSignal, waitedMs: number): Promise<Gate> {
    const leaves = this.#leaves;
    const gate = await this.#limiter.pass(kind, of, signal, waitedMs);
    if (this.#leaves === leaves) {
      this.#countsInTotal = true;
      return gate;
    }
    this.#limiter.leave(gate);
    this.#limiter.leaveTotal();
    throw new Error('The fetch ended before it had a slot');
  }

  #leaveAddress(): void {
    if (this.#address !== undefined) this.#limiter.leave(this.#address);
    this.#address = undefined;
  }

  #leaveTotal(): void {
    if (!this.#countsInTotal) return;
    this.#countsInTotal = false;
    this.#limiter.leaveTotal();
  }
}

/** The fault of a fetch whose time limit expired in a queue. It had no slot; the site has not failed. */
function queueFault(reason: unknown, gate: Gate): unknown {
  const isTotalTimeout = reason instanceof AccessError && reason.code === 'total-timeout';
  return isTotalTimeout ? queueTimeout(gate, 'until its time limit', reason) : reason;
}

function queueTimeout({ name }: Gate, forHowLong: string, cause?: unknown): AccessError {
  return new AccessError('queue-timeout', `The fetch waited ${forHowLong} for a slot at ${name}`, { cause });
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
