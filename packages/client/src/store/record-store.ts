/**
 * Records in a store: reads, merges and writes them, and agrees with other processes on which of them fetches.
 *
 * A robots.txt has up to two entries. One holds the file if it is the same for every crawler. The other is kept for each
 * User-Agent, for files that vary by it, refusals and outages. The later of the two counts.
 */

import { createHash } from 'node:crypto';
import type { Profile, RobotsError } from 'robotstream';
import type { Clock } from '../fetch/clock.js';
import type { HtmlMeaning } from '../fetch/result.js';
import { type CacheRecord, merged, usefulMs } from '../memory/record.js';
import { type DiscardReason, decodeRecord, encodeRecord, holdsForEveryUserAgent } from './entry-codec.js';
import { GuardedStore, type StoreOperation } from './guarded-store.js';
import { type Lease, LeaseCoordinator, type Wait } from './lease-coordinator.js';
import { LEASE_MS, type RobotsStore, STORE_TIMEOUT_MS } from './store.js';

export interface RecordStoreOptions {
  readonly profile: Profile;
  readonly userAgent: string;
  /** The further headers of each request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** How to treat an HTML page in place of a robots.txt. */
  readonly html: HtmlMeaning;
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** The minimum time that a response is fresh, in milliseconds. */
  readonly minLifetimeMs: number;
  /** The longest that a fetch can take, in milliseconds, which is how long to wait for another process. */
  readonly fetchMs: number;
  readonly clock: Clock;
}

/** The message of `robotstream:store`: an operation of the store failed, or an entry was discarded. */
export interface StoreMessage {
  /** The operation of the store. */
  readonly operation: StoreOperation;
  /** The failure (`store-failed`, `store-timeout`); null if an entry was discarded. */
  readonly error: RobotsError | null;
  /** The key of the entry that was discarded, and why; null if the operation failed. */
  readonly discarded: { readonly key: string; readonly reason: DiscardReason } | null;
}

/** What a record store tells its cache. */
export interface StoreListener {
  /** An operation failed, or an entry was discarded. */
  onMessage(message: StoreMessage): void;
  /** A question waits for another process. */
  onWait(): void;
}

/** What reading a store gave. */
export interface StoredResult {
  /** The record, if there is one that can be used. */
  readonly record: CacheRecord | undefined;
  /** Whether the store failed, so that its content is unknown. */
  readonly hasFailed: boolean;
}

/** Keeps records. No operation rejects because of the store: a failure is counted and reported, and the store counts as empty. */
export class RecordStore {
  readonly #store: GuardedStore;
  readonly #leases: LeaseCoordinator;
  readonly #options: RecordStoreOptions;
  readonly #listener: StoreListener;
  readonly #access: string;
  readonly #userAgent: string;
  /** The last change in progress for each robots.txt. Changes of one robots.txt happen one after another. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(store: RobotsStore, options: RecordStoreOptions, listener: StoreListener) {
    const { clock, fetchMs: patienceMs } = options;
    this.#options = options;
    this.#listener = listener;
    this.#access = accessDigest(options);
    this.#userAgent = digest(options.userAgent);
    this.#store = new GuardedStore(store, {
      clock,
      timeoutMs: store.timeoutMs ?? STORE_TIMEOUT_MS,
      report: (operation, error) => listener.onMessage({ operation, error, discarded: null }),
    });
    this.#leases = new LeaseCoordinator(this.#store, {
      clock,
      leaseMs: store.leaseMs ?? LEASE_MS,
      patienceMs,
    });
  }

  /** Whether processes that share the store can agree on which of them fetches. */
  get hasLeases(): boolean {
    return this.#store.hasLeases;
  }

  /** The store, if processes that share it can take turns. */
  get turns(): GuardedStore | undefined {
    return this.#store.hasTurns ? this.#store : undefined;
  }

  /** What is stored about a robots.txt: the later of its entries that can be used. */
  async read(robotsUrl: string): Promise<StoredResult> {
    const [shared, own] = await Promise.all([
      this.#readEntry(robotsUrl, this.#sharedKey(robotsUrl)),
      this.#readEntry(robotsUrl, this.#ownKey(robotsUrl)),
    ]);
    return {
      record: merged(shared.record, own.record),
      hasFailed: shared.hasFailed || own.hasFailed,
    };
  }

  /**
   * Writes the result of a fetch, merged with what is stored by then.
   *
   * @param next makes the new record from the stored one
   * @returns whether other processes can now read the result
   */
  write(robotsUrl: string, next: (stored: CacheRecord | undefined) => CacheRecord): Promise<boolean> {
    return this.#inTurn(robotsUrl, async () => {
      const { record: stored, hasFailed } = await this.read(robotsUrl);
      const learnt = next(stored);
      if (learnt.absence?.isLocal) return false;
      if (learnt.copy?.storable === false && learnt.absence === null) {
        // `no-store`: the stored file is out of date, and the new one must not replace it.
        await this.#remove(robotsUrl);
        return false;
      }
      const record = merged(learnt, stored) ?? learnt;
      if (record === stored) return true;
      // A failure must not replace a file, and here there may be one.
      if (hasFailed && record.absence?.outcome === 'unreachable' && record.copy === null) return false;
      await this.#set(record);
      return true;
    });
  }

  /** Removes everything that is stored about a robots.txt for this client's User-Agent. */
  forget(robotsUrl: string): Promise<void> {
    return this.#inTurn(robotsUrl, () => this.#remove(robotsUrl));
  }

  /** Takes the lease for fetching a robots.txt; undefined if another process has it. */
  lease(robotsUrl: string): Promise<Lease | undefined> {
    return this.#leases.take(this.#ownKey(robotsUrl));
  }

  /** Begins to wait for the process that has the lease. */
  wait(robotsUrl: string): Promise<Wait> {
    this.#listener.onWait();
    return this.#leases.wait(this.#ownKey(robotsUrl));
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #readEntry(robotsUrl: string, key: string): Promise<StoredResult> {
    const outcome = await this.#store.get(key);
    if (outcome?.value === undefined) return { record: undefined, hasFailed: outcome === undefined };
    const { userAgent, maxOctets, clock } = this.#options;
    const record = decodeRecord(outcome.value, { robotsUrl, userAgent, maxOctets, now: clock.now() });
    if (typeof record !== 'string') return { record, hasFailed: false };
    this.#listener.onMessage({ operation: 'get', error: null, discarded: { key, reason: record } });
    return { record: undefined, hasFailed: false };
  }

  async #set(record: CacheRecord): Promise<void> {
    const { profile, clock } = this.#options;
    const ttlMs = usefulMs(record, profile.access.unreachableForLongMs, clock.now());
    const { robotsUrl } = record;
    const key = holdsForEveryUserAgent(record) ? this.#sharedKey(robotsUrl) : this.#ownKey(robotsUrl);
    await this.#store.set(key, encodeRecord(record), ttlMs);
  }

  async #remove(robotsUrl: string): Promise<void> {
    await Promise.all([
      this.#store.delete(this.#sharedKey(robotsUrl)),
      this.#store.delete(this.#ownKey(robotsUrl)),
    ]);
  }

  async #inTurn<Value>(robotsUrl: string, change: () => Promise<Value>): Promise<Value> {
    const before = this.#changes.get(robotsUrl);
    const done = (async () => {
      await before;
      return change();
    })();
    const ended = done.then(
      () => {},
      () => {},
    );
    this.#changes.set(robotsUrl, ended);
    try {
      return await done;
    } finally {
      if (this.#changes.get(robotsUrl) === ended) this.#changes.delete(robotsUrl);
    }
  }

  #sharedKey(robotsUrl: string): string {
    return `${this.#access} ${robotsUrl}`;
  }

  #ownKey(robotsUrl: string): string {
    return `${this.#access} ${this.#userAgent} ${robotsUrl}`;
  }
}

/**
 * A digest of everything that decides which response a server sends, what it means, and how long it is fresh. Clients with equal digests
 * can share entries, whatever the names of their profiles.
 */
function accessDigest({ profile, minLifetimeMs, headers, html }: RecordStoreOptions): string {
  const axes = Object.entries(profile.access).map(([axis, choice]) => `${axis}=${choice}`);
  const sent = Object.entries(headers).map(([name, text]) => `${name}: ${text}`);
  const page = html === 'rules' ? [] : [`html=${html}`];
  return digest([...axes.sort(), `minLifetimeMs=${minLifetimeMs}`, ...page, ...sent.sort()].join('\n'));
}

/** 132 bits of a digest: entries made by other settings are never taken for these. */
const DIGEST_CHARACTERS = 22;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS);
}
