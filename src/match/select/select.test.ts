/** Which groups a caller obeys, and which of its names a document has: docs/semantics.md §4. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../test/support/octets.js';
import { takeOctets } from '../../ast/collect.js';
import { FileView } from '../../ast/view.js';
import { type GroupAxes, PROFILES, type ProfileName } from '../../profiles.js';
import * as Row from '../../stream/row.js';
import { type Callers, callersOf, callersOfCrawler } from './callers.js';
import { isWildcard, nameEnds, namesCaller, select } from './select.js';

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

const encoder = new TextEncoder();

/** Many names; no line of these tests names one of them. */
const OTHERS = Array.from({ length: 20 }, (_, i) => `zz-${i}`);

/** docs/semantics.md §4.3. */
describe('namesCaller', () => {
  test.each<[GroupAxes['agentMatch'], string, string, boolean]>([
    // google
    ['letters-prefix', 'FooBot', 'foobot', true],
    ['letters-prefix', 'FooBot/1.0', 'foobot', true],
    ['letters-prefix', 'foobot*', 'foobot', true],
    ['letters-prefix', 'foobot bar', 'foobot', true],
    ['letters-prefix', 'foo_bot-news', 'foo_bot-news', true],
    ['letters-prefix', 'foobot-news', 'foobot', false],
    ['letters-prefix', 'foo', 'foobot', false],
    ['letters-prefix', 'MJ12bot', 'MJ12bot', false],
    ['letters-prefix', 'MJ12bot', 'mj', true],
    ['letters-prefix', '', 'foobot', false],
    ['letters-prefix', 'foobot', 'FooBot/2.1', true],
    // rfc9309
    ['prefix-or-whole', 'FooBot/1.0', 'foobot', true],
    ['prefix-or-whole', 'MJ12bot', 'mj', true],
    ['prefix-or-whole', 'MJ12bot/v1.4', 'MJ12bot', true],
    ['prefix-or-whole', '360Spider', '360spider', true],
    ['prefix-or-whole', 'bot.v2 x', 'bot.v2', true],
    ['prefix-or-whole', 'Foo Bot', 'foo bot', true],
    ['prefix-or-whole', '1/2', '1/2', true],
    ['prefix-or-whole', 'é/2', 'é/2', true],
    ['prefix-or-whole', 'é/3', 'é/2', false],
    ['prefix-or-whole', 'É', 'é', false],
    ['prefix-or-whole', 'foobot-news', 'foobot', false],
    // draft-koster-rep-00
    ['whole', 'FooBot', 'foobot', true],
    ['whole', 'FooBot/1.0', 'foobot', false],
    ['whole', 'FooBot/1.0', 'foobot/1.0', false],
    // koster-1996
    ['before-slash', 'FooBot /1.0', 'foobot', true],
    ['before-slash', 'Foo Bot/1.0', 'foo bot', true],
    ['before-slash', 'FooBot 1.0', 'foobot', false],
  ])('%s: %j names %j: %s', (match, value, agent, expected) => {
    const octets = encoder.encode(`ab${value}a`);
    expect(namesCaller(octets, 2, octets.length - 1, callersOf(agent), match)).toBe(expected ? 0 : -1);
    const many = callersOf([...OTHERS, agent]);
    expect(namesCaller(octets, 2, octets.length - 1, many, match)).toBe(expected ? OTHERS.length : -1);
  });

  test('finds the first of several names', () => {
    const octets = encoder.encode('bar');
    expect(namesCaller(octets, 0, 3, callersOf(['foo', 'bar', 'BAR']), 'letters-prefix')).toBe(1);
    const many = callersOf([...OTHERS, 'bar', 'BAR']);
    expect(namesCaller(octets, 0, 3, many, 'letters-prefix')).toBe(OTHERS.length);
  });

  test('finds the first name where parts of a line name several', () => {
    const octets = encoder.encode('MJ12bot/1');
    for (const names of [
      ['MJ12bot', 'MJ', 'MJ12bot/1'],
      ['MJ', 'MJ12bot/1', 'MJ12bot'],
      ['MJ12bot/1', 'MJ12bot', 'MJ'],
    ]) {
      const many = callersOf([...OTHERS, ...names]);
      expect(namesCaller(octets, 0, 9, callersOf(names), 'prefix-or-whole')).toBe(0);
      expect(namesCaller(octets, 0, 9, many, 'prefix-or-whole')).toBe(OTHERS.length);
    }
  });

  test('finds the first of very many names', () => {
    const octets = encoder.encode('MJ12bot');
    expect(namesCaller(octets, 0, 7, callersOf(['MJ12bot', ...OTHERS]), 'prefix-or-whole')).toBe(0);
  });
});

test.each<[GroupAxes['agentMatch'], string, string[]]>([
  ['letters-prefix', 'MJ12bot/1 x', ['MJ']],
  ['prefix-or-whole', 'MJ12bot/1 x', ['MJ', 'MJ12bot', 'MJ12bot/1 x']],
  ['prefix-or-whole', 'MJ12bot', ['MJ', 'MJ12bot', 'MJ12bot']],
  ['whole', 'Foo Bot/1', ['Foo Bot/1']],
  ['before-slash', 'Foo Bot /1', ['Foo Bot']],
  ['before-slash', '/1', ['']],
])('%s: the names read in %j are %j', (match, value, names) => {
  const octets = encoder.encode(`  ${value}a`);
  const ends = nameEnds(octets, 2, octets.length - 1, match);
  expect(ends.map((end) => new TextDecoder().decode(octets.subarray(2, end)))).toEqual(names);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(2);
});

test('an empty value is not a wildcard, whatever follows it', () => {
  expect(isWildcard(encoder.encode('* '), 0, 0)).toBe(false);
});

test.each([
  ['*', true],
  ['* ', true],
  ['*\tfoo', true],
  ['*\vfoo', true],
  ['*\ffoo', true],
  ['*foo', false],
  ['**', false],
  ['a b', false],
  ['', false],
  ['foo*', false],
])('%j is the wildcard: %s', (value, expected) => {
  const octets = encoder.encode(`${value}a`);
  expect(isWildcard(octets, 0, octets.length - 1)).toBe(expected);
});
