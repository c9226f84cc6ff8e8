/**
 * What a client can be told, and what holds where it is told nothing.
 */
import type { Clock } from '../access/clock.js';
import type { FetchOptions } from '../access/options.js';
import { readSettings } from '../access/settings.js';
import type { ConcurrencyLimits } from '../cache/limiter.js';
import type { MemoryLimits } from '../cache/robots-cache.js';
import type { RobotsStore } from '../cache/store.js';
import type { Profile } from '../profiles.js';

/** Everything of {@link FetchOptions} that holds for all fetches, and what a client adds. */
export interface ClientOptions extends Omit<FetchOptions, 'held' | 'signal' | 'agents'> {
  /**
   * The crawler's product token, or several that are obeyed together. Required. One of them has to be a substring of
   * `userAgent` (RFC 9309 §2.2.1) unless `allowTokenMismatch` is set.
   */
  readonly agents: string | readonly string[];
  /**
   * Where answers outlive the process or are shared: `sqliteStore`, `redisStore`, `keyvStore`, or the caller's own. By default
   * there is only memory. The client closes it.
   */
  readonly store?: RobotsStore | undefined;
  /**
   * How much is kept in memory; what has not been asked for the longest goes first. Default 10,000 authorities and 128 MiB,
   * of which a robots.txt takes 17 KiB on average.
   */
  readonly memory?: Partial<MemoryLimits> | undefined;
  /** How many fetches happen at once; others wait their turn. Default 128, of which 2 for one host. */
  readonly concurrency?: Partial<ConcurrencyLimits> | undefined;
  /**
   * What an answer is fresh for at least, in milliseconds, whatever its headers say. Default 0: what they say holds. Many servers
   * send `max-age=0` with everything, which has a robots.txt validated before each page; a minute spares both sides that (RFC
   * 9309 §2.4 leaves it to the crawler). Never longer than the profile lets a file be used.
   */
  readonly leastLifetimeMs?: number | undefined;
  /** The time limit of one operation of the store, in milliseconds; default 500. */
  readonly storeTimeoutMs?: number | undefined;
  /** How long the others of a fleet wait for one that died while it fetched a file, in milliseconds; default 5,000. */
  readonly leaseMs?: number | undefined;
}

/** Defaults. */
const MEMORY: MemoryLimits = { maxEntries: 10_000, maxOctets: 128 * 1024 * 1024 };
const CONCURRENCY: ConcurrencyLimits = { total: 128, perHost: 2 };
const STORE_TIMEOUT_MS = 500;
const LEASE_MS = 5000;

/** A client's options, checked and complete. */
export interface ClientSettings {
  readonly agents: readonly string[];
  readonly profile: Profile;
  readonly maxOctets: number;
  readonly store: RobotsStore | undefined;
  readonly memory: MemoryLimits;
  readonly concurrency: ConcurrencyLimits;
  readonly leastLifetimeMs: number;
  readonly storeTimeoutMs: number;
  readonly leaseMs: number;
  /** What a fetch takes at most. */
  readonly fetchMs: number;
  readonly clock: Clock;
}

/**
 * Checks a client's options.
 *
 * @throws {TypeError} if one is not of its kind
 * @throws {RangeError} if a number is out of its range
 */
export function settingsOf(options: ClientOptions): ClientSettings {
  const { agents, memory = {}, concurrency = {}, store } = options;
  if (agents === undefined) {
    throw new TypeError(
      'agents is undefined; the product token that robots.txt files name the crawler by is expected, such as "ExampleBot"',
    );
  }
  const { profile, maxOctets, timeouts, clock } = readSettings(options);
  if (store !== undefined && typeof store?.get !== 'function') {
    throw new TypeError(
      'store is no store; what sqliteStore(), redisStore() or keyvStore() gives is expected; the first two give promises: await them',
    );
  }
  return {
    agents: typeof agents === 'string' ? [agents] : [...agents],
    profile,
    maxOctets,
    store,
    memory: {
      maxEntries: whole('memory.maxEntries', memory.maxEntries ?? MEMORY.maxEntries, 1),
      maxOctets: whole('memory.maxOctets', memory.maxOctets ?? MEMORY.maxOctets, 1),
    },
    concurrency: {
      total: whole('concurrency.total', concurrency.total ?? CONCURRENCY.total, 1),
      perHost: whole('concurrency.perHost', concurrency.perHost ?? CONCURRENCY.perHost, 1),
    },
    leastLifetimeMs: whole('leastLifetimeMs', options.leastLifetimeMs ?? 0, 0),
    storeTimeoutMs: whole('storeTimeoutMs', options.storeTimeoutMs ?? STORE_TIMEOUT_MS, 1, MAX_TIMER_MS),
    leaseMs: whole('leaseMs', options.leaseMs ?? LEASE_MS, 1, MAX_TIMER_MS),
    fetchMs: timeouts.totalMs,
    clock,
  };
}

/** The longest time that Node's timers can count, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function whole(name: string, value: number, least: number, most = Infinity): number {
  if (typeof value !== 'number') throw new TypeError(`${name} is ${typeof value}; a number is expected`);
  const isWhole = Number.isSafeInteger(value) || value === Infinity;
  if (isWhole && value >= least && value <= most) return value;
  throw new RangeError(`${name} is ${value}; a whole number from ${least} to ${most} is expected`);
}
