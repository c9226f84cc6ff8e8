/**
 * What the cache remembers about one robots.txt: the copy held, and the last response that brought no file. A record never
 * changes. Each fetch makes the next one (`next-record.ts`); `freshness.ts` says what a record means at a given time.
 */

import type { RobotsDocument } from 'robotstream';
import { DAY_MS, MINUTE_MS } from 'robotstream/internal';
import type { AccessFault } from '../fetch/faults.js';
import type { AccessFacts, Redirect, ResponseHeaders } from '../fetch/result.js';

/** Everything remembered about the robots.txt of one scheme, host and port. */
export interface CacheRecord {
  readonly robotsUrl: string;
  /** The User-Agent header of the request: a server may answer each crawler differently (RFC 9111 §4.1). */
  readonly userAgent: string;
  /** When the last fetch ended, in milliseconds since 1970. Of two records the later one counts. */
  readonly learntAt: number;
  /** The last file fetched; null if there was none, or it may no longer be used. */
  readonly copy: Copy | null;
  /** The last response, or failure, that brought no file; null if the last fetch brought one. */
  readonly absence: Absence | null;
}

/** A file that is held. */
export interface Copy {
  readonly document: RobotsDocument;
  /** Facts of the fetch that brought the octets, its headers as later 304 responses updated them (RFC 9111 §3.2). */
  readonly facts: AccessFacts;
  /** When the octets were fetched, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** When the server last confirmed the file, by sending it or by a 304, in milliseconds since 1970. */
  readonly validatedAt: number;
  /** How long the file stays fresh from then on, in milliseconds. */
  readonly lifetimeMs: number;
  /** False under `Cache-Control: no-store`: the file stays in this process, and only while it is fresh. */
  readonly storable: boolean;
}

/** A response, or failure, that brought no file. */
export interface Absence {
  readonly outcome: 'unavailable' | 'unreachable';
  /** What an unavailable file means. For an unreachable one the profile decides, and the meaning changes after 30 days. */
  readonly meaning: 'allow-all' | 'disallow-all';
  readonly facts: AccessFacts;
  readonly fault: AccessFault | null;
  /** What failed, in words; null if the status says everything. */
  readonly message: string | null;
  /** When the first of an unbroken run of such fetches ended, in milliseconds since 1970. */
  readonly since: number;
  /** How many fetches that run has. */
  readonly attempts: number;
  /** When to fetch again, in milliseconds since 1970. */
  readonly nextAt: number;
  /** True for a failure that is expected to pass; false for a response that is as good as a file while it is fresh. */
  readonly isTransient: boolean;
  /** Whether the failure may be this process's own, such as broken name resolution. Other processes never see it. */
  readonly isLocal: boolean;
}

/** How far another machine's clock may be ahead, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * Whether a time was taken from a wrong clock, here or on another machine: it is further in the future than the clocks
 * of machines differ. An age counted from it would be negative.
 */
export function isFromFuture(time: number, now: number): boolean {
  return time > now + CLOCK_TOLERANCE_MS;
}

/** When a copy stops being fresh, in milliseconds since 1970. A copy from the future is not fresh. */
export function freshUntil(copy: Copy, now: number): number {
  return isFromFuture(copy.validatedAt, now) ? now : copy.validatedAt + copy.lifetimeMs;
}

/** Whether a copy may still be used. One under `no-store` is gone once it is no longer fresh. */
export function isUsable(copy: Copy, now: number): boolean {
  return copy.storable || now < freshUntil(copy, now);
}

/**
 * Merges two records of one file: the later one, with the earlier one's copy if the later one is an outage without a
 * copy. A failure never replaces a file.
 */
export function merged(
  one: CacheRecord | undefined,
  other: CacheRecord | undefined,
): CacheRecord | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [earlier, later] = one.learntAt <= other.learntAt ? [one, other] : [other, one];
  const lacksCopy = later.copy === null && later.absence?.outcome === 'unreachable';
  return lacksCopy && earlier.copy?.storable === true ? { ...later, copy: earlier.copy } : later;
}

/**
 * How long a record is useful, in milliseconds: until the next fetch is due, and then for as long as its copy or the
 * start of an outage may still matter.
 */
export function usefulMs({ copy, absence }: CacheRecord, unreachableForLongMs: number, now: number): number {
  const end = Math.max(copy === null ? 0 : freshUntil(copy, now), absence?.nextAt ?? 0);
  return Math.max(end - now, 0) + unreachableForLongMs + DAY_MS;
}

/** The longest URL that is kept whole, in characters. */
const MAX_URL_CHARACTERS = 2048;

/** The longest header value that is kept, in characters. It is never cut: a cut ETag or Cache-Control would have another meaning. */
const MAX_HEADER_CHARACTERS = 1024;

/** The longest message that is kept whole, in characters. */
const MAX_MESSAGE_CHARACTERS = 500;

/** The most redirects that are kept: more than any profile of this package follows. */
const MAX_REDIRECTS = 16;

const ELLIPSIS = '…';

/**
 * The facts to keep: plain data of bounded size. A server chooses how long its redirects, headers and errors are, but a record in memory must
 * stay small. So texts that are too long are cut or left out. A URL that was cut ends with `…`.
 */
export function keptFacts(facts: AccessFacts): AccessFacts {
  const { robotsUrl, finalUrl, status, redirects, headers, octets, encodedOctets, timings, profile } = facts;
  return {
    robotsUrl,
    finalUrl: cut(finalUrl, MAX_URL_CHARACTERS),
    status,
    redirects: redirects.slice(0, MAX_REDIRECTS).map(keptRedirect),
    headers: keptHeaders(headers),
    octets,
    encodedOctets,
    timings,
    profile,
  };
}

/** A message to keep. */
export function keptMessage(message: string): string {
  return cut(message, MAX_MESSAGE_CHARACTERS);
}

/** How much memory facts take, in octets. */
export function factsOctets({ robotsUrl, finalUrl, redirects, headers, profile }: AccessFacts): number {
  let octets = FACTS_OCTETS + textOctets(robotsUrl) + textOctets(finalUrl) + textOctets(profile);
  for (const { url, location } of redirects) {
    octets += REDIRECT_OCTETS + textOctets(url) + textOctets(location ?? '');
  }
  for (const value of Object.values(headers)) octets += HEADER_OCTETS + textOctets(value);
  return octets;
}

/** How much memory a text takes, in octets: V8 keeps one octet for each Latin-1 character, else two. */
export function textOctets(text: string): number {
  return STRING_OCTETS + text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
}

/** The memory that V8 takes for objects besides their text, in octets. Measured, rounded up. */
const STRING_OCTETS = 24;
const FACTS_OCTETS = 320;
const REDIRECT_OCTETS = 512;
const HEADER_OCTETS = 32;

function keptRedirect({ url, status, location }: Redirect): Redirect {
  return {
    url: cut(url, MAX_URL_CHARACTERS),
    status,
    location: location === null ? null : cut(location, MAX_URL_CHARACTERS),
  };
}

function keptHeaders(headers: ResponseHeaders): ResponseHeaders {
  const kept = Object.entries(headers).filter(([, value]) => value.length <= MAX_HEADER_CHARACTERS);
  return Object.fromEntries(kept);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Through a buffer: a slice alone would keep the whole text in memory.
  return Buffer.from(text.slice(0, most - 1) + ELLIPSIS).toString();
}
