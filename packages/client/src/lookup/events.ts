/**
 * What a cache reports about itself: counts, and messages on `node:diagnostics_channel`.
 */
import { type Channel, channel, tracingChannel } from 'node:diagnostics_channel';
import type { RobotsError } from 'robotstream';
import type { AccessFault } from '../fetch/faults.js';
import type { AccessOutcome, AccessResult } from '../fetch/result.js';
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

/** What a cache counts, from 0. */
export class CacheCounts {
  /** Questions asked. */
  questions = 0;
  /** Questions answered from memory without waiting. */
  hits = 0;
  /** Questions answered by what another process, or an earlier run, had stored. */
  storeHits = 0;
  /** Questions that waited for a fetch which had begun for an earlier question. */
  coalesced = 0;
  /** Questions answered by a copy that was no longer fresh. */
  staleAnswers = 0;
  /** Fetches begun. */
  fetches = 0;
  /** Fetches begun in the background, before a question had to wait. */
  refreshes = 0;
  /** Fetches that ended with a 304: the copy was still good. */
  renewals = 0;
  /** Fetches that found the file unreachable, and fetches that waited too long for a permit. */
  faults = 0;
  /** How often a question waited for another process to fetch the same file. */
  leaseWaits = 0;
  /** Operations of the store that failed or took too long. */
  storeFailures = 0;
  /** Entries of the store that could not be used. */
  storeDiscards = 0;
  /** Files evicted from memory, or not kept there, because of its bounds. */
  evictions = 0;
  /** Turns taken to send a request to a host. */
  turns = 0;
}

/** What has happened since the client was created. */
export type Counts = CacheCounts;

/** The message of each channel. */
export interface Messages {
  readonly 'robotstream:fetch': FetchMessage;
  readonly 'robotstream:hit': HitMessage;
  readonly 'robotstream:stale': HitMessage;
  readonly 'robotstream:fault': FetchMessage;
  readonly 'robotstream:turn': TurnMessage;
  readonly 'robotstream:store': StoreMessage;
}

const channels = Object.fromEntries(Object.keys(CHANNELS).map((name) => [name, channel(name)])) as Record<
  ChannelName,
  Channel
>;

/** Whether a channel has subscribers. Without any, no message is made. */
export function isHeard(name: ChannelName): boolean {
  return channels[name].hasSubscribers;
}

/** Sends a message to a channel's subscribers. */
export function publish<Name extends ChannelName>(name: Name, message: Messages[Name]): void {
  channels[name].publish(message);
}

/** Every tracing channel, with the messages of its events. Subscribe by `tracingChannel` of `node:diagnostics_channel`. */
export const TRACING_CHANNELS = {
  'robotstream:fetch': 'A robots.txt is fetched: FetchTraceMessage.',
  'robotstream:question': 'A client is asked about a URL: QuestionTraceMessage.',
} as const;

/** A fetch. `result` is there from `asyncStart` on; `error` if the fetch rejects, as when it is aborted. */
export interface FetchTraceMessage {
  /** The robots.txt. */
  readonly robotsUrl: string;
  /** Whether the fetch began without a question waiting for it. */
  readonly background: boolean;
  /** The result, once the fetch has ended. */
  readonly result?: AccessResult;
  /** What it failed with, if it failed. */
  readonly error?: unknown;
}

/** A question. `result` is there from `asyncStart` on; `error` if the question rejects. */
export interface QuestionTraceMessage {
  /** The method of the client. */
  readonly method: 'isAllowed' | 'check';
  /** The URL that the question is about. */
  readonly url: string;
  /** What the method resolves to: a boolean, or an `Answer`. */
  readonly result?: unknown;
  /** What it failed with, if it failed. */
  readonly error?: unknown;
}

const fetches = tracingChannel<'robotstream:fetch', FetchTraceMessage>('robotstream:fetch');
const questions = tracingChannel<'robotstream:question', QuestionTraceMessage>('robotstream:question');

/** Whether questions are traced. */
export function tracesQuestions(): boolean {
  return questions.hasSubscribers;
}

export function tracedFetch(
  message: FetchTraceMessage,
  fetch: () => Promise<AccessResult>,
): Promise<AccessResult> {
  return fetches.hasSubscribers ? fetches.tracePromise(fetch, message) : fetch();
}

export function tracedQuestion<Value>(
  method: QuestionTraceMessage['method'],
  url: string | URL,
  ask: () => Promise<Value>,
): Promise<Value> {
  if (!questions.hasSubscribers) return ask();
  // The question itself refuses any other value.
  const text = url instanceof URL ? url.href : url;
  return questions.tracePromise(ask, { method, url: text });
}

/** What a cache holds now. */
export interface Gauges {
  /** Robots.txt files in memory. */
  readonly entries: number;
  /** About how much memory they take, in octets. */
  readonly octets: number;
  /** Robots.txt files that are being looked up, in the store or at their sites. */
  readonly pending: number;
  /** Fetches in progress. */
  readonly fetching: number;
  /** Fetches of robots.txt files that wait for a permit. */
  readonly queued: number;
  /** Requests that wait for their turn at a host. */
  readonly waiting: number;
}

/** What has happened since the client was created, and what it holds now. */
export interface ClientStats extends Readonly<Counts>, Gauges {
  /** The share of all questions that were answered from memory without waiting, from 0 to 1; 0 before the first question. */
  readonly hitRate: number;
}
