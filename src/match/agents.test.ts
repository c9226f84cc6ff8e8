import { describe, expect, test } from 'vitest';
import type { GroupAxes } from '../profiles.js';
import { callerNames, isWildcard, namesCaller } from './agents.js';

const encoder = new TextEncoder();

describe('callerNames', () => {
  test.each([
    ['FooBot', 'FooBot', 'FooBot'],
    [' \tFooBot\v\f', 'FooBot', 'FooBot'],
    ['FooBot/1.0', 'FooBot/1.0', 'FooBot'],
    [' Foo Bot /1/2 ', 'Foo Bot /1/2', 'Foo Bot'],
  ])('%j', (agent, given, name) => {
    expect(callerNames(agent)).toMatchObject([{ given, name }]);
    expect(callerNames(['other', agent])[1]).toMatchObject({ given, name });
  });

  test.each([[''], [' '], ['/1.0'], [' /'], [['a', '']]])('refuses %j', (agents) => {
    expect(() => callerNames(agents)).toThrow(TypeError);
    expect(() => callerNames(agents)).toThrow(/^agents\[\d\] is ".*"; a product token, /);
  });

  test('refuses no name at all', () => {
    expect(() => callerNames([])).toThrow(
      new TypeError('agents is an empty list; a product token or a list of at least one is expected'),
    );
    // @ts-expect-error not a name
    expect(() => callerNames(undefined)).toThrow('agents is undefined; ');
    // @ts-expect-error not a name
    expect(() => callerNames([1])).toThrow('agents[0] is number; ');
  });
});

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
    expect(namesCaller(octets, 2, octets.length - 1, callerNames(agent), match)).toBe(expected ? 0 : -1);
  });

  test('tells which of several', () => {
    const octets = encoder.encode('bar');
    expect(namesCaller(octets, 0, 3, callerNames(['foo', 'bar', 'BAR']), 'letters-prefix')).toBe(1);
  });
});

test.each([
  ['*', true],
  ['* ', true],
  ['*\tfoo', true],
  ['*\vfoo', true],
  ['*\ffoo', true],
  ['*foo', false],
  ['**', false],
  ['', false],
  ['foo*', false],
])('%j is the wildcard: %s', (value, expected) => {
  const octets = encoder.encode(`${value}a`);
  expect(isWildcard(octets, 0, octets.length - 1)).toBe(expected);
});
