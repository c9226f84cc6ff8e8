/**
 * An Aho–Corasick automaton over the segments of wildcard rules, the parts behind their first: read the path octet by octet,
 * and at each it tells which segments end there. (Aho and Corasick, "Efficient string matching", CACM 18(6), 1975.)
 *
 * Cost: for a path of L octets, at most 2 L steps from state to state, each a search among at most 256 children, and a step
 * for each segment that ends somewhere. Of those at most √(2 M) end at one place if the segments have M octets, since they
 * have different lengths.
 */
import { buildOctetTrie, childOf, ROOT, type TrieShape } from './octet-trie.js';

/** Stands for "no segment ends at this state". */
export const NO_SEGMENT = -1;

export class SegmentAutomaton {
  /** The segment of each part that was given. */
  readonly segmentOfItem: Int32Array;
  /** The length of each segment in octets. */
  readonly segmentLength: Int32Array;
  /** The segment that ends at each state, or {@link NO_SEGMENT}. */
  readonly segmentAt: Int32Array;
  /** The state of the longest segment that is a proper suffix of what leads to a state, or {@link ROOT}. */
  readonly shorterEnd: Int32Array;

  private readonly shape: TrieShape;
  /** The state for the longest proper suffix of what leads to a state. */
  private readonly fallback: Int32Array;
  private readonly afterRoot = new Int32Array(256);

  /** @param parts as for `buildOctetTrie`: none is empty */
  constructor(text: Uint8Array, bounds: Int32Array, parts: Int32Array) {
    const { nodeCount, childStart, firstOctet, items, endStart, endEnd } = buildOctetTrie(
      text,
      bounds,
      parts,
      false,
    );
    this.shape = { childStart, firstOctet };
    this.segmentOfItem = new Int32Array(parts.length);
    this.segmentAt = new Int32Array(nodeCount).fill(NO_SEGMENT);
    const lengths: number[] = [];
    for (let state = ROOT; state < nodeCount; state++) {
      if (endStart[state] === endEnd[state]) continue;
      const part = parts[items[endStart[state]]];
      this.segmentAt[state] = lengths.length;
      for (let i = endStart[state]; i < endEnd[state]; i++) this.segmentOfItem[items[i]] = lengths.length;
      lengths.push(bounds[part + 1] - bounds[part]);
    }
    this.segmentLength = Int32Array.from(lengths);

    this.fallback = new Int32Array(nodeCount);
    this.shorterEnd = new Int32Array(nodeCount);
    for (let state = childStart[ROOT]; state < childStart[ROOT + 1]; state++) {
      this.afterRoot[firstOctet[state]] = state;
    }
    for (let state = ROOT + 1; state < nodeCount; state++) {
      for (let child = childStart[state]; child < childStart[state + 1]; child++) {
        const fallback = this.next(this.fallback[state], firstOctet[child]);
        this.fallback[child] = fallback;
        this.shorterEnd[child] =
          this.segmentAt[fallback] === NO_SEGMENT ? this.shorterEnd[fallback] : fallback;
      }
    }
  }

  /** The state behind an octet. */
  next(state: number, octet: number): number {
    let from = state;
    while (from !== ROOT) {
      const child = childOf(this.shape, from, octet);
      if (child >= 0) return child;
      from = this.fallback[from];
    }
    return this.afterRoot[octet];
  }
}
