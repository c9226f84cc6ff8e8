/**
 * Options that are numbers: one table has the check and the default of each. The interfaces document their meaning.
 */
import { aWholeNumber, type OptionCheck } from 'robotstream/internal';
import { MAX_TIMER_MS } from '../fetch/clock.js';

/** The check and the default of an option that is a number. */
type NumberOption = readonly [check: OptionCheck, byDefault: number];

/** The options of one object that are numbers. */
export type NumberOptions<Options> = { readonly [name in keyof Options]-?: NumberOption };

export const atLeastOne = aWholeNumber(1, Infinity);
export const aDuration = aWholeNumber(0, Infinity, 'milliseconds');
export const aTimeLimit = aWholeNumber(1, MAX_TIMER_MS, 'milliseconds');
export const aDelay = aWholeNumber(0, MAX_TIMER_MS, 'milliseconds');

/** The checks of a table, for `optionTable`. */
export function checksOf<Name extends string>(
  table: Readonly<Record<Name, NumberOption>>,
): Record<Name, OptionCheck> {
  const entries = Object.entries<NumberOption>(table).map(([name, [check]]) => [name, check]);
  return Object.fromEntries(entries) as Record<Name, OptionCheck>;
}

/** The numbers that are given, and the defaults of the others. */
export function completed<Name extends string>(
  table: Readonly<Record<Name, NumberOption>>,
  given: { readonly [name in Name]?: number | undefined } = {},
): Record<Name, number> {
  const entries = Object.entries<NumberOption>(table).map(([name, [, byDefault]]) => [
    name,
    given[name as Name] ?? byDefault,
  ]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
