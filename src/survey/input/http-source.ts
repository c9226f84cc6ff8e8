/**
 * The octets of an input at an http or https URL. A connection that is lost is continued with a range request (RFC 9110 §14).
 */
import { setTimeout as wait } from 'node:timers/promises';

/** How often in a row a request may fail without an octet arriving. */
const MAX_ATTEMPTS = 6;

/** The wait before the second attempt; it doubles with each further one. */
const FIRST_WAIT_MS = 500;

const OK = 200;
const PARTIAL_CONTENT = 206;
const RANGE_NOT_SATISFIABLE = 416;
const FIRST_SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

/** What a server says of an input. */
export interface RemoteFacts {
  /** The size in octets; null if the server does not say. */
  readonly size: number | null;
  /** What changes when the input does: its ETag or Last-Modified; null if the server states neither. */
  readonly version: string | null;
}

export interface HttpSourceOptions {
  readonly signal?: AbortSignal | undefined;
  /** The wait before the second attempt, in milliseconds; default 500. */
  readonly firstWaitMs?: number | undefined;
}

/** Asks a server about an input. Throws if the request fails, or the status is not 200. */
export async function remoteFacts(url: string, { signal }: HttpSourceOptions = {}): Promise<RemoteFacts> {
  const response = await fetch(url, { method: 'HEAD', headers: AS_STORED, signal: signal ?? null });
  if (response.status !== OK) throw new Error(`${url}: the server responded with status ${response.status}`);
  return factsOf(response.headers);
}

/** An archive is read as it is stored: the octets of a range must be those of the file. */
const AS_STORED = { 'accept-encoding': 'identity' };

function factsOf(headers: Headers): RemoteFacts {
  const length = headers.get('content-length');
  return {
    size: length === null ? null : Number(length),
    version: headers.get('etag') ?? headers.get('last-modified'),
  };
}

/**
 * Reads an input. Throws if a request fails several times without progress, if the status is none that can be retried, or if
 * the input changes while it is read.
 */
export async function* httpSource(
  url: string,
  { signal, firstWaitMs = FIRST_WAIT_MS }: HttpSourceOptions = {},
): AsyncGenerator<Uint8Array, void> {
  let received = 0;
  let version: string | null = null;
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, {
        headers: { ...AS_STORED, ...rangeFrom(received, version) },
        signal: signal ?? null,
      });
      if (response.status === RANGE_NOT_SATISFIABLE && received > 0) return;
      const isWhole = response.status === OK;
      if (!isWhole && response.status !== PARTIAL_CONTENT) throw new StatusError(url, response.status);
      const facts = factsOf(response.headers);
      if (received > 0 && version !== null && facts.version !== version) {
        throw new ChangedError(`${url}: the file changed after ${received} octets were read`);
      }
      version = facts.version;
      // A server without ranges sends everything again.
      let toSkip = isWhole ? received : 0;
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
      signal?.throwIfAborted();
      if (error instanceof ChangedError || (error instanceof StatusError && !error.isTransient)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw error;
      await wait(firstWaitMs * 2 ** (attempt - 1), undefined, { signal });
    }
  }
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
