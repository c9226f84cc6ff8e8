/**
 * Where records are kept after a process ends. A store keeps text by key and does not know its meaning.
 */

import { SECOND_MS } from 'robotstream/internal';

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
  /** The time limit of one operation, in milliseconds. Default: 500. */
  readonly timeoutMs?: number | undefined;
  /** How long a process that dies while it fetches, or has a turn, delays the others that share the store, in milliseconds. Default: 5,000. */
  readonly leaseMs?: number | undefined;
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

/** Turns for sending requests to a host, among all processes that share a store: when the next one is due. Nobody waits in a queue there. */
export interface Turns {
  /**
   * Takes the next turn at a host if it is due.
   *
   * @param key the host
   * @param token identifies this turn
   * @returns 0 if it was taken; the milliseconds until it is due, at most a year; undefined if that is not known, because another turn is in
   *   progress. After ten minutes in which it is always undefined, the turn counts as taken, and `store-failed` is reported
   */
  take(key: string, token: string, rule: TurnRule): Promise<number | undefined>;
  /**
   * When a turn may be free, without taking it.
   *
   * @returns the milliseconds until then, as far as is known; 0 if one is free
   */
  due(key: string): Promise<number>;
  /** Holds the next turn back for `holdMs` from now on, if this turn still does. */
  extend(key: string, token: string, holdMs: number): Promise<void>;
  /** Ends a turn: the next one is due `delayMs` from now, or later if others were taken meanwhile. */
  end(key: string, token: string, delayMs: number): Promise<void>;
}

/** The rule for one turn. */
export interface TurnRule {
  /** The time between this turn and the next one, in milliseconds. */
  readonly delayMs: number;
  /** How long the turn holds the next one back unless it is extended or ended, in milliseconds. 0 if it does not: `delayMs` alone counts. */
  readonly holdMs: number;
}

/** The time limit of an operation of a store that names none, in milliseconds. */
export const STORE_TIMEOUT_MS = 500;

/** How long a process that dies delays the others if their store names no time, in milliseconds. */
export const LEASE_MS = 5 * SECOND_MS;
