/**
 * The wildcard rules as a tree of the segments that they wait for. A segment is a part of a pattern after a `*`. There is a
 * root for each stem, and from each node an edge for each segment that some rule needs next, so rules share the edges that
 * they have in common. `/a*b*c` and `/a*b*d` are
 *
 * ```
 *   /a ──b──► ● ──c──► rule 1
 *             └───d──► rule 2
 * ```
 *
 * The label of an edge is a segment, and whether it must end the path. Nodes are numbered breadth first, by rising label, so
 * the children of a node are consecutive.
 */
import type { Candidates } from '../candidates.js';
import { NO_RANK, type WildcardStems } from './prefix-tree.js';

export interface WildcardTree {
  /** Root `s` is that of stem `s` of the prefix tree; the other nodes follow. */
  readonly rootCount: number;
  readonly nodeCount: number;
  /** {@link NODE_STRIDE} integers for each node, and one more node, whose first child marks the end of the last one's. */
  readonly nodes: Int32Array;
  /** The parent of each node; none for a root. */
  readonly parent: Int32Array;
  /** The label of the edge to each node, none for a root: twice the segment, plus 1 if it must end the path. */
  readonly label: Int32Array;
}

/** Integers for each node. */
export const NODE_STRIDE = 4;
/** Index of the node's first child. The others follow, up to the first child of the next node. */
export const CHILD_START = 0;
/** Index of the best rank of the rules that end at the node. */
export const RANK = 1;
/** Index of the best rank of the rules that end at the node or below it. */
export const BEST_RANK = 2;
/** Index of the node's number among the wide nodes, or {@link NOT_WIDE} (`wide-nodes.ts`). */
export const WIDE_NUMBER = 3;
/** The wide number of a node that is not wide. */
export const NOT_WIDE = -1;

/** The segments of wildcard rules. */
export interface Segments {
  /** The part of the pattern set that each segment is, rule by rule. */
  readonly parts: Int32Array;
  /** For each: 1 if it must end the path. */
  readonly anchored: Uint8Array;
  /** The segments of wildcard rule `r` are `parts[starts[r]]` up to but not including `parts[starts[r + 1]]`. */
  readonly starts: Int32Array;
}

/** Lists the segments of all wildcard rules, in the order of their stems. */
export function segmentsOf({ patterns, patternOfRank }: Candidates, { ranks }: WildcardStems): Segments {
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
 * Builds the tree level by level: the rules at a node are sorted by their next label, and each run becomes a child.
 *
 * @param segmentOf the segment of each of `segments.parts`
 */
export function buildWildcardTree(
  { count: rootCount, starts: stemStarts, ranks }: WildcardStems,
  { parts, anchored, starts }: Segments,
  segmentOf: Int32Array,
): WildcardTree {
  const nodeLimit = rootCount + parts.length;
  const nodes = new Int32Array((nodeLimit + 1) * NODE_STRIDE);
  const parent = new Int32Array(nodeLimit);
  const label = new Int32Array(nodeLimit);
  // The rules at or below node `n` are `rules[ruleStart[n]..ruleEnd[n])`; `depth[n]` of their labels lead to it.
  const ruleStart = new Int32Array(nodeLimit);
  const ruleEnd = new Int32Array(nodeLimit);
  const depth = new Int32Array(nodeLimit);
  const ruleCount = ranks.length;
  const rules = new Int32Array(ruleCount);
  for (let rule = 0; rule < ruleCount; rule++) rules[rule] = rule;
  const next = new Int32Array(ruleCount);

  let nodeCount = 0;
  for (; nodeCount < rootCount; nodeCount++) {
    ruleStart[nodeCount] = stemStarts[nodeCount];
    ruleEnd[nodeCount] = stemStarts[nodeCount + 1];
  }
  for (let node = 0; node < nodeCount; node++) {
    const start = ruleStart[node];
    const end = ruleEnd[node];
    let isSorted = true;
    for (let i = start; i < end; i++) {
      const at = starts[rules[i]] + depth[node];
      next[i] = at < starts[rules[i] + 1] ? segmentOf[at] * 2 + anchored[at] + FIRST_LABEL : NO_LABEL;
      if (i > start && next[i] < next[i - 1]) isSorted = false;
    }
    if (!isSorted) sortByKey(rules, next, start, end, ruleCount);

    let rank = NO_RANK;
    let i = start;
    for (; i < end && next[i] === NO_LABEL; i++) rank = Math.min(rank, ranks[rules[i]]);
    const offset = node * NODE_STRIDE;
    nodes[offset + CHILD_START] = nodeCount;
    nodes[offset + RANK] = rank;
    nodes[offset + BEST_RANK] = rank;
    nodes[offset + WIDE_NUMBER] = NOT_WIDE;
    while (i < end) {
      const run = next[i];
      parent[nodeCount] = node;
      label[nodeCount] = run - FIRST_LABEL;
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
    label: label.slice(0, nodeCount),
  };
}

/** The sort key of a rule that ends at a node. */
const NO_LABEL = 0;
/** The sort key of a rule whose next label is 0. */
const FIRST_LABEL = 1;

/** Sorts `values[start..end)` by their keys, and those of equal keys by value. All values are less than `limit`. */
function sortByKey(values: Int32Array, keys: Int32Array, start: number, end: number, limit: number): void {
  // Key and value in one number, far below 2 ** 53, so that the engine's own sort of numbers can be used.
  const both = new Float64Array(end - start);
  for (let i = start; i < end; i++) both[i - start] = keys[i] * limit + values[i];
  both.sort();
  for (let i = start; i < end; i++) {
    keys[i] = Math.floor(both[i - start] / limit);
    values[i] = both[i - start] - keys[i] * limit;
  }
}
