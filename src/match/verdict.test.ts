/** What a verdict shows, and that it costs what is read of it. */
import { describe, expect, test, vi } from 'vitest';
import { parseSync } from '../parse.js';
import type { ProfileName } from '../profiles.js';
import { VERDICT_REASONS } from './decision.js';
import type { Explanation } from './explain/explanation.js';
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

test('its JSON has every member', () => {
  const verdict = verdictOn('/private/a', ['OtherBot', 'BarBot']);
  expect(Object.keys(verdict.toJSON())).toEqual([
    ...['allowed', 'reason', 'rule', 'group', 'groupCount', 'selectedBy', 'agent', 'profile', 'explanation'],
  ]);
  expect(JSON.parse(JSON.stringify(verdict))).toMatchObject({
    allowed: false,
    reason: 'disallow-rule',
    rule: { line: 3, directive: 'disallow', pattern: '/private', field: { text: 'disallow' } },
    group: { line: 1 },
    groupCount: 1,
    selectedBy: 'name',
    agent: 'BarBot',
    profile: 'rfc9309',
    explanation: 'Disallowed: the group of line 1 names BarBot; line 3 decides: disallow /private',
  });
});

test('its JSON and what Node shows have no list of the group, however long', () => {
  const rules = Array.from({ length: 5_000 }, (_, nth) => `disallow: /${nth}\nfoo: ${nth}\n`).join('');
  const document = parseSync(`user-agent: other\nallow: /\n${'user-agent: a\n'.repeat(5_000)}${rules}`);
  const matcher = document.matcher({ agents: 'a' });
  const verdict = matcher.check('/7');
  expect(JSON.parse(JSON.stringify(verdict))).toMatchObject({ rule: { line: 5_017 }, group: { line: 3 } });
  expect(document.groupAt(3)).toBe(verdict.group);
  expect(JSON.stringify(verdict).length).toBeLessThan(1_000);
  const { agentLines, ...explanation } = matcher.explain('/7').toJSON() as Explanation;
  expect(agentLines).toHaveLength(5_001);
  expect(explanation.groups).toEqual([{ line: 3 }]);
  expect(JSON.stringify(explanation).length).toBeLessThan(2_000);
  expect(JSON.stringify(document.usage('a', '/8a')).length).toBeLessThan(2_000);
});

test.each(['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'] as const)(
  '%s: the group is the one that the document has',
  (profile) => {
    const document = parseSync(FILE);
    const { group } = document.matcher({ agents: 'BarBot', profile }).check('/private/a');
    expect(group).toBe(document.groupsUnder(profile)[0]);
    expect(document.matcher({ agents: 'BarBot', profile }).explain('/').groups[0]).toBe(group);
  },
);

test('the rule is made once, and equals that of its group', () => {
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

describe('the sentence of a verdict says what decides', () => {
  const pattern = `/${'x'.repeat(119)}`;
  const file = `${FILE}
user-agent: Long
disallow: ${pattern}
disallow: ${pattern}y
user-agent: None
`;
  const named = (line: number, name: string) => `the group of line ${line} names ${name}`;
  const forAll = 'no group names this crawler, and the group of line 6 is for "*"';

  test.each<[string, string, ProfileName, string, string]>([
    [
      '/private',
      'FooBot',
      'rfc9309',
      'disallow-rule',
      `Disallowed: ${named(1, 'FooBot')}; line 3 decides: disallow /private`,
    ],
    ['/a', 'Other', 'rfc9309', 'allow-rule', `Allowed: ${forAll}; line 7 decides: allow /`],
    [
      '/a',
      'BarBot',
      'google',
      'empty-rule',
      `Allowed: ${named(1, 'BarBot')}; line 4 (disallow without a pattern) restricts nothing.`,
    ],
    [
      '/a',
      'BarBot',
      'rfc9309',
      'no-matching-rule',
      `Allowed: ${named(1, 'BarBot')}, and none of its rules matches.`,
    ],
    [
      '/a',
      'None',
      'rfc9309',
      'no-matching-rule',
      `Allowed: ${named(12, 'None')}, and none of its rules matches.`,
    ],
    ['/robots.txt', 'FooBot', 'rfc9309', 'robots-txt', 'Allowed: /robots.txt itself is always allowed.'],
    [
      pattern,
      'Long',
      'rfc9309',
      'disallow-rule',
      `Disallowed: ${named(9, 'Long')}; line 10 decides: disallow ${pattern}`,
    ],
    [
      `${pattern}y`,
      'Long',
      'rfc9309',
      'disallow-rule',
      `Disallowed: ${named(9, 'Long')}; line 11 decides: disallow ${pattern}…`,
    ],
  ])('%# %s, asked by %s under %s: %s', (url, agents, profile, reason, explanation) => {
    const document = parseSync(file);
    const expected = { reason, explanation, allowed: explanation.startsWith('Allowed') };
    for (let question = 0; question < 3; question++) {
      expect(document.matcher({ agents, profile }).check(url)).toMatchObject(expected);
    }
  });

  test.each([
    ['user-agent: a\ndisallow: /', 'no group names this crawler, and none is for "*".'],
    ['user-agent: *\ndisallow: /', 'no group names this crawler, and it obeys none for "*".'],
    ['disallow: /\n<html>', 'the file has no group.'],
    ['', 'the file has no group.'],
  ])('or why no group applies: %j', (text, because) => {
    const document = parseSync(text);
    for (let question = 0; question < 3; question++) {
      const verdict = document.matcher({ crawler: 'AdsBot-Google' }).check('/');
      const explanation = `Allowed: ${because}`;
      expect(verdict).toMatchObject({ reason: 'no-matching-group', selectedBy: 'nothing', explanation });
    }
  });

  test('or which of its names the group of the deciding rule has', () => {
    const document = parseSync('user-agent: a\nallow: /x\n\nuser-agent: b\ndisallow: /y');
    for (let question = 0; question < 3; question++) {
      const { agent, explanation } = document.matcher({ agents: ['a', 'b'] }).check('/y');
      expect(agent).toBe('a');
      expect(explanation).toBe('Disallowed: the group of line 4 names b; line 5 decides: disallow /y');
    }
  });

  test('or that no rule of the groups for "*" matches', () => {
    const verdict = parseSync('user-agent: *\ndisallow: /x').matcher({ agents: 'b' }).check('/');
    expect(verdict.explanation).toBe(
      'Allowed: no group names this crawler, and the group of line 1 is for "*", and none of its rules matches.',
    );
  });
});

test('every reason of a verdict is explained in general, too', () => {
  expect(Object.keys(VERDICT_REASONS).sort()).toEqual(
    [
      ...['allow-rule', 'disallow-rule', 'empty-rule', 'no-matching-group', 'no-matching-rule', 'robots-txt'],
      ...['refused', 'opened', 'url-not-taken', 'unavailable', 'restricted', 'unreachable'],
      ...['unreachable-allowed', 'deferred'],
    ].sort(),
  );
  for (const sentence of Object.values(VERDICT_REASONS)) expect(sentence).toMatch(/^\S.{15,}\.$/);
});

test('the group is that of the deciding rule, else the first that applies', () => {
  const file = 'user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\nuser-agent: a\ndisallow: /3\n';
  const groupOf = (url: string) => parseSync(file).matcher({ agents: 'a' }).check(url).group?.rules[0].line;
  expect(['/1', '/3', '/4', '/robots.txt'].map(groupOf)).toEqual([2, 6, 2, 2]);
  expect(parseSync(file).matcher({ agents: 'a' }).check('/4').groupCount).toBe(2);
});

test.each([
  ['Y!J-MBS/1.0', 'rfc9309', 'Y!J-MBS/1.0'],
  ['a+b/1', 'rfc9309', 'a+b/1'],
  ['Foo-Bot/1', 'rfc9309', 'Foo-Bot'],
  ['MJ12bot/1', 'rfc9309', 'MJ12bot'],
  ['MJ/1', 'google', 'MJ'],
  ['a+b/1', 'draft-koster-rep-00', 'a+b'],
] as const)('the agent is a name by which the group names %s under %s alone', (agent, profile, expected) => {
  const document = parseSync(`user-agent: ${profile === 'draft-koster-rep-00' ? expected : agent}\n`);
  const verdict = document.matcher({ agents: ['other', agent], profile }).check('/');
  expect(verdict.agent).toBe(expected);
  expect(verdict.explanation).toContain(`names ${expected},`);
  expect(document.matcher({ agents: expected, profile }).check('/').selectedBy).toBe('name');
});
