/** Every function of the core refuses bad arguments, and options that it does not know. The messages name them. */
import { describe, expect, test } from 'vitest';
import * as core from './core.js';
import {
  accessOf,
  combineContentUsage,
  contentUsageOfHeader,
  defineProfile,
  groupReducer,
  isAllowed,
  LineParser,
  LineTransformStream,
  lineDiagnostics,
  lineEventBatches,
  lineEvents,
  parse,
  parseSync,
  robotsFromResponse,
  robotsUrl,
  sameScope,
  stringify,
  writeRobots,
} from './core.js';

const document = parseSync('');
const matcher = document.matcher({ agents: 'a' });
const response = { status: 404, body: null };

type Call = (argument: never) => unknown;

/** Each function, its options, and the call with options. */
const FUNCTIONS: readonly (readonly [name: string, options: readonly string[], call: Call])[] = [
  ['parseSync', ['maxOctets'], (options) => parseSync('', options)],
  ['parse', ['maxOctets', 'signal'], (options) => parse('', options)],
  ['isAllowed', ['agents', 'crawler', 'profile', 'maxOctets'], (options) => isAllowed('', '/', options)],
  ['matcher', ['agents', 'crawler', 'profile'], (options) => document.matcher(options)],
  ['selectAgent', ['profile'], (options) => document.selectAgent(['a'], options)],
  ['extensions', ['profile'], (options) => document.extensions('a', 'x', options)],
  ['crawlDelay', ['profile'], (options) => document.crawlDelay('a', options)],
  ['requestRate', ['profile'], (options) => document.requestRate('a', options)],
  ['visitTime', ['profile'], (options) => document.visitTime('a', options)],
  ['matchers', ['profile'], (options) => document.matchers(['a'], options)],
  ['usage', ['profile', 'vocabulary', 'header'], (options) => document.usage('a', '/', options)],
  ['contentUsageOfHeader', ['vocabulary'], (options) => contentUsageOfHeader('a', options)],
  [
    'robotsFromResponse',
    ['maxOctets', 'profile', 'signal'],
    (options) => robotsFromResponse(response, options),
  ],
  ['LineParser', ['maxOctets', 'keepOverlong'], (options) => new LineParser(options)],
  ['LineTransformStream', ['maxOctets', 'keepOverlong'], (options) => new LineTransformStream(options)],
  ['lineEvents', ['maxOctets', 'keepOverlong', 'signal'], (options) => lineEvents('', options).next()],
  [
    'lineEventBatches',
    ['maxOctets', 'keepOverlong', 'signal'],
    (options) => lineEventBatches('', options).next(),
  ],
  ['writeRobots', ['maxOctets'], (options) => writeRobots({}, options)],
];

/** Each function, the name of an argument in messages, and the call with that argument. */
const ARGUMENTS: readonly (readonly [name: string, argument: string, call: Call])[] = [
  ['parseSync', 'octets', (octets) => parseSync(octets)],
  ['parse', 'source', (source) => parse(source)],
  ['lineEvents', 'source', (source) => lineEvents(source).next()],
  ['lineEventBatches', 'source', (source) => lineEventBatches(source).next()],
  ['LineParser', 'write: chunk', (chunk) => new LineParser().write(chunk)],
  ['lineDiagnostics', 'event', (event) => lineDiagnostics(event)],
  ['groupReducer.step', 'state', (state) => groupReducer.step(state, START)],
  ['groupReducer.step', 'event', (event) => groupReducer.step(groupReducer.initial(), event)],
  ['isAllowed', 'octets', (octets) => isAllowed(octets, '/', { agents: 'a' })],
  ['isAllowed', 'url', (url) => isAllowed('', url, { agents: 'a' })],
  ['isAllowed', 'agents', (agents) => isAllowed('', '/', { agents })],
  ['isAllowed', 'crawler', (crawler) => isAllowed('', '/', { crawler })],
  ['isAllowed', 'profile', (profile) => isAllowed('', '/', { agents: 'a', profile })],
  ['matcher', 'agents', (agents) => document.matcher({ agents })],
  ['matcher', 'crawler', (crawler) => document.matcher({ crawler })],
  ['matcher', 'profile', (profile) => document.matcher({ agents: 'a', profile })],
  ['matchers', 'callers', (callers) => document.matchers(callers)],
  ['matchers', 'callers[0]', (caller) => document.matchers([caller])],
  ['Matcher.isAllowed', 'url', (url) => matcher.isAllowed(url)],
  ['Matcher.check', 'url', (url) => matcher.check(url)],
  ['Matcher.explain', 'url', (url) => matcher.explain(url)],
  ['selectAgent', 'preferences', (preferences) => document.selectAgent(preferences)],
  ['selectAgent', 'preferences[0]', (preference) => document.selectAgent([preference])],
  ['crawlDelay', 'agents', (agents) => document.crawlDelay(agents)],
  ['requestRate', 'agents', (agents) => document.requestRate(agents)],
  ['visitTime', 'agents', (agents) => document.visitTime(agents)],
  ['extensions', 'agents', (agents) => document.extensions(agents, 'x')],
  ['extensions', 'field', (field) => document.extensions('a', field)],
  ['records', 'field', (field) => document.records(field)],
  ['usage', 'agents', (agents) => document.usage(agents, '/')],
  ['usage', 'url', (url) => document.usage('a', url)],
  ['usage', 'vocabulary', (vocabulary) => document.usage('a', '/', { vocabulary })],
  ['usage', 'header', (header) => document.usage('a', '/', { header })],
  ['usage of a disallowed URL', 'header', (header) => CLOSED.usage('a', '/', { header })],
  ['contentUsageOfHeader', 'header', (header) => contentUsageOfHeader(header)],
  ['contentUsageOfHeader', 'vocabulary', (vocabulary) => contentUsageOfHeader('', { vocabulary })],
  ['combineContentUsage', 'usages[0]', (usage) => combineContentUsage(usage)],
  ['combineContentUsage', 'usages[1]', (usage) => combineContentUsage(contentUsageOfHeader(''), usage)],
  ['fileKind', 'octets', (octets) => core.fileKind(octets as string)],
  ['groupsUnder', 'profile', (profile) => document.groupsUnder(profile)],
  ['groupAt', 'line', (line) => document.groupAt(line)],
  ['groupAt', 'profile', (profile) => document.groupAt(1, profile)],
  ['stringify', 'document', (given) => stringify(given)],
  ['writeRobots', 'writeRobots: data', (data) => writeRobots(data)],
  ['defineProfile', 'defineProfile: definition', (definition) => defineProfile(definition)],
  ['accessOf', 'status', (status) => accessOf(status)],
  ['accessOf', 'profile', (profile) => accessOf(200, profile)],
  ['robotsFromResponse', 'response', (given) => robotsFromResponse(given)],
  ['robotsFromResponse', 'status', (status) => robotsFromResponse({ status, body: null })],
  ['robotsFromResponse', 'profile', (profile) => robotsFromResponse(response, { profile })],
  ['robotsUrl', 'url', (url) => robotsUrl(url)],
  ['sameScope', 'robotsTxtUrl', (url) => sameScope(url, 'https://example.com/')],
  ['sameScope', 'url', (url) => sameScope('https://example.com/', url)],
];

const START = { type: 'start', byteOrderMark: 'none', span: { start: 0, end: 0 } } as const;
const CLOSED = parseSync('user-agent: *\ndisallow: /');

/**
 * Only this package calls the constructors. The type guard is called for each event, and takes no other value. The message of
 * `productTokens` has the type alone (`crawler-tokens.test.ts`).
 */
const NOT_IN_TABLES: ReadonlySet<string> = new Set(['RobotsError', 'productTokens']);

test('every function of the core is tested here', () => {
  const tested = new Set([...FUNCTIONS, ...ARGUMENTS].map(([name]) => name.split('.')[0]));
  const functions = Object.entries(core).filter(([, exported]) => typeof exported === 'function');
  const missing = functions.map(([name]) => name).filter((name) => !tested.has(name));
  expect(new Set(missing)).toEqual(NOT_IN_TABLES);
});

describe.each(ARGUMENTS)('%s', (_, argument, call) => {
  test.each([
    ['null', null],
    ['5n', 5n],
    ['Symbol(s)', Symbol('s')],
    ['a function', () => {}],
  ])(`refuses ${argument}: %s`, async (shown, given) => {
    const error = await errorOf(call, given);
    expect(error).toBeInstanceOf(TypeError);
    const { message } = error as TypeError;
    expect(message.slice(0, message.indexOf(';'))).toBe(`${argument} is ${shown}`);
    expect(message).toMatch(/ is expected$/);
  });
});

/** What a call throws, or what its promise rejects with. */
async function errorOf(call: Call, options: unknown): Promise<unknown> {
  try {
    await call(options as never);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each(FUNCTIONS)('%s, options %j', (name, options, call) => {
  test('refuses an unknown option, and suggests the right one', async () => {
    for (const option of options) {
      const misspelled = option.slice(0, -2) + option.at(-1);
      expect(await errorOf(call, { [misspelled]: undefined })).toEqual(
        new TypeError(
          `${name}: unknown option ${misspelled}; did you mean ${option}? Known options: ${options.join(', ')}`,
        ),
      );
    }
  });

  test.each([
    ['null', null],
    ['"maxOctets"', 'maxOctets'],
    ['an empty array', []],
    ['an instance of AbortSignal', new AbortController().signal],
    ['a function', () => {}],
  ])('refuses %s in place of the options', async (shown, given) => {
    expect(await errorOf(call, given)).toEqual(
      new TypeError(`${name}: options is ${shown}; an object with ${options.join(', ')} is expected`),
    );
  });
});

test.each<[string, Call, object, string]>([
  ['isAllowed', (options) => isAllowed('', '/', options), {}, 'agents is undefined; a product token'],
  ['matcher', (options) => document.matcher(options), { agents: 5 }, 'agents is 5; a product token'],
  [
    'parse',
    (options) => parse('', options),
    { signal: {} },
    'signal is an instance of Object; an AbortSignal',
  ],
  ['lineEvents', (options) => lineEvents('', options).next(), { signal: 1 }, 'signal is 1; an AbortSignal'],
  [
    'LineParser',
    (options) => new LineParser(options),
    { keepOverlong: 1 },
    'keepOverlong is 1; true or false',
  ],
  ['parseSync', (options) => parseSync('', options), { maxOctets: '1' }, 'maxOctets is "1"; a number'],
])('%s refuses the value of an option', async (_, call, options, message) => {
  const error = await errorOf(call, options);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as TypeError).message).toContain(message);
});

test('extensions and records refuse a field that is not a string', () => {
  expect(() => document.extensions('a', 5 as never)).toThrow(
    new TypeError('field is 5; a string is expected'),
  );
  expect(() => document.records(undefined as never)).toThrow('field is undefined; a string is expected');
});
