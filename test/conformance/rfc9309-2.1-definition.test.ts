/** RFC 9309 §2.1: what a rule is, and where a group begins and ends. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { diagnosticsOf, groupsOf, judgeUnder } from './judging.js';

const judge = judgeUnder('rfc9309');

describeRequirement('2.1-group', () => {
  test.each<[string, string, ReturnType<typeof groupsOf>]>([
    ['one line, one rule', 'user-agent: a\ndisallow: /1', [[['a'], [2]]]],
    [
      'several user-agent lines, several rules',
      'user-agent: a\nuser-agent: b\ndisallow: /1\nallow: /2',
      [
        [
          ['a', 'b'],
          [3, 4],
        ],
      ],
    ],
    [
      'ended by a user-agent line, without an empty line',
      'user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2',
      [
        [['a'], [2]],
        [['b'], [4]],
      ],
    ],
    [
      'ended by a user-agent line of the same name',
      'user-agent: a\ndisallow: /1\nuser-agent: a\ndisallow: /2',
      [
        [['a'], [2]],
        [['a'], [4]],
      ],
    ],
    ['not ended by an empty line', 'user-agent: a\ndisallow: /1\n\n\ndisallow: /2', [[['a'], [2, 5]]]],
    ['not ended by a comment', 'user-agent: a\ndisallow: /1\n# c\ndisallow: /2', [[['a'], [2, 4]]]],
    [
      'not begun anew before its first rule',
      'user-agent: a\n\n# c\n\nuser-agent: b\n\ndisallow: /1',
      [[['a', 'b'], [7]]],
    ],
    ['ended by the end of the file', 'user-agent: a\ndisallow: /1\n', [[['a'], [2]]]],
  ])('%s', (_, body, groups) => {
    expect(groupsOf(body)).toEqual(groups);
  });
});

describeRequirement('2.1-empty-group', () => {
  const body = 'user-agent: *\ndisallow: /\n\nuser-agent: FooBot';

  test('it is a group, and other groups do not apply to the crawlers that it names', () => {
    expect(groupsOf(body)).toEqual([
      [['*'], [2]],
      [['FooBot'], []],
    ]);
    expect(judge(body, '/a')).toBe('no rule');
    expect(judge(body, '/a', 'BarBot')).toBe('disallow 2');
    expect(diagnosticsOf(body)).toEqual(['4 group-without-rules']);
  });

  test('user-agent lines alone are one group that allows everything', () => {
    expect(groupsOf('user-agent: a\nuser-agent: *\n\n')).toEqual([[['a', '*'], []]]);
    expect(judge('user-agent: a\nuser-agent: *\n\n', '/')).toBe('no rule');
  });
});
