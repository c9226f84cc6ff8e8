/**
 * An Aho–Corasick automaton over the segments of wildcard rules, the parts after their first: it reads the path octet by
 * octet and finds at each place the segments that end there. (Aho and Corasick, "Efficient string matching", CACM 18(6),
 * 1975.)
 *
 * Cost: docs/matcher.md, "The bound".
 */

import { buildOctetTrie, findChild, type OctetTrie, ROOT } from './octet-trie.js';
import { TransitionTable } from './transition-table.js';

/** In place of a segment if there is none. */
export const NO_SEGMENT = -1;

/** Integers for each segment. */
export const SEGMENT_STRIDE = 4;
/** Index of the segment's length in octets. */
export const LENGTH = 0;
/** Index of the longest segment that is a proper suffix of it, or {@link NO_SEGMENT}. */
export const SHORTER = 1;
/** Index of the first of the two integers that belong to the user of the automaton. */
export const FREE = 2;

const OCTETS = 256;
const MAX_PACKED_CHILDREN = 3;
const COUNT_SHIFT = 24;

/*
 * A state, as integers next to each other, because a transition needs all of them:
 *
 *   CHILD_START   CHILDREN                                       FALLBACK                         SEGMENT
 *   first child   up to three: count << 24 | their octets;      the state of the longest          the longest segment that
 *                 more: their count, negative                    proper suffix of what leads here  ends here, or NO_SEGMENT
 *
 * The children of a state are numbered consecutively. Most states have at most three, so most transitions need no further load.
 */
const STATE_STRIDE = 4;
const CHILD_START = 0;
const CHILDREN = 1;
const FALLBACK = 2;
const SEGMENT = 3;

export class SegmentAutomaton {
  readonly segmentCount: number;
  /** {@link SEGMENT_STRIDE} integers for each segment. */
  readonly segments: Int32Array;

  private state = ROOT;
  private readonly states: Int32Array;
  private readonly firstOctet: Uint8Array;
  private readonly afterRoot = new Int32Array(OCTETS);
  /** Null if the automaton is too large for a table. */
  private readonly table: TransitionTable | null;

  /**
   * @param text holds all parts
   * @param bounds part `i` is the octets `bounds[parts[i]]` up to but not including `bounds[parts[i] + 1]` of the text, and
   *   not empty
   * @param segmentOf receives the segment of each part; equal parts are one segment
   */
  constructor(text: Uint8Array, bounds: Int32Array, parts: Int32Array, segmentOf: Int32Array) {
    const trie = buildOctetTrie(text, bounds, parts, false);
    const { nodeCount, childStart, childEnd, firstOctet, items, endStart, endEnd } = trie;
    this.firstOctet = firstOctet.slice(0, nodeCount);
    this.states = new Int32Array(nodeCount * STATE_STRIDE);
    const lengths: number[] = [];
    for (let state = ROOT; state < nodeCount; state++) {
      const offset = state * STATE_STRIDE;
      this.states[offset + CHILD_START] = childStart[state];
      this.states[offset + CHILDREN] = packedChildren(firstOctet, childStart[state], childEnd[state]);
      this.states[offset + SEGMENT] = NO_SEGMENT;
      if (endStart[state] === endEnd[state]) continue;
      this.states[offset + SEGMENT] = lengths.length;
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
    this.table = TransitionTable.of(
      trie,
      this.linkFallbacks(trie),
      (state) => this.states[state * STATE_STRIDE + FALLBACK],
      (state) => this.segmentAt(state) !== NO_SEGMENT,
    );
  }

  /** Begins to read another path. */
  restart(): void {
    this.state = ROOT;
    this.table?.restart();
  }

  /**
   * Reads `path[from..end)` up to the first place where a segment ends.
   *
   * @returns that place, or `end`; {@link ended} is the segment
   */
  read(path: Uint8Array, from: number, end: number): number {
    if (this.table !== null) return this.table.read(path, from, end);
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

  /** The longest segment that ends where the last call stopped reading, or {@link NO_SEGMENT}. {@link SHORTER} leads to the others. */
  get ended(): number {
    if (this.table === null) return this.segmentAt(this.state);
    const state = this.table.stoppedIn;
    return state < 0 ? NO_SEGMENT : this.segmentAt(state);
  }

  private segmentAt(state: number): number {
    return this.states[state * STATE_STRIDE + SEGMENT];
  }

  private next(state: number, octet: number): number {
    const { states, firstOctet } = this;
    let from = state;
    while (from !== ROOT) {
      const offset = from * STATE_STRIDE;
      const children = states[offset + CHILDREN];
      const low = states[offset + CHILD_START];
      if (children >= 0) {
        const count = children >> COUNT_SHIFT;
        if ((children & 0xff) === octet && count > 0) return low;
        if (((children >> 8) & 0xff) === octet && count > 1) return low + 1;
        if (((children >> 16) & 0xff) === octet && count > 2) return low + 2;
      } else {
        const child = findChild(firstOctet, low, low - children, octet);
        if (child >= 0) return child;
      }
      from = states[offset + FALLBACK];
    }
    return this.afterRoot[octet];
  }

  /**
   * Sets the fallbacks level by level, because the fallback of a state is on a level above it.
   *
   * @returns the states in that order, without the root
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
        const offset = child * STATE_STRIDE;
        const suffix = states[fallback * STATE_STRIDE + SEGMENT];
        states[offset + FALLBACK] = fallback;
        if (states[offset + SEGMENT] === NO_SEGMENT) states[offset + SEGMENT] = suffix;
        else segments[states[offset + SEGMENT] * SEGMENT_STRIDE + SHORTER] = suffix;
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
