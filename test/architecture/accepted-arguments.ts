/** What arguments take of the values with which `argument-misuse.ts` calls functions, with the reasons. */
import type { Accepted, Argument, Target } from './argument-misuse.js';

export const FILE = 'User-agent: *\nDisallow: /a\n';

/** These kinds of values, for one reason. */
export const same = (reason: string, ...kinds: readonly (keyof Accepted)[]): Accepted =>
  Object.fromEntries(kinds.map((kind) => [kind, reason]));

export const absent = same('the argument may be left out', 'undefined');
export const noOption = same('no option is given', 'object', 'object without prototype');
export const anyText = same('any text', 'empty text', 'text');
export const aName = same('any product token', 'text');
export const nothing = same('an empty list', 'empty array');
export const anyFunction = same('any function', 'function');

/** @param valid a value that the function takes, or a function that makes one */
export const arg = (name: string, valid: unknown, accepted: Accepted = {}): Argument => ({
  name,
  valid: typeof valid === 'function' ? (valid as () => unknown) : () => valid,
  accepted,
});
export const options: Argument = arg('options', () => ({}), { ...absent, ...noOption });
/** Options of which one must be given. */
export const requiring = (required: string, valid: object): Argument => ({
  ...arg('options', () => ({ ...valid })),
  required,
});

export const absoluteUrl = arg('url', 'https://example.com/a');
export const file = arg('octets', FILE, anyText);
export const target = (call: (...given: never[]) => unknown, ...takes: Argument[]): Target => ({
  call: call as Target['call'],
  takes,
});

/** A method of an object. */
export const method = (object: object, name: string, ...takes: Argument[]): Target => ({
  call: (...given) => (object as Record<string, (...given: unknown[]) => unknown>)[name](...given),
  takes,
});

const flag = same('a switch', 'true');
const count = same('a count', 'number');
const section = noOption;
const entries = { ...noOption, ...same('an object without entries', 'throwing getters') };

/** What options take, by their names; `FUNCTION.OPTION` is that of one function. */
export const ACCEPTED_OPTIONS: Readonly<Record<string, Accepted>> = {
  access: section,
  'access.conditionalRequests': flag,
  'access.obeysCrawlDelay': flag,
  addresses: anyFunction,
  agents: aName,
  all: flag,
  'groups.blankLineEndsGroup': flag,
  'rules.indexHtmlIsDirectory': flag,
  'rules.patternNeedsSlashOrStar': flag,
  'rules.robotsTxtAlwaysAllowed': flag,
  'rules.specialCharacters': flag,
  clientOptions: section,
  concurrency: section,
  connect: section,
  groups: section,
  header: { ...anyText, ...nothing },
  headers: entries,
  'pageDirectives.headers': { ...noOption, ...nothing, ...same('pairs of a name and a value', 'map') },
  'pageReader.headers': { ...noOption, ...nothing, ...same('pairs of a name and a value', 'map') },
  'pageDirectives.html': {
    ...anyText,
    ...nothing,
    ...same(
      'it is iterated, and RobotsError source-type says what it yields',
      'map',
      'array',
      'array of nothing',
    ),
  },
  links: flag,
  maxLinks: count,
  'readLicense.maxOctets': count,
  geo: anyText,
  ignoreRules: flag,
  isInSitemap: flag,
  'pageDirectives.maxOctets': count,
  'pageReader.maxOctets': count,
  readers: nothing,
  comments: nothing,
  hosts: nothing,
  jobs: count,
  ratePerHost: count,
  paths: nothing,
  records: nothing,
  schemes: nothing,
  sitemaps: nothing,
  tables: nothing,
  inputs: nothing,
  folder: aName,
  fetchedAt: count,
  'audit.robots': { ...anyText, ...nothing },
  'auditLogs.robots': { ...anyText, ...nothing },
  'audit.hosts': {},
  'auditLogs.hosts': {},
  graceMs: count,
  keepAddresses: flag,
  onFault: anyFunction,
  onProgress: anyFunction,
  ranges: nothing,
  verifyDns: { ...flag, ...section },
  'verifyDns.concurrency': count,
  'verifyDns.maxLookups': count,
  'verifyDns.servers': nothing,
  'verifyDns.timeoutMs': count,
  // A text that is not in userAgent.
  'createClient.agents': {},
  'createClient.userAgent': {},
  'fetchRobots.agents': {},
  'openUrl.agents': {},
  'survey.agents': nothing,
  'surveyRows.agents': nothing,
  'survey.sites': aName,
  'surveyReport.data': aName,
  'surveyReport.sites': anyText,
  'surveyReport.strata': anyText,
  'surveyReport.weight': anyText,
  'surveySites.sites': anyText,
  'surveySites.weight': anyText,
  'surveyAll.agents': nothing,
  'surveyAll.sites': aName,
  'writeRobots.groups': nothing,
  'defineProfile.name': aName,
  'fetchRobots.proxy': {},
  'openUrl.proxy': {},
  keepOverlong: flag,
  maxDifferences: count,
  maxPerRule: count,
  maxSteps: count,
  leaseMs: count,
  memoryOctets: count,
  timeoutMs: count,
  minLifetimeMs: count,
  name: anyText,
  namespace: anyText,
  onEvent: anyFunction,
  pace: flag,
  pacing: section,
  'pacing.by': anyFunction,
  probe: flag,
  proxy: anyFunction,
  reading: section,
  readableHighWaterMark: count,
  resume: flag,
  rules: section,
  timeouts: section,
  userAgent: aName,
  writableHighWaterMark: count,
  ...Object.fromEntries(
    [
      ...['lifetimeMs', 'maxLifetimeMs', 'maxRedirects', 'retryFirst503Ms', 'retryFirstMs', 'retryMaxMs'].map(
        (name) => `access.${name}`,
      ),
      ...['access.unavailableCopyMs', 'access.unreachableForLongMs'],
      ...['bodyMs', 'connectMs', 'headersMs', 'totalMs'].map((name) => `timeouts.${name}`),
      ...['perAddress', 'perHost', 'total'].map((name) => `concurrency.${name}`),
      ...['defaultDelayMs', 'maxDelayMs', 'minDelayMs', 'perHost'].map((name) => `pacing.${name}`),
    ].map((name) => [name, count]),
  ),
};
