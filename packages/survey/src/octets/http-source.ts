/**
 * The octets of an input at an http or https URL. A connection that is lost is continued with a range request (RFC 9110 §14).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { backOffMs } from '@robotstream/client/internal';
import { PACKAGE_VERSION } from '../package-version.js';

/** How often in a row a request may fail without an octet arriving. */
const MAX_ATTEMPTS = 6;

/** The wait before the second attempt; it doubles with each further one. */
const FIRST_WAIT_MS = 500;

const OK = 200;
const PARTIAL_CONTENT = 206;
const FORBIDDEN = 403;
const METHOD_NOT_ALLOWED = 405;
const RANGE_NOT_SATISFIABLE = 416;
const NOT_IMPLEMENTED = 501;
const FIRST_SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

/** What a server says about an input. */
export interface RemoteFacts {
  /** The size in octets; null if the server does not say. */
  readonly size: number | null;
  /** Changes when the input changes: its ETag or Last-Modified; null if the server states neither. */
  readonly version: string | null;
}

export interface HttpSourceOptions {
  /** The User-Agent header to send; default the name and the version of this package. */
  readonly userAgent?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The wait before the second attempt, in milliseconds; default 500. */
  readonly firstWaitMs?: number | undefined;
}

/** The statuses of servers that refuse HEAD, and may answer GET: URLs that are signed for GET alone, and servers without HEAD. */
const REFUSES_HEAD: ReadonlySet<number> = new Set([FORBIDDEN, METHOD_NOT_ALLOWED, NOT_IMPLEMENTED]);

/**
 * Asks a server about an input. Throws if the request fails several times, or the status is not 200. If the server refuses
 * HEAD, the facts are null.
 */
export async function remoteFacts(url: string, options: HttpSourceOptions = {}): Promise<RemoteFacts> {
  const { signal } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, {
        method: 'HEAD',
        headers: headersFor(options),
        signal: signal ?? null,
      });
      if (response.status === OK) return factsOf(response.headers);
      if (REFUSES_HEAD.has(response.status)) return { size: null, version: null };
      throw new StatusError(url, response.status);
    } catch (error) {
      await beforeNextAttempt(error, attempt, options);
    }
  }
}

const USER_AGENT = `robotstream/${PACKAGE_VERSION}`;

function headersFor({ userAgent = USER_AGENT }: HttpSourceOptions): Record<string, string> {
  // An archive is read as it is stored: the octets of a range must be those of the file.
  return { 'user-agent': userAgent, 'accept-encoding': 'identity' };
}

function factsOf(headers: Headers): RemoteFacts {
  const length = headers.get('content-length');
  return {
    size: length === null ? null : Number(length),
    version: headers.get('etag') ?? headers.get('last-modified'),
  };
}

/**
 * Reads an input. Throws if a request fails several times without progress, if the status cannot be retried, or if the input
 * changes while it is read.
 */
export async function* httpSource(
  url: string,
  options: HttpSourceOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { signal } = options;
  let received = 0;
  let version: string | null = null;
  let hasRanges = true;
  for (let attempt = 1; ; attempt++) {
    try {
      const response: Response = await fetch(url, {
        headers: { ...headersFor(options), ...(hasRanges ? rangeFrom(received, version) : {}) },
        signal: signal ?? null,
      });
      const { status, headers } = response;
      if (status === RANGE_NOT_SATISFIABLE && received > 0) return;
      if (status !== OK && status !== PARTIAL_CONTENT) throw new StatusError(url, status);
      const facts = factsOf(headers);
      if (received > 0 && version !== null && facts.version !== version) {
        throw new ChangedError(`${url}: the file changed after ${received} octets were read`);
      }
      version = facts.version;
      // The octets of a range are those before a content coding is removed (RFC 9110 §14.1.2).
      hasRanges = !headers.has('content-encoding');
      // A server without ranges sends everything again. With ranges, it may begin elsewhere (RFC 9110 §15.3.7).
      let toSkip = received - (status === OK ? 0 : rangeStart(headers, received));
      if (toSkip < 0) throw new Error(`${url}: the server left out octets after ${received}`);
      for await (const chunk of response.body ?? []) {
        const skipped = Math.min(toSkip, chunk.length);
        toSkip -= skipped;
        if (skipped === chunk.length) continue;
        received += chunk.length - skipped;
        attempt = 1;
        yield chunk.subarray(skipped);
      }
      return;
    } catch (error) {
      await beforeNextAttempt(error, attempt, options);
    }
  }
}

/** Waits before the next attempt. Throws the error if there is none. */
async function beforeNextAttempt(
  error: unknown,
  attempt: number,
  { signal, firstWaitMs = FIRST_WAIT_MS }: HttpSourceOptions,
): Promise<void> {
  signal?.throwIfAborted();
  if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw withReason(error);
  await wait(backOffMs({ firstMs: firstWaitMs }, attempt), undefined, { signal });
}

/** Errors that another attempt cannot fix: the URL is malformed, or its host does not exist. */
const LASTING: ReadonlySet<unknown> = new Set(['ERR_INVALID_URL', 'ENOTFOUND']);

function isTransient(error: unknown): boolean {
  if (error instanceof ChangedError) return false;
  if (error instanceof StatusError) return error.isTransient;
  // `fetch` refuses the URL itself, such as one with a password. A failure of the network has a cause.
  if (error instanceof TypeError && causeOf(error) === undefined) return false;
  return !LASTING.has(causeOf(error)?.code);
}

/** `fetch` says only that it failed; why is in the cause. */
function withReason(error: unknown): unknown {
  const reason = causeOf(error)?.message;
  return reason === undefined ? error : new Error(reason, { cause: error });
}

function causeOf(error: unknown): NodeJS.ErrnoException | undefined {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error ? cause : undefined;
}

/** Where the octets of a response begin (RFC 9110 §14.4): at the requested offset, if the server does not say. */
function rangeStart(headers: Headers, asked: number): number {
  const [, start] = /^bytes ([0-9]+)-/.exec(headers.get('content-range') ?? '') ?? [];
  return start === undefined ? asked : Number(start);
}

function rangeFrom(received: number, version: string | null): Record<string, string> {
  if (received === 0) return {};
  const range = { range: `bytes=${received}-` };
  // Only a strong validator may be used in If-Range (RFC 9110 §13.1.5).
  return version === null || version.startsWith('W/') ? range : { ...range, 'if-range': version };
}

class ChangedError extends Error {}

class StatusError extends Error {
  readonly isTransient: boolean;

  constructor(url: string, status: number) {
    super(`${url}: the server responded with status ${status}`);
    this.isTransient = status >= FIRST_SERVER_ERROR || status === TOO_MANY_REQUESTS;
  }
}
