/**
 * The entry point `@robotstream/client`: everything that fetches. It needs Node, Deno or Bun.
 */

export type { AboutOptions, AboutUrl } from './about/about.js';
export { CONTRADICTIONS, type Contradiction } from './about/contradictions.js';
export type { PageFacts, RobotsFacts, UrlFacts, UsageFacts } from './about/facts.js';
export type { PageLicense } from './about/licenses.js';
export type { TdmFileFacts, TdmReservation, TdmStatement } from './about/tdm.js';
export {
  ACCESS_REASONS,
  type Answer,
  type AnswerReason,
  type SiteRobots,
} from './client/answer.js';
export { createClient, type RobotsClient } from './client/client.js';
export {
  type ObeyOptions,
  type RobotsInterceptor,
  type RobotsInterceptorOptions,
  robots,
  robotsInterceptor,
} from './client/obey/interceptor.js';
export { RefusalError } from './client/obey/refusal-error.js';
export { type RobotsFetchOptions, robotsFetch } from './client/obey/robots-fetch.js';
export type { ClientOptions, QuestionOptions } from './client/options.js';
export type { Provenance } from './client/provenance.js';
export type { PutFacts } from './client/put-facts.js';
export type { Site } from './client/site.js';
export type { SitemapsOptions } from './client/sitemaps.js';
export { addressGuard, type ConnectionPolicy } from './fetch/address-guard.js';
export { type AddressPolicy, isPublicAddress } from './fetch/addresses.js';
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
} from './fetch/options.js';
export type {
  AccessFacts,
  AccessOutcome,
  AccessResult,
  AccessTimings,
  HtmlMeaning,
  NotModifiedResult,
  ProbeFacts,
  Redirect,
  ResponseHeaders,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from './fetch/result.js';
export type { RetryAdvice } from './fetch/retry.js';
export type {
  ChannelName,
  ClientStats,
  Counts,
  FetchMessage,
  FetchTraceMessage,
  HitMessage,
  QuestionTraceMessage,
  TurnMessage,
} from './lookup/events.js';
export type { Source } from './memory/record-memory.js';
export type { Turn } from './pacing/delay.js';
export type { FreeHosts } from './pacing/free-hosts.js';
export type { ConcurrencyLimits } from './pacing/limiter.js';
export type { PacingOptions } from './pacing/pacing-options.js';
export type { DiscardReason } from './store/entry-codec.js';
export type { StoreOperation } from './store/guarded-store.js';
export type { StoreMessage } from './store/record-store.js';
export { type RedisStoreOptions, redisStore } from './store/redis-store.js';
export { type SqliteStoreOptions, sqliteStore } from './store/sqlite-store.js';
export type { Leases, RobotsStore, TurnRule, Turns } from './store/store.js';
