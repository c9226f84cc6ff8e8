/**
 * An Aho–Corasick automaton over the segments of wildcard rules, the parts behind their first: it reads the path octet by
 * octet and tells at each which segments end there. (Aho and Corasick, "Efficient string matching", CACM 18(6), 1975.)
 *
 * Cost: for a path of L octets, at most 2 L steps from state to state, each a search among at most 256 children, and a step
 * for each segment that ends somewhere. Of those at most √(2 M) end at one place if the segments have M octets, since they
 * have different lengths.
 */
import { DenseSteps } from './dense-steps.js';
import { buildOctetTrie, findChild, type OctetTrie, ROOT } from './octet-trie.js';

/** Stands for "no segment ends here". */
export const NO_SEGMENT = -1;

/** What is known of a segment, side by side. */
export const SEGMENT_STRIDE = 4;
/** Its length in octets. */
export const LENGTH = 0;
/** The longest segment that is a proper suffix of it, or {@link NO_SEGMENT}. */
export const SHORTER = 1;
/** The first of the two that the user of the automaton fills in. */
export const FREE = 2;

const OCTETS = 256;
const MAX_PACKED_CHILDREN = 3;
const COUNT_SHIFT = 24;

/** What is known of a state, side by side because a step needs all of it. */
const STATE_STRIDE = 4;
/** The first child; the others follow. */
const CHILD_START = 0;
/**
 * Up to three children: their number in the highest octet, and in the others, from the lowest on, what leads to each; so
 * most states need no look elsewhere. More: the number, negative.
 */
const CHILDREN = 1;
/** The state for the longest proper suffix of what leads here. */
const FALLBACK = 2;
/** The longest segment that ends here, or {@link NO_SEGMENT}. */
const SEGMENT = 3;

export class SegmentAutomaton {
  readonly segmentCount: number;
  /** By segment, {@link SEGMENT_STRIDE} integers: {@link LENGTH} and {@link SHORTER}, and room for two of the user's own. */
  readonly segments: Int32Array;

  private state = ROOT;
  private readonly states: Int32Array;
  private readonly firstOctet: Uint8Array;
  private readonly afterRoot = new Int32Array(OCTETS);
  /** For an automaton that is small enough. */
  private readonly dense: DenseSteps | null;

  /**
   * @param parts as for `buildOctetTrie`: none is empty
   * @param segmentOf where to put the segment of each part
   */
  constructor(text: Uint8Array, bounds: Int32Array, parts: Int32Array, segmentOf: Int32Array) {
    const trie = buildOctetTrie(text, bounds, parts, false);
    const { nodeCount, childStart, childEnd, firstOctet, items, endStart, endEnd } = trie;
    this.firstOctet = firstOctet.slice(0, nodeCount);
    this.states = new Int32Array(nodeCount * STATE_STRIDE);
    const lengths: number[] = [];
    for (let state = ROOT; state < nodeCount; state++) {
      const row = state * STATE_STRIDE;
      this.states[row + CHILD_START] = childStart[state];
      this.states[row + CHILDREN] = packedChildren(firstOctet, childStart[state], childEnd[state]);
      this.states[row + SEGMENT] = NO_SEGMENT;
      if (endStart[state] === endEnd[state]) continue;
      this.states[row + SEGMENT] = lengths.length;
      for (let i = endStart[state]; i < endEnd[state]; i++) segmentOf[items[i]] = lengths.length;
      const part = parts[items[endStart[state]]];
      lengths.push(bounds[part + 1] - bounds[part]);
    }
    this.segmentCount = lengths.length;
    this.segments = new Int32Array(lengths.length * SEGMENT_STRIDE);
    for (let segment = 0; segment < lengths.length; segment++) {
      this.segments[segment * SEGMENT_STRIDE + LENGTH] = lengths[segment];
      this.segments[segment * SEGMENT_STRIDE + SHORTER] = NO_SEGMENT;
    }
    for (let state = childStart[ROOT]; state < childEnd[ROOT]; state++) {
      this.afterRoot[firstOctet[state]] = state;
    }
    this.dense = DenseSteps.of(
      trie,
      this.linkFallbacks(trie),
      (state) => this.states[state * STATE_STRIDE + FALLBACK],
      (state) => this.segmentAt(state) !== NO_SEGMENT,
    );
  }

  /** Begins a new reading. */
  restart(): void {
    this.state = ROOT;
    this.dense?.restart();
  }

  /**
   * Reads `path[from..end)`, but no further than to where a segment ends. Returns how far that is; {@link ended} tells whether
   * a segment ends there.
   */
  read(path: Uint8Array, from: number, end: number): number {
    if (this.dense !== null) return this.dense.read(path, from, end);
    const { states, afterRoot } = this;
    let { state } = this;
    let at = from;
    while (at < end) {
      const octet = path[at++];
      state = state === ROOT ? afterRoot[octet] : this.next(state, octet);
      if (state !== ROOT && states[state * STATE_STRIDE + SEGMENT] !== NO_SEGMENT) break;
    }
    this.state = state;
    return at;
  }

  /** The longest segment that ends at the octet read last, or {@link NO_SEGMENT}; {@link SHORTER} tells the others. */
  get ended(): number {
    if (this.dense === null) return this.segmentAt(this.state);
    const state = this.dense.stoppedIn;
    return state < 0 ? NO_SEGMENT : this.segmentAt(state);
  }

  private segmentAt(state: number): number {
    return this.states[state * STATE_STRIDE + SEGMENT];
  }

  private next(state: number, octet: number): number {
    const { states, firstOctet } = this;
    let from = state;
    while (from !== ROOT) {
      const row = from * STATE_STRIDE;
      const children = states[row + CHILDREN];
      const low = states[row + CHILD_START];
      if (children >= 0) {
        const count = children >> COUNT_SHIFT;
        if ((children & 0xff) === octet && count > 0) return low;
        if (((children >> 8) & 0xff) === octet && count > 1) return low + 1;
        if (((children >> 16) & 0xff) === octet && count > 2) return low + 2;
      } else {
        const child = findChild(firstOctet, low, low - children, octet);
        if (child >= 0) return child;
      }
      from = states[row + FALLBACK];
    }
    return this.afterRoot[octet];
  }

  /**
   * Level by level, so that the fallback of a state, which is less deep, is complete when the state needs it. Returns the states
   * in that order, without the root.
   */
  private linkFallbacks({ nodeCount, childStart, childEnd, firstOctet }: OctetTrie): Int32Array {
    const { states, segments } = this;
    const queue = new Int32Array(nodeCount - 1);
    let queued = 0;
    for (let child = childStart[ROOT]; child < childEnd[ROOT]; child++) queue[queued++] = child;
    for (let i = 0; i < queued; i++) {
      const state = queue[i];
      for (let child = childStart[state]; child < childEnd[state]; child++) {
        const fallback = this.next(states[state * STATE_STRIDE + FALLBACK], firstOctet[child]);
        const row = child * STATE_STRIDE;
        const suffix = states[fallback * STATE_STRIDE + SEGMENT];
        states[row + FALLBACK] = fallback;
        if (states[row + SEGMENT] === NO_SEGMENT) states[row + SEGMENT] = suffix;
        else segments[states[row + SEGMENT] * SEGMENT_STRIDE + SHORTER] = suffix;
        queue[queued++] = child;
      }
    }
    return queue;
  }
}

function packedChildren(firstOctet: Uint8Array, start: number, end: number): number {
  const count = end - start;
  if (count > MAX_PACKED_CHILDREN) return -count;
  let packed = count << COUNT_SHIFT;
  for (let i = 0; i < count; i++) packed |= firstOctet[start + i] << (8 * i);
  return packed;
}
