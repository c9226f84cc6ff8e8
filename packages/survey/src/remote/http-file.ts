/**
 * Files at http and https URLs.
 */
import { isRedirect, parseRetryAfter, redirectTarget } from '@robotstream/client/internal';
import { urlOrNull } from 'robotstream/internal';
import {
  isEntityTag,
  isTransientStatus,
  NOT_MODIFIED,
  OK,
  RANGE_NOT_SATISFIABLE,
  RemoteError,
  type RemoteFacts,
  type RemoteFile,
  type RemoteRequest,
  type RemoteResponse,
} from './remote-file.js';

const PARTIAL_CONTENT = 206;

/** As many as a browser follows. */
const MAX_REDIRECTS = 20;

/** The file at a URL. The headers are sent to its origin alone, and to no other that it redirects to. */
export function httpFile(
  name: string,
  { userAgent, headers }: { readonly userAgent: string; readonly headers: Readonly<Record<string, string>> },
): RemoteFile {
  // An archive is read as it is stored: the octets of a range must be those of the file.
  const own = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
  return {
    name,
    host: urlOrNull(name)?.host ?? name,
    async request(request) {
      const response = await followed(name, request, own, headers);
      return answerOf(name, request, response);
    },
  };
}

/** The response after redirects. */
async function followed(
  name: string,
  { from, version, signal }: RemoteRequest,
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Promise<Response> {
  let url = new URL(name);
  const condition = from > 0 ? rangeFrom(from, version) : unless(version);
  const { origin } = url;
  let mayTell = true;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    mayTell &&= url.origin === origin;
    const headers = new Headers(own);
    for (const [field, value] of Object.entries(mayTell ? given : userAgentOf(given)))
      headers.set(field, value);
    for (const [field, value] of Object.entries(condition)) headers.set(field, value);
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    if (!isRedirect(response.status)) return response;
    discard(response);
    const target = redirectTarget(url, Object.fromEntries(response.headers));
    if (target === null || !/^https?:$/.test(target.protocol))
      throw new RemoteError(
        `${name}: the server redirects (status ${response.status}), but to no http or https URL`,
      );
    url = target;
  }
  throw new RemoteError(`${name}: the server redirects more than ${MAX_REDIRECTS} times`);
}

/** The User-Agent header among those given. It says who asks, and is no secret. */
function userAgentOf(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name.toLowerCase() === 'user-agent'));
}

function answerOf(name: string, { from, version }: RemoteRequest, response: Response): RemoteResponse {
  const { status, headers } = response;
  if (status === NOT_MODIFIED && from === 0 && version !== null) return 'unchanged';
  if (status === RANGE_NOT_SATISFIABLE && from > 0) {
    discard(response);
    return 'ended';
  }
  if (status !== OK && status !== PARTIAL_CONTENT) {
    discard(response);
    throw new RemoteError(`${name}: the server responded with status ${status}`, {
      isTransient: isTransientStatus(status),
      retryAfterMs: parseRetryAfter(headers.get('retry-after') ?? undefined, Date.now()),
    });
  }
  return {
    start: status === OK ? 0 : rangeStart(headers.get('content-range'), from),
    facts: factsOf(headers),
    // The octets of a range are those before a content coding is removed (RFC 9110 §14.1.2).
    hasRanges: !headers.has('content-encoding'),
    octets: response.body ?? nothing(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}

/** Ends a response whose body is not wanted. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => {}); // the connection is lost already
}

function factsOf(headers: Headers): RemoteFacts {
  const length = headers.get('content-length');
  return {
    size: length === null ? null : Number(length),
    version: headers.get('etag') ?? headers.get('last-modified'),
  };
}

/** Where the octets of a response begin (RFC 9110 §14.4): at the requested offset, if the server does not say. */
export function rangeStart(contentRange: string | null | undefined, asked: number): number {
  const [, start] = /^bytes ([0-9]+)-/.exec(contentRange ?? '') ?? [];
  return start === undefined ? asked : Number(start);
}

function rangeFrom(from: number, version: string | null): Record<string, string> {
  const range = { range: `bytes=${from}-` };
  // Only a strong validator may be used in If-Range (RFC 9110 §13.1.5).
  return version === null || version.startsWith('W/') ? range : { ...range, 'if-range': version };
}

/** The condition that the file is another than the one known (RFC 9110 §13.1). */
function unless(version: string | null): Record<string, string> {
  if (version === null) return {};
  return isEntityTag(version) ? { 'if-none-match': version } : { 'if-modified-since': version };
}
