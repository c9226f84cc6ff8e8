/** Callers that obey the same groups share their rules, and a document keeps a bounded number of rules. */

import { describe, expect, test } from 'vitest';
import { takeOctets } from '../ast/reader.js';
import { parseSync } from '../parse.js';
import { PROFILES } from '../profiles.js';
import { firstValue, SharedRules } from './caller-rules.js';
import { rulesOf } from './matcher.js';

const FILE = `user-agent: a
user-agent: b
disallow: /1

user-agent: c
disallow: /2

user-agent: *
disallow: /3
`;

function sharedOf(text: string): SharedRules {
  const file = takeOctets(new TextEncoder().encode(text));
  return new SharedRules(file, PROFILES.rfc9309);
}

describe('matchers of one document', () => {
  const document = parseSync(FILE);
  const rulesFor = (agents: string | string[]) => rulesOf(document.matcher({ agents }));

  test.each<[string, string | string[], string | string[]]>([
    ['two names of one group', 'a', 'b'],
    ['a name and both', 'a', ['a', 'b']],
    ['two names that the file does not have', 'd', 'e'],
    ['a caller asked for twice', 'c', 'c'],
    ['lists in another order', ['a', 'c'], ['c', 'a']],
  ])('share rules: %s', (_, one, other) => {
    expect(rulesFor(one)).toBe(rulesFor(other));
  });

  test.each<[string, string | string[], string | string[]]>([
    ['names of two groups', 'a', 'c'],
    ['a name and two', 'a', ['a', 'c']],
    ['a name and none', 'a', 'd'],
  ])('do not share rules: %s', (_, one, other) => {
    expect(rulesFor(one)).not.toBe(rulesFor(other));
  });

  test('profiles share none', () => {
    const google = document.matcher({ agents: 'a', profile: 'google' });
    expect(rulesOf(google)).not.toBe(rulesFor('a'));
  });
});

describe('what is kept', () => {
  test('rules of groups that have nothing in common, however often they are asked for', () => {
    const shared = sharedOf(FILE);
    const first = [[0], [1], [2]].map((groups) => shared.of(groups));
    expect([[0], [1], [2]].map((groups) => shared.of(groups))).toEqual(first);
    expect(shared.of([0])).toBe(first[0]);
  });

  test('different sets, even if they have their first groups in common', () => {
    const shared = sharedOf(FILE);
    const disallowed = [[0, 1], [0, 2], [0, 1, 2], [0]].map((groups) => {
      const rules = shared.of(groups);
      return ['/1', '/2', '/3'].filter((url) => !rules.isAllowed(url));
    });
    expect(disallowed).toEqual([['/1', '/2'], ['/1', '/3'], ['/1', '/2', '/3'], ['/1']]);
  });

  test('as many rules as the file has', () => {
    const shared = sharedOf('user-agent: a\ndisallow: /1\n\nuser-agent: b\ndisallow: /2\n');
    const [first] = [[0], [1]].map((groups) => shared.of(groups));
    expect(shared.of([0])).toBe(first);
  });

  test('no more rules than the file has, whatever groups are combined', () => {
    const shared = sharedOf(FILE);
    const [first] = [[0], [0, 1], [0, 2], [1, 2]].map((groups) => shared.of(groups));
    expect(shared.of([0])).not.toBe(first);
  });

  test('at most 64 sets, none of which was asked for again', () => {
    const groups = Array.from({ length: 65 }, (_, nth) => `user-agent: a${nth}\ndisallow: /\n`);
    const kept = (count: number) => {
      const shared = sharedOf(groups.join(''));
      const [first] = Array.from({ length: count }, (_, group) => shared.of([group]));
      return shared.of([0]) === first;
    };
    expect([kept(64), kept(65)]).toEqual([true, false]);
  });

  test('at most 64 sets, one of which was asked for again', () => {
    const groups = Array.from({ length: 65 }, (_, nth) => `user-agent: a${nth}\ndisallow: /\n`);
    const shared = sharedOf(groups.join(''));
    const first = shared.of([0]);
    for (let group = 1; group < 64; group++) shared.of([group]);
    expect(shared.of([0])).toBe(first);
    shared.of([64]);
    expect(shared.of([0])).not.toBe(first);
  });
});

const DELAYS = `crawl-delay: 1
user-agent: a
crawl-delay: 2
user-agent: b
Crawl-Delay: 3
request-rate: 1/5
disallow: /
crawl-delay: 4
user-agent: *
crawl-delay: 5
disallow: /
user-agent: a
crawl-delay: 6
disallow: /x
`;

const document = parseSync(DELAYS);
const linesFor = (caller: string | string[], name = 'crawl-delay') =>
  document.extensions(caller, name).map(({ line }) => line);

describe('extensions apply to', () => {
  test('the user-agent lines above them in their group, in every group of the caller', () => {
    expect(linesFor('a')).toEqual([3, 5, 8, 13]);
    expect(linesFor('b')).toEqual([5, 8]);
    expect(linesFor(['a', 'b'])).toEqual([3, 5, 8, 13]);
  });

  test('the callers of the group for `*` only if no group names them', () => {
    expect(linesFor('c')).toEqual([10]);
    expect(parseSync('user-agent: a\ncrawl-delay: 1').extensions('b', 'crawl-delay')).toEqual([]);
  });

  test('a field, in any letter case', () => {
    expect(linesFor('a', 'request-rate')).toEqual([6]);
    expect(linesFor('b', 'Crawl-delay')).toEqual(linesFor('b'));
    expect(linesFor('a', 'visit-time')).toEqual([]);
  });
});

test('the first record that can be read counts', () => {
  const file = 'user-agent: a\ncrawl-delay: soon\ncrawl-delay: 0\ncrawl-delay: 7\n';
  expect(parseSync(file).crawlDelay('a')).toBe(0);
  const records = parseSync(file).extensions('a', 'crawl-delay');
  const asked: string[] = [];
  const value = firstValue(records, (text) => {
    asked.push(text);
    return text === '0' ? null : undefined;
  });
  expect([value, asked]).toEqual([null, ['soon', '0']]);
  expect(firstValue(records, () => undefined)).toBeUndefined();
  expect(firstValue([], () => 1)).toBeUndefined();
});

test('the name that a verdict shows is the caller’s, as it is given', () => {
  const agentOf = (agents: string | string[]) => document.matcher({ agents }).check('/').agent;
  expect([agentOf('A'), agentOf(['c', 'B/2']), agentOf('c')]).toEqual(['A', 'B', null]);
});
