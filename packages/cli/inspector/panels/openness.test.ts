/** The headline says how much of a site is open. */
import { CRAWLERS } from 'robotstream/crawlers';
import { parseSync } from 'robotstream/web';
import { describe, expect, test } from 'vitest';
import { purposesOf } from '../engine/purposes.js';
import { headlineOf, openCounts } from './openness.js';

const FIRST = ['train-ai', 'search', 'ai-input'];

function headlines(file: string) {
  const { all, each } = purposesOf(parseSync(file), { profile: 'rfc9309' });
  return {
    all: headlineOf(all),
    each: Object.fromEntries(each.map(({ purpose, open }) => [purpose, headlineOf(open)])),
  };
}

describe('a file with the same rules for all crawlers', () => {
  test.each([
    ['', 'everything', 'allowed'],
    ['User-agent: *\nDisallow:\n', 'everything', 'allowed'],
    ['User-agent: *\nDisallow: /x.html$\n', 'all but a few paths', ''],
    ['User-agent: *\nDisallow: /a/\nDisallow: /b/\n', 'all but a few paths', ''],
    [
      `User-agent: *\n${[...'abcdefgh'].map((name) => `Disallow: /${name}/\n`).join('')}`,
      'all but many paths',
      '',
    ],
    ['User-agent: *\nDisallow: /\nAllow: /ads.txt\n', 'only a few paths', ''],
    ['User-agent: *\nDisallow: /\nAllow: /robots.txt$\n', 'nothing', 'disallowed'],
    ['User-agent: *\nDisallow: /\n', 'nothing', 'disallowed'],
  ])('%j: %s', (file, words, tone) => {
    const { all, each } = headlines(file);
    expect(all).toMatchObject({ words, tone });
    for (const purpose of FIRST) expect(each[purpose]).toMatchObject({ words, tone, others: [] });
  });
});

test('crawlers that ignore the group of "*" are named, and the headline says how many it is about', () => {
  const { all, each } = headlines('User-agent: *\nDisallow: /\n');
  const exempt = CRAWLERS.filter(({ obeysWildcard }) => !obeysWildcard).map(({ token }) => token);
  expect(all.share).toBe(`${CRAWLERS.length - exempt.length} of ${CRAWLERS.length}`);
  expect(all.others).toEqual([expect.stringMatching(new RegExp(`^${exempt[0]}, .*: everything$`))]);
  expect(each['train-ai'].share).toMatch(/^all \d+$/);
});

test('a file that refuses some names them, and is neither all open nor all closed', () => {
  const refused = ['GPTBot', 'CCBot'].map((name) => `User-agent: ${name}\n`).join('');
  const { all } = headlines(`User-agent: *\nAllow: /\n\n${refused}Disallow: /\n`);
  expect(all).toEqual({
    share: `${CRAWLERS.length - 2} of ${CRAWLERS.length}`,
    words: 'everything',
    tone: '',
    others: ['GPTBot and CCBot: nothing'],
  });
});

test('of many others, the first are named and the rest counted', () => {
  const open = [
    { openness: 'none', names: Array.from({ length: 9 }, (_, i) => `a${i}`) },
    { openness: 'all', names: ['b', 'c', 'd', 'e', 'f'] },
    { openness: null, names: ['g'] },
  ] as const;
  expect(headlineOf(open)).toEqual({
    share: '9 of 15',
    words: 'everything',
    tone: '',
    others: ['g: an undecided part', 'b, c, d and 2 others: nothing'],
  });
});

test('crawlers are counted from the most to the least open', () => {
  expect(openCounts(['all', 'few', null, 'none', 'paths'])).toBe(
    '1 may fetch everything, 2 all but a few paths, 1 nothing and 1 an undecided part',
  );
});
