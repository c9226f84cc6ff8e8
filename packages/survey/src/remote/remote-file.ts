/**
 * What a file on a server is to the code that reads it: one request at a time, whatever the protocol.
 */

/** The statuses that both protocols give a meaning. */
export const OK = 200;
export const NOT_MODIFIED = 304;
export const RANGE_NOT_SATISFIABLE = 416;

/** What a server says about a file. */
export interface RemoteFacts {
  /** The size in octets, as it is stored; null if the server does not say. */
  readonly size: number | null;
  /** Changes when the file changes: its ETag or Last-Modified; null if the server states neither. */
  readonly version: string | null;
}

/** Which octets to send. */
export interface RemoteRequest {
  /** The first octet: from it to the end. */
  readonly from: number;
  /** From octet 0: the version for which no octets are wanted. From a later one: the version that they must be of. Null for any. */
  readonly version: string | null;
  readonly signal: AbortSignal;
}

/** The octets that a server sends. */
export interface RemoteOctets {
  /** The place of the first octet in the file. */
  readonly start: number;
  readonly facts: RemoteFacts;
  /** Whether the rest can be asked for by its first octet. */
  readonly hasRanges: boolean;
  /** The octets. The signal of the request ends them. */
  readonly octets: AsyncIterable<Uint8Array>;
}

/** What a server answers: octets, that the version is still the one known, or that no octet follows. */
export type RemoteResponse = RemoteOctets | 'unchanged' | 'ended';

/** A file on a server. */
export interface RemoteFile {
  /** Its URL, as written. */
  readonly name: string;
  /** Whose requests are limited together: the host with its port, or the bucket. */
  readonly host: string;
  /** @throws {Error} (rejects) {@link RemoteError} if the server refuses; else what the connection fails with */
  readonly request: (request: RemoteRequest) => Promise<RemoteResponse>;
}

/** A server's refusal. */
export class RemoteError extends Error {
  /** Whether another attempt may help. */
  readonly isTransient: boolean;
  /** How long the server asks to wait, in milliseconds; null if it does not. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    {
      isTransient = false,
      retryAfterMs = null,
      cause,
    }: { isTransient?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}

const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** Whether a status may be another one later. */
export function isTransientStatus(status: number): boolean {
  return status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR;
}

/** Whether a version is an ETag, and not a date. */
export function isEntityTag(version: string): boolean {
  return /^(?:W\/)?"/.test(version);
}
