import { describe, expect, test } from 'vitest';
import type { GroupAxes } from '../../profiles.js';
import { callersOf } from './callers.js';
import { isWildcard, nameEnds, namesCaller } from './select.js';

const encoder = new TextEncoder();

/** Many names; no line of these tests names one of them. */
const OTHERS = Array.from({ length: 20 }, (_, i) => `zz-${i}`);

/** docs/semantics.md §4.3. */
describe('namesCaller', () => {
  test.each<[GroupAxes['agentMatch'], string, string, boolean]>([
    // google
    ['letters-prefix', 'FooBot', 'foobot', true],
    ['letters-prefix', 'FooBot/1.0', 'foobot', true],
    ['letters-prefix', 'foobot*', 'foobot', true],
    ['letters-prefix', 'foobot bar', 'foobot', true],
    ['letters-prefix', 'foo_bot-news', 'foo_bot-news', true],
    ['letters-prefix', 'foobot-news', 'foobot', false],
    ['letters-prefix', 'foo', 'foobot', false],
    ['letters-prefix', 'MJ12bot', 'MJ12bot', false],
    ['letters-prefix', 'MJ12bot', 'mj', true],
    ['letters-prefix', '', 'foobot', false],
    ['letters-prefix', 'foobot', 'FooBot/2.1', true],
    // rfc9309
    ['prefix-or-whole', 'FooBot/1.0', 'foobot', true],
    ['prefix-or-whole', 'MJ12bot', 'mj', true],
    ['prefix-or-whole', 'MJ12bot/v1.4', 'MJ12bot', true],
    ['prefix-or-whole', '360Spider', '360spider', true],
    ['prefix-or-whole', 'bot.v2 x', 'bot.v2', true],
    ['prefix-or-whole', 'Foo Bot', 'foo bot', true],
    ['prefix-or-whole', '1/2', '1/2', true],
    ['prefix-or-whole', 'é/2', 'é/2', true],
    ['prefix-or-whole', 'é/3', 'é/2', false],
    ['prefix-or-whole', 'É', 'é', false],
    ['prefix-or-whole', 'foobot-news', 'foobot', false],
    // draft-koster-rep-00
    ['whole', 'FooBot', 'foobot', true],
    ['whole', 'FooBot/1.0', 'foobot', false],
    ['whole', 'FooBot/1.0', 'foobot/1.0', false],
    // koster-1996
    ['before-slash', 'FooBot /1.0', 'foobot', true],
    ['before-slash', 'Foo Bot/1.0', 'foo bot', true],
    ['before-slash', 'FooBot 1.0', 'foobot', false],
  ])('%s: %j names %j: %s', (match, value, agent, expected) => {
    const octets = encoder.encode(`ab${value}a`);
    expect(namesCaller(octets, 2, octets.length - 1, callersOf(agent), match)).toBe(expected ? 0 : -1);
    const many = callersOf([...OTHERS, agent]);
    expect(namesCaller(octets, 2, octets.length - 1, many, match)).toBe(expected ? OTHERS.length : -1);
  });

  test('finds the first of several names', () => {
    const octets = encoder.encode('bar');
    expect(namesCaller(octets, 0, 3, callersOf(['foo', 'bar', 'BAR']), 'letters-prefix')).toBe(1);
    const many = callersOf([...OTHERS, 'bar', 'BAR']);
    expect(namesCaller(octets, 0, 3, many, 'letters-prefix')).toBe(OTHERS.length);
  });

  test('finds the first name where parts of a line name several', () => {
    const octets = encoder.encode('MJ12bot/1');
    for (const names of [
      ['MJ12bot', 'MJ', 'MJ12bot/1'],
      ['MJ', 'MJ12bot/1', 'MJ12bot'],
      ['MJ12bot/1', 'MJ12bot', 'MJ'],
    ]) {
      const many = callersOf([...OTHERS, ...names]);
      expect(namesCaller(octets, 0, 9, callersOf(names), 'prefix-or-whole')).toBe(0);
      expect(namesCaller(octets, 0, 9, many, 'prefix-or-whole')).toBe(OTHERS.length);
    }
  });

  test('finds the first of very many names', () => {
    const octets = encoder.encode('MJ12bot');
    expect(namesCaller(octets, 0, 7, callersOf(['MJ12bot', ...OTHERS]), 'prefix-or-whole')).toBe(0);
  });
});

test.each<[GroupAxes['agentMatch'], string, string[]]>([
  ['letters-prefix', 'MJ12bot/1 x', ['MJ']],
  ['prefix-or-whole', 'MJ12bot/1 x', ['MJ', 'MJ12bot', 'MJ12bot/1 x']],
  ['prefix-or-whole', 'MJ12bot', ['MJ', 'MJ12bot', 'MJ12bot']],
  ['whole', 'Foo Bot/1', ['Foo Bot/1']],
  ['before-slash', 'Foo Bot /1', ['Foo Bot']],
  ['before-slash', '/1', ['']],
])('%s: the names read in %j are %j', (match, value, names) => {
  const octets = encoder.encode(`  ${value}a`);
  const ends = nameEnds(octets, 2, octets.length - 1, match);
  expect(ends.map((end) => new TextDecoder().decode(octets.subarray(2, end)))).toEqual(names);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(2);
});

test('an empty value is not a wildcard, whatever follows it', () => {
  expect(isWildcard(encoder.encode('* '), 0, 0)).toBe(false);
});

test.each([
  ['*', true],
  ['* ', true],
  ['*\tfoo', true],
  ['*\vfoo', true],
  ['*\ffoo', true],
  ['*foo', false],
  ['**', false],
  ['a b', false],
  ['', false],
  ['foo*', false],
])('%j is the wildcard: %s', (value, expected) => {
  const octets = encoder.encode(`${value}a`);
  expect(isWildcard(octets, 0, octets.length - 1)).toBe(expected);
});
