/**
 * The faults for errors of undici and of Node's sockets.
 */
import { AccessError, type AccessFault } from './faults.js';
import type { Stage } from './time-limits.js';

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
  return new AccessError(fault, `${url}: ${messageOf(error)}`, { cause: error });
}

/** undici asserts that a status is at least 100. The message of the assertion shows its source. */
const ASSERTION = 'ERR_ASSERTION';

/** The `AccessError` in an error, which an interceptor may have wrapped. */
function accessErrorIn(error: unknown): AccessError | undefined {
  if (error instanceof AccessError) return error;
  return error instanceof Error && error.cause instanceof AccessError ? error.cause : undefined;
}

function faultOf(error: unknown, stage: Stage, url: string): AccessFault {
  const { code = '', syscall = '' } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const byCode = FAULT_BY_CODE.get(String(code));
  if (byCode !== undefined) return byCode;
  if (stage !== 'connect' && isMalformed(error, String(code))) {
    return stage === 'body' && ENDED_EARLY.test(messageOf(error)) ? 'body-cut-off' : 'malformed-response';
  }
  switch (stage) {
    case 'connect':
      if (String(syscall) === 'getaddrinfo' || NAME_ERRORS.has(String(code))) return 'dns-failed';
      return url.startsWith('https:') && !SYSTEM_ERROR.test(String(code)) ? 'tls-failed' : 'connect-failed';
    case 'headers':
      return 'connection-reset';
    case 'body':
      return 'body-cut-off';
  }
}

/** The codes of undici. */
const FAULT_BY_CODE: ReadonlyMap<string, AccessFault> = new Map<string, AccessFault>([
  ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headers-timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'body-timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'malformed-response'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'body-cut-off'],
]);

/** The codes of `node:dns`, none of which is also a socket's. */
const NAME_ERRORS: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EFORMERR',
  'EBADNAME',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
]);

/** An error of the operating system rather than of TLS: `ECONNREFUSED`, but not `ERR_TLS_…`, `EPROTO` or `CERT_…`. */
const SYSTEM_ERROR = /^E(?:CONN|HOST|NET|ADDR|TIMEDOUT|PIPE|ACCES|PERM|MFILE|NFILE)|^UND_ERR/;

/** The parser failed, or undici reports that the response does not belong to the request. */
function isMalformed(error: unknown, code: string): boolean {
  if (error instanceof Error && error.name === 'HTTPParserError') return true;
  if (code === ASSERTION) return true;
  return code === 'UND_ERR_SOCKET' && /^bad /.test(messageOf(error));
}

/** The parser's message for a connection that ended within a response. */
const ENDED_EARLY = /Invalid EOF state/;

function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === ASSERTION)
    return 'the response is malformed';
  return error instanceof Error ? error.message : String(error);
}
