/** The tree of the segments that wildcard rules wait for, its symbols, and its wide nodes. */
import { describe, expect, test } from 'vitest';
import { rulesOf, tableOf } from '../../../test/match/tables.js';
import { toOctetString } from '../../../test/reference/octets.js';
import { PROFILES } from '../../profiles.js';
import { candidatesOf } from '../candidates.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { FREE, SEGMENT_STRIDE, SegmentAutomaton } from './segment-automaton.js';
import { END_SYMBOL, NONE, numberSymbols, SYMBOL, withQueryForms } from './symbols.js';
import { WideNodes } from './wide-nodes.js';
import {
  BEST_RANK,
  buildWildcardTree,
  CHILD_START,
  NODE_STRIDE,
  NOT_WIDE,
  RANK,
  segmentsOf,
  WIDE_NUMBER,
} from './wildcard-tree.js';

/** Everything that the index makes of wildcard patterns, and how nodes are called: by their stem and segments. */
function treeOf(patterns: readonly string[]) {
  const candidates = candidatesOf(
    tableOf(rulesOf(patterns.map((pattern) => `-${pattern}`))),
    PROFILES.rfc9309.rules,
  );
  const { stems } = new PrefixTree(candidates);
  const segments = segmentsOf(candidates, stems);
  const strings = withQueryForms(candidates.patterns, segments.parts);
  const textOf = (string: number) => {
    const part = strings.parts[string];
    return toOctetString(strings.text.subarray(strings.bounds[part], strings.bounds[part + 1]));
  };
  const segmentOf = new Int32Array(strings.parts.length);
  const automaton = new SegmentAutomaton(strings.text, strings.bounds, strings.parts, segmentOf);
  const tree = buildWildcardTree(stems, segments, segmentOf);
  const segmentText = (segment: number) => textOf(segmentOf.indexOf(segment));
  const { firstPart, text, partBounds } = candidates.patterns;
  const nameOf = (node: number): string => {
    if (node >= tree.rootCount) {
      const label = tree.label[node];
      return `${nameOf(tree.parent[node])}*${segmentText(label >> 1)}${label % 2 === 1 ? '$' : ''}`;
    }
    const stem = firstPart[candidates.patternOfRank[stems.ranks[stems.starts[node]]]];
    return toOctetString(text.subarray(partBounds[stem], partBounds[stem + 1]));
  };
  const names = Array.from({ length: tree.nodeCount }, (_, node) => nameOf(node));
  const patternOf = (rank: number) => (rank === NO_RANK ? null : patterns[candidates.ruleOfRank[rank]]);
  return {
    strings,
    stringTexts: Array.from(strings.parts, (_, i) => textOf(i)),
    segmentOf,
    automaton,
    tree,
    names,
    patternOf,
  };
}

const PATTERNS = ['/a*b', '/x*b*c', '/a*b*d$', '/a*b*c', '/a*z*y*x', '/a*b*d', '/a*b$', '*b'];

describe('the tree', () => {
  const { tree, names, patternOf } = treeOf(PATTERNS);
  const integerAt = (node: number, index: number) => tree.nodes[node * NODE_STRIDE + index];
  const childrenOf = (node: number) =>
    names.slice(integerAt(node, CHILD_START), integerAt(node + 1, CHILD_START));

  test('has one node for each beginning that rules have in common', () => {
    expect([...names].sort()).toEqual(
      [
        '',
        '*b',
        '/a',
        '/a*b',
        '/a*b$',
        '/a*b*c',
        '/a*b*d',
        '/a*b*d$',
        '/a*z',
        '/a*z*y',
        '/a*z*y*x',
        '/x',
        '/x*b',
        '/x*b*c',
      ].sort(),
    );
    expect([tree.rootCount, tree.nodeCount]).toEqual([3, names.length]);
    expect([tree.parent.length, tree.label.length]).toEqual([names.length, names.length]);
    expect(tree.nodes.length).toBe((names.length + 1) * NODE_STRIDE);
  });

  test('has the rules where they end, and at each node the best rule from there on', () => {
    const node = (name: string) => names.indexOf(name);
    for (const [i, name] of names.entries())
      expect(patternOf(integerAt(i, RANK))).toBe(PATTERNS.includes(name) ? name : null);
    const best = (name: string) => patternOf(integerAt(node(name), BEST_RANK));
    expect(['/a', '/a*b', '/a*b*d', '/a*z', '/x', '', '*b'].map(best)).toEqual([
      '/a*z*y*x',
      '/a*b*d$',
      '/a*b*d',
      '/a*z*y*x',
      '/x*b*c',
      '*b',
      '*b',
    ]);
  });

  test('has the children of a node next to each other, by rising label', () => {
    for (const [node, name] of names.entries()) {
      const expected = names.filter((_, child) => child >= tree.rootCount && tree.parent[child] === node);
      expect(childrenOf(node), name).toEqual(expected);
      const labels = [...tree.label.subarray(integerAt(node, CHILD_START), integerAt(node + 1, CHILD_START))];
      expect(labels, name).toEqual([...new Set(labels)].sort((a, b) => a - b));
    }
  });

  test('has no wide nodes at first', () => {
    expect(names.map((_, node) => integerAt(node, WIDE_NUMBER))).toEqual(names.map(() => NOT_WIDE));
  });
});

describe('strings', () => {
  test('are the parts alone if none has a query form', () => {
    const { strings, stringTexts } = treeOf(['/*ab', '/*%2A*c']);
    expect(stringTexts).toEqual(['%2A', 'c', 'ab']);
    expect(strings.queryForm).toBeNull();
  });

  test('are the parts, and after them the query forms of those that have one', () => {
    const { strings, stringTexts } = treeOf(['/*a%3A*%40%2F', '/*plain', '/*x%27y*plain']);
    expect([...stringTexts].sort()).toEqual(
      ['x%27y', 'plain', 'a%3A', '%40%2F', 'plain', "x'y", 'a:', '@/'].sort(),
    );
    const second = [...(strings.queryForm ?? [])].map((string) =>
      string === NONE ? null : stringTexts[string],
    );
    const expected = new Map([
      ['x%27y', "x'y"],
      ['a%3A', 'a:'],
      ['%40%2F', '@/'],
    ]);
    expect(second).toEqual(stringTexts.slice(0, 5).map((text) => expected.get(text) ?? null));
    expect(stringTexts.slice(5)).toEqual(second.filter((text) => text !== null));
  });
});

describe('symbols', () => {
  const symbolsOf = (patterns: readonly string[]) => {
    const { strings, segmentOf, automaton, tree, names } = treeOf(patterns);
    const symbols = numberSymbols(tree, automaton, segmentOf, strings.queryForm);
    const of = (name: string) => symbols.ofNode[names.indexOf(name)];
    const secondOf = (name: string) => symbols.secondOfNode?.[names.indexOf(name)];
    return { ...symbols, segmentOf, automaton, tree, names, of, secondOf };
  };

  test('are one for each segment in the path and one for it at the end, however many nodes wait', () => {
    const { of, count, ofNode, tree, automaton, secondOfNode, second } = symbolsOf(PATTERNS);
    expect(new Set(['/a*b', '/x*b', '*b'].map(of)).size).toBe(1);
    expect(of('/a*b*c')).toBe(of('/x*b*c'));
    expect(
      new Set(['/a*b', '/a*b$', '/a*b*c', '/a*b*d', '/a*b*d$', '/a*z', '/a*z*y', '/a*z*y*x'].map(of)).size,
    ).toBe(8);
    expect(count).toBe(8);
    expect([...ofNode.subarray(0, tree.rootCount)]).toEqual([NONE, NONE, NONE]);
    const ofSegments = Array.from({ length: automaton.segmentCount }, (_, segment) =>
      [SYMBOL, END_SYMBOL].map((which) => automaton.segments[segment * SEGMENT_STRIDE + which]),
    ).flat();
    expect(ofSegments.filter((symbol) => symbol !== NONE).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([secondOfNode, second]).toEqual([null, null]);
  });

  test('are second ones for nodes whose segment has a query form, shared by segments with the same query form', () => {
    const { of, secondOf, count, second, automaton, segmentOf } = symbolsOf([
      '/*%2Fa%3A',
      '/*/a%3A',
      '/*/a:',
      '/*/a%3A$',
      '/*b',
    ]);
    const first = ['/*%2Fa%3A', '/*/a%3A', '/*/a:', '/*/a%3A$', '/*b'].map(of);
    expect(new Set(first).size).toBe(5);
    expect(secondOf('/*%2Fa%3A')).toBe(secondOf('/*/a%3A'));
    expect([secondOf('/*/a:'), secondOf('/*b')]).toEqual([NONE, NONE]);
    const atEnd = secondOf('/*/a%3A$');
    expect(new Set([...first, secondOf('/*/a%3A'), atEnd]).size).toBe(7);
    expect(count).toBe(7);
    // The segment that they read is `/a:`, which is also a segment of its own.
    const own = Array.from({ length: automaton.segmentCount }, (_, segment) => segment).find(
      (segment) => automaton.segments[segment * SEGMENT_STRIDE + FREE] === of('/*/a:'),
    ) as number;
    expect([...(second ?? [])]).toEqual(
      Array.from({ length: automaton.segmentCount }, (_, segment) =>
        segment === own ? [secondOf('/*/a%3A'), atEnd] : [NONE, NONE],
      ).flat(),
    );
    expect(segmentOf).toContain(own);
  });
});

describe('wide nodes', () => {
  const wideOf = (patterns: readonly string[]) => {
    const { strings, segmentOf, automaton, tree, names } = treeOf(patterns);
    const symbols = numberSymbols(tree, automaton, segmentOf, strings.queryForm);
    const wide = new WideNodes(tree, symbols);
    const numbers = names.map((_, node) => tree.nodes[node * NODE_STRIDE + WIDE_NUMBER]);
    /** The children to which the symbol of a node leads from a wide node. */
    const edges = (from: string, symbol: number) => {
      const [start, end] = [wide.edgeStart[symbol], wide.edgeStart[symbol + 1]];
      const children: string[] = [];
      let edge = wide.firstEdge(numbers[names.indexOf(from)], start, end);
      for (; wide.isFrom(edge, numbers[names.indexOf(from)], end); edge++)
        children.push(names[wide.childOf(edge)]);
      return children.sort();
    };
    return { wide, names, numbers, symbols, edges };
  };

  test('are those with more than one child, if there are few nodes', () => {
    const { wide, names, numbers } = wideOf(['/a*b*c', '/a*b*d', '/a*x', '/y*x', '/z*x', '/z*b']);
    expect(names.filter((_, node) => numbers[node] !== NOT_WIDE)).toEqual(['/a', '/z', '/a*b']);
    expect(numbers.filter((number) => number !== NOT_WIDE)).toEqual([0, 1, 2]);
    expect(wide.count).toBe(3);
  });

  test('are those with more than a 128th of all nodes as children, if there are many', () => {
    const stems = Array.from({ length: 250 }, (_, nth) => `/s${nth}*x`);
    const more = [
      '/two*a',
      '/two*b',
      '/three*a',
      '/three*b',
      '/three*c',
      '/four*a',
      '/four*b',
      '/four*c',
      '/four*d',
    ];
    const { names, numbers } = wideOf([...stems, ...more]);
    // 259 nodes are no roots, so three children are few.
    expect(names.filter((_, node) => numbers[node] !== NOT_WIDE)).toEqual(['/four']);
  });

  test('lead by each symbol to their own children alone', () => {
    const { symbols, names, edges, wide } = wideOf(['/a*b*c', '/a*b*d', '/a*x', '/y*x', '/z*x', '/z*b']);
    const symbolOf = (name: string) => symbols.ofNode[names.indexOf(name)];
    expect(edges('/a', symbolOf('/y*x'))).toEqual(['/a*x']);
    expect(edges('/z', symbolOf('/y*x'))).toEqual(['/z*x']);
    expect(edges('/a*b', symbolOf('/y*x'))).toEqual([]);
    expect(edges('/a*b', symbolOf('/a*b*c'))).toEqual(['/a*b*c']);
    expect(edges('/a', symbolOf('/a*b*c'))).toEqual([]);
    // `/y` is not wide.
    expect(wide.edgeStart[symbols.count]).toBe(6);
  });

  test('lead by a second symbol to every child that reads alike', () => {
    const { symbols, names, edges } = wideOf(['/a*%2Fx%3A', '/a*/x%3A', '/a*b', '/c*b', '/c*/x%3A']);
    const second = symbols.secondOfNode?.[names.indexOf('/a*/x%3A')] as number;
    expect(edges('/a', second)).toEqual(['/a*%2Fx%3A', '/a*/x%3A']);
    expect(edges('/c', second)).toEqual(['/c*/x%3A']);
  });
});
