/**
 * The counts that a client keeps.
 */
import type { Counts } from '../lookup/events.js';

/** What has happened since the client was created, and what it holds now. */
export interface ClientStats extends Readonly<Counts> {
  /** The share of all questions that were answered from memory without waiting, from 0 to 1; 0 before the first question. */
  readonly hitRate: number;
  /** Robots.txt files in memory. */
  readonly entries: number;
  /** About how much memory they take, in octets. */
  readonly octets: number;
  /** Robots.txt files that are being looked up, in the store or at their sites. */
  readonly pending: number;
  /** Fetches in progress. */
  readonly fetching: number;
  /** Fetches of robots.txt files that wait for a slot. */
  readonly queued: number;
  /** Requests that wait for their turn at a host. */
  readonly waiting: number;
}
