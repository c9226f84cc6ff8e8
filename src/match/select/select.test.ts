/** Which groups a caller obeys, and which of its names a document has: docs/semantics.md §4. */

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../test/support/octets.js';
import { takeOctets } from '../../ast/collect.js';
import { FileView } from '../../ast/view.js';
import { parseSync } from '../../parse.js';
import { PROFILES, type ProfileName } from '../../profiles.js';
import * as Row from '../../stream/row.js';
import { type Callers, callersOf, callersOfCrawler } from './callers.js';
import { select } from './select.js';

function read(text: string, profileName: ProfileName = 'rfc9309') {
  const { grouping, profile } = new FileView(takeOctets(utf8(text)), PROFILES[profileName]);
  return { grouping, axes: profile.groups };
}

/** Why groups apply, which, and the lines that select them. */
function selected(text: string, callers: Callers, profileName?: ProfileName): [string, number[], number[]] {
  const { grouping, axes } = read(text, profileName);
  const { selectedBy, groups, agentRows } = select(grouping, axes, callers);
  return [selectedBy, [...groups], agentRows.map((at) => grouping.rows[at + Row.LINE])];
}

const FILE = `user-agent: *
disallow: /1
user-agent: foo
sitemap: bar
user-agent: baz
disallow: /2
user-agent: *
user-agent: foo
disallow: /3
user-agent: qux
`;

describe('select', () => {
  test.each<[string, string | string[], ReturnType<typeof selected>]>([
    ['every group that names the caller', 'foo', ['name', [1, 2], [3, 8]]],
    ['a group by its second name', 'baz', ['name', [1], [5]]],
    ['a group by the first of its lines that name the caller', ['baz', 'foo'], ['name', [1, 2], [3, 8]]],
    ['a group without rules', 'qux', ['name', [3], [10]]],
    ['the groups for `*`, and none by the value of another record', 'bar', ['wildcard', [0, 2], [1, 7]]],
  ])('finds %s', (_, agents, expected) => {
    expect(selected(FILE, callersOf(agents))).toEqual(expected);
  });

  test('finds only the first such group where a profile says so', () => {
    expect(selected(FILE, callersOf('foo'), 'koster-1996')).toEqual(['name', [1], [3]]);
    expect(selected(FILE, callersOf('bar'), 'koster-1996')).toEqual(['wildcard', [0], [1]]);
    expect(selected(FILE, callersOf('foo'), 'draft-koster-rep-00')).toEqual(['name', [1, 2], [3, 8]]);
    expect(selected(FILE, callersOf('bar'), 'draft-koster-rep-00')).toEqual(['wildcard', [0], [1]]);
  });

  test('finds nothing where no group is for the caller', () => {
    const nothing = ['nothing', [], []];
    expect(selected('', callersOf('foo'))).toEqual(nothing);
    expect(selected('disallow: /\nuser-agent: a\ndisallow: /', callersOf('foo'))).toEqual(nothing);
    const ignoring = callersOfCrawler({ tokens: ['bar'], obeysWildcard: false });
    expect(selected(FILE, ignoring)).toEqual(nothing);
  });

  test('finds the groups of the first token that the file names, wherever they are', () => {
    const crawler = (...tokens: string[]) => callersOfCrawler({ tokens });
    expect(selected(FILE, crawler('none', 'baz', 'foo'))).toEqual(['name', [1], [5]]);
    expect(selected(FILE, crawler('qux', 'foo'))).toEqual(['name', [3], [10]]);
    expect(selected(FILE, crawler('foo', 'qux'))).toEqual(['name', [1, 2], [3, 8]]);
    expect(selected(FILE, crawler('none', 'bar'))).toEqual(['wildcard', [0, 2], [1, 7]]);
  });
});

test.each<[string[], number]>([
  [['none', 'baz', 'foo'], 1],
  [['foo', 'baz'], 0],
  [['qux', 'foo'], 0],
  [['a', 'b', 'c', 'd', 'qux'], 4],
  [['*', 'qux'], 1],
  [['*'], -1],
  [['bar', '1'], -1],
  [['none'], -1],
])('of %j, the first that the document names has the index %d', (names, expected) => {
  expect(parseSync(FILE).selectAgent(names)).toBe(names[expected]);
});
