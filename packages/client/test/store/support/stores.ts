/** Stores that a test looks into, and stores that misbehave. */
import { createHash } from 'node:crypto';
import { PROFILES, type Profile } from '../../../../../src/profiles.js';
import type { Clock } from '../../../src/fetch/clock.js';
import type { Leases, RobotsStore } from '../../../src/store/store.js';

/** A store in memory that any number of caches can share, with leases by the test's clock. */
export class SharedStore {
  readonly entries = new Map<string, unknown>();
  readonly #leases = new Map<string, { token: string; endsAt: number }>();
  readonly #clock: Clock;
  /** Operations so far, such as `get rfc9309 https://…`. */
  readonly log: string[] = [];
  /** For how long the last entry is useful. */
  lastTtlMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get leaseCount(): number {
    return [...this.#leases.values()].filter(({ endsAt }) => endsAt > this.#clock.now()).length;
  }

  /** A connection of its own for one process. */
  connect({ leases = true }: { leases?: boolean } = {}): RobotsStore {
    return {
      get: async (key) => {
        this.log.push(`get ${key}`);
        return this.entries.get(key);
      },
      set: async (key, text, ttlMs) => {
        this.log.push(`set ${key}`);
        this.entries.set(key, text);
        this.lastTtlMs = ttlMs;
      },
      delete: async (key) => {
        this.log.push(`delete ${key}`);
        this.entries.delete(key);
      },
      ...(leases ? { leases: this.#leasesOf() } : {}),
      close: async () => {
        this.log.push('close');
      },
    };
  }

  #leasesOf(): Leases {
    const holds = (key: string, token: string): boolean => {
      const lease = this.#leases.get(key);
      return lease !== undefined && lease.token === token && lease.endsAt > this.#clock.now();
    };
    return {
      acquire: async (key, token, ttlMs) => {
        const now = this.#clock.now();
        if ((this.#leases.get(key)?.endsAt ?? 0) > now) return false;
        this.#leases.set(key, { token, endsAt: now + ttlMs });
        return true;
      },
      extend: async (key, token, ttlMs) => {
        if (!holds(key, token)) return false;
        this.#leases.set(key, { token, endsAt: this.#clock.now() + ttlMs });
        return true;
      },
      release: async (key, token) => {
        if (holds(key, token)) this.#leases.delete(key);
      },
    };
  }
}

/** The keys of a robots.txt: of the file for every crawler, and of what one User-Agent alone gets. */
export function keysOf(
  robotsUrl: string,
  profile: Profile = PROFILES.rfc9309,
  { userAgent = 'ExampleBot/1.0', minLifetimeMs = 0 } = {},
): { readonly shared: string; readonly own: string } {
  const axes = Object.entries(profile.access).map(([axis, choice]) => `${axis}=${choice}`);
  const access = shortDigest([...axes.sort(), `minLifetimeMs=${minLifetimeMs}`].join('\n'));
  return { shared: `${access} ${robotsUrl}`, own: `${access} ${shortDigest(userAgent)} ${robotsUrl}` };
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** A store all of whose operations do the same. */
export function storeThat(act: () => Promise<never>): RobotsStore {
  const leases = { acquire: act, extend: act, release: act };
  return { get: act, set: act, delete: act, leases, close: act };
}

export const failing = (): RobotsStore => storeThat(() => Promise.reject(new Error('disk on fire')));

export const hanging = (): RobotsStore => storeThat(() => new Promise(() => {}));
