/** The functions, constructors and methods of every entry point, with their arguments and what each takes. */
import * as audits from '../../packages/audit/src/index.js';
import * as surveys from '../../packages/survey/src/index.js';
import * as compare from '../../src/compare/index.js';
import robotsParser from '../../src/compat/robots-parser.js';
import * as crawlers from '../../src/crawlers/index.js';
import * as core from '../../src/index.js';
import * as licenses from '../../src/license/index.js';
import * as linting from '../../src/lint/index.js';
import * as pages from '../../src/page/index.js';
import * as readers from '../../src/readers/index.js';
import {
  absent,
  absoluteUrl,
  aName,
  anyFunction,
  anyText,
  arg,
  FILE,
  file,
  method,
  noOption,
  nothing,
  options,
  requiring,
  same,
  target,
} from './accepted-arguments.js';
import type { Target } from './argument-misuse.js';
import { folder, METHODS_OF_CLIENT, OF_CLIENT, robotsClient, site } from './client-argument-targets.js';

export { folder };

const document = core.parseSync(FILE);
const matcher = document.matcher({ agents: '*' });
const license = await licenses.readLicense('<rsl xmlns="https://rslstandard.org/rsl"/>');
const page = await pages.pageDirectives({ agents: '*' });
const event = [...document.lines()][0];

const robot = robotsParser('https://example.com/robots.txt', FILE);

const path = arg('url', '/a');
const agents = arg('agents', '*', aName);
const profile = arg('profile', 'google', absent);
const source = arg('source', () => [new Uint8Array(1)], { ...anyText, ...nothing });
const aDocument = arg('document', document);
const aMatcher = (name: string) => arg(name, matcher);
const side = (name: string) => arg(name, { document });
const output = arg('output', () => () => {}, anyFunction);
const strategy = (name: string) =>
  arg(name, () => ({}), {
    ...absent,
    ...same(
      'an object of any class, without a size',
      'object',
      'object without prototype',
      'date',
      'invalid date',
      'promise',
    ),
  });
const robotsPath = arg('path', 'robots.txt', same('any path', 'text', 'empty text'));
const callerOfRobot = arg('ua', 'a', {
  ...anyText,
  ...absent,
  ...same('any user agent, as in robots-parser', 'null'),
});
const urlOfRobot = arg('url', '/a', {
  ...anyText,
  ...absent,
  ...same('governed by nothing, as in robots-parser', 'null'),
});

async function firstOf(iterable: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of iterable) return;
}

const OF_CORE: Readonly<Record<string, Target>> = {
  accessOf: target(core.accessOf, arg('status', 200), profile),
  combineContentUsage: target(
    core.combineContentUsage,
    arg('usages', () => core.contentUsageOfHeader('train-ai=n')),
  ),
  contentUsageOfHeader: target(
    core.contentUsageOfHeader,
    arg('header', 'a', { ...anyText, ...nothing }),
    options,
  ),
  defineProfile: target(core.defineProfile, {
    ...arg('definition', () => ({ name: 'mine' })),
    required: 'name',
  }),
  'groupReducer.step': target(
    core.groupReducer.step,
    arg('state', core.groupReducer.initial),
    arg('event', event),
  ),
  isAllowed: target(core.isAllowed, file, path, requiring('agents', { agents: '*' })),
  lineDiagnostics: target(core.lineDiagnostics, arg('event', event)),
  lineEventBatches: target(
    (...given: [never, never]) => firstOf(core.lineEventBatches(...given)),
    source,
    options,
  ),
  lineEvents: target((...given: [never, never]) => firstOf(core.lineEvents(...given)), source, options),
  LineParser: target((given: never) => new core.LineParser(given), options),
  'LineParser.write': target(
    (given: never) => new core.LineParser().write(given),
    arg('chunk', () => new Uint8Array(1)),
  ),
  LineTransform: target((given: never) => new core.LineTransform(given), options),
  LineTransformStream: target(
    (...given: [never, never, never]) => new core.LineTransformStream(...given),
    options,
    strategy('writableStrategy'),
    strategy('readableStrategy'),
  ),
  fileKind: target(core.fileKind, file),
  parse: target(core.parse, source, options),
  parseSync: target(core.parseSync, file, options),
  productTokens: target(core.productTokens, arg('userAgentHeader', 'a', anyText)),
  robotsFromResponse: target(
    core.robotsFromResponse,
    arg('response', () => new Response('')),
    options,
  ),
  robotsUrl: target(core.robotsUrl, absoluteUrl),
  sameScope: target(core.sameScope, arg('robotsTxtUrl', 'https://example.com/robots.txt'), absoluteUrl),
  stringify: target(core.stringify, aDocument),
  writeRobots: target(
    core.writeRobots,
    arg('data', () => ({}), noOption),
    options,
  ),
  'Matcher.check': method(matcher, 'check', path),
  'Matcher.explain': method(matcher, 'explain', path),
  'Matcher.isAllowed': method(matcher, 'isAllowed', path),
  'RobotsDocument.crawlDelay': method(document, 'crawlDelay', agents, options),
  'RobotsDocument.extensions': method(document, 'extensions', agents, arg('field', 'a', anyText), options),
  'RobotsDocument.groupAt': method(document, 'groupAt', arg('line', 1, same('a line', 'number')), profile),
  'RobotsDocument.groupsUnder': method(document, 'groupsUnder', profile),
  'RobotsDocument.matcher': method(document, 'matcher', requiring('agents', { agents: '*' })),
  'RobotsDocument.matchers': method(document, 'matchers', arg('callers', ['*'], nothing), options),
  'RobotsDocument.records': method(document, 'records', arg('field', 'a', anyText)),
  'RobotsDocument.requestRate': method(document, 'requestRate', agents, options),
  'RobotsDocument.selectAgent': method(document, 'selectAgent', arg('preferences', ['a']), options),
  'RobotsDocument.usage': method(document, 'usage', agents, path, options),
  'RobotsDocument.visitTime': method(document, 'visitTime', agents, options),
};

/** An empty iterable has no requests, and no octets. */
const empty = same('an empty iterable', 'empty array');
const robotsOfSite = { robots: FILE };

const OF_AUDIT: Readonly<Record<string, Target>> = {
  addressRanges: target(
    audits.addressRanges,
    arg('text', '["192.0.2.0/24"]', same('any text, but it must be JSON', 'text', 'empty text')),
    arg('name', 'gptbot.json', anyText),
    arg('crawler', 'GPTBot', { ...anyText, ...absent }),
  ),
  audit: target(audits.audit, arg('requests', [], empty), requiring('robots', robotsOfSite)),
  auditLogs: target(audits.auditLogs, arg('inputs', [], empty), requiring('robots', robotsOfSite)),
  auditPage: target(
    audits.auditPage,
    arg('report', () => audits.audit([], robotsOfSite)),
  ),
  logRequests: target(
    (...given: [never, never]) => firstOf(audits.logRequests(...given)),
    arg('source', [], empty),
    options,
  ),
  robotsFiles: target(audits.robotsFiles, robotsPath),
  robotsGit: target(audits.robotsGit, robotsPath),
};

const OF_OTHERS: Readonly<Record<string, Target>> = {
  crawler: target(crawlers.crawler, arg('name', 'Googlebot')),
  crawlerDifferences: target(
    crawlers.crawlerDifferences,
    side('before'),
    side('after'),
    arg('names', ['*'], { ...absent, ...nothing }),
    options,
  ),
  crawlerReport: target(crawlers.crawlerReport, aDocument, arg('names', ['*'], nothing), options),
  crawlersNamedIn: target(crawlers.crawlersNamedIn, arg('documents', [{ document }], nothing)),
  crawlersOf: target(crawlers.crawlersOf, arg('set', 'ai')),
  csvWriter: target(surveys.csvWriter, arg('table', 'verdicts'), output),
  differences: target(compare.differences, aMatcher('before'), aMatcher('after'), options),
  findCrawler: target(crawlers.findCrawler, arg('name', 'Googlebot', anyText)),
  fix: target(linting.fix, aDocument, options),
  lint: target(linting.lint, aDocument, options),
  lineReadings: target(readers.lineReadings, aDocument, requiring('agents', { agents: '*' })),
  accessByPurpose: target(crawlers.accessByPurpose, arg('accesses', [], nothing)),
  ndjsonWriter: target(surveys.ndjsonWriter, output),
  parquetWriter: target(
    surveys.parquetWriter,
    arg('table', 'verdicts'),
    output,
    arg('survey', 'text', { ...anyText, ...absent }),
  ),
  patternWords: target(compare.patternWords, arg('rule', document.groups[0].rules[0]), profile),
  licensedUse: target(
    licenses.licensedUse,
    arg('file', license),
    arg('url', 'https://example.com/'),
    arg('use', 'all'),
    options,
  ),
  licensedUses: target(
    licenses.licensedUses,
    arg('file', license),
    arg('url', 'https://example.com/'),
    options,
  ),
  readLicense: target(
    licenses.readLicense,
    arg('source', '<rsl xmlns="https://rslstandard.org/rsl"/>', {
      ...anyText,
      ...nothing,
      ...same('no license, so RobotsError license-invalid', 'map', 'array', 'array of nothing'),
    }),
    options,
  ),
  readings: target(readers.readings, aDocument, path, requiring('agents', { agents: '*' })),
  pageDirectives: target(pages.pageDirectives, requiring('agents', { agents: '*' })),
  pageReader: target(pages.pageReader, requiring('agents', { agents: '*' })),
  pageUsage: target(
    pages.pageUsage,
    arg('usage', () => document.usage('*', '/'), same('there is no robots.txt', 'undefined', 'null')),
    arg('page', page),
  ),
  reachOf: target(compare.reachOf, aMatcher('matcher'), options),
  restrictionOf: target(compare.restrictionOf, aMatcher('matcher')),
  robotsParser: target(
    robotsParser,
    urlOfRobot,
    arg('contents', FILE, {
      ...anyText,
      ...absent,
      ...same('an empty file, as in robots-parser', 'null'),
    }),
  ),
  'Robot.getCrawlDelay': method(robot, 'getCrawlDelay', callerOfRobot),
  'Robot.getMatchingLineNumber': method(robot, 'getMatchingLineNumber', urlOfRobot, callerOfRobot),
  'Robot.isAllowed': method(robot, 'isAllowed', urlOfRobot, callerOfRobot),
  'Robot.isDisallowed': method(robot, 'isDisallowed', urlOfRobot, callerOfRobot),
  ruleUses: target(compare.ruleUses, aMatcher('matcher'), options),
  survey: target(
    (...given: [never, never]) => firstOf(surveys.survey(...given)),
    arg('input', () => new Uint8Array(1), {
      ...same('the name of a file', 'text', 'empty text'),
      ...same(
        'it is iterated, and RobotsError source-type says what it yields',
        'map',
        'array',
        'array of nothing',
        'empty array',
      ),
    }),
    options,
  ),
  surveyAll: target(surveys.surveyAll, requiring('inputs', { inputs: ['no such file'], folder })),
  surveyReport: target(surveys.surveyReport, arg('folder', folder, same('any path', 'text')), options),
  surveyRows: target(
    surveys.surveyRows,
    arg('capture', () => ({ url: 'https://a.example/robots.txt' }), {
      ...same(
        'an object without a url is a row of faults',
        'object',
        'object without prototype',
        'date',
        'invalid date',
        'promise',
        'map',
      ),
    }),
    options,
  ),
  surveySites: target(
    surveys.surveySites,
    arg('folder', folder, same('any path', 'text')),
    arg('file', `${folder}/sites.csv`),
    options,
  ),
};

export const TARGETS: Readonly<Record<string, Target>> = {
  ...OF_CORE,
  ...OF_OTHERS,
  ...OF_AUDIT,
  ...OF_CLIENT,
  ...METHODS_OF_CLIENT,
};

/** The objects whose classes have the methods, by the names of the classes. */
export const OBJECTS = {
  Matcher: matcher,
  RobotsDocument: document,
  RobotsClient: robotsClient,
  Site: site,
  Robot: robot,
};

/** What is exported and not in {@link TARGETS}, with the reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  default: 'it is robotsParser',
  robots: 'it is robotsInterceptor',
  'module.exports': 'it is robotsParser',
  LogCounts: 'it takes no argument',
  RobotsError: 'the package alone makes these errors; programs compare with instanceof',
  RefusalError: 'the package alone makes these errors; programs compare with instanceof',
  JoinError: 'the package alone makes these errors; programs compare with instanceof',
  FolderError: 'the package alone makes these errors; programs compare with instanceof',
};
