/** Which rules and stems one walk along a path finds, and what it costs. */
import { expect, test } from 'vitest';
import { rulesOf, tableOf } from '../../../test/match/tables.js';
import { octetsOf } from '../../../test/support/octets.js';
import { PROFILES } from '../../profiles.js';
import { Meter } from '../bound.js';
import { candidatesOf } from '../candidates.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';

const PATTERNS = ['/', '/a', '/a', '/ab$', '/a*x', '/a*y$', '/b*', '*z', '/abc*d', '/q$', '/qrs'];
const CANDIDATES = candidatesOf(
  tableOf(rulesOf(PATTERNS.map((pattern) => `-${pattern}`))),
  PROFILES.rfc9309.rules,
);

/** What a walk finds: the best pattern, and the patterns of each stem with the place where it ends. */
function walk(
  tree: PrefixTree,
  path: string,
  after = '',
): { best: string | null; stems: string[]; steps: number } {
  const meter = new Meter();
  const rank = tree.walk(octetsOf(`--${path}${after}\0`), 2, 2 + path.length, meter);
  const { starts, ranks } = tree.stems;
  const stems = Array.from({ length: tree.foundCount }, (_, nth) => {
    const stem = tree.foundStem[nth];
    const rules = [...ranks.subarray(starts[stem], starts[stem + 1])].map(
      (one) => PATTERNS[CANDIDATES.ruleOfRank[one]],
    );
    return `${tree.foundAt[nth] - 2}: ${rules.sort().join(' ')}`;
  });
  return {
    best: rank === NO_RANK ? null : PATTERNS[CANDIDATES.ruleOfRank[rank]],
    stems,
    steps: 0 - meter.left,
  };
}

test.each<[string, string | null, string[]]>([
  ['', null, ['0: *z']],
  ['/', '/', ['0: *z']],
  ['/a', '/a', ['0: *z', '2: /a*x /a*y$']],
  ['/ab', '/ab$', ['0: *z', '2: /a*x /a*y$']],
  ['/abc', '/a', ['0: *z', '2: /a*x /a*y$', '4: /abc*d']],
  ['/abcabc', '/a', ['0: *z', '2: /a*x /a*y$', '4: /abc*d']],
  ['/b', '/b*', ['0: *z']],
  ['/bcd', '/b*', ['0: *z']],
  ['/q', '/q$', ['0: *z']],
  ['/qr', '/', ['0: *z']],
  ['/qrs', '/qrs', ['0: *z']],
  ['x', null, ['0: *z']],
])('along %j it finds the rule %j and the stems %j', (path, best, stems) => {
  const tree = new PrefixTree(CANDIDATES);
  // What follows the path in memory must not count as part of it.
  for (const after of ['', 'b', 'c', 's', 'rs', 'abc'])
    expect(walk(tree, path, after)).toMatchObject({ best, stems });
  expect(walk(tree, '/abc').stems).toHaveLength(3);
  expect(walk(tree, path)).toMatchObject({ best, stems });
});

test('a walk costs a step for each octet that it reads and for each child that it looks for', () => {
  const tree = new PrefixTree(CANDIDATES);
  expect(walk(tree, '').steps).toBe(0);
  expect(walk(tree, '/').steps).toBe(1 + 1);
  expect(walk(tree, '/ab').steps).toBe(3 + 3);
  // No child begins with `x`.
  expect(walk(tree, '/abxyz').steps).toBe(3 + 4);
});

test('of rules with one pattern the first counts, in whichever order the ranks come', () => {
  const tree = new PrefixTree(CANDIDATES);
  const rank = tree.walk(octetsOf('/a\0'), 0, 2, new Meter());
  expect(CANDIDATES.ruleOfRank[rank]).toBe(1);
});

test('without rules a walk finds nothing', () => {
  const tree = new PrefixTree(candidatesOf(tableOf([]), PROFILES.rfc9309.rules));
  expect(tree.walk(octetsOf('/a\0'), 0, 2, new Meter())).toBe(NO_RANK);
  expect([tree.foundCount, tree.stems.count, tree.stems.ranks.length]).toEqual([0, 0, 0]);
});
