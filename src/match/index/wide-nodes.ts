/**
 * The nodes of the wildcard tree that have many children, and for each symbol which of them it leads on from.
 */
import { CHILD_START, NODE_STRIDE, NOT_WIDE, WIDE_NUMBER, type WildcardTree } from './wildcard-tree.js';

/** A node is wide if it has more children than this, */
const FEW_CHILDREN = 1;
/** and so many that no more than this many nodes can be. */
export const MAX_WIDE_NODES = 128;

const NONE = -1;

/** A step from a wide node by some symbol: the node's number, and the child. */
const STEP_STRIDE = 2;
const FROM = 0;
const TO = 1;

export class WideNodes {
  /** How many there are. */
  readonly count: number;
  /** The steps by symbol `s` are those from `stepStart[s]` up to but not including `stepStart[s + 1]`, by rising number. */
  readonly stepStart: Int32Array;

  private readonly steps: Int32Array;

  /** Numbers the wide nodes of a tree, in the tree. `symbol` is what leads to each node, of `symbolCount` symbols. */
  constructor(tree: WildcardTree, symbol: Int32Array, symbolCount: number) {
    const { nodeCount, rootCount, nodes, parent } = tree;
    const atMost = Math.max(FEW_CHILDREN, Math.ceil((nodeCount - rootCount) / MAX_WIDE_NODES));
    let count = 0;
    for (let row = 0; row < nodeCount * NODE_STRIDE; row += NODE_STRIDE) {
      const children = nodes[row + NODE_STRIDE + CHILD_START] - nodes[row + CHILD_START];
      if (children > atMost) nodes[row + WIDE_NUMBER] = count++;
    }
    this.count = count;

    this.stepStart = new Int32Array(symbolCount + 1);
    for (let node = rootCount; node < nodeCount; node++) {
      if (nodes[parent[node] * NODE_STRIDE + WIDE_NUMBER] !== NOT_WIDE) this.stepStart[symbol[node] + 1]++;
    }
    for (let s = 0; s < symbolCount; s++) this.stepStart[s + 1] += this.stepStart[s];
    this.steps = new Int32Array(this.stepStart[symbolCount] * STEP_STRIDE);
    // Nodes come in the order of their parents, so the steps by each symbol do too.
    const free = this.stepStart.slice();
    for (let node = rootCount; node < nodeCount; node++) {
      const number = nodes[parent[node] * NODE_STRIDE + WIDE_NUMBER];
      if (number === NOT_WIDE) continue;
      const step = free[symbol[node]]++ * STEP_STRIDE;
      this.steps[step + FROM] = number;
      this.steps[step + TO] = node;
    }
  }

  /** The child of the wide node of this number by one of the steps `start` to `end`, all of one symbol; or -1. */
  child(number: number, start: number, end: number): number {
    const { steps } = this;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (steps[middle * STEP_STRIDE + FROM] < number) low = middle + 1;
      else high = middle;
    }
    const step = low * STEP_STRIDE;
    return low < end && steps[step + FROM] === number ? steps[step + TO] : NONE;
  }
}
