/**
 * The entry point for Node: everything that runs anywhere, fetching, and the Node streams.
 */

export { type AddressPolicy, isPublicAddress } from './access/addresses.js';
export { type Clock, systemClock } from './access/clock.js';
export { addressGuard, type ConnectOptions } from './access/connector.js';
export { ACCESS_FAULTS, type AccessFault } from './access/faults.js';
export { fetchRobots } from './access/fetch-robots.js';
export { KEPT_HEADERS, type KeptHeader, type ResponseHeaders } from './access/headers.js';
export type { AccessTimeouts, FetchOptions, HeldCopy } from './access/options.js';
export type {
  AccessFacts,
  AccessMeaning,
  AccessOutcome,
  AccessResult,
  AccessTimings,
  NotModifiedResult,
  ProbeFacts,
  Redirect,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from './access/result.js';
export { type RetryAdvice, retryDelayMs } from './access/retry.js';
export { DEFAULT_TIMEOUTS } from './access/settings.js';
export * from './core.js';
export { LineTransform, type LineTransformOptions } from './stream/node-transform.js';
