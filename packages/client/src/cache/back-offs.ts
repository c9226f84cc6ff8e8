/**
 * Remembers back-offs of sites whose records were evicted from memory: sites that had asked for a pause, or were unreachable. Each back-off is
 * kept as long as it lasts. A crawl can have millions of them, so each takes only 37 to 75 octets, in a table that grows.
 *
 * A site is found by 64 bits of hash. Two sites with the same hash would share a back-off; among a million sites that happens in one crawl of 40
 * million.
 */
import { SECOND_MS } from 'robotstream/internal';
import { ACCESS_FAULTS } from '../access/faults.js';
import type { Absence, CacheRecord } from './record.js';

const MIN_SLOTS = 256;

/** The table grows, or is cleaned, when more of its slots than this share are in use. */
const MAX_LOAD = 0.75;

/** The bits of {@link Columns.facts}, from the lowest: status, fault, attempts, and three flags. */
const STATUS_BITS = 10;
const FAULT_BITS = 6;
const ATTEMPTS_BITS = 12;
const FAULT_SHIFT = STATUS_BITS;
const ATTEMPTS_SHIFT = FAULT_SHIFT + FAULT_BITS;
const FLAGS_SHIFT = ATTEMPTS_SHIFT + ATTEMPTS_BITS;
const IS_UNREACHABLE = 1;
const FORBIDS = 2;
const IS_LOCAL = 4;

const maskOf = (bits: number): number => 2 ** bits - 1;

interface Columns {
  /** Two hashes for each slot. Both are 0 in a slot that was never used. */
  readonly hashes: Uint32Array;
  /** When the site may be asked again, in milliseconds since 1970; 0 if the slot is empty again. */
  readonly nextAt: Float64Array;
  /** When the back-off was learnt, and when the run of failures began, in seconds since 1970. */
  readonly learntAt: Uint32Array;
  readonly since: Uint32Array;
  /** Status, fault, attempts and flags, in the bits named above. */
  readonly facts: Uint32Array;
}

/** Back-offs by robots.txt. */
export class BackOffs {
  #columns: Columns | undefined;
  #slots = 0;
  /** The number of slots with a hash, and how many of them hold a back-off. */
  #used = 0;
  #held = 0;
  /** What all records of a cache have in common. */
  #userAgent = '';
  #profile = '';

  /** How much memory the table takes, in octets. */
  get octets(): number {
    return this.#columns === undefined
      ? 0
      : Object.values(this.#columns).reduce((octets, { byteLength }) => octets + byteLength, 0);
  }

  /**
   * Keeps the back-off of a record.
   *
   * @param record its absence must be transient
   * @param now milliseconds since 1970
   */
  add({ robotsUrl, userAgent, learntAt, absence }: CacheRecord, now: number): void {
    if (absence === null) return;
    if (this.#used + 1 > this.#slots * MAX_LOAD) this.#makeRoom(now);
    this.#userAgent = userAgent;
    this.#profile = absence.facts.profile;
    const [high, low] = hashesOf(robotsUrl);
    const columns = this.#columns as Columns;
    const slot = this.#slotOf(columns, high, low);
    if (isNew(columns, slot)) this.#used++;
    if (columns.nextAt[slot] === 0) this.#held++;
    columns.hashes[2 * slot] = high;
    columns.hashes[2 * slot + 1] = low;
    columns.nextAt[slot] = absence.nextAt;
    columns.learntAt[slot] = learntAt / SECOND_MS;
    columns.since[slot] = absence.since / SECOND_MS;
    columns.facts[slot] = packed(absence);
  }

  /** Removes the back-off of a robots.txt and returns it as a record without a copy; undefined if there is none or it is over. */
  take(robotsUrl: string, now: number): CacheRecord | undefined {
    const columns = this.#columns;
    if (columns === undefined) return undefined;
    const [high, low] = hashesOf(robotsUrl);
    const slot = this.#slotOf(columns, high, low);
    const nextAt = columns.nextAt[slot];
    if (nextAt === 0) return undefined;
    columns.nextAt[slot] = 0;
    this.#held--;
    if (this.#held === 0) this.clear();
    return nextAt > now ? this.#recordOf(robotsUrl, columns, slot, nextAt) : undefined;
  }

  /** Forgets the back-off of a robots.txt. */
  delete(robotsUrl: string): void {
    this.take(robotsUrl, Infinity);
  }

  /** Forgets all back-offs. */
  clear(): void {
    this.#columns = undefined;
    this.#slots = 0;
    this.#used = 0;
    this.#held = 0;
  }

  #recordOf(robotsUrl: string, columns: Columns, slot: number, nextAt: number): CacheRecord {
    const learntAt = columns.learntAt[slot] * SECOND_MS;
    const facts = columns.facts[slot];
    const flags = facts >>> FLAGS_SHIFT;
    const status = facts & maskOf(STATUS_BITS);
    const fault = (facts >>> FAULT_SHIFT) & maskOf(FAULT_BITS);
    const absence: Absence = {
      outcome: (flags & IS_UNREACHABLE) === 0 ? 'unavailable' : 'unreachable',
      meaning: (flags & FORBIDS) === 0 ? 'allow-all' : 'disallow-all',
      facts: {
        robotsUrl,
        finalUrl: robotsUrl,
        status: status === 0 ? null : status,
        redirects: [],
        headers: {},
        octets: 0,
        encodedOctets: 0,
        timings: { startedAt: learntAt, connectMs: null, headersMs: null, bodyMs: null, totalMs: 0 },
        profile: this.#profile,
      },
      fault: fault === 0 ? null : ACCESS_FAULTS[fault - 1],
      message: null,
      since: columns.since[slot] * SECOND_MS,
      attempts: (facts >>> ATTEMPTS_SHIFT) & maskOf(ATTEMPTS_BITS),
      nextAt,
      isTransient: true,
      isLocal: (flags & IS_LOCAL) !== 0,
    };
    return { robotsUrl, userAgent: this.#userAgent, learntAt, copy: null, absence };
  }

  /** The slot that has a hash, or the one where it belongs. */
  #slotOf({ hashes, nextAt }: Columns, high: number, low: number): number {
    const mask = this.#slots - 1;
    let slot = low & mask;
    while (hashes[2 * slot] !== high || hashes[2 * slot + 1] !== low) {
      if (hashes[2 * slot] === 0 && hashes[2 * slot + 1] === 0 && nextAt[slot] === 0) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Drops back-offs that are over, and makes a table with room for at least half as many again. */
  #makeRoom(now: number): void {
    const old = this.#columns;
    const oldSlots = this.#slots;
    let live = 0;
    for (let slot = 0; slot < oldSlots; slot++) if (old !== undefined && old.nextAt[slot] > now) live++;
    this.#slots = MIN_SLOTS;
    while (live * 1.5 > this.#slots * MAX_LOAD) this.#slots *= 2;
    const columns = columnsOf(this.#slots);
    this.#columns = columns;
    this.#used = live;
    this.#held = live;
    for (let slot = 0; slot < oldSlots; slot++) {
      if (old === undefined || old.nextAt[slot] <= now) continue;
      const [high, low] = [old.hashes[2 * slot], old.hashes[2 * slot + 1]];
      const to = this.#slotOf(columns, high, low);
      columns.hashes[2 * to] = high;
      columns.hashes[2 * to + 1] = low;
      columns.nextAt[to] = old.nextAt[slot];
      columns.learntAt[to] = old.learntAt[slot];
      columns.since[to] = old.since[slot];
      columns.facts[to] = old.facts[slot];
    }
  }
}

function columnsOf(slots: number): Columns {
  return {
    hashes: new Uint32Array(2 * slots),
    nextAt: new Float64Array(slots),
    learntAt: new Uint32Array(slots),
    since: new Uint32Array(slots),
    facts: new Uint32Array(slots),
  };
}

function isNew({ hashes }: Columns, slot: number): boolean {
  return hashes[2 * slot] === 0 && hashes[2 * slot + 1] === 0;
}

function packed({ outcome, meaning, facts, fault, attempts, isLocal }: Absence): number {
  const status = Math.min(facts.status ?? 0, maskOf(STATUS_BITS));
  const faultNumber = fault === null ? 0 : ACCESS_FAULTS.indexOf(fault) + 1;
  const flags =
    (outcome === 'unreachable' ? IS_UNREACHABLE : 0) |
    (meaning === 'disallow-all' ? FORBIDS : 0) |
    (isLocal ? IS_LOCAL : 0);
  return (
    (status |
      (faultNumber << FAULT_SHIFT) |
      (Math.min(attempts, maskOf(ATTEMPTS_BITS)) << ATTEMPTS_SHIFT) |
      (flags << FLAGS_SHIFT)) >>>
    0
  );
}

/** Two hashes of the UTF-16 code units: FNV-1a, and FNV-1a with another start and another prime. The second is never 0. */
export function hashesOf(text: string): readonly [high: number, low: number] {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return [high >>> 0, low >>> 0 || 1];
}
