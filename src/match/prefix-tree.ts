/**
 * The first parts of all patterns in one compressed trie, walked once along the path: it finds the literal rules that match
 * and the wildcard rules whose first part does.
 *
 * Cost of a walk: at most the octets of the path, and for each node on the way a search among at most 256 children.
 */
import type { Candidates } from './candidates.js';
import type { Meter } from './meter.js';
import { buildOctetTrie, findChild, type OctetTrie, ROOT } from './octet-trie.js';

/** The rank of no rule: worse than any. */
export const NO_RANK = 0x7fffffff;

const NO_GROUP = -1;

/** What is known of a node, side by side because a walk needs all of it. */
const NODE_STRIDE = 4;
/** The first child; the others follow, up to the first child of the next node. */
const CHILD_START = 0;
/** Where the label begins, the octets that lead to the node from its parent; it ends where the next node's begins. */
const LABEL_START = 1;
/** The best rank of the rules without wildcards that end here and go for whatever follows. */
const RANK = 2;
/** The group of wildcard rules whose first part ends here, or {@link NO_GROUP}. */
const GROUP = 3;

/** Wildcard rules, grouped by their first part. */
export interface WildcardGroups {
  readonly count: number;
  /** The rules of group `g` are those of the ranks `ranks[starts[g]]` up to but not including `ranks[starts[g + 1]]`. */
  readonly starts: Int32Array;
  readonly ranks: Int32Array;
}

export class PrefixTree {
  /** The wildcard rules by their first part, which {@link walk} finds. */
  readonly groups: WildcardGroups;
  /** What the last walk found: how many groups, which, and where in the path their first part ends. */
  foundCount = 0;
  readonly foundGroup: Int32Array;
  readonly foundAt: Int32Array;

  private readonly nodes: Int32Array;
  private readonly firstOctet: Uint8Array;
  private readonly labels: Uint8Array;
  /** By node: the best rank of the rules that want the path to end there. */
  private readonly anchoredRanks: Int32Array;

  constructor({ patterns, patternOfRank }: Candidates) {
    const { text, partBounds, firstPart, anchored } = patterns;
    const firstParts = patternOfRank.map((pattern) => firstPart[pattern]);
    const trie = buildOctetTrie(text, partBounds, firstParts, true);
    const { nodeCount, items, endStart, endEnd } = trie;
    this.firstOctet = trie.firstOctet.slice(0, nodeCount);
    this.nodes = new Int32Array((nodeCount + 1) * NODE_STRIDE);
    this.labels = gatherLabels(text, trie, this.nodes);
    this.anchoredRanks = new Int32Array(nodeCount).fill(NO_RANK);

    const ranks = new Int32Array(items.length);
    const starts = [0];
    let wildcards = 0;
    for (let node = ROOT; node < nodeCount; node++) {
      let best = NO_RANK;
      for (let i = endStart[node]; i < endEnd[node]; i++) {
        const rank = items[i];
        const pattern = patternOfRank[rank];
        if (firstPart[pattern + 1] - firstPart[pattern] > 1) ranks[wildcards++] = rank;
        else if (anchored[pattern] === 1) this.anchoredRanks[node] = Math.min(this.anchoredRanks[node], rank);
        else best = Math.min(best, rank);
      }
      const hasWildcards = wildcards > starts[starts.length - 1];
      this.nodes[node * NODE_STRIDE + RANK] = best;
      this.nodes[node * NODE_STRIDE + GROUP] = hasWildcards ? starts.length - 1 : NO_GROUP;
      if (hasWildcards) starts.push(wildcards);
    }
    this.groups = {
      count: starts.length - 1,
      starts: Int32Array.from(starts),
      ranks: ranks.slice(0, wildcards),
    };
    this.foundGroup = new Int32Array(this.groups.count);
    this.foundAt = new Int32Array(this.groups.count);
  }

  /**
   * The best rank of the rules without wildcards that match; leaves the others in {@link foundGroup}.
   *
   * @param path the path is `path[start..end)`
   */
  walk(path: Uint8Array, start: number, end: number, meter: Meter): number {
    const { nodes, firstOctet, labels } = this;
    let best = NO_RANK;
    let at = start;
    let steps = 0;
    let node = ROOT;
    this.foundCount = 0;
    for (;;) {
      const row = node * NODE_STRIDE;
      let label = nodes[row + LABEL_START];
      const labelEnd = nodes[row + NODE_STRIDE + LABEL_START];
      if (labelEnd - label > end - at) break;
      while (label < labelEnd && labels[label] === path[at]) {
        label++;
        at++;
      }
      if (label < labelEnd) break;
      if (nodes[row + RANK] < best) best = nodes[row + RANK];
      if (nodes[row + GROUP] !== NO_GROUP) {
        this.foundGroup[this.foundCount] = nodes[row + GROUP];
        this.foundAt[this.foundCount] = at;
        this.foundCount++;
      }
      if (at === end) {
        if (this.anchoredRanks[node] < best) best = this.anchoredRanks[node];
        break;
      }
      node = findChild(
        firstOctet,
        nodes[row + CHILD_START],
        nodes[row + NODE_STRIDE + CHILD_START],
        path[at],
      );
      steps++;
      if (node < 0) break;
    }
    meter.left -= steps + at - start;
    return best;
  }
}

/** Puts the labels one after the other, in the order of the nodes, and their places and the children's into `nodes`. */
function gatherLabels(
  text: Uint8Array,
  { nodeCount, childStart, labelStart, labelLength }: OctetTrie,
  nodes: Int32Array,
): Uint8Array {
  let octets = 0;
  for (let node = ROOT; node < nodeCount; node++) octets += labelLength[node];
  const labels = new Uint8Array(octets);
  let to = 0;
  for (let node = ROOT; node < nodeCount; node++) {
    nodes[node * NODE_STRIDE + CHILD_START] = childStart[node];
    nodes[node * NODE_STRIDE + LABEL_START] = to;
    for (let from = labelStart[node]; from < labelStart[node] + labelLength[node]; from++)
      labels[to++] = text[from];
  }
  nodes[nodeCount * NODE_STRIDE + CHILD_START] = nodeCount;
  nodes[nodeCount * NODE_STRIDE + LABEL_START] = to;
  return labels;
}
