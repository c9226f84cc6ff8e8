/**
 * The first parts of all patterns in one compressed trie, walked once along the path: it finds the literal rules that match
 * and the wildcard rules whose first part does.
 *
 * Cost of a walk: at most the octets of the path, and for each node on the way a search among at most 256 children.
 */
import type { Candidates } from './candidates.js';
import type { Meter } from './meter.js';
import { buildOctetTrie, childOf, type OctetTrie, ROOT, type TrieShape } from './octet-trie.js';

/** The rank of no rule: worse than any. */
export const NO_RANK = 0x7fffffff;

const NO_WILDCARDS = -1;

/** The wildcard rules that share a first part. */
export interface WildcardGroup {
  /** Their ranks. */
  readonly ranks: Int32Array;
}

export class PrefixTree {
  /** The wildcard rules by their first part, which {@link walk} tells by their index here. */
  readonly groups: readonly WildcardGroup[];
  /** What the last walk found: how many groups, which, and behind how many octets of the path. */
  foundCount = 0;
  readonly foundGroup: Int32Array;
  readonly foundAt: Int32Array;

  private readonly shape: TrieShape;
  /** The label of node `n`, the octets that lead to it from its parent: `labels[labelBounds[n]..labelBounds[n + 1])`. */
  private readonly labels: Uint8Array;
  private readonly labelBounds: Int32Array;
  /** The best rank of the rules that end at each node: those that go for what follows, and those that are anchored. */
  private readonly ranks: Int32Array;
  private readonly anchoredRanks: Int32Array;
  private readonly groupOf: Int32Array;

  constructor({ patterns, patternOfRank }: Candidates) {
    const { partBounds, firstPart, anchored } = patterns;
    const firstParts = patternOfRank.map((pattern) => firstPart[pattern]);
    const trie = buildOctetTrie(patterns.text, partBounds, firstParts, true);
    const { nodeCount, items, endStart, endEnd } = trie;
    this.shape = { childStart: trie.childStart, firstOctet: trie.firstOctet };
    this.labelBounds = boundsOf(trie.labelLength);
    this.labels = gathered(patterns.text, trie, this.labelBounds);
    this.ranks = new Int32Array(nodeCount).fill(NO_RANK);
    this.anchoredRanks = new Int32Array(nodeCount).fill(NO_RANK);
    this.groupOf = new Int32Array(nodeCount).fill(NO_WILDCARDS);

    const groups: WildcardGroup[] = [];
    for (let node = ROOT; node < nodeCount; node++) {
      const wildcards: number[] = [];
      for (let i = endStart[node]; i < endEnd[node]; i++) {
        const rank = items[i];
        const pattern = patternOfRank[rank];
        if (firstPart[pattern + 1] - firstPart[pattern] > 1) wildcards.push(rank);
        else if (anchored[pattern] === 1) this.anchoredRanks[node] = Math.min(this.anchoredRanks[node], rank);
        else this.ranks[node] = Math.min(this.ranks[node], rank);
      }
      if (wildcards.length === 0) continue;
      this.groupOf[node] = groups.length;
      groups.push({ ranks: Int32Array.from(wildcards) });
    }
    this.groups = groups;
    this.foundGroup = new Int32Array(groups.length);
    this.foundAt = new Int32Array(groups.length);
  }

  /** The best rank of the rules without wildcards that match; leaves the others in {@link foundGroup}. */
  walk(path: Uint8Array, length: number, meter: Meter): number {
    const { shape, labels, labelBounds, ranks, groupOf } = this;
    let best = NO_RANK;
    let at = 0;
    let nodes = 0;
    this.foundCount = 0;
    for (let node = ROOT; node >= 0; node = childOf(shape, node, path[at])) {
      nodes++;
      let label = labelBounds[node];
      const labelEnd = labelBounds[node + 1];
      if (at + labelEnd - label > length) break;
      while (label < labelEnd && labels[label] === path[at]) {
        label++;
        at++;
      }
      if (label < labelEnd) break;
      if (ranks[node] < best) best = ranks[node];
      if (groupOf[node] !== NO_WILDCARDS) {
        this.foundGroup[this.foundCount] = groupOf[node];
        this.foundAt[this.foundCount] = at;
        this.foundCount++;
      }
      if (at === length) {
        if (this.anchoredRanks[node] < best) best = this.anchoredRanks[node];
        break;
      }
    }
    meter.left -= at + nodes;
    return best;
  }
}

/** Where each label begins if they follow one another, and where the last ends. */
function boundsOf(lengths: Int32Array): Int32Array {
  const bounds = new Int32Array(lengths.length + 1);
  for (let node = 0; node < lengths.length; node++) bounds[node + 1] = bounds[node] + lengths[node];
  return bounds;
}

/** The labels one after the other: all of the text that a walk needs, and what is near in the trie is near there. */
function gathered(text: Uint8Array, { labelStart }: OctetTrie, bounds: Int32Array): Uint8Array {
  const labels = new Uint8Array(bounds[labelStart.length]);
  for (let node = 0; node < labelStart.length; node++) {
    const length = bounds[node + 1] - bounds[node];
    for (let i = 0; i < length; i++) labels[bounds[node] + i] = text[labelStart[node] + i];
  }
  return labels;
}
