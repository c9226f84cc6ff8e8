/**
 * Where records are kept beyond the life of a process. A store keeps text by key and knows nothing of its meaning.
 */

/** Keeps text by key. Made by `keyvStore`, `sqliteStore` or `redisStore`, or by the caller. */
export interface RobotsStore {
  /** What is stored under a key, of whatever kind; undefined if nothing is. */
  get(key: string): Promise<unknown>;
  /**
   * Stores a text under a key, replacing what was there.
   *
   * @param ttlMs how long the text is of use, in milliseconds; the store may remove it then
   */
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** Removes what is stored under a key, if anything is. */
  delete(key: string): Promise<void>;
  /** Leases among all processes that share the store. Without them each process fetches for itself. */
  readonly leases?: Leases | undefined;
  /** Closes every handle. No other call follows. */
  close(): Promise<void>;
}

/** The right to fetch a file for all processes that share a store: one holder at a time, each for a short time. */
export interface Leases {
  /**
   * Takes a lease unless another holder has it.
   *
   * @param token identifies the holder
   * @param ttlMs when the lease ends by itself, in milliseconds, should the holder die
   * @returns whether it was taken
   */
  acquire(key: string, token: string, ttlMs: number): Promise<boolean>;
  /**
   * Extends a lease from now on.
   *
   * @returns whether this holder still had it
   */
  extend(key: string, token: string, ttlMs: number): Promise<boolean>;
  /** Ends a lease, if this holder still has it. */
  release(key: string, token: string): Promise<void>;
}
