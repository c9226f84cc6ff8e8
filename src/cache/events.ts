/**
 * What a cache says of itself: counts, and messages on `node:diagnostics_channel` for whoever listens.
 */
import { channel } from 'node:diagnostics_channel';
import type { AccessFault } from '../access/faults.js';
import type { AccessOutcome } from '../access/result.js';
import type { RobotsError } from '../errors.js';
import type { DiscardReason } from './entry-codec.js';

/** Every channel, with what its messages tell. Subscribe by `node:diagnostics_channel`. */
export const CHANNELS = {
  'robotstream:fetch': 'A fetch has ended, with a file or not: FetchMessage.',
  'robotstream:hit': 'A question was answered without a fetch: HitMessage.',
  'robotstream:stale': 'A question was answered by a copy that is no longer fresh: HitMessage.',
  'robotstream:fault': 'A robots.txt was found unreachable: FetchMessage.',
  'robotstream:store': 'A store failed, or held something that cannot be used: StoreMessage.',
} as const;

export type ChannelName = keyof typeof CHANNELS;

export interface FetchMessage {
  readonly robotsUrl: string;
  readonly outcome: AccessOutcome;
  /** The HTTP status, or the FTP reply code; null if there was no answer. */
  readonly status: number | null;
  readonly fault: AccessFault | null;
  readonly cause: RobotsError | null;
  /** Milliseconds from the beginning of the fetch to its end. */
  readonly totalMs: number;
  /** Octets of the body that were taken. */
  readonly octets: number;
  /** Whether no question waited for it when it began. */
  readonly background: boolean;
}

export interface HitMessage {
  readonly robotsUrl: string;
  readonly source: 'memory' | 'store';
  /** Milliseconds since the answer that the record rests on came. */
  readonly ageMs: number;
}

/** What was tried with a store. */
export type StoreOperation = 'get' | 'set' | 'delete' | 'lease' | 'close';

export interface StoreMessage {
  readonly operation: StoreOperation;
  /** What failed (`store-failed`, `store-timeout`); null if an entry was discarded. */
  readonly error: RobotsError | null;
  /** The key of the entry that was discarded, and why; null if something failed. */
  readonly discarded: { readonly key: string; readonly reason: DiscardReason } | null;
}

/** What has happened since the client was made. */
export interface Counts {
  /** Questions asked. */
  questions: number;
  /** Of these, answered from memory without waiting. */
  hits: number;
  /** Answered by what another process, or an earlier run, had left in the store. */
  storeHits: number;
  /** Of the questions that waited, those that joined others already waiting for the same file. */
  coalesced: number;
  /** Answered by a copy that was no longer fresh. */
  staleAnswers: number;
  /** Fetches begun. */
  fetches: number;
  /** Fetches begun in the background, to have a file refreshed before anyone has to wait. */
  refreshes: number;
  /** Fetches that ended with 304: the copy was still the server's file. */
  renewals: number;
  /** Fetches that found the file unreachable. */
  faults: number;
  /** Times that another process was seen to be fetching the same file, and waited for. */
  leaseWaits: number;
  /** Times that the store failed or took too long. */
  storeFailures: number;
  /** Entries of the store that could not be used. */
  storeDiscards: number;
  /** Files that left memory because its bounds were reached. */
  evictions: number;
}

interface Messages {
  readonly 'robotstream:fetch': FetchMessage;
  readonly 'robotstream:hit': HitMessage;
  readonly 'robotstream:stale': HitMessage;
  readonly 'robotstream:fault': FetchMessage;
  readonly 'robotstream:store': StoreMessage;
}

const channels = {
  'robotstream:fetch': channel('robotstream:fetch'),
  'robotstream:hit': channel('robotstream:hit'),
  'robotstream:stale': channel('robotstream:stale'),
  'robotstream:fault': channel('robotstream:fault'),
  'robotstream:store': channel('robotstream:store'),
} as const satisfies Record<ChannelName, unknown>;

/** Whether anyone listens: messages are only made then. */
export function isHeard(name: ChannelName): boolean {
  return channels[name].hasSubscribers;
}

/** Says something to whoever listens. */
export function publish<Name extends ChannelName>(name: Name, message: Messages[Name]): void {
  channels[name].publish(message);
}

/** Counts with nothing counted. */
export function noCounts(): Counts {
  return {
    questions: 0,
    hits: 0,
    storeHits: 0,
    coalesced: 0,
    staleAnswers: 0,
    fetches: 0,
    refreshes: 0,
    renewals: 0,
    faults: 0,
    leaseWaits: 0,
    storeFailures: 0,
    storeDiscards: 0,
    evictions: 0,
  };
}
