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

describe('Google’s page, order of precedence for user agents', () => {
  test.each(['googlebot', 'googlebot/1.2', 'googlebot*', 'GoogleBot', 'googlebot 1.2', 'googlebot (x)'])(
    'user-agent: %s is for googlebot',
    (value) => {
      expect(judge(`user-agent: ${value}\ndisallow: /`, '/', 'Googlebot')).toBe('disallow 2');
    },
  );

  test.each(['googlebot-news', 'google', 'googlebots', '*googlebot', 'a googlebot', '/googlebot'])(
    'user-agent: %s is not',
    (value) => {
      expect(judge(`user-agent: ${value}\ndisallow: /`, '/', 'Googlebot')).toBe('no group');
    },
  );

  test('the order of the groups makes no difference', () => {
    const groups = ['user-agent: *\ndisallow: /1', 'user-agent: googlebot\ndisallow: /2'];
    for (const body of [groups.join('\n'), [...groups].reverse().join('\n')]) {
      const allowed = ['/1', '/2'].map((url) =>
        read(body).matcher({ agents: 'Googlebot', profile: 'google' }).isAllowed(url),
      );
      expect(allowed).toEqual([true, false]);
    }
  });

  test('specific groups are not combined with groups for *', () => {
    const body =
      'user-agent: googlebot\ndisallow: /1\n\nuser-agent: *\ndisallow: /2\n\nuser-agent: googlebot\ndisallow: /3';
    expect(['/1', '/2', '/3'].map((url) => judge(body, url, 'Googlebot'))).toEqual([
      'disallow 2',
      'no rule',
      'disallow 8',
    ]);
    expect(['/1', '/2', '/3'].map((url) => judge(body, url, 'Otherbot'))).toEqual([
      'no rule',
      'disallow 5',
      'no rule',
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

describe('Google’s page, grouping of rules', () => {
  const split = `user-agent: googlebot-news
disallow: /fish

user-agent: *
disallow: /carrots

user-agent: googlebot-news
disallow: /shrimp
`;
  const merged = `user-agent: googlebot-news
disallow: /fish
disallow: /shrimp

user-agent: *
disallow: /carrots
`;

  test.each<[string, string, Answer, Answer]>([
    ['Googlebot-News', '/fish', 'disallow 2', 'disallow 2'],
    ['Googlebot-News', '/shrimp', 'disallow 8', 'disallow 3'],
    ['Googlebot-News', '/carrots', 'no rule', 'no rule'],
    ['Otherbot', '/fish', 'no rule', 'no rule'],
    ['Otherbot', '/shrimp', 'no rule', 'no rule'],
    ['Otherbot', '/carrots', 'disallow 5', 'disallow 6'],
  ])(
    '%s at %s: separate groups and one combined group give the same answer',
    (agent, url, ofSplit, ofMerged) => {
      expect(judge(split, url, agent)).toBe(ofSplit);
      expect(judge(merged, url, agent)).toBe(ofMerged);
    },
  );

  test('a sitemap line between user-agent lines does not separate them', () => {
    const written = 'user-agent: a\nsitemap: https://example.com/sitemap.xml\n\nuser-agent: b\ndisallow: /';
    const understood = 'user-agent: a\nuser-agent: b\ndisallow: /';
    expect(googleGroups(written)).toEqual([[['a', 'b'], [5]]]);
    expect(googleGroups(understood)).toEqual([[['a', 'b'], [3]]]);
    for (const agent of ['a', 'b']) {
      expect(judge(written, '/x', agent)).toBe('disallow 5');
      expect(judge(understood, '/x', agent)).toBe('disallow 3');
    }
    expect(judge(written, '/x', 'c')).toBe('no group');
  });
});
