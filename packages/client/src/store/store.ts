/**
 * Where records are kept after a process ends. A store keeps text by key and does not know its meaning.
 */

/** Keeps text by key. Made by `sqliteStore`, `redisStore`, or your own code. */
export interface RobotsStore {
  /** What is stored under a key, of whatever kind; undefined or null if nothing is. */
  get(key: string): Promise<unknown>;
  /**
   * Stores a text under a key, replacing what was there.
   *
   * @param ttlMs how long the text is useful, in milliseconds; the store may remove it after that
   */
  set(key: string, text: string, ttlMs: number): Promise<void>;
  /** Removes what is stored under a key, if anything is. */
  delete(key: string): Promise<void>;
  /** Leases among all processes that share the store. Without them each process fetches for itself. */
  readonly leases?: Leases | undefined;
  /** Turns among all processes that share the store. Without them each process paces its own requests alone. */
  readonly turns?: Turns | undefined;
  /** Closes every handle. No other call follows. */
  close(): Promise<void>;
}

/** The right to fetch a file for all processes that share a store: one holder at a time, each for a short time. */
export interface Leases {
  /**
   * Takes a lease unless another holder has it.
   *
   * @param token identifies the holder
   * @param ttlMs after how many milliseconds the lease ends by itself if the holder dies
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

/**
 * Turns for sending requests to a host, among all processes that share a store: in the order in which they asked, with a
 * limit on turns at once, and with a delay in between.
 */
export interface Turns {
  /**
   * Takes the next turn at a host if it is due, or else a place in the host's queue if the rule says so. With a place, call it again until the
   * turn is taken, at least three times in each `ttlMs`.
   *
   * @param key the host
   * @param token identifies this turn
   * @returns 0 if it was taken; the milliseconds until it is due; or undefined if other turns come first. Without a place: the milliseconds until
   *   it is worth another try, or undefined if that is not known
   */
  take(key: string, token: string, rule: TurnRule): Promise<number | undefined>;
  /**
   * When a turn may be free, without taking it.
   *
   * @param perHost how many turns may be in progress at once
   * @returns the milliseconds until then, as far as is known; 0 if one is free
   */
  due(key: string, perHost: number): Promise<number>;
  /** Extends a turn that was taken by `ttlMs` from now on. */
  extend(key: string, token: string, ttlMs: number): Promise<void>;
  /** Ends a turn that was taken: the next one is due `delayMs` from now, or later. */
  end(key: string, token: string, delayMs: number): Promise<void>;
  /** Gives up a place in the queue. */
  leave(key: string, token: string): Promise<void>;
}

/** The rule for one turn. */
export interface TurnRule {
  /** The time between this turn and the next one, in milliseconds. */
  readonly delayMs: number;
  /** How many turns may be in progress at once. */
  readonly perHost: number;
  /** Whether the turn lasts until it is ended. If not, it is over as soon as it is taken. */
  readonly lasts: boolean;
  /** Whether the turn waits in the queue until it is due. If not, it is taken at once or not at all, and all waiting turns come first. */
  readonly queues: boolean;
  /** After how many milliseconds a turn, or a place in the queue, ends by itself if its process dies. */
  readonly ttlMs: number;
}
