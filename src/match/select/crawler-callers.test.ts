/** A caller as a program names it: product tokens, a registered crawler, or the tokens of another. */
import { expect, test } from 'vitest';
import { type Caller, callersFor, callersOfCrawler } from './crawler-callers.js';

const NEWS = {
  obeys: 'first-name',
  obeysWildcard: true,
  names: [{ given: 'Googlebot-News' }, { given: 'Googlebot' }],
};

test('a caller is a product token, or several', () => {
  expect(callersFor('FooBot')).toMatchObject({ obeys: 'all-names', names: [{ given: 'FooBot' }] });
  expect(callersFor(['FooBot', 'BarBot']).names).toMatchObject([{ given: 'FooBot' }, { given: 'BarBot' }]);
});

test('a caller is a registered crawler, in any letter case', () => {
  expect(callersFor({ crawler: 'Googlebot-News' })).toMatchObject(NEWS);
  expect(callersOfCrawler('googlebot-NEWS')).toMatchObject(NEWS);
});

test('the tokens of a registered crawler are read once', () => {
  expect(callersOfCrawler('Googlebot-News')).toBe(callersOfCrawler('googlebot-news'));
  expect(callersOfCrawler('Googlebot')).not.toBe(callersOfCrawler('Googlebot-News'));
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
  [undefined, 'agents is undefined; a product token or a list of at least one is expected'],
  [null, 'agents is null; a product token or a list'],
  [5, 'agents is 5; a product token or a list'],
  [{}, 'agents is an instance of Object; a product token or a list'],
  ['', 'agents is ""; a product token'],
  [[], 'agents is an empty array; '],
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
  expect(() => callersOfCrawler({} as never)).toThrow('crawler is an instance of Object');
});
