/**
 * What a cache reports about itself: counts, and messages on `node:diagnostics_channel`.
 */
import { channel } from 'node:diagnostics_channel';
import type { RobotsError } from 'robotstream';
import type { AccessFault } from '../fetch/faults.js';
import type { AccessOutcome } from '../fetch/result/result.js';
import type { StoreMessage } from '../store/record-store.js';

/** Every channel, with what its messages report. Subscribe by `node:diagnostics_channel`. */
export const CHANNELS = {
  'robotstream:fetch': 'A fetch has ended, with a file or without: FetchMessage.',
  'robotstream:hit': 'A question was answered without a fetch: HitMessage.',
  'robotstream:stale': 'A question was answered by a copy that is no longer fresh: HitMessage.',
  'robotstream:fault': 'A robots.txt was unreachable: FetchMessage.',
  'robotstream:turn': 'A request has its turn at its host: TurnMessage.',
  'robotstream:store': 'A store failed, or held an entry that cannot be used: StoreMessage.',
} as const;

/** The name of a channel of `node:diagnostics_channel` that the client publishes to. */
export type ChannelName = keyof typeof CHANNELS;

/** The message of `robotstream:fetch`: a fetch ended. */
export interface FetchMessage {
  /** The robots.txt. */
  readonly robotsUrl: string;
  /** How the fetch ended. */
  readonly outcome: AccessOutcome;
  /** The HTTP status, or the FTP reply code; null if there was no response. */
  readonly status: number | null;
  /** What was wrong; null if nothing was. */
  readonly fault: AccessFault | null;
  /** The error behind the fault; null if there is none. */
  readonly cause: RobotsError | null;
  /** How long the fetch took, in milliseconds. */
  readonly totalMs: number;
  /** Octets of the body that were read, content codings removed. */
  readonly octets: number;
  /** Whether the fetch began without a question waiting for it. */
  readonly background: boolean;
}

/** The message of `robotstream:hit`: a question was answered without a fetch. */
export interface HitMessage {
  /** The robots.txt. */
  readonly robotsUrl: string;
  /** Where the copy was. */
  readonly source: 'memory' | 'store';
  /** Milliseconds since the response that answers the question. */
  readonly ageMs: number;
}

/** The message of `robotstream:turn`: a request got its turn at a host. */
export interface TurnMessage {
  /** The robots.txt that governs the request. */
  readonly robotsUrl: string;
  /** The key that has the turn, as `client.turnKey` returns it: by default the name or address of the host. */
  readonly key: string;
  /** The delay that the robots.txt asks for, in milliseconds; null if it asks for none, or the profile ignores it. */
  readonly askedDelayMs: number | null;
  /** The delay until the next turn at the host, in milliseconds. */
  readonly delayMs: number;
}

/** What has happened since the client was created. */
export interface Counts {
  /** Questions asked. */
  questions: number;
  /** Questions answered from memory without waiting. */
  hits: number;
  /** Questions answered by what another process, or an earlier run, had stored. */
  storeHits: number;
  /** Questions that waited for a fetch which had begun for an earlier question. */
  coalesced: number;
  /** Questions answered by a copy that was no longer fresh. */
  staleAnswers: number;
  /** Fetches begun. */
  fetches: number;
  /** Fetches begun in the background, before a question had to wait. */
  refreshes: number;
  /** Fetches that ended with a 304: the copy was still good. */
  renewals: number;
  /** Fetches that found the file unreachable, and fetches that waited too long for a slot. */
  faults: number;
  /** How often a question waited for another process to fetch the same file. */
  leaseWaits: number;
  /** Operations of the store that failed or took too long. */
  storeFailures: number;
  /** Entries of the store that could not be used. */
  storeDiscards: number;
  /** Files evicted from memory, or not kept there, because of its bounds. */
  evictions: number;
  /** Turns taken to send a request to a host. */
  turns: number;
}

/** The message of each channel. */
export interface Messages {
  readonly 'robotstream:fetch': FetchMessage;
  readonly 'robotstream:hit': HitMessage;
  readonly 'robotstream:stale': HitMessage;
  readonly 'robotstream:fault': FetchMessage;
  readonly 'robotstream:turn': TurnMessage;
  readonly 'robotstream:store': StoreMessage;
}

const channels = {
  'robotstream:fetch': channel('robotstream:fetch'),
  'robotstream:hit': channel('robotstream:hit'),
  'robotstream:stale': channel('robotstream:stale'),
  'robotstream:fault': channel('robotstream:fault'),
  'robotstream:turn': channel('robotstream:turn'),
  'robotstream:store': channel('robotstream:store'),
} as const satisfies Record<ChannelName, unknown>;

/** Whether a channel has subscribers. Without any, no message is made. */
export function isHeard(name: ChannelName): boolean {
  return channels[name].hasSubscribers;
}

/** Sends a message to a channel's subscribers. */
export function publish<Name extends ChannelName>(name: Name, message: Messages[Name]): void {
  channels[name].publish(message);
}

/** Counts that begin at 0. */
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
    turns: 0,
  };
}
