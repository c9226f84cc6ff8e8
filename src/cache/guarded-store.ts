/**
 * A store that cannot hurt: each operation has a time limit, a failure is reported and answered as if nothing were stored,
 * and after one the store is left alone for a moment, so that a store that hangs does not slow every question down.
 */
import type { Clock } from '../access/clock.js';
import { RobotsError } from '../errors.js';
import type { StoreOperation } from './events.js';
import type { RobotsStore } from './store.js';

/** For how long a store that failed is not asked, in milliseconds. */
export const STORE_REST_MS = 5000;

export interface GuardOptions {
  readonly clock: Clock;
  /** The time limit of one operation, in milliseconds. */
  readonly timeoutMs: number;
  /** Told of each failure. */
  readonly report: (operation: StoreOperation, error: RobotsError) => void;
}

/** The same operations as a store's; none of them rejects. */
export class GuardedStore {
  readonly #store: RobotsStore;
  readonly #options: GuardOptions;
  #restsUntil = -Infinity;

  constructor(store: RobotsStore, options: GuardOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Whether processes that share the store can agree on who fetches. */
  get hasLeases(): boolean {
    return this.#store.leases !== undefined;
  }

  get(key: string): Promise<unknown> {
    return this.#attempt('get', () => this.#store.get(key), undefined);
  }

  set(key: string, text: string, ttlMs: number): Promise<void> {
    return this.#attempt('set', () => this.#store.set(key, text, ttlMs), undefined);
  }

  delete(key: string): Promise<void> {
    return this.#attempt('delete', () => this.#store.delete(key), undefined);
  }

  /** True if the store fails: better two fetches than none. */
  acquire(key: string, token: string, ttlMs: number): Promise<boolean> {
    const { leases } = this.#store;
    if (leases === undefined) return Promise.resolve(true);
    return this.#attempt('lease', () => leases.acquire(key, token, ttlMs), true);
  }

  /** False if the store fails. */
  extend(key: string, token: string, ttlMs: number): Promise<boolean> {
    const { leases } = this.#store;
    return this.#attempt('lease', async () => leases?.extend(key, token, ttlMs) ?? false, false);
  }

  release(key: string, token: string): Promise<void> {
    return this.#attempt('lease', async () => this.#store.leases?.release(key, token), undefined);
  }

  close(): Promise<void> {
    this.#restsUntil = -Infinity;
    return this.#attempt('close', () => this.#store.close(), undefined);
  }

  async #attempt<Value>(
    operation: StoreOperation,
    run: () => Promise<Value>,
    otherwise: Value,
  ): Promise<Value> {
    const { clock, report } = this.#options;
    if (clock.now() < this.#restsUntil) return otherwise;
    try {
      return await this.#inTime(operation, run);
    } catch (error) {
      this.#restsUntil = clock.now() + STORE_REST_MS;
      report(operation, asStoreError(operation, error));
      return otherwise;
    }
  }

  #inTime<Value>(operation: StoreOperation, run: () => Promise<Value>): Promise<Value> {
    const { clock, timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => {
        reject(
          new RobotsError('store-timeout', `The store did not answer "${operation}" within ${timeoutMs} ms.`),
        );
      }, timeoutMs);
      // What comes after the time limit has nobody to go to.
      new Promise<Value>((started) => started(run()))
        .then(resolve, reject)
        .finally(() => clock.clearTimeout(timer));
    });
  }
}

function asStoreError(operation: StoreOperation, error: unknown): RobotsError {
  if (error instanceof RobotsError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RobotsError('store-failed', `The store failed at "${operation}": ${message}`, { cause: error });
}
