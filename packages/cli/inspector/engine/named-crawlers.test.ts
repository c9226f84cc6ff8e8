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
      { name: '@bots', fault: 'There is no set @bots. The sets are @ai, @search, @seo, @all.' },
    ]);
  });

  test('says what a product token is if a name is not one', () => {
    expect(namedCrawlers('/1.0')).toEqual([
      { name: '/1.0', fault: '/1.0 is not a product token, such as ExampleBot.' },
    ]);
  });

  test('can be empty', () => {
    expect(namedCrawlers(' , ')).toEqual([]);
  });
});
