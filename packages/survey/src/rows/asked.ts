/**
 * Questions to a matcher, within a bound on the work that hostile rules can make of many questions.
 */
import { type CompiledRules, type Matcher, NO_RULE, rulesOf } from 'robotstream/internal';

/** How many steps of the matcher all questions together may take: about a tenth of a second. */
const MAX_STEPS = 20_000_000;

/** What a question costs besides the steps of the matcher. */
const STEPS_PER_QUESTION = 200;

/** Counts what the questions about a file cost. */
export class Asked {
  readonly matcher: Matcher;
  #left = MAX_STEPS;

  constructor(matcher: Matcher) {
    this.matcher = matcher;
  }

  /** Whether no more questions are to be asked. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  isAllowed(path: string): boolean {
    const allowed = this.matcher.isAllowed(path);
    this.#left -= STEPS_PER_QUESTION + rulesOf(this.matcher).compiled.steps;
    return allowed;
  }

  /** Whether any of some rules of the file matches a path. */
  isMatched(rules: CompiledRules, path: string): boolean {
    const isMatched = rules.decide(path) !== NO_RULE;
    this.#left -= STEPS_PER_QUESTION + rules.steps;
    return isMatched;
  }
}
