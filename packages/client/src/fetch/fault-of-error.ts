/**
 * What an error means: from the errors of sockets, TLS and undici to the faults of a fetch, and whose fault it may be.
 */

import { AccessError, type AccessFault, messageOf, originOf } from './faults.js';
import { DEFAULT_TIMEOUTS, type Stage } from './limits.js';
import { type FetchRequest, type HeaderValues, parseRawHeaders } from './requests.js';
import type { Settings } from './settings.js';

/** An error of OpenSSL as text: thread, number, library, function, and the reason, which alone means something to people; then file and line. */
const OPENSSL = /\berror:[\dA-F]+:[^:]*:[^:]*:([^:\n]+)/i;

/** The fault of a connection that was not established. */
export function connectFault(error: Error, hostname: string, isTls: boolean): AccessError {
  // An error of several attempts (RFC 8305) has no message of its own.
  const errors: readonly Error[] = error instanceof AggregateError ? error.errors : [error];
  const message = errors.map(({ message }) => OPENSSL.exec(message)?.[1] ?? message).join('; ');
  return isTls
    ? new AccessError('tls-failed', `TLS with ${hostname} failed: ${message}`, { cause: error })
    : new AccessError('connect-failed', `No connection to ${hostname}: ${message}`, { cause: error });
}

/**
 * The fault for an error: an `AccessError` with the error as its cause. An `AccessError` is returned unchanged.
 *
 * @param stage what the request was waiting for
 * @param url the URL of the request, for the message
 */
export function httpFault(error: unknown, stage: Stage, url: string): AccessError {
  const known = accessErrorIn(error);
  if (known !== undefined) return known;
  const fault = faultOf(error, stage, url);
  return new AccessError(fault, `${url}: ${textOf(error)}`, { cause: error });
}

/** undici asserts that a status is at least 100. The message of the assertion shows its source. */
const ASSERTION = 'ERR_ASSERTION';

/** The `AccessError` in an error, which an interceptor may have wrapped. */
function accessErrorIn(error: unknown): AccessError | undefined {
  if (error instanceof AccessError) return error;
  return error instanceof Error && error.cause instanceof AccessError ? error.cause : undefined;
}

function faultOf(error: unknown, stage: Stage, url: string): AccessFault {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const byCode = FAULT_BY_CODE.get(String(code));
  if (byCode !== undefined) return byCode;
  if (code === LENGTH_MISMATCH) return stage === 'body' ? 'body-cut-off' : 'malformed-response';
  if (stage !== 'connect' && isMalformed(error, String(code))) {
    return stage === 'body' && ENDED_EARLY.test(messageOf(error)) ? 'body-cut-off' : 'malformed-response';
  }
  switch (stage) {
    case 'connect':
      if (String(syscall) === 'getaddrinfo' || NAME_ERROR.test(String(code))) return 'dns-failed';
      return url.startsWith('https:') && !SYSTEM_ERROR.test(String(code)) ? 'tls-failed' : 'connect-failed';
    case 'headers':
      return 'connection-reset';
    case 'body':
      return 'body-cut-off';
  }
}

/** Whether undici says that a body has another length than its header states. */
export function isLengthMismatch(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === LENGTH_MISMATCH;
}

/** undici uses the same code for a response with two lengths, and for one with a length and chunks. */
const LENGTH_MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** The codes of undici. */
const FAULT_BY_CODE: ReadonlyMap<string, AccessFault> = new Map<string, AccessFault>([
  ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headers-timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'body-timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'malformed-response'],
]);

/** The codes of `node:dns`, none of which is also a socket's. */
const NAME_ERROR = /^(?:ENOTFOUND|ENODATA|ESERVFAIL|EFORMERR|EBADNAME|EAI_\w+)$/;

/** An error of the operating system rather than of TLS: `ECONNREFUSED`, but not `ERR_TLS_…`, `EPROTO` or `CERT_…`. */
const SYSTEM_ERROR = /^E(?:CONN|HOST|NET|ADDR|TIMEDOUT|PIPE|ACCES|PERM|MFILE|NFILE)|^UND_ERR/;

/** The codes of llhttp, the parser of Node and undici. */
const PARSER_ERROR = /^HPE_/;

/** The parser failed, or undici reports that the response does not belong to the request. */
function isMalformed(error: unknown, code: string): boolean {
  if (PARSER_ERROR.test(code) || (error instanceof Error && error.name === 'HTTPParserError')) return true;
  if (code === ASSERTION) return true;
  return code === 'UND_ERR_SOCKET' && /^bad /.test(messageOf(error));
}

/** The parser's message for a connection that ended within a response. */
const ENDED_EARLY = /Invalid EOF state/;

/** The message of an error, in words. */
function textOf(error: unknown): string {
  if ((error as { code?: unknown } | null)?.code === ASSERTION) return 'the response is malformed';
  const message = messageOf(error);
  return OPENSSL.exec(message)?.[1] ?? message;
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

/**
 * Whether a fault may be this process's own: docs/semantics.md §6.6. A status that the server sent never is. In doubt, a fault counts as this process's
 * own, because a fault that is shared by mistake blocks the site for all processes.
 *
 * @param request the request that failed
 */
export function isLocalFault(fault: AccessFault, request: FetchRequest, settings: Settings): boolean {
  const { dispatcher, connect, network, timeouts } = settings;
  const { of, limit } = originOf(fault);
  // With the default limit, the site might have responded.
  if (of === 'program' || (limit !== undefined && timeouts[limit] < DEFAULT_TIMEOUTS[limit])) return true;
  if (of === 'site') return false;
  const { origin } = request.url;
  if (dispatcher !== undefined) return !network.origins(dispatcher).hasOther(origin);
  // Names may be known to the proxy alone.
  if (request.proxy !== null)
    return fault === 'dns-failed' || !network.tunnels(request.proxy, request.url).hasOther(origin);
  if (fault === 'tls-failed') return Object.keys(connect).length > 0;
  return UNCONNECTED.has(fault) && !othersAreReached(request, settings);
}

/** The faults of a host that no connection was made to. */
const UNCONNECTED: ReadonlySet<AccessFault> = new Set(['dns-failed', 'connect-failed', 'connect-timeout']);

/** Whether other names were resolved lately, or, if the fetch got that far, other addresses accepted a connection. */
function othersAreReached({ addresses, hostname }: FetchRequest, { network, connect }: Settings): boolean {
  return addresses.length === 0
    ? network.names(connect.lookup).hasOther(hostname)
    : addresses.some(({ address }) => network.addressesLike(address, connect.localAddress).hasOther(address));
}

/** The status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderValues;
}

/** The lowest status of a response that such an error reports. An error with a lower status has another cause. */
const FIRST_FAILURE = 300;
const LAST_STATUS = 999;

/** The response that an error was made from; null for any other error. */
export function responseOf(error: unknown): ResponseHead | null {
  const { statusCode: status, headers } = (error ?? {}) as { statusCode?: unknown; headers?: unknown };
  if (typeof status !== 'number' || !(status >= FIRST_FAILURE && status <= LAST_STATUS)) return null;
  if (Array.isArray(headers)) return { status, headers: parseRawHeaders(headers) };
  return { status, headers: typeof headers === 'object' ? { ...headers } : {} };
}
