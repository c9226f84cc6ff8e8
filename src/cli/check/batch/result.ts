/**
 * What `check --batch` puts out: answers, failures, and how each is written.
 */
import type { AnswerLine } from '../answer-line.js';
import { MAX_CONTAINERS } from './containers.js';
import { MAX_LINE_OCTETS } from './lines.js';

const MEBIBYTE = 1024 * 1024;

/** The error codes. Other programs act on them, so the set is closed. */
export const BATCH_FAILURES = {
  'invalid-json': 'The line is not JSON.',
  'invalid-input': 'The JSON does not have the shape above, or bodyBase64 is not base64 (RFC 4648 §4).',
  'invalid-agent': 'One of the agents is not a product token: it is empty, or a User-Agent header.',
  'invalid-url': 'The profile does not accept the URL. The other URLs of the line are answered.',
  'line-too-long': `The line is longer than --max-line-octets, by default ${MAX_LINE_OCTETS / MEBIBYTE} MiB, or holds more than ${MAX_CONTAINERS} arrays and objects. It is not read, so its id is unknown.`,
} as const;

export type BatchFailureCode = keyof typeof BATCH_FAILURES;

/** The answer to a question about one URL. */
export interface BatchAnswer {
  readonly kind: 'answer';
  /** The id as JSON text. */
  readonly id: string;
  /** The crawler, if it is judged by itself; else null. */
  readonly agent: string | null;
  readonly answer: AnswerLine;
}

/** What a line or a URL gets that cannot be answered. */
export interface BatchFailure {
  readonly kind: 'failure';
  /** The id as JSON text. */
  readonly id: string;
  /** The crawler, if it is judged by itself; else null. */
  readonly agent: string | null;
  readonly code: BatchFailureCode;
  readonly message: string;
}

export type BatchResult = BatchAnswer | BatchFailure;

export function failure(
  id: string,
  code: BatchFailureCode,
  message: string,
  agent: string | null = null,
): BatchFailure {
  return { kind: 'failure', id, agent, code, message };
}

/** A line of output. The id is JSON text already, so it is returned unchanged. */
export function resultLine(result: BatchResult): string {
  const { id, agent } = result;
  const asked = agent === null ? `{"id":${id}` : `{"id":${id},"agent":${JSON.stringify(agent)}`;
  if (result.kind === 'answer') return `${asked},${JSON.stringify(result.answer).slice(1)}\n`;
  const { code, message } = result;
  return `${asked},"error":${JSON.stringify({ code, message })}}\n`;
}
