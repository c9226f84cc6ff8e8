/**
 * What a client can be told, and what holds where it is told nothing.
 */
import { type Clock, systemClock } from '../access/clock.js';
import type { FetchOptions } from '../access/options.js';
import type { ConcurrencyLimits } from '../cache/limiter.js';
import type { MemoryLimits } from '../cache/robots-cache.js';
import type { RobotsStore } from '../cache/store.js';
import { parsingLimit } from '../limits.js';
import { callerNames } from '../match/agents.js';
import { type Profile, resolveProfile } from '../profiles.js';

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
  /** How much is kept in memory; what has not been asked for the longest goes first. */
  readonly memory?: Partial<MemoryLimits> | undefined;
  /** How many fetches happen at once; others wait their turn. */
  readonly concurrency?: Partial<ConcurrencyLimits> | undefined;
  /**
   * What an answer is fresh for at least, in milliseconds, whatever its headers say: many servers send `max-age=0` with
   * everything, and a robots.txt fetched before each page would double their load. Default 60,000; 0 to do without. Never
   * longer than the profile lets a file be used.
   */
  readonly leastLifetimeMs?: number | undefined;
  /** The time limit of one operation of the store, in milliseconds; default 500. */
  readonly storeTimeoutMs?: number | undefined;
  /** How long the others of a fleet wait for one that died while it fetched a file, in milliseconds; default 5,000. */
  readonly leaseMs?: number | undefined;
}

/** Defaults. */
const MEMORY: MemoryLimits = { maxEntries: 10_000, maxOctets: 64 * 1024 * 1024 };
const CONCURRENCY: ConcurrencyLimits = { total: 128, perHost: 2 };
const LEAST_LIFETIME_MS = 60_000;
const STORE_TIMEOUT_MS = 500;
const LEASE_MS = 5000;

/** What a fetch takes at most, in milliseconds, where `timeouts.totalMs` does not say. */
const TOTAL_MS = 60_000;

/** A client's options, checked and complete. */
export interface Settings {
  readonly agents: readonly string[];
  readonly profile: Profile;
  readonly maxOctets: number;
  readonly store: RobotsStore | undefined;
  readonly memory: MemoryLimits;
  readonly concurrency: ConcurrencyLimits;
  readonly leastLifetimeMs: number;
  readonly storeTimeoutMs: number;
  readonly leaseMs: number;
  readonly fetchMs: number;
  readonly clock: Clock;
}

/**
 * Checks a client's options.
 *
 * @throws {TypeError} if one is not of its kind
 * @throws {RangeError} if a number is out of its range
 */
export function settingsOf(options: ClientOptions): Settings {
  const { agents, userAgent, memory = {}, concurrency = {}, store, clock = systemClock } = options;
  if (typeof userAgent !== 'string' || userAgent.trim() === '') {
    throw new TypeError(
      `userAgent is ${JSON.stringify(userAgent)}; the User-Agent header to send is expected, such as "ExampleBot/1.0"`,
    );
  }
  callerNames(agents);
  if (store !== undefined && typeof store?.get !== 'function') {
    throw new TypeError(
      'store is no store; what sqliteStore(), redisStore() or keyvStore() gives is expected',
    );
  }
  return {
    agents: typeof agents === 'string' ? [agents] : [...agents],
    profile: resolveProfile(options.profile),
    maxOctets: parsingLimit(options.maxOctets),
    store,
    memory: {
      maxEntries: whole('memory.maxEntries', memory.maxEntries ?? MEMORY.maxEntries, 1),
      maxOctets: whole('memory.maxOctets', memory.maxOctets ?? MEMORY.maxOctets, 1),
    },
    concurrency: {
      total: whole('concurrency.total', concurrency.total ?? CONCURRENCY.total, 1),
      perHost: whole('concurrency.perHost', concurrency.perHost ?? CONCURRENCY.perHost, 1),
    },
    leastLifetimeMs: whole('leastLifetimeMs', options.leastLifetimeMs ?? LEAST_LIFETIME_MS, 0),
    storeTimeoutMs: whole('storeTimeoutMs', options.storeTimeoutMs ?? STORE_TIMEOUT_MS, 1),
    leaseMs: whole('leaseMs', options.leaseMs ?? LEASE_MS, 1),
    fetchMs: options.timeouts?.totalMs ?? TOTAL_MS,
    clock,
  };
}

function whole(name: string, value: number, least: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name} is ${typeof value}; a number is expected`);
  const isWhole = Number.isSafeInteger(value) || value === Infinity;
  if (isWhole && value >= least) return value;
  throw new RangeError(`${name} is ${value}; a whole number from ${least} on is expected`);
}
