/** The public names. A name that is added or removed here is a change for users: its page in docs, and the CHANGELOG. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as audits from '../../packages/audit/src/index.js';
import * as client from '../../packages/client/src/index.js';
import * as surveys from '../../packages/survey/src/index.js';
import * as web from '../../src/core.js';
import * as index from '../../src/index.js';

/** What needs nothing of Node. */
const WEB_VALUES = [
  'DIAGNOSTICS',
  'ERROR_CODES',
  'LINE_LIMIT_OCTETS',
  'LineParser',
  'LineTransformStream',
  'PARSING_LIMIT_OCTETS',
  'PROFILES',
  'RobotsError',
  'VERDICT_REASONS',
  'accessOf',
  'combineContentUsage',
  'contentUsageOfHeader',
  'defineProfile',
  'documentReducer',
  'fileKind',
  'isAllowed',
  'isLineEvent',
  'lineDiagnostics',
  'lineEventBatches',
  'lineEvents',
  'parse',
  'parseSync',
  'productTokens',
  'robotsFromResponse',
  'robotsUrl',
  'sameScope',
  'stringify',
  'writeRobots',
];

/** What fetches. */
const CLIENT_VALUES = [
  'ACCESS_FAULTS',
  'ACCESS_REASONS',
  'RefusalError',
  'addressGuard',
  'createClient',
  'fetchRobots',
  'isPublicAddress',
  'keyvStore',
  'openUrl',
  'redisStore',
  'robots',
  'robotsFetch',
  'robotsInterceptor',
  'sqliteStore',
];

const WEB_TYPES = [
  'AccessMeaning',
  'AddedProfiles',
  'AnyProfile',
  'Caller',
  'CleanParam',
  'CommentNode',
  'ContentUsage',
  'CrawlerName',
  'CrawlerTokens',
  'DecidingPart',
  'Diagnostic',
  'DiagnosticCode',
  'ExplainedAgentLine',
  'ExplainedUrl',
  'Explanation',
  'ExtensionRecord',
  'FileData',
  'FileKind',
  'Group',
  'IsAllowedOptions',
  'LineEvent',
  'LineEventsOptions',
  'LineParserOptions',
  'LineType',
  'Matcher',
  'MatcherOptions',
  'MatchingRule',
  'OctetSource',
  'OctetText',
  'Octets',
  'OtherRecord',
  'ParseOptions',
  'ParseSyncOptions',
  'Profile',
  'ProfileDefinition',
  'ProfileName',
  'RecordNode',
  'RequestRate',
  'ResponseOptions',
  'ResponseRobots',
  'RobotsDocument',
  'RobotsErrorCode',
  'RobotsEvent',
  'Rule',
  'SelectionOptions',
  'Sitemap',
  'Span',
  'StatusAccess',
  'Usage',
  'UsageOptions',
  'UserAgentLine',
  'Verdict',
  'VerdictReason',
  'VisitTime',
];

const CLIENT_TYPES = [
  'AccessFacts',
  'AccessFault',
  'AccessOutcome',
  'AccessResult',
  'AccessTimeouts',
  'AccessTimings',
  'AddressPolicy',
  'Answer',
  'AnswerReason',
  'ChannelName',
  'ClientOptions',
  'ClientStats',
  'Clock',
  'ConcurrencyLimits',
  'ConnectOptions',
  'ConnectionPolicy',
  'Counts',
  'DiscardReason',
  'DispatcherLike',
  'FetchLike',
  'FetchMessage',
  'FetchOptions',
  'FetchTraceMessage',
  'FetchedPage',
  'FreeHosts',
  'HeldCopy',
  'HitMessage',
  'HtmlMeaning',
  'KeyvLike',
  'Leases',
  'Logger',
  'MemoryLimits',
  'MemoryMessage',
  'NotModifiedResult',
  'ObeyOptions',
  'OnPage',
  'OpenedUrl',
  'Override',
  'Overrides',
  'PacingOptions',
  'ProbeFacts',
  'Provenance',
  'PutFacts',
  'QuestionOptions',
  'QuestionTraceMessage',
  'Redirect',
  'RedisStoreOptions',
  'ResponseHeaders',
  'RetryAdvice',
  'RobotsClient',
  'RobotsInterceptor',
  'RobotsInterceptorOptions',
  'RobotsStore',
  'Site',
  'SiteRobots',
  'SitemapsOptions',
  'Source',
  'SqliteStoreOptions',
  'StoreMessage',
  'StoreOperation',
  'SuccessResult',
  'Turn',
  'TurnMessage',
  'TurnRule',
  'Turns',
  'UnavailableResult',
  'UnreachableResult',
];

test('the values of robotstream/web', () => {
  expect(Object.keys(web).sort()).toEqual(WEB_VALUES);
});

test('the values of robotstream', () => {
  expect(Object.keys(index).sort()).toEqual([...WEB_VALUES, 'LineTransform'].sort());
});

test('the types of robotstream/web', () => {
  expect(typesOf('src/core.ts')).toEqual(WEB_TYPES);
});

test('the types of robotstream', () => {
  expect(typesOf('src/index.ts')).toEqual([...WEB_TYPES, 'LineTransformOptions'].sort());
});

test('the values of @robotstream/client', () => {
  expect(Object.keys(client).sort()).toEqual(CLIENT_VALUES);
});

test('the types of @robotstream/client', () => {
  expect(typesOf('packages/client/src/index.ts')).toEqual(CLIENT_TYPES);
});

test('the values of @robotstream/survey', () => {
  expect(Object.keys(surveys).sort()).toEqual([
    'FORMATS',
    'FolderError',
    'INPUT_FAULTS',
    'JoinError',
    'RESERVED_HEADERS',
    'RESTRICTIONS',
    'SITE_KINDS',
    'SITE_PICKS',
    'STUDIES',
    'SURVEY_LIMITS',
    'TABLES',
    'collectParts',
    'compactTables',
    'csvWriter',
    'ndjsonWriter',
    'openSurveyQueue',
    'parquetWriter',
    'survey',
    'surveyAll',
    'surveyPublished',
    'surveyReport',
    'surveySites',
  ]);
});

test('the values of @robotstream/audit', () => {
  expect(Object.keys(audits).sort()).toEqual([
    'AUDIT_CLASSES',
    'LOG_FORMATS',
    'LogCounts',
    'addressRanges',
    'audit',
    'auditLogs',
    'auditPage',
    'logRequests',
    'robotsFiles',
    'robotsGit',
  ]);
});

/** The names that an entry point exports as types: those that it lists, and those of the files that it exports whole. */
function typesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const listed = Array.from(text.matchAll(/^export (type )?\{([^}]*)\}/gm), ([, isTypeList, list]) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (isTypeList !== undefined || name.startsWith('type ')))
      .map((name) => name.replace('type ', '')),
  );
  const declared = Array.from(text.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name]) => name);
  const whole = Array.from(text.matchAll(/^export (?:type )?\* from '(.+)\.js';/gm), ([, file]) =>
    typesOf(join(dirname(path), `${file}.ts`)),
  );
  return [...listed, declared, ...whole].flat().sort();
}
