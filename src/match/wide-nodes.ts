/**
 * The nodes of the wildcard tree that have many children, and for each symbol which of them it leads on from.
 */
import type { WildcardTree } from './wildcard-tree.js';

/** A node is wide if it has more children than this, */
const FEW_CHILDREN = 4;
/** and so many that no more than this many nodes can be. */
export const MAX_WIDE_NODES = 128;

const NOT_WIDE = -1;
const NONE = -1;

export class WideNodes {
  /** How many there are. */
  readonly count: number;
  /** By node: its number among the wide ones, or -1. */
  readonly numbers: Int32Array;

  /** The steps for symbol `s` are the entries `stepStart[s]..stepStart[s + 1]`: from a wide node's number, rising, to a child. */
  private readonly stepStart: Int32Array;
  private readonly stepFrom: Uint8Array;
  private readonly stepTo: Int32Array;

  constructor({ nodeCount, rootCount, childStart, parent, symbol }: WildcardTree, symbolCount: number) {
    const atMost = Math.max(FEW_CHILDREN, Math.ceil((nodeCount - rootCount) / MAX_WIDE_NODES));
    this.numbers = new Int32Array(nodeCount).fill(NOT_WIDE);
    let count = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (childStart[node + 1] - childStart[node] > atMost) this.numbers[node] = count++;
    }
    this.count = count;

    this.stepStart = new Int32Array(symbolCount + 1);
    for (let node = rootCount; node < nodeCount; node++) {
      if (this.numbers[parent[node]] !== NOT_WIDE) this.stepStart[symbol[node] + 1]++;
    }
    for (let s = 0; s < symbolCount; s++) this.stepStart[s + 1] += this.stepStart[s];
    const steps = this.stepStart[symbolCount];
    this.stepFrom = new Uint8Array(steps);
    this.stepTo = new Int32Array(steps);
    // Nodes come in the order of their parents, so the entries of each symbol do too.
    const free = this.stepStart.slice();
    for (let node = rootCount; node < nodeCount; node++) {
      const number = this.numbers[parent[node]];
      if (number === NOT_WIDE) continue;
      const entry = free[symbol[node]]++;
      this.stepFrom[entry] = number;
      this.stepTo[entry] = node;
    }
  }

  /** Whether a symbol leads on from any wide node. */
  has(symbol: number): boolean {
    return this.stepStart[symbol] < this.stepStart[symbol + 1];
  }

  /** The child of the wide node of this number by a symbol, or -1. */
  child(number: number, symbol: number): number {
    let low = this.stepStart[symbol];
    const end = this.stepStart[symbol + 1];
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.stepFrom[middle] < number) low = middle + 1;
      else high = middle;
    }
    return low < end && this.stepFrom[low] === number ? this.stepTo[low] : NONE;
  }
}
