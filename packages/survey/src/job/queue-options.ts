/**
 * The options and events of a queue.
 */
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  aWholeNumber,
  checkedElsewhere,
  misshapen,
  type OptionCheck,
  type OptionTable,
  oneOf,
  optionTable,
} from 'robotstream/internal';
import type { PartProgress, PartResult } from '../part/part.js';
import { SURVEY_LIMITS, SURVEY_OPTIONS, type SurveyOptions } from '../questions.js';
import { REMOTE_OPTIONS, type RemoteOptions } from '../remote/remote-options.js';
import { FORMATS, type PartFormat } from '../stored/survey-folder.js';

/** Options for `openSurveyQueue`. */
export interface QueueOptions {
  /** The server: `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. */
  readonly url: string;
  /** The name of the queue; default `robotstream-survey`. Surveys with other questions need other folders, so give each its queue. */
  readonly name?: string | undefined;
}

/** What `SurveyQueue.enqueue` adds to a queue, and how to survey it. */
export interface EnqueueOptions extends SurveyOptions {
  /** The names of the inputs: files, folders, and http, https or s3 URLs. */
  readonly inputs: readonly string[];
  /** The format of the parts; default `parquet`. */
  readonly format?: PartFormat | undefined;
}

/** Options for `SurveyQueue.work`. */
export interface WorkOptions extends RemoteOptions {
  /** The folder for the parts: one that all workers share, or one of their own. */
  readonly folder: string;
  /** How many inputs are read at the same time, each in a thread of its own; default 1. */
  readonly jobs?: number | undefined;
  /** Whether the work ends when the queue is empty; default false: it waits for more. */
  readonly endWhenEmpty?: boolean | undefined;
  /** Ends the work after the inputs in progress. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what happens. If it throws, the work ends after the inputs in progress, and rejects with what it threw. */
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
}

/** What happens to a job of this worker. */
export type WorkEvent =
  | { readonly kind: 'progress'; readonly input: string; readonly progress: PartProgress }
  | { readonly kind: 'done'; readonly input: string; readonly result: PartResult }
  | { readonly kind: 'failed'; readonly input: string; readonly error: Error; readonly isLast: boolean }
  /** The server cannot be reached; the worker connects again. */
  | { readonly kind: 'disconnected'; readonly error: Error };

/** How many inputs of a queue are waiting, in progress, done and failed. */
export interface QueueStatus {
  /** Inputs that wait for a worker, those that wait for their next attempt included. */
  readonly waiting: number;
  /** Inputs in progress. */
  readonly active: number;
  /** Inputs that were surveyed. */
  readonly done: number;
  /** Inputs that failed at every attempt, with the reason of the last. */
  readonly failed: readonly { readonly input: string; readonly reason: string }[];
}

/** BullMQ takes no other names. */
const aQueueName: OptionCheck = (value, name) => {
  const isName = typeof value === 'string' && value !== '' && !value.includes(':');
  if (!isName) throw misshapen(value, name, 'the name of a queue, without a colon,');
};

export const QUEUE_OPTIONS: OptionTable = optionTable<QueueOptions>({
  url: checkedElsewhere,
  name: aQueueName,
});

export const ENQUEUE_OPTIONS: OptionTable = optionTable<EnqueueOptions>({
  ...SURVEY_OPTIONS,
  inputs: checkedElsewhere,
  format: oneOf(...FORMATS),
});

export const WORK_OPTIONS: OptionTable = optionTable<WorkOptions>({
  folder: checkedElsewhere,
  jobs: aWholeNumber(1, SURVEY_LIMITS.jobs),
  endWhenEmpty: aBoolean,
  ...REMOTE_OPTIONS,
  signal: anAbortSignal,
  onEvent: aFunction,
});
