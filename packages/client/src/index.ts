/**
 * The entry point `@robotstream/client`: everything that fetches. It needs Node, Deno or Bun.
 */

export type { DiscardReason } from './cache/entry-codec.js';
export type {
  ChannelName,
  Counts,
  FetchMessage,
  HitMessage,
  StoreMessage,
  StoreOperation,
  TurnMessage,
} from './cache/events.js';
export type { Source } from './cache/finder.js';
export type { FreeHosts } from './cache/free-hosts.js';
export { type KeyvLike, keyvStore } from './cache/keyv-store.js';
export type { ConcurrencyLimits } from './cache/limiter.js';
export type { Override, Overrides } from './cache/overrides.js';
export type { MemoryLimits } from './cache/record-memory.js';
export { type RedisStoreOptions, redisStore } from './cache/redis-store.js';
export type { Logger } from './cache/reporter.js';
export { type SqliteStoreOptions, sqliteStore } from './cache/sqlite-store.js';
export type { Leases, RobotsStore, TurnRule, Turns } from './cache/store.js';
export type { FetchTraceMessage, QuestionTraceMessage } from './cache/tracing.js';
export {
  ACCESS_REASONS,
  type Answer,
  type AnswerReason,
  type SiteRobots,
} from './client/answer.js';
export { createClient, type RobotsClient } from './client/client.js';
export type { ClientStats } from './client/client-stats.js';
export type { Turn } from './client/delay.js';
export {
  type ObeyOptions,
  type RobotsInterceptor,
  type RobotsInterceptorOptions,
  robots,
  robotsInterceptor,
} from './client/obey/interceptor.js';
export { RefusalError } from './client/obey/refusal-error.js';
export { type FetchLike, robotsFetch } from './client/obey/robots-fetch.js';
export type { ClientOptions } from './client/options.js';
export type { PacingOptions } from './client/pacing-options.js';
export type { Provenance } from './client/provenance.js';
export type { PutFacts } from './client/put-facts.js';
export type { QuestionOptions } from './client/question-options.js';
export type { Site } from './client/site.js';
export type { SitemapsOptions } from './client/sitemaps.js';
export { addressGuard, type ConnectionPolicy } from './fetch/addresses/address-guard.js';
export type { AddressPolicy } from './fetch/addresses/address-policy.js';
export { isPublicAddress } from './fetch/addresses/public-addresses.js';
export type { Clock } from './fetch/clock.js';
export type { DispatcherLike } from './fetch/dispatch.js';
export { ACCESS_FAULTS, type AccessFault } from './fetch/faults.js';
export { fetchRobots } from './fetch/fetch-robots.js';
export { type OpenedUrl, openUrl } from './fetch/open-url.js';
export type {
  AccessTimeouts,
  ConnectOptions,
  FetchOptions,
  HeldCopy,
  HtmlMeaning,
} from './fetch/options.js';
export type { ResponseHeaders } from './fetch/result/headers.js';
export type {
  AccessFacts,
  AccessOutcome,
  AccessResult,
  AccessTimings,
  NotModifiedResult,
  ProbeFacts,
  Redirect,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from './fetch/result/result.js';
export type { RetryAdvice } from './fetch/result/retry.js';
