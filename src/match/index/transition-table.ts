/**
 * The transitions of a small automaton in one table, a row for each state, so that an octet costs two loads and no state
 * needs to fall back.
 *
 * Cost of building, in time and memory: one entry for each state and class of octets, at most {@link MAX_ENTRIES}.
 */
import { type OctetTrie, ROOT } from './octet-trie.js';

/** The largest table: an entry can address no more, and it takes 64 KiB. */
export const MAX_ENTRIES = 0x8000;

/** The bits of an entry that say where the row of the next state begins. */
const ROW_MASK = 0x7fff;
/** The bit of an entry that says whether to stop at the next state. */
const STOP = 0x8000;

const OCTETS = 256;

/** The class of the octets that lead from every state to the root. */
const OTHER_OCTETS = 0;

export class TransitionTable {
  private readonly classCount: number;
  private readonly classOf: Uint8Array;
  private readonly entries: Uint16Array;

  /** Where the row of the current state begins. */
  private row = 0;
  /** Whether the last call stopped reading there. */
  private hasStopped = false;

  private constructor(classOf: Uint8Array, classCount: number, entries: Uint16Array) {
    this.classOf = classOf;
    this.classCount = classCount;
    this.entries = entries;
  }

  /**
   * Makes the table of an automaton.
   *
   * @param trie the states, and their own transitions
   * @param order the states other than the root, each after the one that it falls back to
   * @param fallback the state whose transitions apply where a state has none of its own
   * @param isStop whether to stop at a state
   * @returns null if the table would be too large
   */
  static of(
    { nodeCount, childStart, childEnd, firstOctet }: OctetTrie,
    order: Int32Array,
    fallback: (state: number) => number,
    isStop: (state: number) => boolean,
  ): TransitionTable | null {
    if (nodeCount > MAX_ENTRIES) return null;
    const classOf = new Uint8Array(OCTETS).fill(OTHER_OCTETS);
    let classCount = OTHER_OCTETS + 1;
    for (let state = ROOT + 1; state < nodeCount; state++) {
      if (classOf[firstOctet[state]] === OTHER_OCTETS) classOf[firstOctet[state]] = classCount++;
    }
    if (classCount > OCTETS || nodeCount * classCount > MAX_ENTRIES) return null;

    const entries = new Uint16Array(nodeCount * classCount);
    const addOwnTransitions = (state: number) => {
      for (let child = childStart[state]; child < childEnd[state]; child++) {
        const entry = state * classCount + classOf[firstOctet[child]];
        entries[entry] = child * classCount + (isStop(child) ? STOP : 0);
      }
    };
    addOwnTransitions(ROOT);
    for (const state of order) {
      const from = fallback(state) * classCount;
      entries.copyWithin(state * classCount, from, from + classCount);
      addOwnTransitions(state);
    }
    return new TransitionTable(classOf, classCount, entries);
  }

  /** Goes back to the root. */
  restart(): void {
    this.row = 0;
    this.hasStopped = false;
  }

  /** Reads `path[from..end)` up to the first state to stop at. Returns where that is. */
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

  /** The state in which the last call stopped reading, or -1 if it read to the end. */
  get stoppedIn(): number {
    return this.hasStopped ? this.row / this.classCount : -1;
  }
}
