import { crawlersOf } from 'robotstream/crawlers';
import { describe, expect, test } from 'vitest';
import { namedCrawlers } from './named-crawlers.js';

const names = (text: string): string[] => namedCrawlers(text).map(({ name }) => name);

describe('a list of crawlers', () => {
  test('is separated by commas, semicolons and white space', () => {
    expect(names('FooBot,BarBot; BazBot\nQuxBot\t*')).toEqual(['FooBot', 'BarBot', 'BazBot', 'QuxBot', '*']);
  });

  test('spells registered crawlers as the registry does, and takes a version off', () => {
    expect(names('GOOGLEBOT/2.1, bingBot')).toEqual(['Googlebot', 'bingbot']);
  });

  test('has each crawler once, where it is named first', () => {
    expect(names('gptbot FooBot GPTBot foobot')).toEqual(['GPTBot', 'FooBot']);
  });

  test('takes the crawlers of a set, in any letter case', () => {
    const ai = crawlersOf('ai').map(({ token }) => token);
    expect(names('@AI')).toEqual(ai);
    expect(names('@ai GPTBot')).toEqual(ai);
  });

  test('lists the sets if one is unknown', () => {
    expect(namedCrawlers('@bots')).toEqual([
      { name: '@bots', fault: 'There is no set @bots. The sets are @ai, @search, @seo, @all.', note: null },
    ]);
  });

  test('says what a product token is if a name is not one', () => {
    expect(namedCrawlers('/1.0')).toEqual([
      { name: '/1.0', fault: '/1.0 is not a product token, such as ExampleBot.', note: null },
    ]);
  });

  test('has a User-Agent header as one crawler, with a note', () => {
    const header =
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
    const found = namedCrawlers(`FooBot, ${header}, BarBot`);
    expect(found.map(({ name }) => name)).toEqual(['FooBot', 'GPTBot', 'BarBot']);
    expect(found[1]?.fault).toBeNull();
    expect(found[1]?.note?.sentence).toContain('User-Agent header');
    expect(namedCrawlers('Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/120.0')).toMatchObject([
      { fault: 'This is the User-Agent header of a browser. It names no crawler.' },
    ]);
  });

  test('keeps a misspelled name, and suggests the one that is meant', () => {
    expect(namedCrawlers('Gogglebot/2.1, (a, b')).toMatchObject([
      {
        name: 'Gogglebot/2.1',
        fault: null,
        note: { instead: { typed: 'Gogglebot/2.1', meant: 'Googlebot' } },
      },
      { name: '(a' },
      { name: 'b' },
    ]);
    expect(namedCrawlers('MyOwnBot, Googlebot, *').map(({ note }) => note)).toEqual([null, null, null]);
  });

  test('can be empty', () => {
    expect(namedCrawlers(' , ')).toEqual([]);
  });
});
