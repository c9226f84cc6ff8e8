/**
 * Telling failures of one's own side from failures of the site: docs/semantics.md §6. In doubt a failure counts as one's
 * own, since a fault that is shared with other processes by mistake shuts a site out for all of them.
 */
import type { AccessFault } from './faults.js';
import type { AccessTimeouts } from './options.js';
import { DEFAULT_TIMEOUTS, type Settings } from './settings.js';

/** No connection was made, or none was tried: another process may well make one. */
const BEFORE_CONNECTED: ReadonlySet<AccessFault> = new Set([
  'queue-timeout',
  'dns-failed',
  'connect-failed',
  'connect-timeout',
  'address-refused',
  'ftp-client-missing',
]);

/** Failures of a connection, which are the proxy's where the caller's dispatcher may be one. */
const OF_CONNECTIONS: ReadonlySet<AccessFault> = new Set([
  'tls-failed',
  'connection-reset',
  'malformed-response',
  'body-cut-off',
]);

const LIMIT_OF: ReadonlyMap<AccessFault, keyof AccessTimeouts> = new Map([
  ['headers-timeout', 'headersMs'],
  ['body-timeout', 'bodyMs'],
  ['total-timeout', 'totalMs'],
]);

/** Whether a failure may be of this process's own side. A status that the server sent never is. */
export function isLocalFault(fault: AccessFault, { timeouts, dispatcher, connect }: Settings): boolean {
  if (BEFORE_CONNECTED.has(fault)) return true;
  if (fault === 'tls-failed' && Object.keys(connect).length > 0) return true;
  const limit = LIMIT_OF.get(fault);
  if (limit !== undefined) return dispatcher !== undefined || timeouts[limit] < DEFAULT_TIMEOUTS[limit];
  return dispatcher !== undefined && OF_CONNECTIONS.has(fault);
}
