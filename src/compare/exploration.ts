/**
 * Walks through the URLs that one or two matchers tell apart, the shortest first.
 */
import { type Alphabet, alphabetOf, type Letter, type Side } from './alphabet.js';
import type { Budget } from './budget.js';
import type { RuleState } from './rule-automaton.js';
import {
  BEFORE_PATH,
  type DomainState,
  isInQuery,
  mayEnd,
  OUTSIDE_DOMAIN,
  stepDomain,
} from './url-domain.js';

/** What a visitor wants next: also the longer URLs that begin with this one, only others, or nothing more. */
export type Next = 'longer' | 'others' | 'nothing';

/** URLs with the same future: one of the shortest. */
export interface Visit {
  /** The state of each side. */
  readonly states: readonly RuleState[];
  /** Whether the URL may end here. */
  readonly isWhole: boolean;
  /** Writes the URL's path and query. Call it as a method: it uses `this`. */
  path(): string;
}

/** A URL by its last token and the URL before it. */
class Prefix implements Visit {
  readonly states: readonly RuleState[];
  readonly domain: DomainState;
  readonly length: number;
  readonly #before: Prefix | undefined;
  readonly #text: string;

  constructor(states: readonly RuleState[], domain: DomainState, before: Prefix | undefined, text: string) {
    this.states = states;
    this.domain = domain;
    this.#before = before;
    this.#text = text;
    this.length = (before?.length ?? 0) + text.length;
  }

  get isWhole(): boolean {
    return mayEnd(this.domain);
  }

  /** Equal for URLs with the same future. */
  get key(): string {
    return `${this.states.map(({ id }) => id).join()} ${this.domain}`;
  }

  path(): string {
    const texts: string[] = [];
    for (let at: Prefix | undefined = this; at !== undefined; at = at.#before) texts.push(at.#text);
    return texts.reverse().join('');
  }
}

/**
 * Shows a visitor a shortest URL of every set of URLs with the same future, in the order of their lengths. `/robots.txt`
 * is not among them.
 *
 * @param spellings whether URLs may have percent-encoded characters
 * @returns whether the visitor has seen them all or wanted nothing more; false if the budget ran out first
 */
export function explore(
  sides: readonly Side[],
  budget: Budget,
  visitor: (visit: Visit) => Next,
  spellings: 'all' | 'unescaped' = 'all',
): boolean {
  const alphabet = alphabetOf(sides, spellings);
  const root = new Prefix(
    sides.map(({ automaton }) => automaton.start),
    BEFORE_PATH,
    undefined,
    '',
  );
  const seen = new Set<string>();
  /** URLs to visit by their lengths. */
  const queues: Prefix[][] = [];
  enqueue(extended(sides, root, alphabet.slash));

  for (let length = 0; length < queues.length; length++) {
    for (const prefix of queues[length] ?? []) {
      if (budget.isSpent) return false;
      if (seen.has(prefix.key)) continue;
      seen.add(prefix.key);
      const next = visitor(prefix);
      if (next === 'nothing') return true;
      if (next === 'others') continue;
      for (const letter of lettersAfter(alphabet, prefix)) {
        budget.spend(1);
        enqueue(extended(sides, prefix, letter));
      }
    }
    delete queues[length];
  }
  return true;

  function enqueue(prefix: Prefix | undefined): void {
    if (prefix === undefined || seen.has(prefix.key)) return;
    const queue = queues[prefix.length];
    if (queue === undefined) queues[prefix.length] = [prefix];
    else queue.push(prefix);
  }
}

/** A URL with one more letter; undefined if there is no such URL. */
function extended(sides: readonly Side[], prefix: Prefix, letter: Letter): Prefix | undefined {
  const inQuery = isInQuery(prefix.domain);
  const domain = stepDomain(prefix.domain, letter.token);
  if (domain === OUTSIDE_DOMAIN) return undefined;
  const forms = inQuery ? letter.inQuery : letter.inPath;
  const states = prefix.states.map((state, side) => {
    let reached = state;
    for (let i = 0; i < forms[side].length; i++) {
      reached = sides[side].automaton.step(reached, forms[side].charCodeAt(i));
    }
    return reached;
  });
  return new Prefix(states, domain, prefix, letter.token.text);
}

/** The letters that lead to different futures, and one in place of all others. */
function lettersAfter(alphabet: Alphabet, { states, domain, isWhole }: Prefix): Set<Letter> {
  const letters = new Set<Letter>();
  const query = isInQuery(domain) ? 1 : 0;
  const isSettled = states.every((state) => state.isSettled);
  if (isSettled && isWhole) return letters;

  const filler = alphabet.fillers.find(
    ({ token }) => !states.some((state) => state.moves[query].has(token.octet)),
  );
  if (filler !== undefined) letters.add(filler);
  if (isSettled) return letters;

  for (const [side, state] of states.entries()) {
    for (const octet of state.moves[query]) {
      for (const letter of alphabet.single[side].get(octet) ?? []) letters.add(letter);
    }
  }
  for (const letter of alphabet.several) {
    const forms = query === 1 ? letter.inQuery : letter.inPath;
    const isTaken = states.some((state, side) => state.moves[query].has(forms[side].charCodeAt(0)));
    if (isTaken || letter.entersLate) letters.add(letter);
  }
  if (alphabet.dependsOnQuery && query === 0) letters.add(alphabet.questionMark);
  return letters;
}
