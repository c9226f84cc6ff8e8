import { describe, expect, test } from 'vitest';
import {
  EXTENSIONS,
  parseCleanParam,
  parseCrawlDelay,
  parseRequestRate,
  parseVisitTime,
  scopeOf,
} from './values.js';

describe('Crawl-delay', () => {
  test.each([
    ['0', 0],
    ['5', 5],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['.25', 0.25],
    ['5.', 5],
    ['007', 7],
    ['999999999.9', 999_999_999.9],
  ])('%s', (value, seconds) => {
    expect(parseCrawlDelay(value)).toBe(seconds);
  });

  test.each([
    '',
    '.',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '5s',
    '5 s',
    '.5s',
    '.5.5',
    '1,5',
    '1.2.3',
    ' 5',
    'Infinity',
    'NaN',
    '1000000000',
    '9'.repeat(400),
  ])('%j is none', (value) => {
    expect(parseCrawlDelay(value)).toBe(undefined);
  });
});

describe('Request-rate', () => {
  test.each([
    ['1/5', { requests: 1, seconds: 5, time: null }],
    ['1/10s', { requests: 1, seconds: 10, time: null }],
    ['1/10S', { requests: 1, seconds: 10, time: null }],
    ['100/2m', { requests: 100, seconds: 120, time: null }],
    ['3/1h', { requests: 3, seconds: 3600, time: null }],
    ['1/2m 0600-0845', { requests: 1, seconds: 120, time: { startMinutes: 360, endMinutes: 525 } }],
    ['1/5\t \t06:00-08:45', { requests: 1, seconds: 5, time: { startMinutes: 360, endMinutes: 525 } }],
  ])('%s', (value, rate) => {
    expect(parseRequestRate(value)).toEqual(rate);
  });

  test.each([
    '',
    '1',
    '/',
    '1/',
    '/5',
    '0/5',
    '1/0',
    '1/5d',
    '1.5/5',
    '-1/5',
    '1/5 x',
    '1/5 0600-0845 UTC',
    '1 / 5',
    '1/5 2500-0100',
    '1234567890/1',
  ])('%j is none', (value) => {
    expect(parseRequestRate(value)).toBe(undefined);
  });
});

describe('Visit-time', () => {
  test.each([
    ['0600-0845', 360, 525],
    ['06:00-08:45', 360, 525],
    ['0600 - 0845', 360, 525],
    ['0000-2400', 0, 1440],
    ['2200-0100', 1320, 60],
    ['1200-1200', 720, 720],
  ])('%s', (value, startMinutes, endMinutes) => {
    expect(parseVisitTime(value)).toEqual({ startMinutes, endMinutes });
  });

  test.each([
    '',
    '0600',
    '0600-',
    '-0845',
    '600-845',
    '0660-0845',
    '2401-2500',
    '0600-2401',
    '0600-0845 UTC',
    'x0600-0845',
    '10600-0845',
    '6am-8am',
    '0600–0845',
  ])('%j is none', (value) => {
    expect(parseVisitTime(value)).toBe(undefined);
  });
});

describe('Clean-param', () => {
  test.each([
    ['sid', ['sid'], '/'],
    ['sid&sort', ['sid', 'sort'], '/'],
    ['sid /forum/', ['sid'], '/forum/'],
    ['sid \t /forum/', ['sid'], '/forum/'],
    ['sid&sort\t/forum/*.php', ['sid', 'sort'], '/forum/*.php'],
    ['&a&&b& /x', ['a', 'b'], '/x'],
  ])('%s', (value, parameters, path) => {
    expect(parseCleanParam(value)).toEqual({ parameters, path });
  });

  test.each(['', '&', '& /x', 'a /b c'])('%j is none', (value) => {
    expect(parseCleanParam(value)).toBe(undefined);
  });
});

test('a field belongs to agents unless it is known to belong to the file (docs/semantics.md §3.4, §3.5)', () => {
  for (const name of [
    'crawl-delay',
    'request-rate',
    'visit-time',
    'content-signal',
    'content-usage',
    'noindex',
    'x',
    'toString',
  ])
    expect(scopeOf(name)).toBe('agents');
  for (const name of ['host', 'clean-param']) expect(scopeOf(name)).toBe('file');
});

test('the form that messages suggest is accepted', () => {
  const examples = Object.values(EXTENSIONS).flatMap(({ form, read }) =>
    [...(form ?? '').replace(/^.* such as/, '').matchAll(/"([^"]+)"/g)].map(([, example]) => ({
      example,
      read,
    })),
  );
  expect(examples.length).toBe(6);
  for (const { example, read } of examples)
    expect([example, read(example)]).not.toEqual([example, undefined]);
  expect(EXTENSIONS.host.read('')).toBe('');
});

test.each([
  ['crawl-delay', '5s'],
  ['request-rate', '1/0'],
  ['visit-time', '6am-8am'],
  ['clean-param', '&'],
])('the value of %s is not accepted if it is %j', (name, value) => {
  expect(EXTENSIONS[name].read(value)).toBe(undefined);
});
