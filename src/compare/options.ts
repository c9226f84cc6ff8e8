/**
 * What every comparison takes.
 */
import { aWholeNumber, checkOptions, optionTable } from '../option-checks.js';
import { Budget, DEFAULT_STEPS } from './budget.js';

export interface ComparisonOptions {
  /**
   * What the comparison may cost, in steps: places in patterns looked at, and URLs extended. Default: 200,000, which
   * take less than a second.
   */
  readonly maxSteps?: number | undefined;
}

export interface DifferenceOptions extends ComparisonOptions {
  /** How many differences are listed. Default: 1,000. */
  readonly maxDifferences?: number | undefined;
}

const DEFAULT_DIFFERENCES = 1000;

const maxSteps = aWholeNumber(1, Infinity, 'steps');
const COMPARISON_OPTIONS = optionTable<ComparisonOptions>({ maxSteps });
const DIFFERENCE_OPTIONS = optionTable<DifferenceOptions>({
  maxSteps,
  maxDifferences: aWholeNumber(1, Infinity, 'differences'),
});

/** The budget that options grant to a function. */
export function budgetOf(owner: string, options: ComparisonOptions): Budget {
  checkOptions(owner, options, COMPARISON_OPTIONS);
  return new Budget(options.maxSteps ?? DEFAULT_STEPS);
}

/** The budget and the number of differences that options grant to a function. */
export function differenceLimits(
  owner: string,
  options: DifferenceOptions,
): { readonly budget: Budget; readonly maxDifferences: number } {
  checkOptions(owner, options, DIFFERENCE_OPTIONS);
  return {
    budget: new Budget(options.maxSteps ?? DEFAULT_STEPS),
    maxDifferences: options.maxDifferences ?? DEFAULT_DIFFERENCES,
  };
}
