/**
 * Records in a store: found, read, written, and fetched by one process for all that share it.
 */
import type { Clock } from '../access/clock.js';
import type { Profile } from '../profiles.js';
import { decodeRecord, encodeRecord } from './entry-codec.js';
import { type Counts, publish } from './events.js';
import { Fleet, type Lead } from './fleet.js';
import { GuardedStore } from './guarded-store.js';
import { type CacheRecord, usefulMs } from './record.js';
import type { RobotsStore } from './store.js';

export interface RecordStoreOptions {
  readonly profile: Profile;
  readonly userAgent: string;
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** The time limit of one operation of the store, in milliseconds. */
  readonly storeTimeoutMs: number;
  /** How long the lease of a process that died holds others up, in milliseconds. */
  readonly leaseMs: number;
  /** The longest that a fetch can take, in milliseconds: for so long another process's is waited for. */
  readonly fetchMs: number;
  readonly clock: Clock;
}

/** Keeps records. Nothing here rejects because of the store: what fails is counted, reported, and as if nothing were stored. */
export class RecordStore {
  readonly #store: GuardedStore;
  readonly #fleet: Fleet;
  readonly #options: RecordStoreOptions;
  readonly #counts: Counts;

  /** @param counts where failures, entries passed over and waits are counted */
  constructor(store: RobotsStore, options: RecordStoreOptions, counts: Counts) {
    const { clock, storeTimeoutMs: timeoutMs, leaseMs, fetchMs: patienceMs } = options;
    this.#options = options;
    this.#counts = counts;
    this.#store = new GuardedStore(store, {
      clock,
      timeoutMs,
      report: (operation, error) => {
        counts.storeFailures++;
        publish('robotstream:store', { operation, error, discarded: null });
      },
    });
    this.#fleet = new Fleet(this.#store, { clock, leaseMs, patienceMs, onWait: () => counts.leaseWaits++ });
  }

  /** What is stored of a robots.txt, if it can be used. */
  async read(robotsUrl: string): Promise<CacheRecord | undefined> {
    const key = this.#key(robotsUrl);
    const value = await this.#store.get(key);
    if (value === undefined) return undefined;
    const { profile, userAgent, maxOctets, clock } = this.#options;
    const context = { robotsUrl, profile: profile.name, userAgent, maxOctets, now: clock.now() };
    const record = decodeRecord(value, context);
    if (typeof record !== 'string') return record;
    this.#counts.storeDiscards++;
    publish('robotstream:store', { operation: 'get', error: null, discarded: { key, reason: record } });
    return undefined;
  }

  async write(record: CacheRecord): Promise<void> {
    const key = this.#key(record.robotsUrl);
    const { profile, clock } = this.#options;
    // `no-store`: what was stored before is out of date, and this must not take its place.
    if (record.copy?.storable === false && record.absence === null) return this.#store.delete(key);
    const ttlMs = usefulMs(record, profile.access.unreachableForLongMs, clock.now());
    return this.#store.set(key, encodeRecord(record), ttlMs);
  }

  /** Takes the lead in fetching a robots.txt, or what whoever has it leaves: see {@link Fleet.lead}. */
  lead<Value>(
    robotsUrl: string,
    signal: AbortSignal,
    look: () => Promise<Value | undefined>,
  ): Promise<Lead<Value>> {
    return this.#fleet.lead(this.#key(robotsUrl), signal, look);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** One entry for each robots.txt and profile: what an answer means, and so how long it holds, is the profile's to say. */
  #key(robotsUrl: string): string {
    return `${this.#options.profile.name} ${robotsUrl}`;
  }
}
