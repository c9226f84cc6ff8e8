import { describe, expect, test } from 'vitest';
import {
  type Caller,
  callersFor,
  callersOf,
  callersOfCrawler,
  isProductToken,
  readingOf,
} from './callers.js';

describe('callersOf', () => {
  test.each([
    ['FooBot', 'FooBot', 'FooBot'],
    [' \tFooBot\v\f', 'FooBot', 'FooBot'],
    ['FooBot/1.0', 'FooBot/1.0', 'FooBot'],
    [' Foo Bot /1/2 ', 'Foo Bot /1/2', 'Foo Bot'],
    ['FooBot/V2', 'FooBot/V2', 'FooBot'],
    ['MJ12bot', 'MJ12bot', 'MJ12bot'],
    ['360Spider', '360Spider', '360Spider'],
    ['Yandex.Bot', 'Yandex.Bot', 'Yandex.Bot'],
    ['é', 'é', 'é'],
    ['*', '*', '*'],
  ])('%j', (agent, given, name) => {
    expect(callersOf(agent).names).toMatchObject([{ given, name }]);
    expect(callersOf(['other', agent]).names[1]).toMatchObject({ given, name });
  });

  test.each([
    ['Foo\u0000', '"Foo\\u0000"'],
    ['Foo\nBar', '"Foo\\nBar"'],
    ['Foo\r', '"Foo\\r"'],
    ['\u001bFoo', '"\\u001bFoo"'],
    ['Foo\ud800', '"Foo\\ud800"'],
    ['\udc00/1', '"\\udc00/1"'],
    ['a'.repeat(16_664), `"${'a'.repeat(80)}…"`],
  ])('refuses the name of no line %#', (agent, shownAs) => {
    const message = `${shownAs}; a product token that a line can have, without control characters and halves of surrogate pairs, is expected`;
    expect(() => callersOf(agent)).toThrow(new TypeError(`agents is ${message}`));
    expect(() => callersOf(['a', agent])).toThrow(new TypeError(`agents[1] is ${message}`));
  });

  test.each([...'Foo\tBar Foo\vBar 🤖 Foo\u007f Foo\u0085 \u00a0 ا e\u0301'.split(' '), 'a'.repeat(16_663)])(
    'accepts the name %#, which a line can have',
    (agent) => {
      expect(callersOf(agent).names[0].given).toBe(agent);
    },
  );

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
    'FooBot/1.0\vx',
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
});

const NEWS = {
  obeys: 'first-name',
  obeysWildcard: true,
  names: [{ given: 'Googlebot-News' }, { given: 'Googlebot' }],
};

test.each(['a', 'a b', ' a/1', 'é'])('the only name of a list is as it is alone: %j', (name) => {
  expect(callersOf([name])).toEqual(callersOf(name));
});

test('a product token is a name that callers are accepted by', () => {
  const names = ['a', 'a b', 'a/1', '', '/1', 'a(b)', 'a\0'];
  expect(names.filter(isProductToken)).toEqual(['a', 'a b', 'a/1']);
});

test('a caller is a product token, or several', () => {
  expect(callersFor('FooBot')).toMatchObject({ obeys: 'all-names', names: [{ given: 'FooBot' }] });
  expect(callersFor(['FooBot', 'BarBot']).names).toMatchObject([{ given: 'FooBot' }, { given: 'BarBot' }]);
});

test('a caller is a registered crawler, in any letter case', () => {
  expect(callersFor({ crawler: 'Googlebot-News' })).toMatchObject(NEWS);
  expect(callersOfCrawler('googlebot-NEWS')).toMatchObject(NEWS);
});

test('a caller is a crawler that is not registered, by its tokens', () => {
  const crawler = { tokens: ['FooBot-News', 'FooBot'], obeysWildcard: false };
  expect(callersFor({ crawler })).toMatchObject({
    obeys: 'first-name',
    obeysWildcard: false,
    names: [{ given: 'FooBot-News' }, { given: 'FooBot' }],
  });
});

test.each<[unknown, string]>([
  [{}, 'agents is an instance of Object; a product token or a list'],
  [{ crawler: 'Nobot' }, 'agents.crawler is "Nobot", and no crawler of that name is registered'],
  [{ crawler: {} }, 'agents.crawler is an instance of Object; the product token of a registered crawler'],
])('refuses %j', (caller, message) => {
  expect(() => callersFor(caller as Caller)).toThrow(TypeError);
  expect(() => callersFor(caller as Caller)).toThrow(message);
});

test('errors call an argument by the name that the program knows', () => {
  expect(() => callersFor('', 'preferences')).toThrow('preferences is ""; ');
  expect(() => callersFor({ crawler: 'Nobot' }, 'caller')).toThrow('caller.crawler is "Nobot"');
  expect(() => callersOfCrawler('Nobot')).toThrow('crawler is "Nobot"');
  expect(() => readingOf({ crawler: 'Nobot' }, undefined)).toThrow('crawler is "Nobot"');
  expect(() => callersOfCrawler({} as never)).toThrow('crawler is an instance of Object');
});
