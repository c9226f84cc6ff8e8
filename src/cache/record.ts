/**
 * What is remembered of one authority's robots.txt: the copy held, and the last answer that was no file. A record never
 * changes; each fetch makes the next one (`next-record.ts`), and `standing.ts` says what one means at a given time.
 */
import type { AccessFault } from '../access/faults.js';
import type { AccessFacts } from '../access/result.js';
import type { RobotsDocument } from '../robots-document.js';
import { DAY_MS } from '../time-units.js';

/** Everything remembered of the robots.txt of one scheme, host and port, as one profile has it fetched. */
export interface CacheRecord {
  readonly robotsUrl: string;
  /** The profile's name. */
  readonly profile: string;
  /** The User-Agent header that was sent: a server may answer each crawler differently (RFC 9111 §4.1). */
  readonly userAgent: string;
  /** When the last answer came, in milliseconds since 1970. Of two records the later one counts. */
  readonly learntAt: number;
  /** The last file that was had; null if there was none, or it may no longer be used. */
  readonly copy: Copy | null;
  /** The last answer, if it was no file; null if it was one. With a copy beside it, that copy may outlive the answer. */
  readonly absence: Absence | null;
}

/** A file that is held. */
export interface Copy {
  readonly document: RobotsDocument;
  /** Of the fetch that brought the octets; its headers as later 304s have updated them (RFC 9111 §3.2). */
  readonly facts: AccessFacts;
  /** When the octets came, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** When the server last said that this is its file, by sending it or by a 304. */
  readonly validatedAt: number;
  /** For how long from then it is fresh, in milliseconds. */
  readonly lifetimeMs: number;
  /** False under `Cache-Control: no-store`: it is kept in this process alone, and only until it is no longer fresh. */
  readonly storable: boolean;
}

/** An answer that was no file. */
export interface Absence {
  readonly outcome: 'unavailable' | 'unreachable';
  /** What an unavailable file means. An unreachable one means what the profile says, which changes after 30 days. */
  readonly meaning: 'allow-all' | 'disallow-all';
  readonly facts: AccessFacts;
  readonly fault: AccessFault | null;
  /** What failed, in words; null if a status alone says it. */
  readonly message: string | null;
  /** When the first of an unbroken row of such answers came, in milliseconds since 1970. */
  readonly since: number;
  /** How many there were in that row. */
  readonly attempts: number;
  /** When to ask again, in milliseconds since 1970. */
  readonly nextAt: number;
  /** False if the answer is as good as a file for as long as it is fresh; true if it is a failure that is expected to pass. */
  readonly passing: boolean;
}

/** When a copy stops being fresh, in milliseconds since 1970. */
export function freshUntil(copy: Copy): number {
  return copy.validatedAt + copy.lifetimeMs;
}

/**
 * For how long a record is of use to anybody, in milliseconds: until the server should be asked again, and then for as long
 * as a copy, or the beginning of an absence, may have to be remembered.
 */
export function usefulMs({ copy, absence }: CacheRecord, unreachableForLongMs: number, now: number): number {
  const end = Math.max(copy === null ? 0 : freshUntil(copy), absence?.nextAt ?? 0);
  return Math.max(end - now, 0) + unreachableForLongMs + DAY_MS;
}
