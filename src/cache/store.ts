/**
 * Where records are kept beyond the life of a process. What is kept is text by key; what it means is not a store's business.
 */

/** Keeps text by key. Made by `keyvStore`, `sqliteStore` or `redisStore`, or by the caller. */
export interface RobotsStore {
  /** What was kept under a key, of whatever kind; undefined if nothing was. */
  get(key: string): Promise<unknown>;
  /**
   * Keeps a text under a key, in place of what was there.
   *
   * @param ttlMs for how long it is of use, in milliseconds; the store may let it go then
   */
  set(key: string, text: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Leases among all processes that share the store; absent if it has none, and then each process fetches for itself. */
  readonly leases?: Leases | undefined;
  /** Lets go of every handle. Nothing is asked of the store afterwards. */
  close(): Promise<void>;
}

/** The right to fetch a file on behalf of all who share a store: one holder at a time, and none for long. */
export interface Leases {
  /**
   * Takes a lease unless somebody has it.
   *
   * @param token tells this holder from others
   * @param ttlMs when it ends by itself, in milliseconds, should the holder die
   * @returns whether it was taken
   */
  acquire(key: string, token: string, ttlMs: number): Promise<boolean>;
  /** Puts the end off. @returns whether this holder still had it */
  extend(key: string, token: string, ttlMs: number): Promise<boolean>;
  /** Gives it back, if this holder still has it. */
  release(key: string, token: string): Promise<void>;
}
