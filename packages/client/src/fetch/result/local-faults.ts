/**
 * Distinguishes faults of this process from faults of the site: docs/semantics.md §6.6. In doubt, a fault counts as this
 * process's own, because a fault that is shared by mistake blocks the site for all processes.
 */
import type { AccessError, AccessFault } from '../faults.js';
import type { Hop } from '../hop.js';
import type { AccessTimeouts } from '../options.js';
import { DEFAULT_TIMEOUTS, type Settings } from '../settings.js';

/** Nothing was sent to the site, because of the program's limits, guard or packages. */
const CALLERS_OWN: ReadonlySet<AccessFault> = new Set([
  'address-refused',
  'proxy-failed',
  'ftp-client-missing',
]);

/** Faults of a connection. With a dispatcher or a proxy, they may be faults of the proxy. */
const OF_CONNECTIONS: ReadonlySet<AccessFault> = new Set([
  'dns-failed',
  'connect-failed',
  'connect-timeout',
  'tls-failed',
  'headers-timeout',
  'body-timeout',
  'total-timeout',
  'connection-reset',
  'malformed-response',
  'body-cut-off',
]);

/** The time limit that each of these faults reports. */
const LIMIT_OF: ReadonlyMap<AccessFault, keyof AccessTimeouts> = new Map([
  ['connect-timeout', 'connectMs'],
  ['headers-timeout', 'headersMs'],
  ['body-timeout', 'bodyMs'],
  ['total-timeout', 'totalMs'],
]);

/**
 * Whether a fault may be this process's own. A status that the server sent never is.
 *
 * @param hop the request that failed
 */
export function isLocalFault(fault: AccessFault, hop: Hop, settings: Settings): boolean {
  if (CALLERS_OWN.has(fault) || isOfShortLimit(fault, settings)) return true;
  const { dispatcher, connect, network } = settings;
  const { origin } = hop.url;
  if (dispatcher !== undefined) {
    return OF_CONNECTIONS.has(fault) && !network.origins(dispatcher).hasOther(origin);
  }
  if (hop.proxy !== null) {
    // Names may be known to the proxy alone.
    if (fault === 'dns-failed') return true;
    return OF_CONNECTIONS.has(fault) && !network.tunnels(hop.proxy, hop.url).hasOther(origin);
  }
  switch (fault) {
    case 'dns-failed':
    case 'connect-failed':
    case 'connect-timeout':
      return !othersAreReached(hop, settings);
    case 'tls-failed':
      return Object.keys(connect).length > 0;
    default:
      return false;
  }
}

/** Whether the fetch ended by a time limit below the default. With the default, the site might have responded. */
function isOfShortLimit(fault: AccessFault, { timeouts }: Settings): boolean {
  const limit = LIMIT_OF.get(fault);
  return limit !== undefined && timeouts[limit] < DEFAULT_TIMEOUTS[limit];
}

/** Whether other names were resolved lately, or, if the fetch got that far, other addresses accepted a connection. */
function othersAreReached({ addresses, hostname }: Hop, { network, connect }: Settings): boolean {
  return addresses.length === 0
    ? network.names(connect.lookup).hasOther(hostname)
    : addresses.some(({ address }) => network.addressesLike(address, connect.localAddress).hasOther(address));
}

/** Error codes for a connection that the other side, or something in between, refused or reset. */
const LOSS_CODES: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** How long a chain of causes is followed. */
const MAX_CAUSES = 5;

/**
 * Whether a request failed because its connection was refused or lost, which happens when a server restarts or has just
 * closed an idle connection.
 */
export function isConnectionLoss(error: AccessError): boolean {
  if (error.code === 'connection-reset') return true;
  let cause: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if ('code' in cause && LOSS_CODES.has(cause.code)) return true;
    cause = cause.cause;
  }
  return false;
}
