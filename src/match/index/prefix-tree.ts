/**
 * The first parts of all patterns in one compressed trie, walked once along the path: it finds the literal rules that match
 * and the wildcard rules whose first part does.
 *
 * Cost of a walk: at most the octets of the path, and for each node on the way a search among at most 256 children.
 */

import type { Meter } from '../meter.js';
import type { Candidates } from './candidates.js';
import { buildOctetTrie, findChild, type OctetTrie, ROOT } from './octet-trie.js';

/** The rank of no rule: worse than any. */
export const NO_RANK = 0x7fffffff;

const NO_GROUP = -1;

/** What a walk needs to know of a node, side by side. */
const NODE_STRIDE = 4;
/** The first child; the others follow. */
const CHILD_START = 0;
/** Where the label begins, the octets that lead to the node from its parent. */
const LABEL_START = 1;
/** The length of the label, shifted by {@link LENGTH_SHIFT}, and the number of children. */
const SHAPE = 2;
/** The best rank of the rules that end here, or {@link NO_RANK}; if negative, -1 less the row of {@link PrefixTree.ends}. */
const RANK_OR_END = 3;

/** There may be 256 children. A label has at most three times the octets of a line, far under what is left. */
const LENGTH_SHIFT = 9;
const CHILDREN_MASK = 0x1ff;

/** For a node where other rules end than those that are literal and go for whatever follows. */
/** The best rank of those that do, */
const PLAIN_RANK = 0;
/** of those that want the path to end here too, */
const ANCHORED_RANK = 1;
/** and the group of wildcard rules whose first part ends here, or {@link NO_GROUP}. */
const GROUP = 2;

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
  private readonly ends: Int32Array;

  constructor({ patterns, patternOfRank }: Candidates) {
    const { text, partBounds, firstPart, anchored } = patterns;
    const firstParts = patternOfRank.map((pattern) => firstPart[pattern]);
    const trie = buildOctetTrie(text, partBounds, firstParts, true);
    const { nodeCount, items, endStart, endEnd } = trie;
    this.firstOctet = trie.firstOctet.slice(0, nodeCount);
    this.nodes = new Int32Array(nodeCount * NODE_STRIDE);
    this.labels = gatherLabels(text, trie, this.nodes);

    const ends: number[] = [];
    const ranks = new Int32Array(items.length);
    const starts = [0];
    let wildcards = 0;
    for (let node = ROOT; node < nodeCount; node++) {
      let plain = NO_RANK;
      let anchoredRank = NO_RANK;
      const groupStart = wildcards;
      for (let i = endStart[node]; i < endEnd[node]; i++) {
        const rank = items[i];
        const pattern = patternOfRank[rank];
        if (firstPart[pattern + 1] - firstPart[pattern] > 1) ranks[wildcards++] = rank;
        else if (anchored[pattern] === 1) anchoredRank = Math.min(anchoredRank, rank);
        else plain = Math.min(plain, rank);
      }
      const row = node * NODE_STRIDE;
      this.nodes[row + RANK_OR_END] = plain;
      if (wildcards === groupStart && anchoredRank === NO_RANK) continue;
      this.nodes[row + RANK_OR_END] = -1 - ends.length;
      ends.push(plain, anchoredRank, wildcards > groupStart ? starts.length - 1 : NO_GROUP);
      if (wildcards > groupStart) starts.push(wildcards);
    }
    this.ends = Int32Array.from(ends);
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
    this.foundCount = 0;
    for (let node = ROOT; node >= 0; ) {
      const row = node * NODE_STRIDE;
      const shape = nodes[row + SHAPE];
      let label = nodes[row + LABEL_START];
      const labelEnd = label + (shape >> LENGTH_SHIFT);
      // What lies behind the path may be compared, too, which is found out afterwards: one branch less that nobody foresees.
      while (label < labelEnd && labels[label] === path[at]) {
        label++;
        at++;
      }
      if (label < labelEnd || at > end) break;
      const rank = nodes[row + RANK_OR_END];
      if (rank < 0) best = this.endHere(-1 - rank, at, end, best);
      else if (rank < best) best = rank;
      if (at === end) break;
      const firstChild = nodes[row + CHILD_START];
      node = findChild(firstOctet, firstChild, firstChild + (shape & CHILDREN_MASK), path[at]);
      steps++;
    }
    meter.left -= steps + at - start;
    return best;
  }

  private endHere(row: number, at: number, end: number, best: number): number {
    const { ends } = this;
    const group = ends[row + GROUP];
    if (group !== NO_GROUP) {
      this.foundGroup[this.foundCount] = group;
      this.foundAt[this.foundCount] = at;
      this.foundCount++;
    }
    const rank =
      at === end ? Math.min(ends[row + PLAIN_RANK], ends[row + ANCHORED_RANK]) : ends[row + PLAIN_RANK];
    return Math.min(rank, best);
  }
}

/** Puts the labels one after the other, in the order of the nodes, and what is known of the trie's shape into `nodes`. */
function gatherLabels(
  text: Uint8Array,
  { nodeCount, childStart, childEnd, labelStart, labelLength }: OctetTrie,
  nodes: Int32Array,
): Uint8Array {
  let octets = 0;
  for (let node = ROOT; node < nodeCount; node++) octets += labelLength[node];
  const labels = new Uint8Array(octets);
  let to = 0;
  for (let node = ROOT; node < nodeCount; node++) {
    const row = node * NODE_STRIDE;
    nodes[row + CHILD_START] = childStart[node];
    nodes[row + LABEL_START] = to;
    nodes[row + SHAPE] = (labelLength[node] << LENGTH_SHIFT) | (childEnd[node] - childStart[node]);
    for (let from = labelStart[node]; from < labelStart[node] + labelLength[node]; from++)
      labels[to++] = text[from];
  }
  return labels;
}
