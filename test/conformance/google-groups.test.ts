/** Google's page: groups, and a crawler of several tokens. Which rules apply is in `conformance/google/user-agents.json`. */
import { describe, expect, test } from 'vitest';
import { groupsOf, read } from './judging.js';

describe('Google’s page, what is a robots.txt file: the example', () => {
  const body = `# This robots.txt file controls crawling of URLs under https://example.com.
# All crawlers are disallowed to crawl files in the "includes" directory, such
# as .css, .js, but Google needs them for rendering, so Googlebot is allowed
# to crawl them.
User-agent: *
Disallow: /includes/

User-agent: Googlebot
Allow: /includes/

Sitemap: https://example.com/sitemap.xml
`;

  test('the sitemap and the comments', () => {
    expect(read(body).sitemaps.map(({ url }) => url)).toEqual(['https://example.com/sitemap.xml']);
    expect(read(body).comments.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });
});

describe('Google’s page, grouping of lines and rules', () => {
  const body = `user-agent: a
disallow: /c

user-agent: b
disallow: /d

user-agent: e
user-agent: f
disallow: /g

user-agent: h
`;

  test('four groups', () => {
    expect(groupsOf(body, 'google')).toEqual([
      [['a'], [2]],
      [['b'], [5]],
      [['e', 'f'], [9]],
      [['h'], []],
    ]);
  });
});

describe('Google’s page, matching of user-agent fields', () => {
  const body = `user-agent: googlebot-news
disallow: /1

user-agent: *
disallow: /2

user-agent: googlebot
disallow: /3
`;

  test('selectAgent: the first of the preferences that the file names', () => {
    const profile = 'google';
    const named = 'user-agent: googlebot\ndisallow: /3\n\nuser-agent: *\ndisallow: /2';
    expect(read(body).selectAgent(['Googlebot-News', 'Googlebot'], { profile })).toBe('Googlebot-News');
    expect(read(named).selectAgent(['Googlebot-News', 'Googlebot'], { profile })).toBe('Googlebot');
    expect(read(named).selectAgent(['Storebot-Google', 'Otherbot'], { profile })).toBeUndefined();
    expect(() => read(named).selectAgent([], { profile })).toThrow(TypeError);
  });
});
