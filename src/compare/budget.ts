/**
 * What a comparison may cost, and the options that say so. Counted in steps rather than in time, so that the answer does not depend on
 * the machine.
 */
import { aWholeNumber, checkOptions, oneOf, optionTable } from '../option-checks.js';

/** What a question to a matcher costs, besides its path and the matcher's own steps. */
export const STEPS_PER_QUESTION = 4;

/** How many of a matcher's own steps cost as much as one step. */
export const MATCHER_STEPS_PER_STEP = 64;

/** How many octets of a path cost as much as one step, for writing the path and checking that it is one of a URL. */
export const PATH_OCTETS_PER_STEP = 8;

/** The default of `maxSteps`: a few tenths of a second. */
const DEFAULT_STEPS = 200_000;

/** Counts steps. A step checks one place of a pattern, or extends one URL. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }

  /** Steps that are left; below 0 after too many. */
  get left(): number {
    return this.#left;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** Options for `reachOf` and `ruleUses`. */
export interface ComparisonOptions {
  /**
   * What the comparison may cost, in steps: places in patterns looked at, URLs extended, and the questions to the matcher.
   * Default: 200,000, which take less than a second.
   */
  readonly maxSteps?: number | undefined;
}

/** Options for `differences` and `differencesByCaller`. */
export interface DifferenceOptions extends ComparisonOptions {
  /** How many differences are listed. Default: 1,000. */
  readonly maxDifferences?: number | undefined;
  /**
   * Which URLs are compared: `all`, or only those in which no character is percent-encoded (`unescaped`). Two profiles differ
   * for nearly every rule by some percent-encoded spelling; the latter leaves those differences out. Default: `all`.
   */
  readonly spellings?: 'all' | 'unescaped' | undefined;
}

const DEFAULT_DIFFERENCES = 1000;

const maxSteps = aWholeNumber(1, Infinity, 'steps');
const COMPARISON_OPTIONS = optionTable<ComparisonOptions>({ maxSteps });
const DIFFERENCE_OPTIONS = optionTable<DifferenceOptions>({
  maxSteps,
  maxDifferences: aWholeNumber(1, Infinity, 'differences'),
  spellings: oneOf('all', 'unescaped'),
});

/** The budget that options grant to a function. */
export function budgetOf(owner: string, options: ComparisonOptions): Budget {
  checkOptions(owner, options, COMPARISON_OPTIONS);
  return new Budget(options.maxSteps ?? DEFAULT_STEPS);
}

/** The limits of a search for differences: its steps, and the length of its list. */
export interface DifferenceLimits {
  readonly budget: Budget;
  readonly maxDifferences: number;
  /**
   * As the option; `plain` also leaves out URLs that hardly any site has: with `*`, `$`, two slashes in a row, or a query that begins with no letter. Only
   * paths made from the patterns are tried then.
   */
  readonly spellings: 'all' | 'unescaped' | 'plain';
}

/** The limits that options set to a function. */
export function differenceLimits(owner: string, options: DifferenceOptions): DifferenceLimits {
  checkOptions(owner, options, DIFFERENCE_OPTIONS);
  return {
    budget: new Budget(options.maxSteps ?? DEFAULT_STEPS),
    maxDifferences: options.maxDifferences ?? DEFAULT_DIFFERENCES,
    spellings: options.spellings ?? 'all',
  };
}
