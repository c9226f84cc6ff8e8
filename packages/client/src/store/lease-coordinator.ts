/**
 * Coalescing among processes that share a store: one of them holds a lease and fetches, the others watch the store for the
 * result. A lease is short, and extended while its holder lives: a holder that dies delays the others by seconds.
 *
 * Some results are not shared, such as a file under `no-store` or a fault of the holder's own side. The holder then leaves a
 * note, and all waiting processes go on alone at once, instead of one after another.
 */

import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from 'robotstream/internal';
import { type Clock, monotonicNow } from '../fetch/clock.js';
import { type BackOff, backOffMs } from '../fetch/retry.js';
import { abortable } from '../fetch/waiting.js';
import type { GuardedStore } from './guarded-store.js';

export interface LeaseOptions {
  readonly clock: Clock;
  /** How long a lease outlives its holder, in milliseconds. */
  readonly leaseMs: number;
  /** The longest wait for another process, in milliseconds. After that, both fetch. */
  readonly patienceMs: number;
}

/** The right to fetch. */
export interface Lease {
  /**
   * Releases it.
   *
   * @param isShared whether the result, if any, is in the store for the others
   */
  end(isShared: boolean): Promise<void>;
}

/** A question's wait for another process. */
export interface Wait {
  /**
   * Waits a moment before the next read of the store.
   *
   * @returns whether to fetch without a lease: the other process has a result that it does not share, or takes too long
   * @throws the signal's reason (rejects) if it aborts
   */
  pause(signal: AbortSignal): Promise<boolean>;
}

/** How long a note is kept, in milliseconds: longer than any pause. */
const NOTE_MS = MINUTE_MS;

/** Agrees with other processes on which one fetches. */
export class LeaseCoordinator {
  readonly #store: GuardedStore;
  readonly #options: LeaseOptions;

  constructor(store: GuardedStore, options: LeaseOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Takes the lease for a key; undefined if another process has it. */
  async take(key: string): Promise<Lease | undefined> {
    const { clock, leaseMs } = this.#options;
    const leaseKey = `lease ${key}`;
    const token = randomUUID();
    if (!(await this.#store.acquire(leaseKey, token, leaseMs))) return undefined;
    const stopExtending = renewRegularly(clock, leaseMs, () => this.#store.extend(leaseKey, token, leaseMs));
    return {
      end: async (isShared) => {
        stopExtending();
        if (!isShared) await this.#store.set(noteKey(key), token, NOTE_MS);
        await this.#store.release(leaseKey, token);
      },
    };
  }

  /** Begins to wait for the process that has the lease. */
  async wait(key: string): Promise<Wait> {
    const { clock, patienceMs } = this.#options;
    const waitUntil = monotonicNow(clock) + patienceMs;
    const firstNote = (await this.#store.get(noteKey(key)))?.value;
    let reads = 0;
    return {
      pause: async (signal) => {
        await sleep(backOffMs(PAUSES, ++reads), clock, signal);
        if (monotonicNow(clock) >= waitUntil) return true;
        const note = (await this.#store.get(noteKey(key)))?.value;
        return note !== undefined && note !== firstNote;
      },
    };
  }
}

/** Where the note of a result that is not shared is kept. It says nothing about the site. */
function noteKey(key: string): string {
  return `unshared ${key}`;
}

/** @throws the signal's reason (rejects) if it aborts */
async function sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let timer: unknown;
  try {
    const passed = new Promise<void>((resolve) => {
      timer = clock.setTimeout(resolve, ms);
    });
    await abortable(passed, signal);
  } finally {
    clock.clearTimeout(timer);
  }
}

/** The pauses between two questions to the store while another process comes first. */
export const PAUSES: BackOff = { firstMs: 25, maxMs: 500, factor: 1.5 };

/** How often something that is held is renewed within its time. */
export const RENEWALS_PER_TTL = 3;

/**
 * Renews something regularly until it is stopped.
 *
 * @param renew resolves with whether it is still held
 * @returns stops renewing
 */
export function renewRegularly(clock: Clock, ttlMs: number, renew: () => Promise<boolean>): () => void {
  let timer: unknown;
  let hasEnded = false;
  const renewLater = (): void => {
    timer = clock.setTimeout(async () => {
      if ((await renew()) && !hasEnded) renewLater();
    }, ttlMs / RENEWALS_PER_TTL);
  };
  renewLater();
  return () => {
    hasEnded = true;
    clock.clearTimeout(timer);
  };
}
