/**
 * Responses that a dispatcher turns into errors: undici's `responseError` interceptor and its `RetryAgent` do that for
 * statuses of failures. This module turns them back into responses.
 */
import type { HeaderValues } from './exchange.js';
import { parseRawHeaders } from './raw-headers.js';

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
