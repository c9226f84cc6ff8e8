/**
 * The wildcard rules as a tree of what they wait for: a root for each first part, and from each node an edge for each segment
 * that some rule wants next. Rules that begin alike share their way.
 *
 * An edge bears a *symbol*: a segment, and whether it must end the path. Nodes are numbered breadth first and a node is the
 * edge that leads to it, so the children of a node follow one another, by rising symbol.
 */
import type { Candidates } from './candidates.js';
import { NO_RANK, type WildcardGroups } from './prefix-tree.js';

export interface WildcardTree {
  /** Root `g` stands for group `g` of the prefix tree; the other nodes follow. */
  readonly rootCount: number;
  readonly nodeCount: number;
  /** {@link NODE_STRIDE} integers a node, and a row behind the last for its children's end. */
  readonly nodes: Int32Array;
  /** The parent of each node; none for a root. */
  readonly parent: Int32Array;
  /** The symbol that leads to each node, none for a root: twice the segment, and 1 if it must end the path. */
  readonly symbol: Int32Array;
}

/** What is known of a node, side by side. */
export const NODE_STRIDE = 4;
/** The first child; the others follow, up to the first child of the next node. */
export const CHILD_START = 0;
/** The best rank of the rules that are done at the node. */
export const RANK = 1;
/** The best rank of those that are done there or further on. */
export const BEST_RANK = 2;
/** Its number among the wide nodes, or {@link NOT_WIDE}: see `wide-nodes.ts`. */
export const WIDE_NUMBER = 3;
export const NOT_WIDE = -1;

/** The parts that wildcard rules have behind their first. */
export interface Segments {
  /** As their indices in the pattern set, rule by rule. */
  readonly parts: Int32Array;
  /** For each: 1 if it must end the path. */
  readonly anchored: Uint8Array;
  /** The segments of wildcard rule `r` are `parts[starts[r]]` up to but not including `parts[starts[r + 1]]`. */
  readonly starts: Int32Array;
}

/** Lists the segments of all wildcard rules, which are in the order of their groups. */
export function segmentsOf({ patterns, patternOfRank }: Candidates, { ranks }: WildcardGroups): Segments {
  const { firstPart } = patterns;
  const starts = new Int32Array(ranks.length + 1);
  for (let rule = 0; rule < ranks.length; rule++) {
    const pattern = patternOfRank[ranks[rule]];
    starts[rule + 1] = starts[rule] + firstPart[pattern + 1] - firstPart[pattern] - 1;
  }
  const parts = new Int32Array(starts[ranks.length]);
  const anchored = new Uint8Array(starts[ranks.length]);
  for (let rule = 0; rule < ranks.length; rule++) {
    const pattern = patternOfRank[ranks[rule]];
    const second = firstPart[pattern] + 1;
    for (let i = starts[rule]; i < starts[rule + 1]; i++) parts[i] = second + i - starts[rule];
    anchored[starts[rule + 1] - 1] = patterns.anchored[pattern];
  }
  return { parts, anchored, starts };
}

/**
 * Builds the tree level by level: the rules at a node are sorted by their next symbol, and each run becomes a child.
 *
 * @param segmentOf the segment of each of `segments.parts`
 */
export function buildWildcardTree(
  { count: rootCount, starts: groupStarts, ranks }: WildcardGroups,
  { parts, anchored, starts }: Segments,
  segmentOf: Int32Array,
): WildcardTree {
  const nodeLimit = rootCount + parts.length;
  const nodes = new Int32Array((nodeLimit + 1) * NODE_STRIDE);
  const parent = new Int32Array(nodeLimit);
  const symbol = new Int32Array(nodeLimit);
  // The rules of node `n` are `rules[ruleStart[n]..ruleEnd[n])`, and have read `depth[n]` symbols.
  const ruleStart = new Int32Array(nodeLimit);
  const ruleEnd = new Int32Array(nodeLimit);
  const depth = new Int32Array(nodeLimit);
  const ruleCount = ranks.length;
  const rules = new Int32Array(ruleCount);
  for (let rule = 0; rule < ruleCount; rule++) rules[rule] = rule;
  const next = new Int32Array(ruleCount);

  let nodeCount = 0;
  for (; nodeCount < rootCount; nodeCount++) {
    ruleStart[nodeCount] = groupStarts[nodeCount];
    ruleEnd[nodeCount] = groupStarts[nodeCount + 1];
  }
  for (let node = 0; node < nodeCount; node++) {
    const start = ruleStart[node];
    const end = ruleEnd[node];
    let isSorted = true;
    for (let i = start; i < end; i++) {
      const at = starts[rules[i]] + depth[node];
      next[i] = at < starts[rules[i] + 1] ? segmentOf[at] * 2 + anchored[at] + FIRST_SYMBOL : DONE;
      if (i > start && next[i] < next[i - 1]) isSorted = false;
    }
    if (!isSorted) sortByKey(rules, next, start, end, ruleCount);

    let rank = NO_RANK;
    let i = start;
    for (; i < end && next[i] === DONE; i++) rank = Math.min(rank, ranks[rules[i]]);
    const row = node * NODE_STRIDE;
    nodes[row + CHILD_START] = nodeCount;
    nodes[row + RANK] = rank;
    nodes[row + BEST_RANK] = rank;
    nodes[row + WIDE_NUMBER] = NOT_WIDE;
    while (i < end) {
      const run = next[i];
      parent[nodeCount] = node;
      symbol[nodeCount] = run - FIRST_SYMBOL;
      depth[nodeCount] = depth[node] + 1;
      ruleStart[nodeCount] = i;
      while (i < end && next[i] === run) i++;
      ruleEnd[nodeCount] = i;
      nodeCount++;
    }
  }
  nodes[nodeCount * NODE_STRIDE + CHILD_START] = nodeCount;
  for (let node = nodeCount - 1; node >= rootCount; node--) {
    const above = parent[node] * NODE_STRIDE + BEST_RANK;
    nodes[above] = Math.min(nodes[above], nodes[node * NODE_STRIDE + BEST_RANK]);
  }
  return {
    rootCount,
    nodeCount,
    nodes: nodes.slice(0, (nodeCount + 1) * NODE_STRIDE),
    parent: parent.slice(0, nodeCount),
    symbol: symbol.slice(0, nodeCount),
  };
}

/** What a rule waits for: nothing more, or a symbol, of which this is the first. */
const DONE = 0;
const FIRST_SYMBOL = 1;

/** Sorts `values[start..end)` by their keys; where these are equal, by value. All values are under `limit`. */
function sortByKey(values: Int32Array, keys: Int32Array, start: number, end: number, limit: number): void {
  // One number for both, so that the engine's own sort of numbers does it; all far under 2 ** 53.
  const both = new Float64Array(end - start);
  for (let i = start; i < end; i++) both[i - start] = keys[i] * limit + values[i];
  both.sort();
  for (let i = start; i < end; i++) {
    keys[i] = Math.floor(both[i - start] / limit);
    values[i] = both[i - start] - keys[i] * limit;
  }
}
