// biome-ignore-all assist/source/organizeImports: ordered by consumer.
/**
 * What the other packages of this repository import of this one, ordered by package. It is no API, and changes without notice.
 */

// What several packages use.
export { HASH } from './ascii.js';
export { RobotsFile } from './ast/file.js';
export { joinedOctets } from './compare/joined-octets.js';
export { fileKind } from './file-kind.js';
export { counted, escaped, htmlPage, number, percent, period, round } from './html-page.js';
export { DAY_MS, MINUTE_MS, SECOND_MS } from './limits.js';
export { rulesOf } from './match/matcher.js';
export { callersFor, readingOf } from './match/select/callers.js';
export { octetsOf } from './octets.js';
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
  misshapen,
  type OptionCheck,
  oneOf,
  optionTable,
  shown,
} from './option-checks.js';
export { type AccessAxes, resolveProfile } from './profiles.js';
export { fileOf, RobotsDocument } from './robots-document.js';
export { isRobotsTxtUrl, originOfRobotsTxt, ROBOTS_TXT_PATH, urlOrNull } from './urls.js';

// What `@robotstream/client` alone uses.
export { QUESTION, SLASH } from './ascii.js';
export { FileCollector } from './ast/collect.js';
export { parsingLimit } from './limits.js';
export { NO_MATCH, PathPatterns } from './match/pattern.js';
export { type CallerOptions, callersOfCrawler, callersOfOptions } from './match/select/callers.js';
export { Verdict } from './match/verdict.js';
export { abortError, onAbort } from './on-abort.js';
export { isPlain, type OptionTable } from './option-checks.js';
export { copyOf } from './robots-document.js';
export { accessUnder, isInClass, STATUS_REASONS, statusReason, TOO_MANY_REQUESTS } from './status-access.js';
export { isUrlObject, robotsUrlOf, urlText } from './urls.js';

// What `@robotstream/survey` alone uses.
export { COLON, CR, EQUALS, HTAB, isLetter, LF, NUL, SP, toLower } from './ascii.js';
export { takeOctets } from './ast/collect.js';
export { type RuleTable, rulesOfGroups } from './ast/groups.js';
export { parseCrawlDelay } from './ast/values.js';
export { type NamedPath, pathNamedBy } from './compare/named-path.js';
export { type ObeyedRules, obeyedRules } from './compare/obeyed-rules.js';
export { findRestriction } from './compare/restriction.js';
export { matchesNothing } from './compare/rule-rows.js';
export { PatternOctets } from './compare/pattern-octets.js';
export { REGISTRY_VERSION } from './crawler-names.js';
export { PALETTE } from './html-page.js';
export { firstValue, type ProfileRules } from './match/caller-rules.js';
export { Matcher } from './match/matcher.js';
export type { Callers } from './match/select/callers.js';
export type { PageDirective } from './page/directive.js';
export type { MergedDirectives } from './page/merge.js';
export { loadParse5 } from './page/page.js';
export { PageAudience } from './page/shared-page.js';
export type { RuleAxes } from './profiles.js';
export { usageUnder, viewUnder } from './robots-document.js';
export { SourceChunks } from './stream/source.js';
export { isPath, ROBOTS_TXT_URL } from './urls.js';
export type { CategoryPreference } from './usage/preference.js';
export { UsageQuestion } from './usage/usage.js';
export { DEFAULT_VOCABULARY } from './usage/vocabularies.js';

// What `@robotstream/audit` alone uses.
export { share } from './html-page.js';
export { urlOfPath } from './urls.js';

// What `@robotstream/cli` alone uses.
export type { FileKind } from './file-kind.js';
export { calledInMessages } from './profiles.js';
