/** What a verdict shows, and that it costs what is read of it. */
import { describe, expect, test, vi } from 'vitest';
import { parseSync } from '../parse.js';
import type { Verdict } from './verdict.js';

const FILE = `user-agent: FooBot
user-agent: BarBot
disallow: /private
disallow:

user-agent: *
allow: /
`;

function verdictOn(url: string, agents: string | string[] = 'BarBot'): Verdict {
  return parseSync(FILE).matcher({ agents }).check(url);
}

test('as plain data it has everything', () => {
  const verdict = verdictOn('/private/a', ['OtherBot', 'BarBot']);
  expect(Object.keys(verdict.toJSON())).toEqual([
    ...['allowed', 'reason', 'rule', 'group', 'groupCount', 'selectedBy', 'agent', 'profile', 'explanation'],
  ]);
  expect(JSON.parse(JSON.stringify(verdict))).toMatchObject({
    allowed: false,
    reason: 'disallow-rule',
    rule: { line: 3, directive: 'disallow', pattern: '/private', field: { text: 'disallow' } },
    group: { userAgents: [{ name: 'FooBot' }, { name: 'BarBot' }], rules: [{ line: 3 }, { line: 4 }] },
    groupCount: 1,
    selectedBy: 'name',
    agent: 'BarBot',
    profile: 'rfc9309',
    explanation: 'Disallowed: the group of line 1 names BarBot; line 3 decides: disallow /private',
  });
});

test('a rule is one object, equal to that of its group', () => {
  const verdict = verdictOn('/private/a');
  expect(verdict.rule).toBe(verdict.rule);
  expect(JSON.stringify(verdict.rule)).toBe(JSON.stringify(verdict.group?.rules[0]));
});

test.each<[string, string, Partial<Verdict>]>([
  [
    'no rule matches',
    'FooBot',
    { reason: 'no-matching-rule', rule: null, selectedBy: 'name', agent: 'FooBot' },
  ],
  ['a group for *', 'Other', { reason: 'allow-rule', selectedBy: 'wildcard', agent: null, groupCount: 1 }],
])('%s', (_, agent, expected) => {
  expect(verdictOn('/public', agent)).toMatchObject(expected);
});

test('without a group there is neither rule nor group', () => {
  const verdict = parseSync('user-agent: a\ndisallow: /').matcher({ agents: 'b' }).check('/');
  expect(JSON.parse(JSON.stringify(verdict))).toMatchObject({ rule: null, group: null, groupCount: 0 });
});

describe('a verdict costs what is read of it, however many groups and rules the file has', () => {
  const GROUPS = 1_000;
  const text = Array.from(
    { length: GROUPS },
    (_, nth) => `user-agent: bot\nuser-agent: other-${nth}\ndisallow: /${nth}/\nallow: /${nth}/a\n`,
  ).join('\n');
  const matcher = parseSync(text).matcher({ agents: 'bot' });
  const url = `/${GROUPS - 1}/b`;
  matcher.check(url);

  /** How many texts of the file a function decodes: every node that shows its text needs one. */
  function textsDecoded(act: () => unknown): number {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    const fromCharCode = vi.spyOn(String, 'fromCharCode');
    try {
      act();
      return decode.mock.calls.length + fromCharCode.mock.calls.length;
    } finally {
      decode.mockRestore();
      fromCharCode.mockRestore();
    }
  }

  test.each<[string, (verdict: Verdict) => unknown, number]>([
    ['whether it is allowed', ({ allowed, reason }) => [allowed, reason], 0],
    ['what selected the groups', ({ selectedBy, groupCount, agent }) => [selectedBy, groupCount, agent], 0],
    ['the line of the rule', ({ rule }) => rule?.line, 1],
    ['the sentence', ({ explanation }) => explanation, 1],
    ['the group', ({ group }) => group?.rules.map(({ pattern }) => pattern), 8],
  ])('%s', (_, read, most) => {
    const verdict = matcher.check(url);
    expect(textsDecoded(() => read(verdict))).toBeLessThanOrEqual(most);
  });

  test('the sentence names the group of the rule', () => {
    expect(matcher.check(url).explanation).toContain(
      `the group of line ${(GROUPS - 1) * 5 + 1} names bot; line ${(GROUPS - 1) * 5 + 3} decides: disallow /${GROUPS - 1}/`,
    );
  });
});
