/**
 * The wildcard rules as a tree of what they wait for: a root for each first part, and from each node an edge for each segment
 * that some rule wants next. Rules that begin alike share their way.
 *
 * An edge bears a *symbol*: a segment, and whether it must end the path. Nodes are numbered breadth first and a node is the
 * edge that leads to it, so the children of a node follow one another, by rising symbol.
 */
import type { Candidates } from './candidates.js';
import { NO_RANK, type WildcardGroup } from './prefix-tree.js';
import type { SegmentAutomaton } from './segment-automaton.js';

/** The symbol of a segment that may be followed by anything, and of one that must end the path. */
export function symbolOf(segment: number, isAnchored: boolean): number {
  return segment * 2 + (isAnchored ? 1 : 0);
}

export interface WildcardTree {
  /** Root `g` stands for group `g` of the prefix tree; the other nodes follow. */
  readonly rootCount: number;
  readonly nodeCount: number;
  /** The children of node `n` are `childStart[n]` up to but not including `childStart[n + 1]`. */
  readonly childStart: Int32Array;
  /** The symbol that leads to each node; none for a root. */
  readonly symbol: Int32Array;
  /** The best rank of the rules that are done at each node. */
  readonly rank: Int32Array;
  /** The best rank of those that are done there or further on. */
  readonly bestRank: Int32Array;
}

/** The parts that wildcard rules have behind their first, in the order of `parts`. */
export interface Segments {
  /** Which parts, as their indices in the pattern set. */
  readonly parts: Int32Array;
  /** Where the parts of each group's each rule begin in `parts`: one entry a rule, in the order of the groups. */
  readonly starts: Int32Array;
}

/** Lists the segments of all wildcard rules. */
export function segmentsOf(
  { patterns, patternOfRank }: Candidates,
  groups: readonly WildcardGroup[],
): Segments {
  const { firstPart } = patterns;
  const starts: number[] = [];
  let count = 0;
  for (const { ranks } of groups) {
    for (const rank of ranks) {
      starts.push(count);
      count += firstPart[patternOfRank[rank] + 1] - firstPart[patternOfRank[rank]] - 1;
    }
  }
  starts.push(count);
  const parts = new Int32Array(count);
  let at = 0;
  for (const { ranks } of groups) {
    for (const rank of ranks) {
      const pattern = patternOfRank[rank];
      for (let part = firstPart[pattern] + 1; part < firstPart[pattern + 1]; part++) parts[at++] = part;
    }
  }
  return { parts, starts: Int32Array.from(starts) };
}

/** Builds the tree level by level: the rules at a node are sorted by their next symbol, and each run becomes a child. */
export function buildWildcardTree(
  { patterns, patternOfRank }: Candidates,
  groups: readonly WildcardGroup[],
  segments: Segments,
  { segmentOfItem }: SegmentAutomaton,
): WildcardTree {
  const { starts } = segments;
  const ruleCount = starts.length - 1;
  const nodeLimit = groups.length + segments.parts.length;
  const childStart = new Int32Array(nodeLimit + 1);
  const symbol = new Int32Array(nodeLimit);
  const rank = new Int32Array(nodeLimit).fill(NO_RANK);
  const ranks = new Int32Array(ruleCount);
  /** The rules of node `n` are `rules[groupStart[n]]` to `rules[groupEnd[n]]`, with `depth[n]` symbols read. */
  const groupStart = new Int32Array(nodeLimit);
  const groupEnd = new Int32Array(nodeLimit);
  const depth = new Int32Array(nodeLimit);
  const parent = new Int32Array(nodeLimit);
  const rules = Float64Array.from({ length: ruleCount }, (_, rule) => rule);

  let nodeCount = 0;
  let rule = 0;
  for (const group of groups) {
    groupStart[nodeCount] = rule;
    ranks.set(group.ranks, rule);
    rule += group.ranks.length;
    groupEnd[nodeCount++] = rule;
  }
  for (let node = 0; node < nodeCount; node++) {
    const start = groupStart[node];
    const end = groupEnd[node];
    for (let i = start; i < end; i++) rules[i] = nextSymbol(rules[i], depth[node]) * ruleCount + rules[i];
    if (end - start > 1) rules.subarray(start, end).sort();
    childStart[node] = nodeCount;
    let runSymbol = -1;
    for (let i = start; i < end; i++) {
      const next = Math.floor(rules[i] / ruleCount);
      rules[i] -= next * ruleCount;
      if (next === DONE) {
        rank[node] = Math.min(rank[node], ranks[rules[i]]);
        continue;
      }
      if (next !== runSymbol) {
        runSymbol = next;
        parent[nodeCount] = node;
        symbol[nodeCount] = next - 1;
        depth[nodeCount] = depth[node] + 1;
        groupStart[nodeCount++] = i;
      }
      groupEnd[nodeCount - 1] = i + 1;
    }
  }
  childStart[nodeCount] = nodeCount;

  const bestRank = rank.slice(0, nodeCount);
  for (let node = nodeCount - 1; node >= groups.length; node--) {
    bestRank[parent[node]] = Math.min(bestRank[parent[node]], bestRank[node]);
  }
  return {
    rootCount: groups.length,
    nodeCount,
    childStart: childStart.slice(0, nodeCount + 1),
    symbol: symbol.slice(0, nodeCount),
    rank: rank.slice(0, nodeCount),
    bestRank,
  };

  /** What a rule waits for when it has read so many symbols, and 1; or {@link DONE}. */
  function nextSymbol(of: number, read: number): number {
    const at = starts[of] + read;
    if (at === starts[of + 1]) return DONE;
    const isLast = at + 1 === starts[of + 1];
    return symbolOf(segmentOfItem[at], isLast && patterns.anchored[patternOfRank[ranks[of]]] === 1) + 1;
  }
}

const DONE = 0;
