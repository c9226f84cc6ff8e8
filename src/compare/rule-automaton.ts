/**
 * All patterns of one matcher as one automaton over the octets of a URL, made state by state as it is explored.
 *
 * A state is the set of places in patterns that the octets so far lead to, and the best rule that has matched whatever
 * follows. Patterns are numbered by rank, the one that decides first, so places in patterns that cannot decide any more
 * are dropped. So are places before the last `*` that a pattern has reached, because whatever is still to come can be
 * found from that `*` as well.
 */
import type { Candidates } from '../match/candidates.js';
import { writeQueryForm } from '../match/pattern.js';
import type { Budget } from './budget.js';
import { latin1 } from './latin1.js';

/** The rank of no pattern. */
export const NO_RANK: number = 0x7fffffff;

/** Takes one octet and goes on. */
const LITERAL = 0;
/** Takes any octet and stays; also begins the part after the `*`. */
const STAR = 1;
/** Matches if the URL ends here. */
const END = 2;
/** Matches whatever follows. */
const MATCHED = 3;

/** Nodes by the octet that they take. */
type Moves = ReadonlyMap<number, readonly number[]>;

const NO_MOVES: Moves = new Map();

/** The state after the octets so far. */
export interface RuleState {
  /** Distinguishes the states of one automaton. */
  readonly id: number;
  /** The rank that decides if the URL ends here; {@link NO_RANK} if no pattern matches. */
  readonly decision: number;
  /** The lowest rank that has matched whatever follows; {@link NO_RANK} if none has. */
  readonly best: number;
  /** Whether no further octet changes the decision. */
  readonly isSettled: boolean;
  /** Places in patterns, in ascending order. */
  readonly nodes: readonly number[];
  /** The literal nodes that can take an octet next, outside of a query and in one. */
  readonly moves: readonly [Moves, Moves];
}

interface OpenState extends RuleState {
  readonly next: Map<number, OpenState>;
}

/** The octets of a part of a pattern, each character one octet. */
export interface PartText {
  readonly text: string;
  readonly followsStar: boolean;
}

export class RuleAutomaton {
  readonly start: RuleState;
  /** The parts of all patterns, each also in its query form if it has one. */
  readonly parts: readonly PartText[];
  /** Whether some part reads differently in a query. */
  readonly hasQueryForms: boolean;

  /** How many nodes there are. */
  #size = 0;
  /** What each node is. */
  readonly #kinds: Uint8Array;
  /** The octet that a literal node takes; for a `STAR`, the number of literal nodes of its part as it is. */
  readonly #octets: Int32Array;
  /** Where a literal node leads; for a `STAR`, its part's query form, or -1. */
  readonly #targets: Int32Array;
  readonly #ranks: Int32Array;
  readonly #states = new Map<string, OpenState>();
  readonly #budget: Budget;

  constructor({ patterns, patternOfRank }: Candidates, budget: Budget) {
    const { text, partBounds, firstPart, anchored, queryForms, textLength } = patterns;
    this.#budget = budget;
    this.hasQueryForms = patterns.hasQueryForms;
    const partCount = firstPart[patterns.count];
    const capacity = textLength * (this.hasQueryForms ? 2 : 1) + partCount + patterns.count;
    this.#kinds = new Uint8Array(capacity);
    this.#octets = new Int32Array(capacity);
    this.#targets = new Int32Array(capacity).fill(-1);
    this.#ranks = new Int32Array(capacity);

    const parts: PartText[] = [];
    const starts: number[] = [];
    for (let rank = 0; rank < patternOfRank.length; rank++) {
      const pattern = patternOfRank[rank];
      const first = firstPart[pattern];
      starts.push(this.#size);
      for (let part = first; part < firstPart[pattern + 1]; part++) {
        const octets = text.subarray(partBounds[part], partBounds[part + 1]);
        const followsStar = part > first;
        const forms = [octets];
        if (followsStar && queryForms[pattern] === 1) {
          const second = new Uint8Array(octets.length);
          const length = writeQueryForm(octets, 0, octets.length, second, 0);
          if (length < octets.length) forms.push(second.subarray(0, length));
        }
        this.#addPart(forms, followsStar, rank);
        for (const form of forms) parts.push({ text: latin1(form), followsStar });
      }
      this.#add(anchored[pattern] === 1 ? END : MATCHED, 0, rank);
    }
    this.parts = parts;
    budget.spend(this.#size);
    this.start = this.#enter(starts, NO_RANK);
  }

  /** The state after one more octet. */
  step(from: RuleState, octet: number, inQuery: boolean): RuleState {
    const state = from as OpenState;
    const query = inQuery ? 1 : 0;
    const key = octet * 2 + query;
    let next = state.next.get(key);
    if (next === undefined) {
      const nodes = state.nodes.filter((node) => this.#kinds[node] === STAR);
      for (const node of state.moves[query].get(octet) ?? []) nodes.push(this.#targets[node]);
      next = this.#enter(nodes, state.best);
      state.next.set(key, next);
    }
    return next;
  }

  /** The rank of the pattern that a node is part of. */
  rankOf(node: number): number {
    return this.#ranks[node];
  }

  #add(kind: number, octet: number, rank: number): number {
    const node = this.#size++;
    this.#kinds[node] = kind;
    this.#octets[node] = octet;
    this.#ranks[node] = rank;
    return node;
  }

  /** Adds the nodes of a part in its forms. What follows the part is the next node added after it. */
  #addPart(forms: readonly Uint8Array[], followsStar: boolean, rank: number): void {
    const star = followsStar ? this.#add(STAR, forms[0].length, rank) : -1;
    const lasts: number[] = [];
    for (const [nth, octets] of forms.entries()) {
      if (nth > 0) this.#targets[star] = this.#size;
      for (const octet of octets) {
        const node = this.#add(LITERAL, octet, rank);
        this.#targets[node] = node + 1;
      }
      lasts.push(this.#size - 1);
    }
    if (forms[0].length > 0) for (const last of lasts) this.#targets[last] = this.#size;
  }

  /** The state with these places, in any order. */
  #enter(reached: number[], bestBefore: number): OpenState {
    let best = bestBefore;
    for (const node of reached) if (this.#kinds[node] === MATCHED) best = Math.min(best, this.#ranks[node]);
    const nodes = this.#relevant(reached, best);
    this.#budget.spend(reached.length + 1);
    const key = `${best} ${nodes.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      state = this.#open(nodes, best);
      this.#states.set(key, state);
    }
    return state;
  }

  /** The places that can still change the decision, in ascending order. */
  #relevant(reached: number[], best: number): number[] {
    reached.sort((a, b) => b - a);
    const nodes: number[] = [];
    let rankOfStar = -1;
    let previous = -1;
    for (const node of reached) {
      const rank = this.#ranks[node];
      if (node === previous || rank >= best || rank === rankOfStar) continue;
      previous = node;
      nodes.push(node);
      if (this.#kinds[node] === STAR) rankOfStar = rank;
    }
    return nodes.reverse();
  }

  #open(nodes: number[], best: number): OpenState {
    let decision = best;
    const moves: [Map<number, number[]>, Map<number, number[]>] = [new Map(), new Map()];
    let canMove = false;
    for (const node of nodes) {
      const kind = this.#kinds[node];
      if (kind === END) {
        decision = Math.min(decision, this.#ranks[node]);
        // Any further octet ends this match, which changes the decision.
        canMove = true;
        continue;
      }
      canMove = true;
      if (kind === LITERAL) {
        addMove(moves[0], this.#octets[node], node);
        addMove(moves[1], this.#octets[node], node);
      } else {
        const firstReading = node + 1;
        addMove(moves[0], this.#octets[firstReading], firstReading);
        addMove(moves[1], this.#octets[firstReading], firstReading);
        const second = this.#targets[node];
        if (second >= 0) addMove(moves[1], this.#octets[second], second);
      }
    }
    return {
      id: this.#states.size,
      decision,
      best,
      isSettled: !canMove,
      nodes,
      moves: canMove ? moves : [NO_MOVES, NO_MOVES],
      next: new Map(),
    };
  }
}

function addMove(moves: Map<number, number[]>, octet: number, node: number): void {
  const nodes = moves.get(octet);
  if (nodes === undefined) moves.set(octet, [node]);
  else nodes.push(node);
}
