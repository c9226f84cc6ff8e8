/** draft-koster-rep-00 (July 2019), as a document shows it. The verdicts are in `conformance/draft-koster-rep-00`. */
import { describe, expect, test } from 'vitest';
import { parse, productTokens, robotsUrl } from '../../src/core.js';
import { groupsOf, read } from './judging.js';

const PROFILE = 'draft-koster-rep-00';

describe('draft-koster-rep-00 §2.1', () => {
  test('a group is user-agent lines and rules, ended by a user-agent line or the end of the file', () => {
    const body = 'user-agent: a\nuser-agent: b\n\nallow: /1\n\ndisallow: /2\nuser-agent: c\ndisallow: /3';
    expect(groupsOf(body, PROFILE)).toEqual([
      [
        ['a', 'b'],
        [4, 6],
      ],
      [['c'], [8]],
    ]);
  });
});

describe('draft-koster-rep-00 §2.2.1', () => {
  test('the product token is in the HTTP header', () => {
    expect(
      productTokens('Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)'),
    ).toEqual(['ExampleBot']);
  });
});

describe('draft-koster-rep-00 §2.2.4', () => {
  test('other records may be interpreted; they do not end a group', () => {
    const body =
      'user-agent: FooBot\nsitemap: https://example.com/a.xml\ncrawl-delay: 3\nuser-agent: BarBot\ndisallow: /';
    expect(groupsOf(body, PROFILE)).toEqual([[['FooBot', 'BarBot'], [5]]]);
    expect(read(body).crawlDelay('FooBot', { profile: PROFILE })).toBe(3);
    expect(read(body).crawlDelay('BarBot', { profile: PROFILE })).toBeUndefined();
    expect(read(body).sitemaps).toHaveLength(1);
  });
});

describe('draft-koster-rep-00 §2.3', () => {
  test.each([
    'http://www.example.com/robots.txt',
    'https://www.example.com/robots.txt',
    'ftp://ftp.example.com/robots.txt',
  ])('%s is its own URI', (url) => {
    expect(robotsUrl(url)).toBe(url);
    expect(robotsUrl(new URL('/a/b?c', url))).toBe(url);
  });

  test('§2.3.1.1: the parseable rules of the fetched file are followed', async () => {
    const document = await parse(new Blob(['nonsense\nuser-agent: *\nmore nonsense\ndisallow: /a']));
    expect(document.matcher({ agents: 'FooBot', profile: PROFILE }).check('/a').rule?.line).toBe(4);
  });
});
