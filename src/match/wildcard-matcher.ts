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
import type { Candidates } from './candidates.js';
import type { Meter } from './meter.js';
import type { PrefixTree, WildcardGroups } from './prefix-tree.js';
import { NO_SEGMENT, SegmentAutomaton } from './segment-automaton.js';
import { WideNodes } from './wide-nodes.js';
import { buildWildcardTree, segmentsOf, type WildcardTree } from './wildcard-tree.js';

const NONE = -1;

/** What is known of a symbol while a question lasts. If the question is another, there is nothing. */
const SYMBOL_STRIDE = 4;
const QUESTION = 0;
/** The first and the last of the nodes that wait for the symbol. */
const QUEUE_HEAD = 1;
const QUEUE_TAIL = 2;
/** How many of the wide nodes that were reached the symbol has met. */
const MET_WIDE = 3;

const LAST_QUESTION = 0x7fffffff;

export class WildcardMatcher {
  private readonly automaton: SegmentAutomaton;
  private readonly tree: WildcardTree;
  private readonly wide: WideNodes;

  private question = 0;
  private best = 0;
  private steps = 0;
  private readonly symbols: Int32Array;
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
    this.tree = buildWildcardTree(groups, segments, segmentOf);
    const symbolCount = this.automaton.lengths.length * 2;
    this.wide = new WideNodes(this.tree, symbolCount);
    this.symbols = new Int32Array(symbolCount * SYMBOL_STRIDE);
    this.behind = new Int32Array(this.tree.nodeCount);
    this.waitsFrom = new Int32Array(this.tree.nodeCount);
    this.wideReached = new Int32Array(this.wide.count);
    this.wideAt = new Int32Array(this.wide.count);
  }

  /**
   * The best rank of the wildcard rules that match, or `best` if none of them is better.
   *
   * @param prefixes has just walked along the path
   */
  match(path: Uint8Array, end: number, prefixes: PrefixTree, best: number, meter: Meter): number {
    const { automaton } = this;
    const { foundCount, foundGroup, foundAt } = prefixes;
    const { lengths, shorter } = automaton;
    const { bestRank } = this.tree;

    let found = 0;
    while (found < foundCount && bestRank[foundGroup[found]] >= best) found++;
    if (found === foundCount) return best;
    this.startQuestion(best);

    // A segment counts only behind the first part of a rule, so nothing before the first of these need be read.
    const start = foundAt[found];
    automaton.restart();
    for (let at = start; ; ) {
      while (found < foundCount && foundAt[found] === at) this.reach(foundGroup[found++], at);
      if (at === end) break;
      at = automaton.read(path, at, found < foundCount ? foundAt[found] : end);
      for (let segment = automaton.ended; segment !== NO_SEGMENT; segment = shorter[segment]) {
        this.meet(segment * 2, at - lengths[segment], at);
      }
    }
    for (let segment = automaton.ended; segment !== NO_SEGMENT; segment = shorter[segment]) {
      this.meet(segment * 2 + 1, end - lengths[segment], end);
    }
    meter.left -= this.steps + end - start;
    return this.best;
  }

  private startQuestion(best: number): void {
    if (this.question === LAST_QUESTION) {
      this.symbols.fill(0);
      this.question = 0;
    }
    this.question++;
    this.wideCount = 0;
    this.best = best;
    this.steps = 0;
  }

  /** A node is reached: its rules wait from here on for their next segments. */
  private reach(node: number, at: number): void {
    const { childStart, bestRank, symbol } = this.tree;
    if (bestRank[node] >= this.best) return;
    const number = this.wide.numbers[node];
    if (number >= 0) {
      this.wideReached[this.wideCount] = number;
      this.wideAt[this.wideCount] = at;
      this.wideCount++;
      return;
    }
    const lastChild = childStart[node + 1];
    for (let child = childStart[node]; child < lastChild; child++) {
      this.steps++;
      if (bestRank[child] < this.best) this.enqueue(child, symbol[child] * SYMBOL_STRIDE, at);
    }
  }

  private enqueue(node: number, row: number, at: number): void {
    const { symbols } = this;
    this.waitsFrom[node] = at;
    this.behind[node] = NONE;
    if (symbols[row + QUESTION] !== this.question) this.clear(row);
    if (symbols[row + QUEUE_HEAD] === NONE) symbols[row + QUEUE_HEAD] = node;
    else this.behind[symbols[row + QUEUE_TAIL]] = node;
    symbols[row + QUEUE_TAIL] = node;
  }

  /** A segment has been read from `start` to `at`: it takes on those who waited for it. */
  private meet(symbol: number, start: number, at: number): void {
    const { symbols, waitsFrom, wideAt } = this;
    const row = symbol * SYMBOL_STRIDE;
    const isWideStep = this.wide.has(symbol);
    this.steps++;
    if (symbols[row + QUESTION] !== this.question) {
      if (!isWideStep) return;
      this.clear(row);
    }
    for (let node = symbols[row + QUEUE_HEAD]; node !== NONE && waitsFrom[node] <= start; ) {
      symbols[row + QUEUE_HEAD] = this.behind[node];
      this.take(node, at);
      node = symbols[row + QUEUE_HEAD];
    }
    if (!isWideStep) return;
    for (let met = symbols[row + MET_WIDE]; met < this.wideCount && wideAt[met] <= start; met++) {
      symbols[row + MET_WIDE] = met + 1;
      this.steps++;
      const child = this.wide.child(this.wideReached[met], symbol);
      if (child !== NONE) this.take(child, at);
    }
  }

  /** A node's segment has been read: the rules that are done there match. */
  private take(node: number, at: number): void {
    const { rank } = this.tree;
    this.steps++;
    if (rank[node] < this.best) this.best = rank[node];
    this.reach(node, at);
  }

  private clear(row: number): void {
    this.symbols[row + QUESTION] = this.question;
    this.symbols[row + QUEUE_HEAD] = NONE;
    this.symbols[row + MET_WIDE] = 0;
  }
}
