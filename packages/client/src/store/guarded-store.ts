/**
 * A store whose failures do no harm. Each operation has a time limit. A failure is reported and never thrown. After a
 * failure, operations of its kind are skipped for a moment, so that a store that hangs does not slow down every question.
 */

import { RobotsError } from 'robotstream';
import { DAY_MS } from 'robotstream/internal';
import { type Clock, monotonicNow } from '../fetch/clock.js';
import { messageOf } from '../fetch/faults.js';
import type { RobotsStore, TurnRule } from './store.js';

/** How long operations are skipped after a failure, in milliseconds. */
export const STORE_REST_MS = 5000;

/** An operation of a store. */
export type StoreOperation = 'get' | 'set' | 'delete' | 'lease' | 'turn' | 'close';

export interface GuardOptions {
  readonly clock: Clock;
  /** The time limit of one operation, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives each failure. */
  readonly report: (operation: StoreOperation, error: RobotsError) => void;
}

/** Operations that are skipped together. A store that is full can still be read. */
type Kind = 'read' | 'write' | 'lease' | 'turn';

/** The result of an operation; undefined if it failed or was skipped. */
type Outcome<Value> = { readonly value: Value } | undefined;

/** The operations of a store. None of them rejects. */
export class GuardedStore {
  readonly #store: RobotsStore;
  readonly #options: GuardOptions;
  /** Until when the operations of a kind are skipped, by the monotonic clock. */
  readonly #restsUntil = new Map<Kind, number>();

  constructor(store: RobotsStore, options: GuardOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Whether processes that share the store can agree on which of them fetches. */
  get hasLeases(): boolean {
    return this.#store.leases !== undefined && this.#store.leases !== null;
  }

  /** Whether processes that share the store can take turns. */
  get hasTurns(): boolean {
    return this.#store.turns !== undefined && this.#store.turns !== null;
  }

  /** Reads what is stored; undefined if nothing is. The outcome is undefined if the store fails. */
  async get(key: string): Promise<Outcome<unknown>> {
    const outcome = await this.#attempt('get', 'read', () => this.#store.get(key));
    return outcome?.value === null ? { value: undefined } : outcome;
  }

  async set(key: string, text: string, ttlMs: number): Promise<void> {
    await this.#attempt('set', 'write', () => this.#store.set(key, text, ttlMs));
  }

  async delete(key: string): Promise<void> {
    await this.#attempt('delete', 'write', () => this.#store.delete(key));
  }

  /** True if the store fails: two fetches are better than none. */
  async acquire(key: string, token: string, ttlMs: number): Promise<boolean> {
    const outcome = await this.#attempt('lease', 'lease', async () =>
      this.#store.leases?.acquire(key, token, ttlMs),
    );
    return outcome?.value !== false;
  }

  /** False if the store fails. */
  async extend(key: string, token: string, ttlMs: number): Promise<boolean> {
    const outcome = await this.#attempt('lease', 'lease', async () =>
      this.#store.leases?.extend(key, token, ttlMs),
    );
    return outcome?.value === true;
  }

  async release(key: string, token: string): Promise<void> {
    await this.#attempt('lease', 'lease', async () => this.#store.leases?.release(key, token));
  }

  /** Calls the store's `take`. If the store fails, returns 0 as for a turn that was taken: this process then paces itself alone. */
  async takeTurn(key: string, token: string, rule: TurnRule): Promise<number | undefined> {
    const outcome = await this.#attempt('turn', 'turn', async () => {
      const dueMs = await this.#store.turns?.take(key, token, rule);
      if (dueMs !== undefined) checkMs('take', dueMs);
      return dueMs;
    });
    return outcome === undefined ? 0 : outcome.value;
  }

  /** Reports that the store has refused turns for so long that this process takes one all the same. Returns 0 as for a turn that was taken. */
  reportRefusal(key: string, refusedMs: number): 0 {
    const message = `The store has given no turn at ${key} for ${refusedMs} ms, in which another is said to be in progress`;
    this.#options.report('turn', new RobotsError('store-failed', message));
    return 0;
  }

  /** Calls the store's `due`. Returns undefined if the store fails: this process then knows only its own turns. */
  async nextTurn(key: string): Promise<number | undefined> {
    const outcome = await this.#attempt('turn', 'turn', async () => {
      const dueMs = await this.#store.turns?.due(key);
      checkMs('due', dueMs);
      return dueMs;
    });
    return outcome?.value;
  }

  async extendTurn(key: string, token: string, holdMs: number): Promise<void> {
    await this.#attempt('turn', 'turn', async () => this.#store.turns?.extend(key, token, holdMs));
  }

  async endTurn(key: string, token: string, delayMs: number): Promise<void> {
    await this.#attempt('turn', 'turn', async () => this.#store.turns?.end(key, token, delayMs));
  }

  async close(): Promise<void> {
    await this.#attempt('close', undefined, () => this.#store.close());
  }

  async #attempt<Value>(
    operation: StoreOperation,
    kind: Kind | undefined,
    run: () => Promise<Value>,
  ): Promise<Outcome<Value>> {
    const { clock, report } = this.#options;
    if (kind !== undefined && monotonicNow(clock) < (this.#restsUntil.get(kind) ?? -Infinity))
      return undefined;
    try {
      return { value: await this.#inTime(operation, run) };
    } catch (error) {
      const failure = asStoreError(operation, error);
      if (kind !== undefined) this.#rest(kind, failure);
      report(operation, failure);
      return undefined;
    }
  }

  #rest(kind: Kind, { code }: RobotsError): void {
    const until = monotonicNow(this.#options.clock) + STORE_REST_MS;
    this.#restsUntil.set(kind, until);
    // A question waits for reads and leases. If a read hangs, the other operations would hang too, each until its own
    // time limit.
    if (kind === 'read' && code === 'store-timeout')
      for (const other of ['write', 'lease', 'turn'] as const) this.#restsUntil.set(other, until);
  }

  #inTime<Value>(operation: StoreOperation, run: () => Promise<Value>): Promise<Value> {
    const { clock, timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => {
        reject(
          new RobotsError('store-timeout', `The store did not answer "${operation}" within ${timeoutMs} ms`),
        );
      }, timeoutMs);
      // A result, or a rejection, that comes after the time limit is ignored.
      new Promise<Value>((started) => started(run()))
        .then(resolve, reject)
        .finally(() => clock.clearTimeout(timer));
    });
  }
}

/** No delay is as long as a year, but a time since 1970 is longer. */
const MOST_DUE_MS = 365 * DAY_MS;

/** @throws {RangeError} unless the value that a method of a store returned is a time */
function checkMs(method: string, ms: number | undefined): void {
  if (ms !== undefined && ms >= 0 && ms <= MOST_DUE_MS) return;
  throw new RangeError(
    `${method} returned ${ms}; a number of milliseconds from 0 to ${MOST_DUE_MS} is expected`,
  );
}

function asStoreError(operation: StoreOperation, error: unknown): RobotsError {
  if (isRobotsError(error)) return error;
  const message = `The store failed at "${operation}": ${messageOf(error)}`;
  return new RobotsError('store-failed', message, { cause: error });
}

/** Whether a thrown value is an error of this package. A value whose prototype cannot be read is a proxy and is not. */
function isRobotsError(error: unknown): error is RobotsError {
  try {
    return error instanceof RobotsError;
  } catch {
    return false;
  }
}
