/**
 * Coalescing among processes that share a store: who fetches holds a lease, the others look into the store until the
 * holder's result is there. The lease is short and extended while its holder lives, so that one who dies delays the others
 * by seconds.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../access/clock.js';
import type { GuardedStore } from './guarded-store.js';

export interface FleetOptions {
  readonly clock: Clock;
  /** How long a lease outlives its holder, in milliseconds. */
  readonly leaseMs: number;
  /** How long to wait for another process at most, in milliseconds; then both fetch. */
  readonly patienceMs: number;
  /** Told once whenever another process is waited for. */
  readonly onWait: () => void;
}

/** What comes of asking for the lead: what another process found, or the lead itself, to be released. */
export type Lead<Value> = { readonly found: Value } | { readonly release: () => Promise<void> };

/** The waits between two looks into the store, in milliseconds. */
const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 500;
const LOOK_FACTOR = 1.5;

/** A lease is extended this often within its time. */
const EXTENSIONS_A_LEASE = 3;

/** Agrees with other processes on who fetches. */
export class Fleet {
  readonly #store: GuardedStore;
  readonly #options: FleetOptions;

  constructor(store: GuardedStore, options: FleetOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Takes the lead for a key, or what whoever has it leaves in the store.
   *
   * @param look what the store has that is good enough; undefined if nothing
   * @throws the signal's reason if it aborts meanwhile
   */
  async lead<Value>(
    key: string,
    signal: AbortSignal,
    look: () => Promise<Value | undefined>,
  ): Promise<Lead<Value>> {
    if (!this.#store.hasLeases) return { release: async () => {} };
    const { clock, leaseMs, patienceMs, onWait } = this.#options;
    const leaseKey = `lease ${key}`;
    const token = randomUUID();
    const patientUntil = clock.now() + patienceMs;
    let lookMs = FIRST_LOOK_MS;
    for (let turn = 0; ; turn++) {
      const taken = await this.#store.acquire(leaseKey, token, leaseMs);
      // Between the last look and the lease, another process may have come to its end.
      const found = taken || turn > 0 ? await look() : undefined;
      if (found !== undefined || signal.aborted) {
        if (taken) await this.#store.release(leaseKey, token);
        signal.throwIfAborted();
        if (found !== undefined) return { found };
      }
      if (taken) return { release: this.#holding(leaseKey, token) };
      if (turn === 0) onWait();
      if (clock.now() >= patientUntil) return { release: async () => {} };
      await sleep(lookMs, clock, signal);
      lookMs = Math.min(lookMs * LOOK_FACTOR, LONGEST_LOOK_MS);
    }
  }

  /** Extends a lease again and again. @returns what ends that and gives the lease back */
  #holding(leaseKey: string, token: string): () => Promise<void> {
    const { clock, leaseMs } = this.#options;
    let timer: unknown;
    let held = true;
    const extendLater = (): void => {
      timer = clock.setTimeout(async () => {
        held &&= await this.#store.extend(leaseKey, token, leaseMs);
        if (held) extendLater();
      }, leaseMs / EXTENSIONS_A_LEASE);
    };
    extendLater();
    return async () => {
      held = false;
      clock.clearTimeout(timer);
      await this.#store.release(leaseKey, token);
    };
  }
}

/** @throws the signal's reason if it aborts */
function sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const wake = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = clock.setTimeout(wake, ms);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
