/**
 * What the packages share of this one's inside. It is no API: any version may change it.
 */
export {
  COLON,
  CR,
  EQUALS,
  HASH,
  HTAB,
  isLetter,
  LF,
  NUL,
  QUESTION,
  SLASH,
  SP,
  toLower,
} from './ascii.js';
export { FileCollector, takeOctets } from './ast/collect.js';
export { RobotsFile } from './ast/file.js';
export { type RuleTable, rulesOfGroups } from './ast/groups.js';
export { parseCrawlDelay } from './ast/values.js';
export { joinedOctets } from './compare/joined-octets.js';
export { type NamedPath, pathNamedBy } from './compare/named-path.js';
export { disallows, matchesNothing, type ObeyedRules, obeyedRules } from './compare/obeyed-rules.js';
export { findRestriction } from './compare/restriction.js';
export { PatternOctets } from './compare/used-octets.js';
export { REGISTRY_VERSION } from './crawler-names.js';
export { type FileKind, fileKind } from './file-kind.js';
export { DAY_MS, MINUTE_MS, parsingLimit, SECOND_MS } from './limits.js';
export { firstValue, type ProfileRules } from './match/caller-rules.js';
export { Matcher, rulesOf } from './match/matcher.js';
export {
  type CallerOptions,
  type Callers,
  callersFor,
  callersOfCrawler,
  callersOfOptions,
  readingOf,
} from './match/select/callers.js';
export { Verdict } from './match/verdict.js';
export { octetsOf } from './octets.js';
export { onAbort } from './on-abort.js';
export {
  aBoolean,
  aFunction,
  anAbortSignal,
  anArray,
  anObject,
  aString,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  isArray,
  isObject,
  isPlain,
  misshapen,
  type OptionCheck,
  type OptionTable,
  oneOf,
  optionTable,
  shown,
} from './option-checks.js';
export type { PageDirective } from './page/directive.js';
export type { MergedDirectives } from './page/merge.js';
export { loadParse5 } from './page/page.js';
export { PageAudience } from './page/shared-page.js';
export { type AccessAxes, calledInMessages, type RuleAxes, resolveProfile } from './profiles.js';
export { copyOf, fileOf, RobotsDocument, usageUnder, viewUnder } from './robots-document.js';
export { accessUnder, isInClass, STATUS_REASONS, statusReason, TOO_MANY_REQUESTS } from './status-access.js';
export * as Row from './stream/row.js';
export { SourceReader } from './stream/source.js';
export {
  isPath,
  isRobotsTxtUrl,
  isUrlObject,
  originOfRobotsTxt,
  ROBOTS_TXT_PATH,
  ROBOTS_TXT_URL,
  robotsUrlOf,
  urlOfPath,
  urlOrNull,
  urlText,
} from './urls.js';
export type { CategoryPreference } from './usage/preference.js';
export { UsageQuestion } from './usage/usage.js';
export { DEFAULT_VOCABULARY } from './usage/vocabularies.js';
