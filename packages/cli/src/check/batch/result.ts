/**
 * What `check --batch` prints instead of an answer, and how lines of output begin.
 */
import { MAX_LINE_OCTETS } from '../../../../command-line/src/lines.js';
import { jsonText } from '../../../../command-line/src/terminal.js';
import { MAX_CONTAINERS } from './containers.js';

const MEBIBYTE = 1024 * 1024;

/** The error codes. Other programs act on them, so the set is closed. */
export const BATCH_FAILURES = {
  'invalid-json': 'The line is not JSON.',
  'invalid-input': 'The JSON does not have the shape above, or bodyBase64 is not base64 (RFC 4648 §4).',
  'invalid-agent':
    'One of the agents is not a product token: it is empty, or a User-Agent header. Or one of the crawlers is not registered.',
  'invalid-url': 'The profile does not accept the URL. The other URLs of the line are answered.',
  'line-too-long': `The line is longer than --max-line-octets, by default ${MAX_LINE_OCTETS / MEBIBYTE} MiB, or holds more than ${MAX_CONTAINERS} arrays and objects. It is not read, so its id is unknown.`,
} as const;

export type BatchFailureCode = keyof typeof BATCH_FAILURES;

/** The answer for a line or a URL that cannot be judged. */
export interface BatchFailure {
  readonly kind: 'failure';
  /** The id as JSON text. */
  readonly id: string;
  /** The crawler, if it is judged by itself; else null. */
  readonly agent: string | null;
  readonly code: BatchFailureCode;
  readonly message: string;
}

export function failure(
  id: string,
  code: BatchFailureCode,
  message: string,
  agent: string | null = null,
): BatchFailure {
  return { kind: 'failure', id, agent, code, message };
}

/** A failure as a line of output. */
export function failureLine({ id, agent, code, message }: BatchFailure): string {
  const start = lineStart(id) + (agent === null ? '' : agentMember(agent));
  return `${start},"error":${jsonText({ code, message })}}\n`;
}

/** What every line of output begins with. The id is JSON text already, so it is returned unchanged. */
export function lineStart(id: string): string {
  return flat('{"id":', id);
}

/** What follows in a line about a crawler that is judged by itself. */
export function agentMember(agent: string): string {
  return flat(',"agent":', jsonText(agent));
}

/** Joins texts into one flat string, for a text that many lines share: V8 joins strings lazily, and would join the parts again for every line. */
export function flat(...parts: string[]): string {
  return parts.join('');
}
