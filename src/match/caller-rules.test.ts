/** Callers that obey the same groups share their rules, and a document keeps a bounded number of rules. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../test/support/octets.js';
import { takeOctets } from '../ast/collect.js';
import { parseSync } from '../parse.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { firstValue, ProfileRules } from './caller-rules.js';
import { rulesOf } from './matcher.js';
import { type Callers, callersOf, callersOfCrawler } from './select/callers.js';
import { select } from './select/select.js';

const FILE = `user-agent: a
user-agent: b
disallow: /1

user-agent: c
disallow: /2

user-agent: *
disallow: /3
`;

function viewOf(text: string): ProfileRules {
  return new ProfileRules(takeOctets(utf8(text)), PROFILES.rfc9309);
}

describe('matchers of one document', () => {
  const document = parseSync(FILE);
  const rulesFor = (agents: string | string[]) => rulesOf(document.matcher({ agents })).compiled;

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
    expect(rulesOf(google).compiled).not.toBe(rulesFor('a'));
  });
});

describe('what is kept', () => {
  test('rules of groups that have nothing in common, however often they are asked for', () => {
    const view = viewOf(FILE);
    const first = [[0], [1], [2]].map((groups) => view.compiledFor(groups));
    expect([[0], [1], [2]].map((groups) => view.compiledFor(groups))).toEqual(first);
    expect(view.compiledFor([0])).toBe(first[0]);
  });

  test('different sets, even if they have their first groups in common', () => {
    const view = viewOf(FILE);
    const disallowed = [[0, 1], [0, 2], [0, 1, 2], [0]].map((groups) => {
      const rules = view.compiledFor(groups);
      return ['/1', '/2', '/3'].filter((url) => !rules.isAllowed(url));
    });
    expect(disallowed).toEqual([['/1', '/2'], ['/1', '/3'], ['/1', '/2', '/3'], ['/1']]);
  });

  test('as many rules as the file has', () => {
    const view = viewOf('user-agent: a\ndisallow: /1\n\nuser-agent: b\ndisallow: /2\n');
    const [first] = [[0], [1]].map((groups) => view.compiledFor(groups));
    expect(view.compiledFor([0])).toBe(first);
  });

  test('no more rules than the file has, whatever groups are combined', () => {
    const view = viewOf(FILE);
    const [first] = [[0], [0, 1], [0, 2], [1, 2]].map((groups) => view.compiledFor(groups));
    expect(view.compiledFor([0])).not.toBe(first);
  });

  test('at most 64 sets, none of which was asked for again', () => {
    const groups = Array.from({ length: 65 }, (_, nth) => `user-agent: a${nth}\ndisallow: /\n`);
    const kept = (count: number) => {
      const view = viewOf(groups.join(''));
      const [first] = Array.from({ length: count }, (_, group) => view.compiledFor([group]));
      return view.compiledFor([0]) === first;
    };
    expect([kept(64), kept(65)]).toEqual([true, false]);
  });

  test('at most 64 sets, one of which was asked for again', () => {
    const groups = Array.from({ length: 65 }, (_, nth) => `user-agent: a${nth}\ndisallow: /\n`);
    const view = viewOf(groups.join(''));
    const first = view.compiledFor([0]);
    for (let group = 1; group < 64; group++) view.compiledFor([group]);
    expect(view.compiledFor([0])).toBe(first);
    view.compiledFor([64]);
    expect(view.compiledFor([0])).not.toBe(first);
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

const FEW_LETTERS = utf8(`user-agent: FooBot
user-agent: 360Spider
disallow: /1

user-agent: *
disallow: /2

user-agent: éBot
user-agent:
disallow: /3

user-agent: foobot
disallow: /4

user-agent`);

const ofTokens = (tokens: readonly string[], obeysWildcard: boolean) =>
  callersOfCrawler({ tokens, obeysWildcard });

const CALLERS: readonly Callers[] = [
  ...['FooBot', 'foobot', 'Food', '360Spider', '3', 'éBot', '*', 'J', 'Zoo', 's360'].map((name) =>
    callersOf(name),
  ),
  callersOf(['Zoo', 'FooBot']),
  callersOf(['a', 'b', 'c', 'd', 'e', '360Spider']),
  callersOf(['Zoo', 'Yak']),
  ofTokens(['Zoo', 'Yak'], true),
  ofTokens(['Zoo', 'Yak'], false),
  ofTokens(['Zoo', 'FooBot'], false),
];

describe.each(Object.keys(PROFILES) as ProfileName[])('the groups of a caller under %s', (name) => {
  const makeView = () => new ProfileRules(takeOctets(FEW_LETTERS), PROFILES[name]);

  test.each(CALLERS.map((callers) => [callers.names.map(({ given }) => given).join(), callers] as const))(
    '%s',
    (_, callers) => {
      const view = makeView();
      const expected = select(view.grouping, view.profile.groups, callers);
      expect(view.selectionOf(callers)).toEqual(expected);
      expect(view.selectionOf(callers)).toEqual(expected);
    },
  );

  test('callers share their groups if no user-agent line begins with their first letter', () => {
    const view = makeView();
    expect(view.selectionOf(callersOf('Zoo'))).toBe(view.selectionOf(callersOf(['Yak', 'Xerus'])));
    expect(view.selectionOf(callersOf('Food'))).not.toBe(view.selectionOf(callersOf('Zoo')));
  });
});

describe('what other parts of this package read of a matcher', () => {
  const FILE = 'user-agent: a\ndisallow: /x\n\nuser-agent: b\ndisallow: /y\nallow: /z\n';

  test('its rules are those of the groups that its caller obeys', () => {
    const document = parseSync(FILE);
    expect(
      ['a', 'b', 'c'].map((agents) => rulesOf(document.matcher({ agents })).compiled.table.at.length),
    ).toEqual([1, 2, 0]);
  });

  test('its groups have the line that names the caller, or 0', () => {
    const document = parseSync(FILE);
    const obeyed = ['a', 'b', 'c'].map((agents) => rulesOf(document.matcher({ agents })));
    expect(obeyed.map((rules) => [rules.firstLine, rules.agentAt(rules.firstLine)])).toEqual([
      [1, 'a'],
      [4, 'b'],
      [0, null],
    ]);
  });

  test('its steps are those of the last question that its rules answered', () => {
    const matcher = parseSync(FILE).matcher({ agents: 'b' });
    expect(rulesOf(matcher).compiled.table.at.length).toBe(2);
    matcher.isAllowed('/a');
    const one = rulesOf(matcher).compiled.steps;
    matcher.isAllowed('/yyy');
    expect(one).toBeGreaterThan(0);
    expect(rulesOf(matcher).compiled.steps).toBeGreaterThan(one);
  });
});
