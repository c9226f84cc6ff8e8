import { describe, expect, test } from 'vitest';
import { callersOf } from './callers.js';

describe('callersOf', () => {
  test.each([
    ['FooBot', 'FooBot', 'FooBot'],
    [' \tFooBot\v\f', 'FooBot', 'FooBot'],
    ['FooBot/1.0', 'FooBot/1.0', 'FooBot'],
    [' Foo Bot /1/2 ', 'Foo Bot /1/2', 'Foo Bot'],
    ['MJ12bot', 'MJ12bot', 'MJ12bot'],
    ['360Spider', '360Spider', '360Spider'],
    ['Yandex.Bot', 'Yandex.Bot', 'Yandex.Bot'],
    ['é', 'é', 'é'],
    ['*', '*', '*'],
  ])('%j', (agent, given, name) => {
    expect(callersOf(agent).names).toMatchObject([{ given, name }]);
    expect(callersOf(['other', agent]).names[1]).toMatchObject({ given, name });
  });

  test.each(['', ' ', '/1.0', ' /'])('refuses the empty name %j', (agent) => {
    const message = `is ${JSON.stringify(agent)}; a product token, such as ExampleBot or ExampleBot/1.0, is expected`;
    expect(() => callersOf(agent)).toThrow(new TypeError(`agents ${message}`));
    expect(() => callersOf([agent])).toThrow(new TypeError(`agents[0] ${message}`));
    expect(() => callersOf(['a', agent], 'preferences')).toThrow(new TypeError(`preferences[1] ${message}`));
  });

  test.each([
    'Mozilla/5.0 (compatible; FooBot/1.0)',
    'FooBot/1.0 (+https://foo.example/bot)',
    'FooBot (test)',
    'FigTree/0.1 Robot/1.0 libwww-perl/5.04',
    'FooBot/1.0\tx',
    'Mozilla; FooBot',
    'FooBot, BarBot',
  ])('refuses %j, which is not a product token', (agent) => {
    expect(() => callersOf(agent)).toThrow(TypeError);
    expect(() => callersOf(agent)).toThrow(
      `agents is ${JSON.stringify(agent)}; a product token, such as productTokens() extracts from a User-Agent header, is expected`,
    );
  });

  test.each<[unknown, string]>([
    [[], 'agents is an empty array; a product token or a list of at least one is expected'],
    [undefined, 'agents is undefined; a product token or a list'],
    [null, 'agents is null; '],
    [5, 'agents is 5; '],
    [{ length: 1, 0: 'a' }, 'agents is an instance of Object; '],
    [new Set(['a']), 'agents is an instance of Set; '],
    [[1], 'agents[0] is 1; a product token is expected'],
    [['a', null], 'agents[1] is null; '],
    [new Array(1), 'agents[0] is undefined; '],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
    [['a', , 'b'], 'agents[1] is undefined; '],
    [[['a']], 'agents[0] is an array of 1; '],
  ])('refuses %j, which is not a list of names', (agents, message) => {
    expect(() => callersOf(agents as string[])).toThrow(TypeError);
    expect(() => callersOf(agents as string[])).toThrow(message);
  });

  test('reads each element of a list once', () => {
    let reads = 0;
    const agents = ['', 'b'];
    Object.defineProperty(agents, 0, { get: () => (reads++ === 0 ? 'a' : '') });
    expect(callersOf(agents).names.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(reads).toBe(1);
  });

  test('few names are compared, many are looked up', () => {
    expect(callersOf(['a', 'b', 'c', 'd']).byOctets).toBeNull();
    expect(callersOf(['a', 'b', 'c', 'd', 'e']).byOctets).not.toBeNull();
  });
});
