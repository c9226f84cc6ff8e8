/** The groups of a caller are the same whether or not its first letter shows that no line names it. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../test/support/octets.js';
import { DocumentNodes } from '../../ast/document-nodes.js';
import { takeOctets } from '../../ast/document-reader.js';
import { PROFILES, type ProfileName } from '../../profiles.js';
import { AgentLines } from './agent-lines.js';
import { type Callers, callersOf, callersOfTokens } from './callers.js';
import { select } from './select.js';

const FILE = utf8(`user-agent: FooBot
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
  callersOfTokens({ tokens, obeysWildcard }, 'crawler', 'a crawler');

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

describe.each(Object.keys(PROFILES) as ProfileName[])('under %s', (name) => {
  const { file, grouping, profile } = new DocumentNodes(takeOctets(FILE)).under(PROFILES[name]);
  const { octets } = file;

  test.each(CALLERS.map((callers) => [callers.names.map(({ given }) => given).join(), callers] as const))(
    '%s',
    (_, callers) => {
      const lines = new AgentLines(octets, grouping, profile.groups);
      const expected = select(octets, grouping, profile.groups, callers);
      expect(lines.selectionOf(callers)).toEqual(expected);
      expect(lines.selectionOf(callers)).toEqual(expected);
    },
  );

  test('callers share their groups if no user-agent line begins with their first letter', () => {
    const lines = new AgentLines(octets, grouping, profile.groups);
    expect(lines.selectionOf(callersOf('Zoo'))).toBe(lines.selectionOf(callersOf(['Yak', 'Xerus'])));
    expect(lines.selectionOf(callersOf('Food'))).not.toBe(lines.selectionOf(callersOf('Zoo')));
  });
});
