/**
 * Finds the best wildcard rule that matches, in one pass over the path.
 *
 * A rule waits for its next segment from some octet of the path on; the automaton tells where segments end; the first end
 * whose segment began late enough takes the rule on. Waiting is arranged so that no rule is looked at in vain again and again:
 *
 * - A node of the tree with few children puts each in the queue of its symbol when it is reached. Nodes are reached in the
 *   order of the path, so a queue is sorted by where its nodes wait from, and only its head needs a look.
 * - A node with many children (*wide*) is only noted in a list when it is reached. When a symbol comes up, it is tried with the wide
 *   nodes that it has not yet met, with each once. So a site with 40,000 rules `/*x` does not pay for 40,000 entries a verdict.
 *
 * Cost of a question, for a path of L octets, wildcard rules of M octets with E segments (E < M / 2) of which S occur in the path:
 * 2 L steps of the automaton and at most L·√(2 M) ends of segments; at most E entries put into queues and taken out; at most
 * S × {@link MAX_WIDE_NODES} tries with wide nodes.
 *
 * Rules that could not beat the best rank found so far are not waited for.
 */

import type { Meter } from '../meter.js';
import type { Candidates } from './candidates.js';
import type { PrefixTree, WildcardGroups } from './prefix-tree.js';
import { FREE, LENGTH, NO_SEGMENT, SEGMENT_STRIDE, SegmentAutomaton, SHORTER } from './segment-automaton.js';
import { WideNodes } from './wide-nodes.js';
import {
  BEST_RANK,
  buildWildcardTree,
  CHILD_START,
  NODE_STRIDE,
  RANK,
  segmentsOf,
  WIDE_NUMBER,
  type WildcardTree,
} from './wildcard-tree.js';

const NONE = -1;

/** By segment, in the automaton's rows: the row of its symbol, and of that for its end of the path; or {@link NONE}. */
const SYMBOL = FREE;
const END_SYMBOL = FREE + 1;

/** What is known of a symbol, side by side: eight integers are half a line of a processor's cache. */
const SYMBOL_STRIDE = 8;
/** While this question lasts, the next three hold; if the question is another, nothing waits. */
const QUESTION = 0;
/** The first and the last of the nodes that wait for the symbol. */
const QUEUE_HEAD = 1;
const QUEUE_TAIL = 2;
/** How many of the wide nodes that were reached the symbol has met. */
const MET_WIDE = 3;
/** The steps that it makes from wide nodes. */
const STEP_START = 4;
const STEP_END = 5;

const LAST_QUESTION = 0x7fffffff;

export class WildcardMatcher {
  private readonly automaton: SegmentAutomaton;
  private readonly nodes: Int32Array;
  /** By node: the row of the symbol that leads to it. */
  private readonly symbolRow: Int32Array;
  private readonly symbols: Int32Array;
  private readonly wide: WideNodes;

  private question = 0;
  private best = 0;
  private steps = 0;
  /** By node: the next in its queue, and from where in the path it waits. */
  private readonly behind: Int32Array;
  private readonly waitsFrom: Int32Array;
  /** The numbers of the wide nodes that were reached, in that order, and where. */
  private wideCount = 0;
  private readonly wideReached: Int32Array;
  private readonly wideAt: Int32Array;

  constructor(candidates: Candidates, groups: WildcardGroups) {
    const { text, partBounds } = candidates.patterns;
    const segments = segmentsOf(candidates, groups);
    const segmentOf = new Int32Array(segments.parts.length);
    this.automaton = new SegmentAutomaton(text, partBounds, segments.parts, segmentOf);
    const tree = buildWildcardTree(groups, segments, segmentOf);
    this.nodes = tree.nodes;

    const symbolCount = numberSymbols(tree, this.automaton);
    this.wide = new WideNodes(tree, tree.symbol, symbolCount);
    this.symbols = new Int32Array(symbolCount * SYMBOL_STRIDE);
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      this.symbols[symbol * SYMBOL_STRIDE + STEP_START] = this.wide.stepStart[symbol];
      this.symbols[symbol * SYMBOL_STRIDE + STEP_END] = this.wide.stepStart[symbol + 1];
    }
    this.symbolRow = tree.symbol.map((symbol) => symbol * SYMBOL_STRIDE);
    this.behind = new Int32Array(tree.nodeCount);
    this.waitsFrom = new Int32Array(tree.nodeCount);
    this.wideReached = new Int32Array(this.wide.count);
    this.wideAt = new Int32Array(this.wide.count);
  }

  /**
   * The best rank of the wildcard rules that match, or `best` if none of them is better.
   *
   * @param prefixes has just walked along the path
   */
  match(path: Uint8Array, end: number, prefixes: PrefixTree, best: number, meter: Meter): number {
    const { automaton, nodes } = this;
    const { segments } = automaton;
    const { foundCount, foundGroup, foundAt } = prefixes;

    let found = 0;
    while (found < foundCount && nodes[foundGroup[found] * NODE_STRIDE + BEST_RANK] >= best) found++;
    if (found === foundCount) return best;
    this.startQuestion(best);

    // A segment counts only behind the first part of a rule, so nothing before the first of these need be read.
    const start = foundAt[found];
    // None ends before `start + 1`, so whoever is found up to there is reached first in any case; most often that is all.
    for (; found < foundCount && foundAt[found] <= start + 1; found++) {
      this.reach(foundGroup[found], foundAt[found]);
    }
    automaton.restart();
    for (let at = start; ; ) {
      while (found < foundCount && foundAt[found] === at) this.reach(foundGroup[found++], at);
      if (at === end) break;
      at = automaton.read(path, at, found < foundCount ? foundAt[found] : end);
      for (let segment = automaton.ended; segment !== NO_SEGMENT; ) {
        const row = segment * SEGMENT_STRIDE;
        this.steps++;
        if (segments[row + SYMBOL] !== NONE)
          this.meet(segments[row + SYMBOL], at - segments[row + LENGTH], at);
        segment = segments[row + SHORTER];
      }
    }
    for (let segment = automaton.ended; segment !== NO_SEGMENT; ) {
      const row = segment * SEGMENT_STRIDE;
      this.steps++;
      if (segments[row + END_SYMBOL] !== NONE) {
        this.meet(segments[row + END_SYMBOL], end - segments[row + LENGTH], end);
      }
      segment = segments[row + SHORTER];
    }
    meter.left -= this.steps + end - start;
    return this.best;
  }

  private startQuestion(best: number): void {
    if (this.question === LAST_QUESTION) {
      for (let row = 0; row < this.symbols.length; row += SYMBOL_STRIDE) this.symbols[row + QUESTION] = 0;
      this.question = 0;
    }
    this.question++;
    this.wideCount = 0;
    this.best = best;
    this.steps = 0;
  }

  /** A node is reached: its rules wait from here on for their next segments. */
  private reach(node: number, at: number): void {
    const { nodes } = this;
    const row = node * NODE_STRIDE;
    if (nodes[row + BEST_RANK] >= this.best) return;
    if (nodes[row + WIDE_NUMBER] >= 0) {
      this.wideReached[this.wideCount] = nodes[row + WIDE_NUMBER];
      this.wideAt[this.wideCount] = at;
      this.wideCount++;
      return;
    }
    const childEnd = nodes[row + NODE_STRIDE + CHILD_START];
    for (let child = nodes[row + CHILD_START]; child < childEnd; child++) {
      this.steps++;
      if (nodes[child * NODE_STRIDE + BEST_RANK] < this.best) this.enqueue(child, at);
    }
  }

  private enqueue(node: number, at: number): void {
    const { symbols } = this;
    const row = this.symbolRow[node];
    this.waitsFrom[node] = at;
    this.behind[node] = NONE;
    if (symbols[row + QUESTION] !== this.question) this.clear(row);
    if (symbols[row + QUEUE_HEAD] === NONE) symbols[row + QUEUE_HEAD] = node;
    else this.behind[symbols[row + QUEUE_TAIL]] = node;
    symbols[row + QUEUE_TAIL] = node;
  }

  /** The segment of the symbol in this row has been read from `start` to `at`: it takes on those who waited for it. */
  private meet(row: number, start: number, at: number): void {
    const { symbols, waitsFrom, wideAt } = this;
    const stepStart = symbols[row + STEP_START];
    const stepEnd = symbols[row + STEP_END];
    if (symbols[row + QUESTION] !== this.question) {
      if (stepStart === stepEnd) return;
      this.clear(row);
    }
    for (let node = symbols[row + QUEUE_HEAD]; node !== NONE && waitsFrom[node] <= start; ) {
      symbols[row + QUEUE_HEAD] = this.behind[node];
      this.take(node, at);
      node = symbols[row + QUEUE_HEAD];
    }
    if (stepStart === stepEnd) return;
    for (let met = symbols[row + MET_WIDE]; met < this.wideCount && wideAt[met] <= start; met++) {
      symbols[row + MET_WIDE] = met + 1;
      this.steps++;
      const child = this.wide.child(this.wideReached[met], stepStart, stepEnd);
      if (child !== NONE) this.take(child, at);
    }
  }

  /** A node's segment has been read: the rules that are done there match. */
  private take(node: number, at: number): void {
    const rank = this.nodes[node * NODE_STRIDE + RANK];
    this.steps++;
    if (rank < this.best) this.best = rank;
    this.reach(node, at);
  }

  private clear(row: number): void {
    this.symbols[row + QUESTION] = this.question;
    this.symbols[row + QUEUE_HEAD] = NONE;
    this.symbols[row + MET_WIDE] = 0;
  }
}

/**
 * Numbers the symbols that lead anywhere, from 0, in the tree and in the automaton's segments. Returns how many there are.
 */
function numberSymbols(tree: WildcardTree, { segments, segmentCount }: SegmentAutomaton): number {
  const { nodeCount, rootCount, symbol } = tree;
  for (let segment = 0; segment < segmentCount; segment++) {
    segments[segment * SEGMENT_STRIDE + SYMBOL] = NONE;
    segments[segment * SEGMENT_STRIDE + END_SYMBOL] = NONE;
  }
  let count = 0;
  for (let node = rootCount; node < nodeCount; node++) {
    const at = (symbol[node] >> 1) * SEGMENT_STRIDE + (symbol[node] % 2 === 0 ? SYMBOL : END_SYMBOL);
    if (segments[at] === NONE) segments[at] = count++ * SYMBOL_STRIDE;
    symbol[node] = segments[at] / SYMBOL_STRIDE;
  }
  return count;
}
