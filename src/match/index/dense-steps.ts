/**
 * The steps of a small automaton in one table, a row a state: an octet costs two loads, whatever falls back to what.
 *
 * Cost of building, in time and in memory: as many entries as there are states × classes of octets, and never more than
 * {@link MAX_ENTRIES}.
 */
import { type OctetTrie, ROOT } from './octet-trie.js';

/** So many entries fit what an entry has room for, and 64 KiB. */
export const MAX_ENTRIES = 0x8000;

/** Of an entry: where the next state's row begins, */
const ROW_MASK = 0x7fff;
/** and whether the step is one to stop at. */
const STOP = 0x8000;

const OCTETS = 256;

/** The class of the octets that lead back to the start from everywhere. */
const ELSE = 0;

export class DenseSteps {
  private readonly classCount: number;
  private readonly classOf: Uint8Array;
  private readonly entries: Uint16Array;

  /** Where the row of the state begins that the last reading ended in. */
  private row = 0;
  /** Whether it ended there because it stopped. */
  private hasStopped = false;

  private constructor(classOf: Uint8Array, classCount: number, entries: Uint16Array) {
    this.classOf = classOf;
    this.classCount = classCount;
    this.entries = entries;
  }

  /**
   * The table of an automaton, or null if it would be too large.
   *
   * @param trie its states, and where they lead of themselves
   * @param order the states other than the root, each behind the one that it falls back to
   * @param fallback the state whose steps hold where one has none of its own
   * @param isStop whether to stop at a state
   */
  static of(
    { nodeCount, childStart, childEnd, firstOctet }: OctetTrie,
    order: Int32Array,
    fallback: (state: number) => number,
    isStop: (state: number) => boolean,
  ): DenseSteps | null {
    if (nodeCount > MAX_ENTRIES) return null;
    const classOf = new Uint8Array(OCTETS).fill(ELSE);
    let classCount = ELSE + 1;
    for (let state = ROOT + 1; state < nodeCount; state++) {
      if (classOf[firstOctet[state]] === ELSE) classOf[firstOctet[state]] = classCount++;
    }
    if (classCount > OCTETS || nodeCount * classCount > MAX_ENTRIES) return null;

    const entries = new Uint16Array(nodeCount * classCount);
    const addOwnSteps = (state: number) => {
      for (let child = childStart[state]; child < childEnd[state]; child++) {
        const entry = state * classCount + classOf[firstOctet[child]];
        entries[entry] = child * classCount + (isStop(child) ? STOP : 0);
      }
    };
    addOwnSteps(ROOT);
    for (const state of order) {
      const from = fallback(state) * classCount;
      entries.copyWithin(state * classCount, from, from + classCount);
      addOwnSteps(state);
    }
    return new DenseSteps(classOf, classCount, entries);
  }

  /** Begins a new reading, in state 0. */
  restart(): void {
    this.row = 0;
    this.hasStopped = false;
  }

  /** Reads `path[from..end)`, but no further than to where to stop. Returns how far that is. */
  read(path: Uint8Array, from: number, end: number): number {
    const { entries, classOf } = this;
    let { row } = this;
    let at = from;
    let entry = 0;
    while (at < end && entry < STOP) {
      entry = entries[row + classOf[path[at++]]];
      row = entry & ROW_MASK;
    }
    this.row = row;
    this.hasStopped = entry >= STOP;
    return at;
  }

  /** The state that the last reading stopped in, or -1 if it did not stop. */
  get stoppedIn(): number {
    return this.hasStopped ? this.row / this.classCount : -1;
  }
}
