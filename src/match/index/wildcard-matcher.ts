/**
 * Finds the best wildcard rule that matches, in one pass over the path.
 *
 * A rule waits for its next segment from a place of the path on. The automaton finds where segments end. The first segment
 * that ends, and that began at that place or later, takes the rule on to its next segment. Waiting must not cost anything for
 * each rule, so:
 *
 * - A node of the tree with few children puts each into the queue of its symbol when it is reached. Nodes are reached in the
 *   order of the path, so a queue is sorted by the places from which its nodes wait, and only its head needs to be checked.
 * - A *wide* node, which has many children, is only added to a list when it is reached. When a symbol occurs, it is tried
 *   with each wide node that it has not met yet. So a site with 40,000 rules `/*x` does not need 40,000 entries for each
 *   verdict.
 * - A node is not waited for if all rules below it rank below the best rank so far.
 *
 * Cost of a question: docs/matcher.md, "The bound".
 */
import type { Meter } from '../bound.js';
import type { Candidates } from '../candidates.js';
import { queryStartOf } from '../pattern.js';
import type { RequestPath } from '../request-path.js';
import type { PrefixTree, WildcardStems } from './prefix-tree.js';
import { LENGTH, NO_SEGMENT, SEGMENT_STRIDE, SegmentAutomaton, SHORTER } from './segment-automaton.js';
import { END_SYMBOL, NONE, numberSymbols, SYMBOL, withQueryForms } from './symbols.js';
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

/*
 * A symbol, as integers next to each other, half a line of a processor's cache:
 *
 *   QUESTION        QUEUE_HEAD   QUEUE_TAIL   MET_WIDE                   EDGE_START   EDGE_END
 *   its last one    first node   last node    how many of the wide       its edges from wide nodes
 *                   that waits   that waits   nodes reached it has met
 *
 * The queue and MET_WIDE are those of that question. If it is not the current one, nothing waits for the symbol.
 */
const SYMBOL_STRIDE = 8;
const QUESTION = 0;
const QUEUE_HEAD = 1;
const QUEUE_TAIL = 2;
const MET_WIDE = 3;
const EDGE_START = 4;
const EDGE_END = 5;

/** After this many questions, the number of questions starts again. */
const LAST_QUESTION = 0x7fffffff;

export class WildcardMatcher {
  private readonly automaton: SegmentAutomaton;
  private readonly nodes: Int32Array;
  /** {@link SYMBOL_STRIDE} integers for each symbol. */
  private readonly symbols: Int32Array;
  /** The offset in {@link symbols} of each node's symbol. */
  private readonly symbolOf: Int32Array;
  /** The offset of each node's second symbol, or {@link NONE}; null if no node has one. */
  private readonly secondSymbolOf: Int32Array | null;
  /** As `Symbols.second`, with offsets. */
  private readonly secondSymbols: Int32Array | null;
  private readonly wide: WideNodes;

  /** The number of the current question. */
  private question = 0;
  /** The best rank that it has found. */
  private best = 0;
  /** The steps that it has taken. */
  private steps = 0;
  /** Where the query of its path begins; set only if there are second symbols. */
  private queryStart = 0;
  /** Where in the path each node waits from. */
  private readonly waitsFrom: Int32Array;
  /** The node after each node in the queue of its symbol. */
  private readonly nextInQueue: Int32Array;
  /** The node after each node in the queue of its second symbol. */
  private readonly nextInSecond: Int32Array;
  /** The last question in which a symbol took each node on; used only if there are second symbols. */
  private readonly takenIn: Int32Array;
  /** How many wide nodes have been reached. */
  private wideCount = 0;
  /** Their numbers, in the order in which they were reached. */
  private readonly wideReached: Int32Array;
  /** Where in the path each of them was reached. */
  private readonly wideAt: Int32Array;

  constructor(candidates: Candidates, stems: WildcardStems) {
    const segments = segmentsOf(candidates, stems);
    const { text, bounds, parts, queryForm } = withQueryForms(candidates.patterns, segments.parts);
    const segmentOf = new Int32Array(parts.length);
    this.automaton = new SegmentAutomaton(text, bounds, parts, segmentOf);
    const tree = buildWildcardTree(stems, segments, segmentOf);
    this.nodes = tree.nodes;

    const symbols = numberSymbols(tree, this.automaton, segmentOf, queryForm);
    this.wide = new WideNodes(tree, symbols);
    this.symbols = new Int32Array(symbols.count * SYMBOL_STRIDE);
    for (let symbol = 0; symbol < symbols.count; symbol++) {
      this.symbols[symbol * SYMBOL_STRIDE + EDGE_START] = this.wide.edgeStart[symbol];
      this.symbols[symbol * SYMBOL_STRIDE + EDGE_END] = this.wide.edgeStart[symbol + 1];
    }
    this.symbolOf = offsetsOf(symbols.ofNode);
    this.secondSymbolOf = symbols.secondOfNode && offsetsOf(symbols.secondOfNode);
    this.secondSymbols = symbols.second && offsetsOf(symbols.second);
    const nodesWithSecond = this.secondSymbolOf === null ? 0 : tree.nodeCount;
    this.nextInQueue = new Int32Array(tree.nodeCount);
    this.nextInSecond = new Int32Array(nodesWithSecond);
    this.takenIn = new Int32Array(nodesWithSecond);
    this.waitsFrom = new Int32Array(tree.nodeCount);
    this.wideReached = new Int32Array(this.wide.count);
    this.wideAt = new Int32Array(this.wide.count);
  }

  /**
   * Finds the best rank of the wildcard rules that match.
   *
   * @param prefixes the tree that has just walked along the path
   * @param best the best rank so far; it is returned if no wildcard rule is better
   */
  match(path: RequestPath, prefixes: PrefixTree, best: number, meter: Meter): number {
    const { automaton, nodes } = this;
    const { octets, end } = path;
    const { segments } = automaton;
    const { foundCount, foundStem, foundAt } = prefixes;

    let found = 0;
    while (found < foundCount && nodes[foundStem[found] * NODE_STRIDE + BEST_RANK] >= best) found++;
    if (found === foundCount) return best;
    this.startQuestion(best);
    if (this.secondSymbolOf !== null) {
      this.queryStart = queryStartOf(octets, path.start, end);
      this.steps += this.queryStart - path.start;
    }

    // A segment counts only after a stem, so nothing before the end of the first one needs to be read.
    const start = foundAt[found];
    // No segment ends before `start + 1`, so the stems up to there can be reached first; mostly that is all of them.
    for (; found < foundCount && foundAt[found] <= start + 1; found++) {
      this.reach(foundStem[found], foundAt[found]);
    }
    automaton.restart();
    for (let at = start; ; ) {
      while (found < foundCount && foundAt[found] === at) this.reach(foundStem[found++], at);
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
      for (let symbol = 0; symbol < this.symbols.length; symbol += SYMBOL_STRIDE) {
        this.symbols[symbol + QUESTION] = 0;
      }
      this.takenIn.fill(0);
      this.question = 0;
    }
    this.question++;
    this.wideCount = 0;
    this.best = best;
    this.steps = 0;
  }

  /** A segment ends at a place of the path: its symbols of one kind occur. */
  private segmentEnds(segment: number, which: typeof SYMBOL | typeof END_SYMBOL, at: number): void {
    const { segments } = this.automaton;
    const { secondSymbols } = this;
    const offset = segment * SEGMENT_STRIDE;
    const start = at - segments[offset + LENGTH];
    this.steps++;
    if (segments[offset + which] !== NONE) {
      this.meet(segments[offset + which] * SYMBOL_STRIDE, start, at, this.nextInQueue);
    }
    if (secondSymbols === null || start < this.queryStart) return;
    const second = secondSymbols[segment * 2 + which - SYMBOL];
    if (second !== NONE) this.meet(second, start, at, this.nextInSecond);
  }

  /** A node is reached: its rules wait from this place on for their next segments. */
  private reach(node: number, at: number): void {
    const { nodes } = this;
    const offset = node * NODE_STRIDE;
    if (nodes[offset + BEST_RANK] >= this.best) return;
    if (nodes[offset + WIDE_NUMBER] >= 0) {
      this.wideReached[this.wideCount] = nodes[offset + WIDE_NUMBER];
      this.wideAt[this.wideCount] = at;
      this.wideCount++;
      return;
    }
    const childEnd = nodes[offset + NODE_STRIDE + CHILD_START];
    for (let child = nodes[offset + CHILD_START]; child < childEnd; child++) {
      this.steps++;
      if (nodes[child * NODE_STRIDE + BEST_RANK] >= this.best) continue;
      this.waitsFrom[child] = at;
      this.enqueue(child, this.symbolOf[child], this.nextInQueue);
      const { secondSymbolOf } = this;
      if (secondSymbolOf === null || secondSymbolOf[child] === NONE) continue;
      this.steps++;
      this.enqueue(child, secondSymbolOf[child], this.nextInSecond);
    }
  }

  /** Puts a node into the queue of the symbol at an offset, of which `next` has the links. */
  private enqueue(node: number, symbol: number, next: Int32Array): void {
    const { symbols } = this;
    next[node] = NONE;
    if (symbols[symbol + QUESTION] !== this.question) this.clear(symbol);
    if (symbols[symbol + QUEUE_HEAD] === NONE) symbols[symbol + QUEUE_HEAD] = node;
    else next[symbols[symbol + QUEUE_TAIL]] = node;
    symbols[symbol + QUEUE_TAIL] = node;
  }

  /** The symbol at an offset occurs: a segment has been read from `start` to `at`. It takes on the nodes that wait for it. */
  private meet(symbol: number, start: number, at: number, next: Int32Array): void {
    const { symbols, waitsFrom, wideAt, wide } = this;
    const edgeStart = symbols[symbol + EDGE_START];
    const edgeEnd = symbols[symbol + EDGE_END];
    if (symbols[symbol + QUESTION] !== this.question) {
      if (edgeStart === edgeEnd) return;
      this.clear(symbol);
    }
    for (let node = symbols[symbol + QUEUE_HEAD]; node !== NONE && waitsFrom[node] <= start; ) {
      symbols[symbol + QUEUE_HEAD] = next[node];
      this.take(node, at);
      node = symbols[symbol + QUEUE_HEAD];
    }
    if (edgeStart === edgeEnd) return;
    for (let met = symbols[symbol + MET_WIDE]; met < this.wideCount && wideAt[met] <= start; met++) {
      symbols[symbol + MET_WIDE] = met + 1;
      this.steps++;
      const number = this.wideReached[met];
      let edge = wide.firstEdge(number, edgeStart, edgeEnd);
      // A second symbol may lead to several children, whose segments read alike in a query.
      for (; wide.isFrom(edge, number, edgeEnd); edge++) this.take(wide.childOf(edge), at);
    }
  }

  /** The segment of a node has been read: the rules that end at the node match. */
  private take(node: number, at: number): void {
    this.steps++;
    if (this.secondSymbolOf !== null) {
      // Its other symbol may have occurred first.
      if (this.takenIn[node] === this.question) return;
      this.takenIn[node] = this.question;
    }
    const rank = this.nodes[node * NODE_STRIDE + RANK];
    if (rank < this.best) this.best = rank;
    this.reach(node, at);
  }

  private clear(symbol: number): void {
    this.symbols[symbol + QUESTION] = this.question;
    this.symbols[symbol + QUEUE_HEAD] = NONE;
    this.symbols[symbol + MET_WIDE] = 0;
  }
}

/** The offset of each symbol; {@link NONE} stays. */
function offsetsOf(symbols: Int32Array): Int32Array {
  return symbols.map((symbol) => (symbol === NONE ? NONE : symbol * SYMBOL_STRIDE));
}
