/** Google's page: which rules apply to which crawler. */
import { describe, expect, test } from 'vitest';
import { type Answer, groupsOf, judgeUnder, read } from './judging.js';

const judge = judgeUnder('google');

function googleGroups(body: string) {
  return groupsOf(body, 'google');
}

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

  test.each<[string, string, Answer]>([
    ['OtherBot', 'https://example.com/includes/a.css', 'disallow 6'],
    ['OtherBot', 'https://example.com/includes/', 'disallow 6'],
    ['OtherBot', 'https://example.com/includes', 'no rule'],
    ['OtherBot', 'https://example.com/', 'no rule'],
    ['Googlebot', 'https://example.com/includes/a.js', 'allow 9'],
    ['Googlebot', 'https://example.com/', 'no rule'],
  ])('%s at %s: %s', (agent, url, answer) => {
    expect(judge(body, url, agent)).toBe(answer);
  });

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
    expect(googleGroups(body)).toEqual([
      [['a'], [2]],
      [['b'], [5]],
      [['e', 'f'], [9]],
      [['h'], []],
    ]);
  });

  test.each<[string, [Answer, Answer, Answer]]>([
    ['a', ['disallow 2', 'no rule', 'no rule']],
    ['b', ['no rule', 'disallow 5', 'no rule']],
    ['e', ['no rule', 'no rule', 'disallow 9']],
    ['f', ['no rule', 'no rule', 'disallow 9']],
    ['h', ['no rule', 'no rule', 'no rule']],
    ['c', ['no group', 'no group', 'no group']],
  ])('%s at /c, /d and /g: %s', (agent, answers) => {
    expect(['/c', '/d', '/g'].map((url) => judge(body, url, agent))).toEqual(answers);
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

  /** Which of the three groups is obeyed. */
  function groupOf(agent: string): number {
    const lines = ['/1', '/2', '/3'].map((url) => judge(body, url, agent));
    expect(lines.filter((answer) => answer !== 'no rule')).toHaveLength(1);
    return 1 + lines.findIndex((answer) => answer !== 'no rule');
  }

  // The tokens of each crawler, the most specific first.
  test.each<[string, string[], number]>([
    ['Googlebot News', ['Googlebot-News', 'Googlebot'], 1],
    ['Googlebot (web)', ['Googlebot'], 3],
    ['Googlebot Storebot', ['Storebot-Google'], 2],
    ['Googlebot News when it crawls images', ['Googlebot-News', 'Googlebot'], 1],
    ['Otherbot (web)', ['Otherbot'], 2],
    ['Otherbot (news)', ['Otherbot-News', 'Otherbot'], 2],
  ])('%s, with the tokens %j, obeys group %i', (_, preferences, group) => {
    const token = read(body).selectAgent(preferences, { profile: 'google' }) ?? preferences[0];
    expect(groupOf(token)).toBe(group);
  });

  test('a group for a shorter token does not apply', () => {
    expect(groupOf('Googlebot-News')).toBe(1);
    expect(groupOf('Googlebot-Image')).toBe(2);
    expect(groupOf('Googlebot-N')).toBe(2);
  });

  test('selectAgent: the first of the preferences that the file names', () => {
    const profile = 'google';
    const named = 'user-agent: googlebot\ndisallow: /3\n\nuser-agent: *\ndisallow: /2';
    expect(read(body).selectAgent(['Googlebot-News', 'Googlebot'], { profile })).toBe('Googlebot-News');
    expect(read(named).selectAgent(['Googlebot-News', 'Googlebot'], { profile })).toBe('Googlebot');
    expect(read(named).selectAgent(['Storebot-Google', 'Otherbot'], { profile })).toBeUndefined();
    expect(() => read(named).selectAgent([], { profile })).toThrow(TypeError);
  });
});
