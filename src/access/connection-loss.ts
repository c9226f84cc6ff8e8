/**
 * Which failures one more attempt may well overcome.
 */
import type { AccessError } from './faults.js';
import type { Hop } from './hop.js';

/** Codes of the operating system for a connection that the other side, or something in between, refused or reset. */
const LOSS_CODES: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** How many causes of causes are looked at. */
const MAX_CAUSES = 5;

/**
 * Whether a request failed because its connection was refused or lost, as happens when a server restarts or a connection
 * that was kept open has just been closed; or because HTTP/2 failed, in place of which HTTP/1.1 may be used.
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
