/**
 * Failures that a second attempt may overcome.
 */
import type { AccessError } from './faults.js';
import type { Hop } from './hop.js';

/** Error codes for a connection that the other side, or something in between, refused or reset. */
const LOSS_CODES: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** How long a chain of causes is followed. */
const MAX_CAUSES = 5;

/**
 * Whether a request failed because its connection was refused or lost, which happens when a server restarts or has just
 * closed an idle connection, or because HTTP/2 failed, so that HTTP/1.1 may work.
 */
export function isConnectionLoss(error: AccessError, { usesHttp2 }: Hop): boolean {
  if (error.code === 'connection-reset') return true;
  if (usesHttp2 && (error.code === 'malformed-response' || error.code === 'body-cut-off')) return true;
  let cause: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if ('code' in cause && LOSS_CODES.has(cause.code)) return true;
    cause = cause.cause;
  }
  return false;
}
