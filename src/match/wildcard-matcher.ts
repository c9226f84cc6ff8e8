/**
 * Finds the best wildcard rule that matches, in one pass over the path.
 *
 * A rule waits for its next segment from some octet of the path on; the automaton tells where segments end; the first end
 * whose segment began late enough takes the rule on. Waiting is arranged so that no rule is looked at in vain again and again:
 *
 * - A node of the tree with few children puts each in the queue of its symbol when it is reached. Nodes are reached in the
 *   order of the path, so a queue is sorted by where its nodes wait from, and only its head needs a look.
 * - A node with many children (*wide*) is only noted in a list when it is reached. When a symbol comes up, the wide nodes that it
 *   has not yet met are searched for it, each once. So a site with 40,000 rules `/*x` does not pay for 40,000 entries a verdict.
 *
 * Cost of a question, for a path of L octets, wildcard rules of M octets with E segments (E < M / 2) of which S occur in the path:
 * L steps of the automaton and at most L·√(2 M) ends of segments; at most E entries put into queues and taken out; at most
 * S × {@link MAX_WIDE_NODES} searches of wide nodes, each of log₂ E steps.
 *
 * Rules that could not beat the best rank found so far are not waited for.
 */
import type { Candidates } from './candidates.js';
import type { Meter } from './meter.js';
import { ROOT } from './octet-trie.js';
import type { PrefixTree } from './prefix-tree.js';
import { NO_SEGMENT, SegmentAutomaton } from './segment-automaton.js';
import { buildWildcardTree, segmentsOf, symbolOf, type WildcardTree } from './wildcard-tree.js';

/** A node is wide if it has more children than this, */
const FEW_CHILDREN = 4;
/** and so many that no more than this many nodes can be. */
const MAX_WIDE_NODES = 128;

const NONE = -1;

const LAST_QUESTION = 0x7fffffff;

export class WildcardMatcher {
  private readonly automaton: SegmentAutomaton;
  private readonly tree: WildcardTree;
  private readonly isWide: Uint8Array;

  /** What follows holds for the question of this number alone: an entry whose stamp is another is empty. */
  private question = 0;
  /** By symbol: the queue of nodes that wait for it, and how many of the wide nodes it has met. */
  private readonly stamp: Int32Array;
  private readonly queueHead: Int32Array;
  private readonly queueTail: Int32Array;
  private readonly metWide: Int32Array;
  /** By node: who is behind it in the queue, and from where in the path it waits. */
  private readonly behind: Int32Array;
  private readonly waitsFrom: Int32Array;
  /** The wide nodes that were reached, in that order, and where. */
  private wideCount = 0;
  private readonly wideNode: Int32Array;
  private readonly wideAt: Int32Array;

  private best = 0;
  private steps = 0;

  constructor(candidates: Candidates, prefixes: PrefixTree) {
    const { patterns } = candidates;
    const segments = segmentsOf(candidates, prefixes.groups);
    this.automaton = new SegmentAutomaton(patterns.text, patterns.partBounds, segments.parts);
    this.tree = buildWildcardTree(candidates, prefixes.groups, segments, this.automaton);

    const { nodeCount, rootCount, childStart } = this.tree;
    const wideFrom = Math.max(FEW_CHILDREN, Math.ceil((nodeCount - rootCount) / MAX_WIDE_NODES)) + 1;
    this.isWide = new Uint8Array(nodeCount);
    let wideNodes = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (childStart[node + 1] - childStart[node] < wideFrom) continue;
      this.isWide[node] = 1;
      wideNodes++;
    }
    this.wideNode = new Int32Array(wideNodes);
    this.wideAt = new Int32Array(wideNodes);

    const symbols = symbolOf(this.automaton.segmentLength.length, false);
    this.stamp = new Int32Array(symbols);
    this.queueHead = new Int32Array(symbols);
    this.queueTail = new Int32Array(symbols);
    this.metWide = new Int32Array(symbols);
    this.behind = new Int32Array(nodeCount);
    this.waitsFrom = new Int32Array(nodeCount);
  }

  /**
   * The best rank of the wildcard rules that match, or `best` if none of them is better.
   *
   * @param prefixes has just walked along the path
   */
  match(path: Uint8Array, length: number, prefixes: PrefixTree, best: number, meter: Meter): number {
    const { automaton } = this;
    const { foundCount, foundGroup, foundAt } = prefixes;
    const { segmentAt, shorterEnd, segmentLength } = automaton;
    const { bestRank } = this.tree;
    this.startQuestion(best);

    // The first part of a rule must have been read before its segments can count.
    let found = 0;
    while (found < foundCount && bestRank[foundGroup[found]] >= best) found++;
    if (found === foundCount) return best;
    let state = ROOT;
    for (let at = foundAt[found]; ; at++) {
      while (found < foundCount && foundAt[found] === at) this.reach(foundGroup[found++], at);
      if (at === length) break;
      state = automaton.next(state, path[at]);
      let end = segmentAt[state] === NO_SEGMENT ? shorterEnd[state] : state;
      for (; end !== ROOT; end = shorterEnd[end]) {
        const segment = segmentAt[end];
        this.meet(symbolOf(segment, false), at + 1 - segmentLength[segment], at + 1);
      }
      this.steps++;
    }
    let end = segmentAt[state] === NO_SEGMENT ? shorterEnd[state] : state;
    for (; end !== ROOT; end = shorterEnd[end]) {
      const segment = segmentAt[end];
      this.meet(symbolOf(segment, true), length - segmentLength[segment], length);
    }
    meter.left -= this.steps;
    return this.best;
  }

  private startQuestion(best: number): void {
    if (this.question === LAST_QUESTION) {
      this.stamp.fill(0);
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
    if (this.isWide[node] === 1) {
      this.wideNode[this.wideCount] = node;
      this.wideAt[this.wideCount] = at;
      this.wideCount++;
      return;
    }
    for (let child = childStart[node]; child < childStart[node + 1]; child++) {
      this.steps++;
      if (bestRank[child] < this.best) this.enqueue(child, symbol[child], at);
    }
  }

  private enqueue(node: number, symbol: number, at: number): void {
    this.waitsFrom[node] = at;
    this.behind[node] = NONE;
    this.refresh(symbol);
    if (this.queueHead[symbol] === NONE) this.queueHead[symbol] = node;
    else this.behind[this.queueTail[symbol]] = node;
    this.queueTail[symbol] = node;
  }

  /** A segment has been read from `start` to `end`: it takes on those who waited for it. */
  private meet(symbol: number, start: number, end: number): void {
    const { queueHead, waitsFrom, wideAt } = this;
    this.steps++;
    this.refresh(symbol);
    for (let node = queueHead[symbol]; node !== NONE && waitsFrom[node] <= start; node = queueHead[symbol]) {
      queueHead[symbol] = this.behind[node];
      this.take(node, end);
    }
    while (this.metWide[symbol] < this.wideCount && wideAt[this.metWide[symbol]] <= start) {
      const child = this.childBySymbol(this.wideNode[this.metWide[symbol]++], symbol);
      if (child !== NONE) this.take(child, end);
    }
  }

  private take(node: number, at: number): void {
    this.steps++;
    const { rank } = this.tree;
    if (rank[node] < this.best) this.best = rank[node];
    this.reach(node, at);
  }

  private refresh(symbol: number): void {
    if (this.stamp[symbol] === this.question) return;
    this.stamp[symbol] = this.question;
    this.queueHead[symbol] = NONE;
    this.metWide[symbol] = 0;
  }

  private childBySymbol(node: number, wanted: number): number {
    const { childStart, symbol } = this.tree;
    let low = childStart[node];
    let high = childStart[node + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      this.steps++;
      if (symbol[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low < childStart[node + 1] && symbol[low] === wanted ? low : NONE;
  }
}
