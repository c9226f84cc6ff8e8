/**
 * What takes time, as `tracingChannel`s of `node:diagnostics_channel`: for spans and durations.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import type { AccessResult } from '../fetch/result/result.js';

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
