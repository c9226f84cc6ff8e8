/** RFC 9309 §2.1: where a group begins and ends, as a document shows it. The verdicts are in `conformance/rfc9309/2.1-definition.json`. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { diagnosticsOf, groupsOf } from './judging.js';

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
  test('it is a group, and is reported', () => {
    const body = 'user-agent: *\ndisallow: /\n\nuser-agent: FooBot';
    expect(groupsOf(body)).toEqual([
      [['*'], [2]],
      [['FooBot'], []],
    ]);
    expect(diagnosticsOf(body)).toEqual(['4 group-without-rules']);
  });

  test('user-agent lines alone are one group', () => {
    expect(groupsOf('user-agent: a\nuser-agent: *\n\n')).toEqual([[['a', '*'], []]]);
  });
});
