/**
 * The entry point `robotstream/web`: everything that needs nothing of Node, for browsers, workers, Deno and Bun.
 */
// Every export of a file that has `*` here is public.
export type * from './ast/nodes.js';
export { groupReducer } from './ast/reducer.js';
export { type FileData, writeRobots } from './ast/write.js';
export { type CrawlerName, type CrawlerTokens, productTokens } from './crawler-tokens.js';
export { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from './diagnostics.js';
export * from './errors.js';
export { type FileKind, fileKind } from './file-kind.js';
export * from './is-allowed.js';
export { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from './limits.js';
export { VERDICT_REASONS, type VerdictReason } from './match/decision.js';
export type {
  DecidingPart,
  ExplainedAgentLine,
  Explanation,
  MatchingRule,
} from './match/explain/explanation.js';
export type { ExplainedUrl } from './match/explain/url-changes.js';
export type { Matcher, MatcherOptions } from './match/matcher.js';
export type { Caller, SelectionOptions } from './match/select/callers.js';
export type { Verdict } from './match/verdict.js';
export type { Octets, Span } from './octets.js';
export { type ParseOptions, type ParseSyncOptions, parse, parseSync, stringify } from './parse.js';
export type { AddedProfiles, AnyProfile, Profile, ProfileDefinition, ProfileName } from './profiles.js';
export { defineProfile, PROFILES } from './profiles.js';
export * from './response.js';
export type { RobotsDocument, UsageOptions } from './robots-document.js';
export { type AccessMeaning, accessOf, type StatusAccess } from './status-access.js';
export type { LineEvent, LineType, RobotsEvent } from './stream/events.js';
export { lineDiagnostics } from './stream/line-diagnostics.js';
export { LineParser, type LineParserOptions } from './stream/line-parser.js';
export { LineTransformStream } from './stream/line-transform.js';
export type { OctetText } from './stream/octet-text.js';
export { type LineEventsOptions, lineEventBatches, lineEvents, type OctetSource } from './stream/source.js';
export { robotsUrl, sameScope } from './urls.js';
export { type ContentUsage, combineContentUsage, contentUsageOfHeader } from './usage/content-usage.js';
export type { Usage } from './usage/usage.js';
