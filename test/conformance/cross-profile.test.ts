/** One file, parsed once, judged under all four profiles and a custom one. */
import { describe, expect, test } from 'vitest';
import { defineProfile, type Profile, type ProfileName, parseSync } from '../../src/core.js';
import { ALL_PROFILES, type Answer, answerOf, groupsOf } from './judging.js';

const FILE = `User-agent: FooBot/2.0
Disallow: /a
Allow: /a/index.html
Crawl-delay: 5

Disallowed: /b
Disalow: /c*d
Disallow /%64
Disallow: /e\0f

User-agent: FooBot
Allow: /a/%62
Disallow: /

User-agent: *
Disallow:
`;

type Row = [agent: string, url: string, ...answers: Answer[]];

/** Answers in the order rfc9309, google, draft-koster-rep-00, koster-1996. */
const ROWS: Row[] = [
  ['FooBot', '/a', 'disallow 2', 'disallow 2', 'disallow 13', 'disallow 2'],
  ['FooBot', '/a/', 'disallow 2', 'allow 3', 'disallow 13', 'disallow 2'],
  ['FooBot', '/a/index.html', 'allow 3', 'allow 3', 'disallow 13', 'disallow 2'],
  ['FooBot', '/a/b', 'allow 12', 'disallow 2', 'allow 12', 'disallow 2'],
  ['FooBot', '/a/%62', 'allow 12', 'allow 12', 'allow 12', 'disallow 2'],
  ['FooBot', '/b', 'disallow 13', 'disallow 6', 'disallow 13', 'no rule'],
  ['FooBot', '/cxd', 'disallow 7', 'disallow 7', 'disallow 13', 'no rule'],
  ['FooBot', '/d', 'disallow 8', 'disallow 13', 'disallow 13', 'no rule'],
  ['FooBot', '/e', 'disallow 13', 'disallow 9', 'disallow 13', 'no rule'],
  ['FooBot', '/x', 'disallow 13', 'disallow 13', 'disallow 13', 'no rule'],
  ['FooBot', '/robots.txt', 'robots.txt', 'disallow 13', 'robots.txt', 'no rule'],
  ['BarBot', '/a', 'no rule', 'empty 16', 'no rule', 'no rule'],
];

describe('docs/semantics.md: one document, every profile', () => {
  const document = parseSync(FILE);
  const ask = (profile: ProfileName | Profile, agent: string, url: string) =>
    answerOf(document.matcher({ agents: agent, profile }).check(url));

  test.each(ROWS)('%s at %s', (agent, url, ...answers) => {
    expect(ALL_PROFILES.map((profile) => ask(profile, agent, url))).toEqual(answers);
  });

  test('in any order, any number of times', () => {
    for (const profile of [...ALL_PROFILES, ...ALL_PROFILES].reverse()) {
      const column = 2 + ALL_PROFILES.indexOf(profile);
      for (const row of [...ROWS].reverse()) expect(ask(profile, row[0], row[1])).toBe(row[column]);
    }
  });

  test('the groups under each profile', () => {
    expect(groupsOf(FILE, 'rfc9309').map(([, rules]) => rules)).toEqual([[2, 3, 7, 8], [12, 13], [16]]);
    expect(groupsOf(FILE, 'google').map(([, rules]) => rules)).toEqual([[2, 3, 6, 7, 8, 9], [12, 13], [16]]);
    expect(groupsOf(FILE, 'koster-1996').map(([, rules]) => rules)).toEqual([[2, 3], [12, 13], [16]]);
  });

  test('rfc9309 is the default', () => {
    for (const [agent, url, answer] of ROWS)
      expect(answerOf(document.matcher({ agents: agent }).check(url))).toBe(answer);
  });

  test('a custom profile: RFC 9309 with the order of Koster 1996', () => {
    const mine = defineProfile({ name: 'mine', rules: { precedence: 'first' } });
    expect(ask(mine, 'FooBot', '/a/index.html')).toBe('disallow 2');
    expect(ask(mine, 'FooBot', '/cxd')).toBe('disallow 7');
    expect(ask(mine, 'FooBot', '/robots.txt')).toBe('robots.txt');
    expect(document.matcher({ agents: 'FooBot', profile: mine }).check('/a').profile).toBe('mine');
  });
});
