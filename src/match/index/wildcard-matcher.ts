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
import { queryStartOf } from '../pattern/query-reading.js';
import type { RequestPath } from '../url/request-path.js';
import type { Candidates } from './candidates.js';
import type { PrefixTree, WildcardGroups } from './prefix-tree.js';
import { LENGTH, NO_SEGMENT, SEGMENT_STRIDE, SegmentAutomaton, SHORTER } from './segment-automaton.js';
import { END_SYMBOL, NONE, numberSymbols, SYMBOL, withSecondReadings } from './symbols.js';
import { WideNodes } from './wide-nodes.js';
import {
  BEST_RANK,
  buildWildcardTree,
  CHILD_START,
  NODE_STRIDE,
  RANK,
  segmentsOf,
  WIDE_NUMBER,
} from './wildcard-tree.js';

/** What is known of a symbol, side by side: eight integers are half a line of a processor's cache. */
const SYMBOL_STRIDE = 8;
/** While this question lasts, the next three hold; if the question is another, nothing waits. */
const QUESTION = 0;
/** The first and the last of the nodes that wait for the symbol. */
const QUEUE_HEAD = 1;
const QUEUE_TAIL = 2;
/** How many of the wide nodes that were reached the symbol has met. */
const MET_WIDE = 3;
/** Its edges from wide nodes. */
const EDGE_START = 4;
const EDGE_END = 5;

const LAST_QUESTION = 0x7fffffff;

export class WildcardMatcher {
  private readonly automaton: SegmentAutomaton;
  private readonly nodes: Int32Array;
  /** By node: the row of the symbol that leads to it, and of the second one, or {@link NONE}. */
  private readonly symbolRow: Int32Array;
  private readonly secondRow: Int32Array | null;
  /** By segment: the rows of the symbols of which it is the second reading, or {@link NONE}. */
  private readonly secondSymbols: Int32Array | null;
  private readonly symbols: Int32Array;
  private readonly wide: WideNodes;

  private question = 0;
  private best = 0;
  private steps = 0;
  /** Where the query of the path begins; counts only if there are second symbols. */
  private queryStart = 0;
  /** By node: the next in the queue of its symbol, and of its second one; and from where in the path it waits. */
  private readonly behind: Int32Array;
  private readonly behindInSecond: Int32Array;
  private readonly waitsFrom: Int32Array;
  /** By node: the last question in which one of two symbols took it on. */
  private readonly takenIn: Int32Array;
  /** The numbers of the wide nodes that were reached, in that order, and where. */
  private wideCount = 0;
  private readonly wideReached: Int32Array;
  private readonly wideAt: Int32Array;

  constructor(candidates: Candidates, groups: WildcardGroups) {
    const segments = segmentsOf(candidates, groups);
    const { text, bounds, parts, secondReading } = withSecondReadings(candidates.patterns, segments.parts);
    const segmentOf = new Int32Array(parts.length);
    this.automaton = new SegmentAutomaton(text, bounds, parts, segmentOf);
    const tree = buildWildcardTree(groups, segments, segmentOf);
    this.nodes = tree.nodes;

    const symbols = numberSymbols(tree, this.automaton, segmentOf, secondReading);
    this.wide = new WideNodes(tree, symbols);
    this.symbols = new Int32Array(symbols.count * SYMBOL_STRIDE);
    for (let symbol = 0; symbol < symbols.count; symbol++) {
      this.symbols[symbol * SYMBOL_STRIDE + EDGE_START] = this.wide.edgeStart[symbol];
      this.symbols[symbol * SYMBOL_STRIDE + EDGE_END] = this.wide.edgeStart[symbol + 1];
    }
    this.symbolRow = rowsOf(symbols.ofNode);
    this.secondRow = symbols.secondOfNode && rowsOf(symbols.secondOfNode);
    this.secondSymbols = symbols.second && rowsOf(symbols.second);
    this.behind = new Int32Array(tree.nodeCount);
    this.behindInSecond = new Int32Array(this.secondRow === null ? 0 : tree.nodeCount);
    this.takenIn = new Int32Array(this.secondRow === null ? 0 : tree.nodeCount);
    this.waitsFrom = new Int32Array(tree.nodeCount);
    this.wideReached = new Int32Array(this.wide.count);
    this.wideAt = new Int32Array(this.wide.count);
  }

  /**
   * The best rank of the wildcard rules that match, or `best` if none of them is better.
   *
   * @param prefixes has just walked along the path
   */
  match(path: RequestPath, prefixes: PrefixTree, best: number, meter: Meter): number {
    const { automaton, nodes } = this;
    const { octets, end } = path;
    const { segments } = automaton;
    const { foundCount, foundGroup, foundAt } = prefixes;

    let found = 0;
    while (found < foundCount && nodes[foundGroup[found] * NODE_STRIDE + BEST_RANK] >= best) found++;
    if (found === foundCount) return best;
    this.startQuestion(best);
    if (this.secondRow !== null) {
      this.queryStart = queryStartOf(octets, path.start, end);
      this.steps += this.queryStart - path.start;
    }

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
      at = automaton.read(octets, at, found < foundCount ? foundAt[found] : end);
      for (let segment = automaton.ended; segment !== NO_SEGMENT; ) {
        this.segmentEnds(segment, SYMBOL, at);
        segment = segments[segment * SEGMENT_STRIDE + SHORTER];
      }
    }
    for (let segment = automaton.ended; segment !== NO_SEGMENT; ) {
      this.segmentEnds(segment, END_SYMBOL, end);
      segment = segments[segment * SEGMENT_STRIDE + SHORTER];
    }
    meter.left -= this.steps + end - start;
    return this.best;
  }

  private startQuestion(best: number): void {
    if (this.question === LAST_QUESTION) {
      for (let row = 0; row < this.symbols.length; row += SYMBOL_STRIDE) this.symbols[row + QUESTION] = 0;
      this.takenIn.fill(0);
      this.question = 0;
    }
    this.question++;
    this.wideCount = 0;
    this.best = best;
    this.steps = 0;
  }

  /** A segment ends in the path at `at`: one of its symbols comes up, by `which`, and maybe the second one. */
  private segmentEnds(segment: number, which: typeof SYMBOL | typeof END_SYMBOL, at: number): void {
    const { segments } = this.automaton;
    const { secondSymbols } = this;
    const row = segment * SEGMENT_STRIDE;
    const start = at - segments[row + LENGTH];
    this.steps++;
    if (segments[row + which] !== NONE) {
      this.meet(segments[row + which] * SYMBOL_STRIDE, start, at, this.behind);
    }
    if (secondSymbols === null || start < this.queryStart) return;
    const second = secondSymbols[segment * 2 + which - SYMBOL];
    if (second !== NONE) this.meet(second, start, at, this.behindInSecond);
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
      if (nodes[child * NODE_STRIDE + BEST_RANK] >= this.best) continue;
      this.waitsFrom[child] = at;
      this.enqueue(child, this.symbolRow[child], this.behind);
      const { secondRow } = this;
      if (secondRow === null || secondRow[child] < 0) continue;
      this.steps++;
      this.enqueue(child, secondRow[child], this.behindInSecond);
    }
  }

  /** Puts a node into the queue of the symbol in this row. */
  private enqueue(node: number, row: number, behind: Int32Array): void {
    const { symbols } = this;
    behind[node] = NONE;
    if (symbols[row + QUESTION] !== this.question) this.clear(row);
    if (symbols[row + QUEUE_HEAD] === NONE) symbols[row + QUEUE_HEAD] = node;
    else behind[symbols[row + QUEUE_TAIL]] = node;
    symbols[row + QUEUE_TAIL] = node;
  }

  /** The segment of the symbol in this row has been read from `start` to `at`: it takes on the nodes that wait for it. */
  private meet(row: number, start: number, at: number, behind: Int32Array): void {
    const { symbols, waitsFrom, wideAt, wide } = this;
    const edgeStart = symbols[row + EDGE_START];
    const edgeEnd = symbols[row + EDGE_END];
    if (symbols[row + QUESTION] !== this.question) {
      if (edgeStart === edgeEnd) return;
      this.clear(row);
    }
    for (let node = symbols[row + QUEUE_HEAD]; node !== NONE && waitsFrom[node] <= start; ) {
      symbols[row + QUEUE_HEAD] = behind[node];
      this.take(node, at);
      node = symbols[row + QUEUE_HEAD];
    }
    if (edgeStart === edgeEnd) return;
    for (let met = symbols[row + MET_WIDE]; met < this.wideCount && wideAt[met] <= start; met++) {
      symbols[row + MET_WIDE] = met + 1;
      this.steps++;
      const number = this.wideReached[met];
      let edge = wide.firstEdge(number, edgeStart, edgeEnd);
      // A second symbol may lead to several children: segments that read alike in a query.
      for (; wide.isFrom(edge, number, edgeEnd); edge++) this.take(wide.childOf(edge), at);
    }
  }

  /** A node's segment has been read: the rules that are done there match. */
  private take(node: number, at: number): void {
    this.steps++;
    if (this.secondRow !== null) {
      // Its other symbol may have been first.
      if (this.takenIn[node] === this.question) return;
      this.takenIn[node] = this.question;
    }
    const rank = this.nodes[node * NODE_STRIDE + RANK];
    if (rank < this.best) this.best = rank;
    this.reach(node, at);
  }

  private clear(row: number): void {
    this.symbols[row + QUESTION] = this.question;
    this.symbols[row + QUEUE_HEAD] = NONE;
    this.symbols[row + MET_WIDE] = 0;
  }
}

/** Where the row of each symbol begins; {@link NONE} for none. */
function rowsOf(symbols: Int32Array): Int32Array {
  return symbols.map((symbol) => (symbol === NONE ? NONE : symbol * SYMBOL_STRIDE));
}
