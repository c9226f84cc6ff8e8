/**
 * What can be wrong with a line of a batch. The set of codes is closed; other programs act on them.
 */

/** Every code, with what it means. */
export const BATCH_FAILURES = {
  'invalid-json': 'The line is not JSON.',
  'invalid-input':
    'The line is JSON of another shape than the one above, or bodyBase64 is not base64 (RFC 4648 §4).',
  'invalid-agent': 'One of the agents is not a product token: it is empty, or a User-Agent header.',
  'invalid-url': 'The URL is not one that the profile accepts. The other URLs of the line are answered.',
  'line-too-long': 'The line is longer than 64 MiB. It is not read, and its id is not known.',
} as const;

export type BatchFailureCode = keyof typeof BATCH_FAILURES;

/** Said in place of an answer. */
export interface Failure {
  readonly kind: 'failure';
  /** The id as JSON text. */
  readonly id: string;
  readonly code: BatchFailureCode;
  readonly message: string;
}

export function failure(id: string, code: BatchFailureCode, message: string): Failure {
  return { kind: 'failure', id, code, message };
}
