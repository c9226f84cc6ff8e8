/** Every function of the core refuses options that it does not know, and options of another shape. */
import { describe, expect, test } from 'vitest';
import {
  isAllowed,
  LineBatchParser,
  LineParser,
  LineTransformStream,
  lineEventBatches,
  lineEvents,
  parse,
  parseSync,
  writeRobots,
} from './core.js';

const document = parseSync('');

type Call = (options: never) => unknown;

/** Each function, its options, and the call with options. */
const FUNCTIONS: readonly (readonly [name: string, options: readonly string[], call: Call])[] = [
  ['parseSync', ['maxOctets'], (options) => parseSync('', options)],
  ['parse', ['maxOctets', 'signal'], (options) => parse('', options)],
  ['isAllowed', ['agents', 'crawler', 'profile', 'maxOctets'], (options) => isAllowed('', '/', options)],
  ['matcher', ['agents', 'crawler', 'profile'], (options) => document.matcher(options)],
  ['selectAgent', ['profile'], (options) => document.selectAgent(['a'], options)],
  ['extensions', ['profile'], (options) => document.extensions('a', 'x', options)],
  ['extensions', ['profile'], (options) => document.crawlDelay('a', options)],
  ['extensions', ['profile'], (options) => document.requestRate('a', options)],
  ['extensions', ['profile'], (options) => document.visitTime('a', options)],
  ['LineBatchParser', ['maxOctets', 'keepOverlong'], (options) => new LineBatchParser(options)],
  ['LineParser', ['maxOctets', 'keepOverlong'], (options) => new LineParser(options)],
  ['LineTransformStream', ['maxOctets', 'keepOverlong'], (options) => new LineTransformStream(options)],
  ['lineEvents', ['maxOctets', 'keepOverlong', 'signal'], (options) => lineEvents('', options).next()],
  ['lineEvents', ['maxOctets', 'keepOverlong', 'signal'], (options) => lineEventBatches('', options).next()],
  ['writeRobots', ['maxOctets'], (options) => writeRobots({}, options)],
];

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
