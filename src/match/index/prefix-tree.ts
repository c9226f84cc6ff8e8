/**
 * The first parts of all patterns in one compressed trie. One walk along the path finds the literal rules that match, and
 * the wildcard rules whose first part does. The first part of wildcard rules is called their *stem*.
 *
 * Cost of a walk: docs/matcher.md, "The bound".
 */
import type { Meter } from '../bound.js';
import type { Candidates } from '../candidates.js';
import { buildOctetTrie, findChild, type OctetTrie, ROOT } from './octet-trie.js';

/** The rank of no rule: worse than any. */
export const NO_RANK = 0x7fffffff;

const NO_STEM = -1;

/*
 * A node, as integers next to each other:
 *
 *   CHILD_START   LABEL_START   SHAPE                            RANK_OR_END
 *   first child   its label     label length << 9 | children    best rank, or -1 - offset into `ends`
 *
 * A label is the octets that lead to the node from its parent. The children of a node are numbered consecutively.
 */
const NODE_STRIDE = 4;
const CHILD_START = 0;
const LABEL_START = 1;
const SHAPE = 2;
const RANK_OR_END = 3;

/** A node has at most 256 children. A label has at most three times the octets of a line, far fewer than the other bits allow. */
const LENGTH_SHIFT = 9;
const CHILDREN_MASK = 0x1ff;

/*
 * What ends at a node, if it is more than literal rules without an anchor:
 *
 *   PLAIN_RANK                           ANCHORED_RANK                        STEM
 *   best rank of the unanchored ones     best rank of the anchored ones       the stem that ends here, or NO_STEM
 */
const PLAIN_RANK = 0;
const ANCHORED_RANK = 1;
const STEM = 2;

/** The wildcard rules by their stems. */
export interface WildcardStems {
  readonly count: number;
  /** The rules of stem `s` have the ranks `ranks[starts[s]]` up to but not including `ranks[starts[s + 1]]`. */
  readonly starts: Int32Array;
  readonly ranks: Int32Array;
}

export class PrefixTree {
  readonly stems: WildcardStems;
  /** How many stems the last walk found. */
  foundCount = 0;
  /** The stems that the last walk found. */
  readonly foundStem: Int32Array;
  /** Where in the path each of them ends. */
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
      const stemStart = wildcards;
      for (let i = endStart[node]; i < endEnd[node]; i++) {
        const rank = items[i];
        const pattern = patternOfRank[rank];
        if (firstPart[pattern + 1] - firstPart[pattern] > 1) ranks[wildcards++] = rank;
        else if (anchored[pattern] === 1) anchoredRank = Math.min(anchoredRank, rank);
        else plain = Math.min(plain, rank);
      }
      const offset = node * NODE_STRIDE;
      this.nodes[offset + RANK_OR_END] = plain;
      if (wildcards === stemStart && anchoredRank === NO_RANK) continue;
      this.nodes[offset + RANK_OR_END] = -1 - ends.length;
      ends.push(plain, anchoredRank, wildcards > stemStart ? starts.length - 1 : NO_STEM);
      if (wildcards > stemStart) starts.push(wildcards);
    }
    this.ends = Int32Array.from(ends);
    this.stems = {
      count: starts.length - 1,
      starts: Int32Array.from(starts),
      ranks: ranks.slice(0, wildcards),
    };
    this.foundStem = new Int32Array(this.stems.count);
    this.foundAt = new Int32Array(this.stems.count);
  }

  /**
   * Walks along `path[start..end)`. Lists the stems on the way in {@link foundStem}.
   *
   * @returns the best rank of the rules without wildcards that match, or {@link NO_RANK}
   */
  walk(path: Uint8Array, start: number, end: number, meter: Meter): number {
    const { nodes, firstOctet, labels } = this;
    let best = NO_RANK;
    let at = start;
    let steps = 0;
    this.foundCount = 0;
    for (let node = ROOT; node >= 0; ) {
      const offset = node * NODE_STRIDE;
      const shape = nodes[offset + SHAPE];
      let label = nodes[offset + LABEL_START];
      const labelEnd = label + (shape >> LENGTH_SHIFT);
      // A label may go on after the path. The check after the loop finds that out; one in the loop would be a branch that
      // a processor cannot predict. `readRequestPath` puts a NUL after the path, so the loop ends soon.
      while (label < labelEnd && labels[label] === path[at]) {
        label++;
        at++;
      }
      if (label < labelEnd || at > end) break;
      const rank = nodes[offset + RANK_OR_END];
      if (rank < 0) best = this.endHere(-1 - rank, at, end, best);
      else if (rank < best) best = rank;
      if (at === end) break;
      const firstChild = nodes[offset + CHILD_START];
      node = findChild(firstOctet, firstChild, firstChild + (shape & CHILDREN_MASK), path[at]);
      steps++;
    }
    meter.left -= steps + at - start;
    return best;
  }

  private endHere(offset: number, at: number, end: number, best: number): number {
    const { ends } = this;
    const stem = ends[offset + STEM];
    if (stem !== NO_STEM) {
      this.foundStem[this.foundCount] = stem;
      this.foundAt[this.foundCount] = at;
      this.foundCount++;
    }
    const plain = ends[offset + PLAIN_RANK];
    return Math.min(best, plain, at === end ? ends[offset + ANCHORED_RANK] : NO_RANK);
  }
}

/** Copies the labels next to each other in the order of the nodes, and writes what `nodes` says about the trie's shape. */
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
    const offset = node * NODE_STRIDE;
    nodes[offset + CHILD_START] = childStart[node];
    nodes[offset + LABEL_START] = to;
    nodes[offset + SHAPE] = (labelLength[node] << LENGTH_SHIFT) | (childEnd[node] - childStart[node]);
    for (let from = labelStart[node]; from < labelStart[node] + labelLength[node]; from++)
      labels[to++] = text[from];
  }
  return labels;
}
