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

export class PrefixTree {
  /** The ranks of the wildcard rules, by first part. {@link walk} tells of a group by its index here. */
  readonly groups: readonly Int32Array[];
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
    this.firstOctet = trie.firstOctet;
    this.nodes = new Int32Array((nodeCount + 1) * NODE_STRIDE);
    this.labels = gatherLabels(text, trie, this.nodes);
    this.anchoredRanks = new Int32Array(nodeCount).fill(NO_RANK);

    const groups: Int32Array[] = [];
    for (let node = ROOT; node < nodeCount; node++) {
      let rank = NO_RANK;
      const wildcards: number[] = [];
      for (let i = endStart[node]; i < endEnd[node]; i++) {
        const pattern = patternOfRank[items[i]];
        if (firstPart[pattern + 1] - firstPart[pattern] > 1) wildcards.push(items[i]);
        else if (anchored[pattern] === 1)
          this.anchoredRanks[node] = Math.min(this.anchoredRanks[node], items[i]);
        else rank = Math.min(rank, items[i]);
      }
      this.nodes[node * NODE_STRIDE + RANK] = rank;
      this.nodes[node * NODE_STRIDE + GROUP] = wildcards.length > 0 ? groups.length : NO_GROUP;
      if (wildcards.length > 0) groups.push(Int32Array.from(wildcards));
    }
    this.groups = groups;
    this.foundGroup = new Int32Array(groups.length);
    this.foundAt = new Int32Array(groups.length);
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
  const labels = new Uint8Array(labelLength.reduce((sum, length) => sum + length, 0));
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
