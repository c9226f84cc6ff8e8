/**
 * The *wide* nodes of the wildcard tree, which have many children, and their edges by symbol.
 */
import type { Symbols } from './symbols.js';
import { CHILD_START, NODE_STRIDE, NOT_WIDE, WIDE_NUMBER, type WildcardTree } from './wildcard-tree.js';

/** A node with no more children than this is not wide. */
const FEW_CHILDREN = 1;
/** How many wide nodes there can be: each of them has more than a 128th of all nodes as children. */
export const MAX_WIDE_NODES = 128;

/** Integers for each edge: the number of the wide node, and the child. */
const EDGE_STRIDE = 2;
const FROM = 0;
const TO = 1;

export class WideNodes {
  /** How many there are. */
  readonly count: number;
  /** The edges of symbol `s` are `edgeStart[s]` up to but not including `edgeStart[s + 1]`, by rising number of their node. */
  readonly edgeStart: Int32Array;

  private readonly edges: Int32Array;

  /** Numbers the wide nodes, and sets their numbers in the tree. */
  constructor(tree: WildcardTree, { count: symbolCount, ofNode, secondOfNode }: Symbols) {
    const { nodeCount, rootCount, nodes, parent } = tree;
    const atMost = Math.max(FEW_CHILDREN, Math.ceil((nodeCount - rootCount) / MAX_WIDE_NODES));
    let count = 0;
    for (let offset = 0; offset < nodeCount * NODE_STRIDE; offset += NODE_STRIDE) {
      const children = nodes[offset + NODE_STRIDE + CHILD_START] - nodes[offset + CHILD_START];
      if (children > atMost) nodes[offset + WIDE_NUMBER] = count++;
    }
    this.count = count;

    const symbolsOfNode = secondOfNode === null ? [ofNode] : [ofNode, secondOfNode];
    this.edgeStart = new Int32Array(symbolCount + 1);
    for (const symbols of symbolsOfNode) {
      for (let node = rootCount; node < nodeCount; node++) {
        const isFromWide = nodes[parent[node] * NODE_STRIDE + WIDE_NUMBER] !== NOT_WIDE;
        if (isFromWide && symbols[node] >= 0) this.edgeStart[symbols[node] + 1]++;
      }
    }
    for (let s = 0; s < symbolCount; s++) this.edgeStart[s + 1] += this.edgeStart[s];
    this.edges = new Int32Array(this.edgeStart[symbolCount] * EDGE_STRIDE);
    // Nodes come in the order of their parents, so the edges of each symbol do too.
    const free = this.edgeStart.slice();
    for (const symbols of symbolsOfNode) {
      for (let node = rootCount; node < nodeCount; node++) {
        const number = nodes[parent[node] * NODE_STRIDE + WIDE_NUMBER];
        if (number === NOT_WIDE || symbols[node] < 0) continue;
        const edge = free[symbols[node]]++ * EDGE_STRIDE;
        this.edges[edge + FROM] = number;
        this.edges[edge + TO] = node;
      }
    }
  }

  /** Finds the first edge from the wide node of a number among the edges `start` to `end` of a symbol; `end` if there is none. */
  firstEdge(number: number, start: number, end: number): number {
    const { edges } = this;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (edges[middle * EDGE_STRIDE + FROM] < number) low = middle + 1;
      else high = middle;
    }
    return this.isFrom(low, number, end) ? low : end;
  }

  /** Whether an edge before `end` is from the wide node of a number. */
  isFrom(edge: number, number: number, end: number): boolean {
    return edge < end && this.edges[edge * EDGE_STRIDE + FROM] === number;
  }

  /** The child that an edge leads to. */
  childOf(edge: number): number {
    return this.edges[edge * EDGE_STRIDE + TO];
  }
}
